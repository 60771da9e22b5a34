"""A sensitivity study in sentences and as one table."""

from __future__ import annotations

from collections.abc import Iterator

from referee.estimates._base import Estimate
from referee.report.document import Table
from referee.report.text import heading
from referee.report.wording import column_decimals, count, interval_text, level_text, number, percent, plain, signed
from referee.study.sensitivity import Sensitivity, Source, Variant

NAMES = {"seed": "The learner's seed", "split": "Other splits by the same design", "design": "Other designs"}


def sensitivity_table(study: Sensitivity) -> Table:
    """One row a variant, the base first."""
    places = places_of(study)
    head = [f"{heading(study.metric)} of {study.learner}", "estimate", f"{level_text(study.level)} interval", "move",
            "interval of the move", ""]
    return Table(header=head, rows=[row_texts(study, v, places) for v in (study.base, *study.variants)])


def places_of(study: Sensitivity) -> int:
    """Decimals of the table."""
    found = [v.estimate for v in (study.base, *study.variants) if isinstance(v.estimate, Estimate)]
    return min(4, max(2, column_decimals([e.interval for e in found], values=[e.value for e in found])))


def row_texts(study: Sensitivity, variant: Variant, places: int) -> list[str]:
    """The cells of a variant."""
    found = variant.estimate
    name = f"{study.learner} as given, {variant.label}" if variant is study.base else variant.label
    if not isinstance(found, Estimate):
        return [name, "—", "—", "—", "—", found.reason[:40]]
    return [name, number(found.value, places), interval_text(found.interval, places) if found.interval else "—",
            "" if variant.move is None else signed(variant.move, places),
            interval_text(variant.interval, places, sign=True) if variant.interval else "", verdict_word(variant)]


def verdict_word(variant: Variant) -> str:
    """What a move means, in a word or two."""
    if variant.beyond is None:
        return ""
    if variant.move == 0 and variant.interval is None:
        return "the same"
    return "more than noise" if variant.beyond else "within noise"


def sensitivity_sentences(study: Sensitivity) -> list[str]:
    """What moves the estimate, and what only looks as if it did."""
    said = [sentence for source in study.sources for sentence in _source(study, source)]
    lost = [v for v in study.variants if not isinstance(v.estimate, Estimate)]
    said += [f"{v.label} has no estimate: {v.estimate.reason}." for v in lost]
    if study.failures:
        said.append(f"{count(len(study.failures), 'fit')} failed, the first with: {study.failures[0][2].rstrip('.')}.")
    if study.missing:
        said.insert(0, f"Provisional: {count(study.missing, 'fit')} are not recorded yet; the same command goes on "
                       f"from there.")
    return said


def _source(study: Sensitivity, source: Source) -> Iterator[str]:
    places = max(places_of(study), 3)
    span = f"{number(source.low, places)} to {number(source.high, places)}"
    name = NAMES.get(source.kind, source.name)
    if source.kind == "parameter":
        told = (f"{source.beyond} of {source.tested} values moved it by more than noise" if source.beyond
                else "no value moved it by more than noise")
        yield f"{name}: estimates from {span}; {told}."
        return
    if source.high == source.low:
        yield f"{name}: the estimate does not move at all."
        return
    against = "" if not source.half_width else (
        f", {percent(source.sd / source.half_width)} of the interval's half-width ({plain(source.half_width)})")
    share = "" if source.share is None else (
        f"; {percent(source.share)} of the variance of one test part's score is the seed's")
    found = (f"; {source.beyond} of {source.tested} moved it by more than noise" if source.beyond else "")
    yield f"{name}: estimates from {span}, standard deviation {plain(source.sd)}{against}{share}{found}."
    outside = _outside(study, source)
    if outside:
        why = ("how the rows are divided matters here, so divide them several times (kfold:repeats=10)"
               if source.kind == "split" else
               "designs train on different numbers of rows and divide them differently, and here that shows")
        yield f"{outside} of {source.tried - 1} lie outside the interval of the base: {why}."


def _outside(study: Sensitivity, source: Source) -> int:
    """Estimates by other splits or designs that the base's interval does not hold."""
    base = study.base.estimate
    if source.kind not in {"split", "design"} or not isinstance(base, Estimate) or base.interval is None:
        return 0
    values = [v.estimate.value for v in study.variants if v.kind == source.kind and isinstance(v.estimate, Estimate)]
    return sum(value not in base.interval for value in values)


def how_sentence(study: Sensitivity) -> str:
    """What was varied, and what the intervals are."""
    return (f"one thing is varied at a time from {study.learner} by {study.design}. Parameters and seeds are compared "
            f"with the base on the same test parts (corrected resampled t, Holm over all of them); other splits and "
            f"designs have no common test parts, and their moves are to be read beside the intervals.")
