"""A table of scores with gaps, as it is: each pair of models on the data sets that have scores of both.

What holds for one pair holds for each: the test of a pair knows nothing of the others, and a correction by p-values
(Holm's and the like) needs no more than that each of them is one. Corrections that reason from pair to pair (Shaffer,
Bergmann–Hommel) would need the same data sets for all. Gaps must have nothing to do with how good a model is.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import fields

import numpy as np

from referee.comparisons._ranks import row_ranks
from referee.comparisons.bayes.bayesian_pairs import bayesian_signed_rank_pairs
from referee.comparisons.bayes.posterior import Posterior
from referee.comparisons.data_sets.wilcoxon_pairs import WilcoxonPairs, wilcoxon_pairs
from referee.errors import NotComparable
from referee.kinds import Array, Direction, frozen_array

Pairs = Sequence[tuple[int, int]]


def ranks_with_gaps(scores: Array, direction: Direction) -> Array:
    """Ranks within each data set, 1 for the best; among fewer models stretched, so that the last has the last rank.

    A data set with one score ranks nobody.

    >>> ranks_with_gaps(np.array([[0.9, np.nan, 0.7], [0.6, 0.8, 0.7]]), Direction.MAXIMISE)
    array([[ 1., nan,  3.],
           [ 3.,  1.,  2.]])
    """
    ranks = np.full(scores.shape, np.nan)
    for row, mine in zip(ranks, scores, strict=True):
        there = np.flatnonzero(~np.isnan(mine))
        if there.size > 1:
            among = row_ranks(-direction.value * mine[there][None])[0]
            row[there] = 1 + (among - 1) * (scores.shape[1] - 1) / (there.size - 1)
    return ranks


def wilcoxon_pairs_with_gaps(scores: Array, *, pairs: Pairs, level: float) -> WilcoxonPairs:
    """Each of the pairs over the rows that have both."""
    each = [wilcoxon_pairs(rows_of_both(scores, pair), level=level) for pair in pairs]
    columns = {one.name: frozen_array(np.concatenate([getattr(found, one.name) for found in each]))
               for one in fields(WilcoxonPairs) if one.name != "pairs"}
    return WilcoxonPairs(pairs=tuple(pairs), **columns)


def posteriors_with_gaps(scores: Array, pairs: Pairs, *, rope: float, seed: int) -> list[Posterior]:
    """The Bayesian signed-rank test of each of the pairs over the rows that have both."""
    return [bayesian_signed_rank_pairs(rows_of_both(scores, pair), [(0, 1)], rope=rope, seed=seed)[0]
            for pair in pairs]


def rows_of_both(scores: Array, pair: tuple[int, int]) -> Array:
    """The two columns, of the rows that have both."""
    two: Array = scores[:, list(pair)]
    return two[~np.isnan(two).any(axis=1)]


def check_in_common(scores: Array, pairs: Pairs, models: Sequence[str]) -> None:
    """Refuse pairs of models that no data set has both scores of."""
    for pair in pairs:
        if not len(rows_of_both(scores, pair)):
            a, b = (models[i] for i in pair)
            raise NotComparable(f"{a} and {b} have no data set in common, so nothing compares them; leave out one of "
                                f"the two, or set all against a model that has most of them (against=…).")
