"""The model confidence set of a series: a set of models that holds the best one, whatever their losses remember.

Hansen, P., Lunde, A. and Nason, J. (2011). The model confidence set. Econometrica 79, 453-497: the model furthest
behind another (T_R) is removed as long as those left are significantly unequal. Their law of T_R is by a bootstrap of
blocks, which redraws too little of what long memory does: with 83 times, a memory of 0.8 and three equal models it lost
one of them in 30 to 46 of 100 series where 5 were promised, whichever block was taken. Here each difference is put
beside the long-run error of `referee.estimates.means.long_run`, as the long-run t puts it, and the law of the largest
is that of its limit: the mean and the slow waves of the losses are independent normal draws with one covariance, that
of the waves seen. Of two models it is the long-run t. Measured: docs/time.md.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from referee.comparisons._input import ROUNDING, matrix
from referee.comparisons.many_models.model_confidence_set import ModelConfidenceSet, eliminated, members_of
from referee.errors import BadInput
from referee.estimates._base import check_level
from referee.estimates.means.long_run import long_run, slow_waves
from referee.given import door
from referee.kinds import Array
from referee.seeds import stream

CELLS_AT_ONCE = 2**21


@door(paired=False)
def long_run_set(losses: Any, *, level: float = 0.95, resamples: int = 4999, seed: int = 0, learned_later: bool = False
                 ) -> ModelConfidenceSet:
    """The models (columns) that may have the smallest mean loss over times that follow each other (rows, in order).

    `learned_later` says that the models learned from later times too, as those of blocks do.

    >>> x = np.sin(np.arange(80))
    >>> print(long_run_set(np.stack([x, x[::-1], x + 1 + x[::-1] / 9], axis=1), resamples=999))
    With 0.95 confidence the best model is among: 0, 1.
    """
    check_level(level)
    L = matrix(losses, "losses", columns=1)
    if resamples < 99:
        raise BadInput(f"resamples is {resamples}; at least 99 are needed.")
    behind, certain = _behind(L, learned_later=learned_later)
    largest = _law(L, resamples, seed)

    def worst(left: list[int]) -> tuple[int, float]:
        """Which of the models left is furthest behind another, and the p-value of "all are equal"."""
        among = np.ix_(left, left)
        if certain[among].any():            # a constant gap: certain up to the resamples made
            means = L[:, left].mean(axis=0)
            return int(np.where(certain[among].any(axis=1), means, -np.inf).argmax()), 1 / (1 + resamples)
        furthest = behind[among].max(axis=1)
        draws = largest[:, left][:, :, left].max(axis=(1, 2))
        return int(furthest.argmax()), float((1 + (draws >= furthest.max()).sum()) / (1 + resamples))

    p, order = eliminated(L.shape[1], worst)
    return ModelConfidenceSet(
        members=members_of(p, level), p=p, order=order, level=level, n_units=len(L),
        method="model confidence set (T_R, long-run errors)",
        assumptions=("The loss differences are stationary.",
                     "They do not remember a season ago better than the time before."))


def _behind(L: Array, *, learned_later: bool) -> tuple[Array, Array]:
    """How many long-run errors each model is behind each other; and which are behind by a gap that never changes."""
    k, tie = L.shape[1], ROUNDING * np.abs(L).max()
    behind, certain = np.zeros((k, k)), np.zeros((k, k), dtype=bool)
    for i in range(k):
        for j in range(i):
            gap = L[:, i] - L[:, j]
            mean = float(gap.mean())
            error = long_run(gap, learned_later=learned_later).error if np.ptp(gap) > tie else 0.0
            if error:
                behind[i, j], behind[j, i] = mean / error, -mean / error
            elif abs(mean) > tie:
                certain[(i, j) if mean > 0 else (j, i)] = True
    return behind, certain


def _law(L: Array, resamples: int, seed: int) -> Array:
    """For each draw and pair the size of the difference beside its error, were the models equal: (draws, k, k)."""
    apart = L - L.mean(axis=1, keepdims=True)               # what all models share makes no difference
    waves = slow_waves(apart - apart.mean(axis=0))
    n_waves, k = waves.shape
    # Few waves show correlations that are not there, which make the largest of many too small: drawn to none.
    seen, trust = waves.T @ waves / n_waves, n_waves / (n_waves + k)
    size, axes = np.linalg.eigh(trust * seen + (1 - trust) * np.diag(np.diag(seen)))
    root = axes * np.sqrt(np.clip(size, 0.0, None))
    random, found = stream(seed, "long-run set"), np.empty((resamples, k, k))
    at_once = max(1, CELLS_AT_ONCE // ((n_waves + 1) * k))
    for start in range(0, resamples, at_once):
        drawn = random.normal(size=(min(at_once, resamples - start), n_waves + 1, k)) @ root.T
        mean, others = drawn[:, 0], drawn[:, 1:]
        spread = np.einsum("dwi,dwj->dij", others, others) / n_waves
        own = np.einsum("dii->di", spread)
        error = np.sqrt(np.clip(own[:, :, None] + own[:, None, :] - 2 * spread, 0.0, None))
        gaps = np.abs(mean[:, :, None] - mean[:, None, :])
        alike = error <= ROUNDING * np.sqrt(own.max(axis=1))[:, None, None]
        found[start:start + at_once] = np.where(alike, 0.0, gaps / np.where(alike, 1.0, error))
    return found
