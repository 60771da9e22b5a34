"""Tuning in plain sentences: what was tried and chosen, how steadily, and how much the naive best score flatters."""

from __future__ import annotations

from collections.abc import Iterator

from referee.estimates._base import Estimate
from referee.kinds import Json
from referee.metrics import Metric
from referee.reading.intervals.best_of import BestOf
from referee.report.document import Block, Folded, Table, Text
from referee.report.wording import column_decimals, count, interval_text, level_text, number, percent
from referee.study import Analysis
from referee.study.tuning import Tuned

SHOWN = 3              # settings named in a sentence; the rest are counted
STEADY = 0.5           # chosen in fewer training parts than this, no setting stands out


def tuning_sentences(analysis: Analysis) -> list[str]:
    """For each tuned learner what was done, what was chosen, and what is left of the naive score."""
    return [sentence for one in analysis.tuning.values() for sentence in _about(analysis, one)]


def tuning_blocks(analysis: Analysis) -> list[Block]:
    """What a page shows of each tuned learner: sentences, and how often each setting was chosen."""
    blocks: list[Block] = []
    for name, one in analysis.tuning.items():
        rows = [[setting, f"{n:,} of {one.parts:,}"] for setting, n in one.chosen]
        blocks += [Text(" ".join(_about(analysis, one))),
                   Folded(summary=f"Settings that {name} chose", gist=stability_text(one),
                          blocks=[Table(header=["setting", "training parts"], rows=rows)])]
    return blocks


def tuning_dict(analysis: Analysis) -> Json:
    """Every number of it, for JSON."""
    best = analysis.best_of
    found: Json = {name: one.to_dict() for name, one in analysis.tuning.items()}
    return {"learners": found, "best_of": None if best is None else {
        "learner": best.learner, "metric": best.metric, "tried": best.tried, "naive": best.naive,
        "bbc_cv": best.corrected, "interval": best.interval.to_dict() if best.interval else None,
        "tibshirani_tibshirani": best.tibshirani, "optimism": best.optimism, "reason": best.reason}}


def _about(analysis: Analysis, one: Tuned) -> Iterator[str]:
    yield f"{one.learner}: {one.doing}"
    yield _chosen(one)
    if one.recommended is not None:
        yield f"For use on all rows: {one.recommended}."
    yield from _optimism(analysis, one)
    if one.search and analysis.problem.groups is not None and "inside" not in analysis.learners[one.learner].recipe:
        yield "The search divides the rows by itself and does not know the groups, so its choice may rest on leaks."


def _chosen(one: Tuned) -> str:
    named = [f"{setting} in {n:,}" for setting, n in one.chosen[:SHOWN]]
    more = len(one.chosen) - SHOWN
    rest = f", {count(more, 'other setting')} in the rest" if more > 0 else ""
    if one.parts == 1:
        return f"Chosen: {one.chosen[0][0]}."
    steady = "" if one.stability >= STEADY else " No setting stands out: the choice hangs on which rows are seen."
    return f"Chosen: {', '.join(named)} of {one.parts:,} training parts{rest}.{steady}"


def _optimism(analysis: Analysis, one: Tuned) -> Iterator[str]:
    """The naive score next to the honest one, in one sentence; and whether the former would have fooled anyone."""
    if one.optimism is None or one.metric is None or one.naive is None or one.honest is None:
        return
    places = column_decimals([one.honest.interval], values=[one.honest.value])
    naive, honest = number(one.naive, places), number(one.honest.value, places)
    where = "on all rows" if one.on_all_rows else "on average over the training parts"
    said = (f"The naive best score, {one.metric.title} {naive} ({where}, by the inner scores that chose among "
            f"{count(one.tried, 'setting')}), ")
    size = number(abs(one.optimism), places)
    if one.optimism <= 0 or not size.strip("0."):
        yield f"{said}is not above the honest estimate, {honest}: no optimism is seen here."
        return
    if one.optimism_shown:
        yield (f"{said}is optimistic by {size}: on rows that took no part in the choice the honest estimate is "
               f"{honest}. Don't quote the former.")
    else:
        unsure = ("which has no interval" if one.honest.interval is None else
                  f"whose interval, {interval_text(one.honest.interval, places)}, does not exclude it")
        yield (f"{said}is better by {size} than the honest estimate on rows that took no part in the choice, {honest}, "
               f"{unsure}: how much of that is optimism and how much is chance can't be told. Quote the honest one.")
    yield from _fooled(analysis, one, one.metric, places)


def _fooled(analysis: Analysis, one: Tuned, metric: Metric, places: int) -> Iterator[str]:
    """Where the naive score beats the baseline and the honest interval does not."""
    assert one.naive is not None
    assert one.honest is not None
    for name, card in analysis.learners.items():
        base = analysis.estimates.get((name, metric.name))
        if not card.baseline or not isinstance(base, Estimate) or one.honest.interval is None:
            continue
        if metric.better(one.naive, base.value) and base.value in one.honest.interval:
            yield (f"The naive score looks better than the baseline {name} ({number(base.value, places)}); the honest "
                   f"interval, {interval_text(one.honest.interval, places)}, does not exclude it: nothing shows that "
                   f"anything was learned.")


def best_of_sentences(analysis: Analysis, best: BestOf) -> Iterator[str]:
    """The best of many configurations: the naive score, and what is left of it."""
    title = analysis.primary.title
    places = column_decimals([best.interval], values=[best.naive])
    yield (f"{best.learner} is the best of {count(best.tried, 'configuration')} by {title}; its naive score, "
           f"{number(best.naive, places)}, is the best of many on the very rows that chose it.")
    if best.corrected is None:
        yield (f"Corrected by Tibshirani & Tibshirani it is {number(best.tibshirani, places)}, without an interval "
               f"({best.reason}).")
        return
    assert best.interval is not None
    yield (f"Corrected for the choice (BBC-CV) it is {number(best.corrected, places)}, "
           f"{level_text(best.interval.level)} interval {interval_text(best.interval, places)}; by Tibshirani & "
           f"Tibshirani, which over-corrects on few rows, {number(best.tibshirani, places)}.")
    if best.optimism > 0:
        yield (f"The correction takes {number(best.optimism, places)} off the naive score. Don't quote that one "
               f"alone.")


def stability_text(one: Tuned) -> str:
    """The most frequent setting and its share: max_depth=3 (70%)."""
    return f"{one.chosen[0][0]} ({percent(one.stability)})"
