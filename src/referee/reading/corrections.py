"""Which corrections a family of comparisons on one data set can have, and its p-values by each.

Beside those that take p-values alone: Shaffer and Bergmann–Hommel, which know that all pairs of learners are compared,
and Westfall–Young's max-T, which flips the differences of a row jointly and so uses how comparisons hang together.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations
from typing import Any

import numpy as np

from referee.comparisons._base import Comparison
from referee.comparisons.multiplicity.adjust import RULES, adjust
from referee.comparisons.multiplicity.all_pairs import MOST, bergmann_hommel, shaffer
from referee.errors import NotJustified
from referee.metrics import Metric
from referee.reading.method import TESTS
from referee.reading.pairing import clusters, paired_rows, row_values
from referee.reading.scores import ScoreTable
from referee.seeds import seed_for

ALL_PAIRS = {"shaffer": shaffer, "bergmann-hommel": bergmann_hommel}
MAX_T = "max-t"
CORRECTIONS = (*RULES, *ALL_PAIRS, MAX_T)


def check_correction(method: str, *, test: str, against: str | None, learners: int) -> None:
    """Refuse, before anything is fitted, a correction that does not fit the comparisons."""
    if method in ALL_PAIRS and against is not None:
        raise NotJustified(f"{method} is for all pairs of learners; with one named (against) use holm.")
    if method == "bergmann-hommel" and learners > MOST:
        raise NotJustified(f"bergmann-hommel goes through all partitions of the learners, which is possible for up to "
                           f"{MOST}, not {learners}; use shaffer.")
    if method == MAX_T and not TESTS[test].over_rows:
        flipping = " and ".join(sorted((m.name for m in TESTS if m.over_rows), reverse=True))
        raise NotJustified(f"max-t flips the differences of rows, so it goes with the tests {flipping}, not with "
                           f"{test}.")


def within_study(table: ScoreTable, compared: list[Comparison], metric: Metric, method: str,
                 learners: Sequence[str]) -> list[float]:
    """The adjusted p-values of the comparisons of one study, in their order; `learners` are those of the family."""
    if not compared:
        return []
    if method == MAX_T:
        return _max_t(table, compared, metric)
    p = {(c.a, c.b): c.p for c in compared}
    if method not in ALL_PAIRS or len(learners) < 3:
        return _floats(adjust(list(p.values()), method if method in RULES else "holm"))
    # A pair that could not be compared shows nothing: it counts with p = 1.
    pairs = list(combinations(learners, 2))
    adjusted = dict(zip(pairs, _floats(ALL_PAIRS[method]([p.get(pair, 1.0) for pair in pairs])), strict=True))
    return [adjusted[pair] for pair in p]


def _max_t(table: ScoreTable, compared: list[Comparison], metric: Metric) -> list[float]:
    from referee.comparisons.multiplicity.westfall_young import westfall_young

    values = [row_values(table, c.a, c.b, metric) for c in compared]
    together = clusters(table, paired_rows(table, compared[0].a, compared[0].b)[0])
    lengths = {len(one) for one, _ in values}
    if len(lengths) > 1:
        raise NotJustified("some fits failed, so the pairs do not have the same rows, and max-t needs them to.")
    return _floats(westfall_young(np.column_stack([one - other for one, other in values]), clusters=together,
                                  seed=seed_for(0, "max-t", table.plan.fingerprint)).p_adjusted)


def _floats(values: Any) -> list[float]:
    return [float(value) for value in values]
