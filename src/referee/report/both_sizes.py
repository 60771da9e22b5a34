"""Two sizes of training: scores of models trained on nearly all rows, comparisons of models trained on half of them.

Where a design has both (folds, then complementary halves) each number says which it is of, and where two learners
change places between the sizes, that is said.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import combinations

from referee.estimates._base import Estimate
from referee.kinds import Direction
from referee.metrics import Metric
from referee.report.best_first import best_first
from referee.report.wording import column_decimals, count, number
from referee.study import Analysis

TOLD = 3                # pairs that change places, by name


@dataclass(frozen=True, slots=True)
class Turned:
    """Two learners of which the first is ahead on nearly all rows, and behind on half of them."""

    ahead: Estimate
    behind: Estimate


def sizes(analysis: Analysis) -> tuple[int, int] | None:
    """Rows that the models of the scores, and of the halves, were trained on; None where there is only one size."""
    for found in analysis.estimates.values():
        if isinstance(found, Estimate) and found.n_half is not None:
            return found.n_train, found.n_half
    return None


def size_sentences(analysis: Analysis) -> Iterator[str]:
    """Which number is of which size, and who changes places between them."""
    known = sizes(analysis)
    if known is None:
        return
    full, half = (f"{rows:,}" for rows in known)
    if analysis.family is None:
        return
    yield (f"Scores and their intervals are those of training on about {full} rows; learners are compared as trained "
           f"on half of the rows, {half}.")
    turned = list(turned_pairs(analysis, analysis.primary))
    yield from (_told(pair, full, half) for pair in turned[:TOLD])
    if len(turned) > TOLD:
        yield f"{count(len(turned) - TOLD, 'more pair')} change places between the two sizes."


def turned_pairs(analysis: Analysis, metric: Metric) -> Iterator[Turned]:
    """The pairs of models whose order is not the same at both sizes."""
    up = 1 if metric.direction is Direction.MAXIMISE else -1
    places = [p.estimate for p in best_first(analysis, metric).places if not p.baseline]
    scored = [found for found in places if isinstance(found, Estimate) and found.half is not None]
    for one, other in combinations(scored, 2):
        assert one.half is not None
        assert other.half is not None
        for ahead, behind, by, at_half in ((one, other, one.value - other.value, one.half - other.half),
                                           (other, one, other.value - one.value, other.half - one.half)):
            if up * by > 0 > up * at_half:
                yield Turned(ahead, behind)


def _told(pair: Turned, full: str, half: str) -> str:
    one, other = pair.ahead, pair.behind
    places = column_decimals([one.interval, other.interval], values=[one.value, other.value])
    at_full, at_half = ((number(one.value, places), number(other.value, places)),
                        (number(one.half or 0.0, places), number(other.half or 0.0, places)))
    return (f"The order of {one.learner} and {other.learner} changes with the size: {one.learner} is ahead on {full} "
            f"rows ({at_full[0]} against {at_full[1]}), {other.learner} on {half} ({at_half[1]} against {at_half[0]}).")
