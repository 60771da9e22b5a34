"""Bayesian signed-rank tests of many pairs at once, as `bayesian_signed_rank` does it for one.

The random weights of the data sets do not depend on the scores, so all pairs share them. With the differences in
order, "the sum of two differences is below −2·rope" is a staircase: the weight below it is a running sum of the
weights, and no table of all pairs of data sets is needed.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from referee.comparisons._flags import raised
from referee.comparisons._input import ROUNDING, matrix
from referee.comparisons.bayes.bayesian_sign import winners
from referee.comparisons.bayes.posterior import Posterior, check_rope
from referee.kinds import Array, Estimand
from referee.seeds import stream

AT_ONCE = 4096          # draws, so that they stay in the processor's cache
WORTH_COMPILING = 2**27     # pairs × draws × data sets: about the second or two that importing and compiling take


def bayesian_signed_rank_pairs(scores: Any, pairs: Sequence[tuple[int, int]], *, rope: float = 0.01,
                               prior: float = 0.5, draws: int = 50_000, seed: int = 0) -> list[Posterior]:
    """The chances that the second of each pair of columns is higher, neither, or the first; a row is a data set.

    >>> table = [[.9, .7], [.8, .6], [.7, .6], [.9, .7], [.8, .5]]
    >>> bayesian_signed_rank_pairs(table, [(0, 1)])[0].right
    1.0
    """
    x, rope = matrix(scores, "scores", rows=1), check_rope(rope)
    stairs = [_stairs(x[:, i] - x[:, j], rope, ROUNDING * float(np.abs(x[:, [i, j]]).max())) for i, j in pairs]
    random, alpha = stream(seed, "bayesian signed rank"), np.concatenate([[prior], np.ones(len(x))])
    counts = np.zeros((len(pairs), 3))
    below_and_above = _compiled if len(pairs) * draws * len(x) >= WORTH_COMPILING else _plain
    for start in range(0, draws, AT_ONCE):
        size = min(AT_ONCE, draws - start)
        weights = np.ascontiguousarray(random.dirichlet(alpha, size=size).T, dtype=np.float32)
        for row, (order, left, right) in enumerate(stairs):
            counts[row] += np.multiply(winners(_shares(*below_and_above(weights, order, left, right), rope)), size)
    return [_posterior(shares / draws, x, pair, rope, (("prior", prior), ("draws", draws)))
            for shares, pair in zip(counts, pairs, strict=True)]


def _stairs(d: Array, rope: float, rounding: float) -> tuple[Array, Array, Array]:
    """The order of the differences (0 first being the pseudo-observation), and how far each stair reaches."""
    points = np.concatenate([[0.0], np.where(np.abs(d) <= rounding, 0.0, d)])
    order = np.argsort(points, kind="stable")
    sums = points[order][:, None] + points[order]
    return order, (sums < -2 * rope).sum(axis=1), (sums <= 2 * rope).sum(axis=1)


def _plain(weights: Array, order: Array, left: Array, right: Array) -> tuple[Array, Array]:
    """For each draw (column) the weight of the pairs below and above."""
    mine = weights[order]
    running = np.concatenate([np.zeros((1, mine.shape[1]), mine.dtype), np.cumsum(mine, axis=0)])
    return np.einsum("ij,ij->j", running[left], mine), 1 - np.einsum("ij,ij->j", running[right], mine)


def _compiled(weights: Array, order: Array, left: Array, right: Array) -> tuple[Array, Array]:
    from referee.comparisons._kernels import staircase_shares

    shares = np.empty((2, weights.shape[1]), np.float32)
    staircase_shares(weights, order, left, right, shares)
    return shares[0], shares[1]


def _shares(below: Array, above: Array, rope: float) -> Array:
    """The weights below, within and above; without a rope ties are shared."""
    within = 1 - below - above
    if rope == 0:
        return np.stack([below + within / 2, np.full_like(below, -1), above + within / 2], axis=1)
    return np.stack([below, within, above], axis=1)


def _posterior(shares: Array, x: Array, pair: tuple[int, int], rope: float,
               details: tuple[tuple[str, Any], ...]) -> Posterior:
    left, equal, right = map(float, shares)
    return Posterior(left=left, equal=equal, right=right, rope=rope, method="Bayesian signed-rank test",
                     estimand=Estimand.DATA_SETS, unit="data set", n_units=len(x), details=details,
                     flags=raised(identical=bool(np.array_equal(x[:, pair[0]], x[:, pair[1]]))),
                     assumptions=("The data sets are independent draws from the population of interest.",
                                  "The differences are symmetric around their median."))
