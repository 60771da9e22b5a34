"""Learning curves in sentences: who is better at which sizes, what more data would bring, what went wrong."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import groupby

from referee.comparisons.verdict import Outcome
from referee.kinds import Direction
from referee.report.wording import column_decimals, count, decimals, joined, level_text, number, p_text, plain
from referee.study.curve import Contrast, Curve, Curves

FURTHER = 2               # times the largest size that sentences look ahead
FLAT = 0.1                # a gain below this share of the error is called small


def curve_sentences(curves: Curves) -> list[str]:
    """What to take home, the comparison first."""
    said = [*_pairs(curves), *_windows(curves), *_laws(curves), *_memory(curves), *_failures(curves)]
    if curves.missing:
        said.insert(0, f"Provisional: {count(curves.missing, 'fit')} of the plan are not recorded yet; the same "
                       f"command goes on from there.")
    return said


def how_sentences(curves: Curves) -> list[str]:
    """What bands, differences and extrapolations mean."""
    design = f"{curves.plan.description[:1].upper()}{curves.plan.description[1:]}"
    said = [*_bands(curves, design), *_compared(curves)]
    if any(curves.curves[name, curves.primary.name].law for name in curves.learners):
        said.append("Looking ahead: the power law a + b·n^(−c), refitted to curves moved as the splits vary; it is an "
                    "assumption that the rows seen cannot prove.")
    if any(p.training is not None for c in curves.curves.values() for p in c.points):
        most = curves.plan.parameters.get("training", 0)
        said.append(f"Training scores are those of up to {most:,} of the rows trained on.")
    return said


def _bands(curves: Curves, design: str) -> Iterator[str]:
    """What was tested, and what a band promises; why there is none."""
    level = level_text(curves.level)
    if not curves.of_a_series:
        yield f"{design}; every size within a fold is tested on the same rows."
        yield (f"Bands: with {level} confidence a learner's expected score lies in its band at all {len(curves.sizes)} "
               f"sizes at once (corrected resampled t, max-T over sizes).")
        return
    yield (f"{design}; every size is tested on the same times, none of which comes before what was trained on, and "
           f"rows trained on are not predicted again.")
    if any(p.band for c in curves.curves.values() for p in c.points):
        yield (f"Bands: with {level} confidence the expected score of such models lies in the band at all "
               f"{len(curves.sizes)} sizes at once, whatever successive losses have in common (long-run t, Bonferroni "
               f"over sizes).")
    for m in curves.metrics:
        why = dict.fromkeys(p.reason for name in curves.learners for p in curves.curves[name, m.name].points
                            if p.value is not None and p.band is None and p.reason)
        yield from (f"No band by {m.title}: {reason}." for reason in why)


def _compared(curves: Curves) -> Iterator[str]:
    """By which test, at which sizes, corrected how."""
    family = curves.contrasts[curves.primary.name]
    test = "long-run t" if curves.of_a_series else "corrected resampled t"
    over = f"{test}, {_correction(family.adjust)} over {count(len(family.found), 'comparison')}"
    if not family.found:
        if family.reason:
            yield f"Nothing was compared: {family.reason}."
        return
    if family.at is not None:
        yield f"Pairs were compared at {family.at:,} {curves.unit} only, as declared beforehand: {over}."
    else:
        yield f"Pairs were compared at every size as one family: {over}, two-sided."
    if family.reason:
        yield f"Some were not compared: {family.reason}."


def _correction(name: str) -> str:
    return "max-T" if name == "max-t" else "Holm"


def places_of(curves: Curves, metric: str) -> int:
    """Decimals for the scores of a metric."""
    points = [p for (_, m), c in curves.curves.items() if m == metric for p in c.points]
    return min(4, column_decimals([p.band for p in points], values=[p.value for p in points if p.value is not None]))


def _windows(curves: Curves) -> Iterator[str]:
    """What a size is on a series, and what its verdicts are worth less for."""
    if curves.of_a_series:
        unit = "rows" if curves.unit == "rows" else "times"
        yield f"Every model was trained on the latest m {unit} before each test window, never on later ones."
    yield from (f"{note}." for note in curves.contrasts[curves.primary.name].notes)


def _pairs(curves: Curves) -> Iterator[str]:
    """Pairs that were told apart somewhere first."""
    family = curves.contrasts[curves.primary.name]
    for a, b in sorted(family.pairs, key=lambda pair: not any(
            c.outcome in {Outcome.BETTER, Outcome.WORSE} for c in family.of(*pair))):
        runs = [(outcome, list(some)) for outcome, some in groupby(family.of(a, b), key=lambda c: c.outcome)]
        parts = [_run(curves, outcome, some) for outcome, some in runs]
        if len(runs) == 1 and runs[0][0] is Outcome.UNDECIDED:
            yield _undecided(curves, a, b, runs[0][1])
        else:
            yield f"{a} against {b}: {'; '.join(parts)}."


def _undecided(curves: Curves, a: str, b: str, some: list[Contrast]) -> str:
    last = some[-1]
    seen = "" if last.detectable is None else (
        f"; a difference of {plain(last.detectable)} at {last.size:,} {curves.unit} would have been seen")
    return f"Between {a} and {b} these data can't decide {_where(curves, some)}{seen}."


def _where(curves: Curves, some: list[Contrast]) -> str:
    """Which sizes are meant."""
    sizes = [c.size for c in some]
    if len(sizes) == len(curves.sizes):
        return "at any size" if some[0].outcome is Outcome.UNDECIDED else "at every size"
    if len(sizes) == 1:
        return f"at {sizes[0]:,} {curves.unit}"
    return f"at {sizes[0]:,} to {sizes[-1]:,} {curves.unit}"


def _run(curves: Curves, outcome: Outcome, some: list[Contrast]) -> str:
    where = _where(curves, some)
    if outcome in {Outcome.BETTER, Outcome.WORSE}:
        gaps = sorted(abs(c.difference) for c in some)
        by = plain(gaps[0]) if len(gaps) == 1 else f"{plain(gaps[0])} to {plain(gaps[-1])}"
        return f"{outcome.value} {where} by {by} (adjusted {p_text(max(c.p_adjusted for c in some))})"
    word = "the same predictions" if outcome is Outcome.IDENTICAL else "can't tell"
    return f"{word} {where}"


def _laws(curves: Curves) -> Iterator[str]:
    metric = curves.primary
    declined: dict[str, list[str]] = {}
    for name in curves.learners:
        curve = curves.curves[name, metric.name]
        if curve.law is None:
            declined.setdefault(curve.no_law, []).append(name)
        else:
            yield _ahead(curves, curve)
    for why, names in declined.items():
        yield f"What more data would bring {joined(names)} is not said: {why}."


def _ahead(curves: Curves, curve: Curve) -> str:
    """What twice the rows would bring, and where it would end."""
    last = curve.points[-1]
    rows = FURTHER * last.rows
    found = curve.score_at(rows)
    assert found is not None
    assert curve.law is not None
    value, interval = found
    places = min(4, max(decimals(interval.width) or 3, 2))
    now = curve.best - curve.sign * curve.law.at(last.rows)
    gain = abs(value - now)
    title = curves.primary.title
    ends = sorted((curve.best - curve.sign * curve.law.asymptote.low,
                   curve.best - curve.sign * curve.law.asymptote.high))
    limit = f"endless data {number(ends[0], places)} to {number(ends[1], places)}"
    since = "" if curve.law.since <= curve.points[0].rows else f" fitted from {curve.law.since:,.0f} rows on"
    small = ", hardly more than now" if gain < FLAT * curve.law.at(last.rows) else ""
    return (f"With twice as many rows ({rows:,}) {curve.learner} would come to {title} {number(value, places)} "
            f"({number(interval.low, places)} to {number(interval.high, places)}){small}; with {limit}, if its curve "
            f"goes on as a power law{since}.")


def _memory(curves: Curves) -> Iterator[str]:
    """Learners whose training score is far from their test score at the largest size."""
    up = curves.primary.direction is Direction.MAXIMISE
    gaps = []
    for name in curves.learners:
        point = curves.curves[name, curves.primary.name].points[-1]
        if point.training is None or point.value is None or point.band is None:
            continue
        gap = point.training - point.value if up else point.value - point.training
        if gap > point.band.width:
            gaps.append(name)
    if gaps:
        yield (f"{joined(gaps)} {'still memorise' if len(gaps) > 1 else 'still memorises'} at the largest size: the "
               f"training score lies far above the test score.")


def _failures(curves: Curves) -> Iterator[str]:
    for name in curves.learners:
        mine = [(where, why) for learner, where, why in curves.failures if learner == name]
        if mine:
            yield (f"{count(len(mine), 'fit')} of {name} failed, the first at {mine[0][0]}: {mine[0][1].rstrip('.')}.")
