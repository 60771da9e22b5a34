"""The model confidence set: a set of models that holds the best one with a stated confidence.

Hansen, P., Lunde, A. and Nason, J. (2011). The model confidence set. Econometrica 79, 453–497.

The worst model is removed as long as the models left are significantly unequal; each model's p-value is the
largest met up to its removal. "Worst" is by T_max, the largest distance from the mean of the models left, or by
T_R ("range"), the largest distance of a pair; a noisy bad model hides sure small differences from T_max, not from T_R,
which takes longer with many models. The bootstrap redraws cases (or blocks of successive ones) for all models together.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np

from referee.comparisons._input import ROUNDING, choice, matrix
from referee.errors import BadInput
from referee.estimates._base import check_level
from referee.given import door
from referee.kinds import Array, frozen_array
from referee.seeds import stream

AT_ONCE = 2**22


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class ModelConfidenceSet:
    """The columns that may be the best, and the p-value at which each would leave."""

    members: tuple[int, ...]
    p: Array
    order: tuple[int, ...]          # in which models left, the last being the one nobody removed
    level: float
    n_units: int
    method: str = "model confidence set (T_max)"
    assumptions: tuple[str, ...] = ("The cases (or blocks) are independent draws.",)

    def __str__(self) -> str:
        names = ", ".join(str(i) for i in self.members)
        return f"With {self.level:g} confidence the best model is among: {names}."


@door(paired=False)
def model_confidence_set(losses: Any, *, level: float = 0.95, resamples: int = 4999, block: int = 1,
                         statistic: str = "max", seed: int = 0) -> ModelConfidenceSet:
    """The models (columns) that may have the smallest mean loss over the cases (rows).

    >>> x = np.arange(40) % 7 / 7
    >>> print(model_confidence_set(np.stack([x, x[::-1], x + 1], axis=1)))
    With 0.95 confidence the best model is among: 0, 1.
    """
    check_level(level)
    worst = {"max": _worst, "range": _worst_of_pairs}[choice(statistic, "statistic", ("max", "range"))]
    L = matrix(losses, "losses", columns=1)
    if not 1 <= block <= len(L) or resamples < 99:
        raise BadInput(f"block is {block} and resamples {resamples}; a block has 1 to {len(L)} cases, "
                       "and at least 99 resamples are needed.")
    means = L.mean(axis=0)
    drawn = _bootstrap_means(L, resamples, block, seed) - means
    tie = ROUNDING * np.abs(L).max()
    p, order = eliminated(L.shape[1], lambda left: worst(means[left], drawn[:, left], tie))
    return ModelConfidenceSet(members=members_of(p, level), p=p, order=order, level=level, n_units=len(L),
                              method=f"model confidence set ({'T_max' if statistic == 'max' else 'T_R'})")


def eliminated(k: int, worst: Callable[[list[int]], tuple[int, float]]) -> tuple[Array, tuple[int, ...]]:
    """The p-value at which each of k models leaves, and their order; `worst` tests those that are left."""
    left, out, p, highest = list(range(k)), [], np.ones(k), 0.0
    while len(left) > 1:
        leaving, chance = worst(left)
        highest = max(highest, chance)
        p[left[leaving]] = highest
        out.append(left.pop(leaving))
    return frozen_array(p), (*out, *left)


def members_of(p: Array, level: float) -> tuple[int, ...]:
    """The models that stay."""
    return tuple(int(i) for i in np.flatnonzero(p > 1 - level))


def _worst_of_pairs(means: Array, drawn: Array, tie: float) -> tuple[int, float]:
    """Which of the models left is furthest behind another, and the p-value of "all are equal" (T_R)."""
    apart = means[:, None] - means
    largest = np.zeros(len(drawn))
    error = np.empty_like(apart)
    for i in range(len(means)):
        draws = drawn[:, [i]] - drawn
        error[i] = np.sqrt((draws**2).mean(axis=0))
        error[i][error[i] <= tie] = np.inf              # two that never differ have t = 0
        largest = np.maximum(largest, np.abs(draws / error[i]).max(axis=1))
    # A constant gap leaves no variance to divide by: the worst is then certain up to the resamples made.
    constant = np.isinf(error) & (apart > tie)
    if constant.any():
        return int(np.where(constant, apart, -np.inf).max(axis=1).argmax()), 1 / (1 + len(drawn))
    statistic = (apart / error).max(axis=1)
    return int(statistic.argmax()), float((1 + (largest >= statistic.max()).sum()) / (1 + len(drawn)))


def _worst(means: Array, drawn: Array, tie: float) -> tuple[int, float]:
    """Which of the models left is worst, and the p-value of "all are equal" (T_max)."""
    above = means - means.mean()
    draws = drawn - drawn.mean(axis=1, keepdims=True)
    error = np.sqrt((draws**2).mean(axis=0))
    error = np.where(error > tie, error, np.inf)        # a model that never differs from the rest has t = 0
    statistic = above / error
    # A constant gap leaves no variance to divide by: the worst is then certain up to the resamples made.
    constant = np.isinf(error) & (above > tie)
    if constant.any():
        return int(np.where(constant, above, -np.inf).argmax()), 1 / (1 + len(drawn))
    largest = (draws / error).max(axis=1)
    return int(statistic.argmax()), float((1 + (largest >= statistic.max()).sum()) / (1 + len(drawn)))


def _bootstrap_means(L: Array, resamples: int, block: int, seed: int) -> Array:
    """Means over redrawn cases; with block > 1, over circular blocks of successive cases."""
    random, n = stream(seed, "model confidence set"), len(L)
    means, at_once = np.empty((resamples, L.shape[1])), max(1, AT_ONCE // n)
    blocks = -(-n // block)
    for start in range(0, resamples, at_once):
        size = min(at_once, resamples - start)
        first = random.integers(n, size=(size, blocks, 1))
        rows = ((first + np.arange(block)) % n).reshape(size, -1)[:, :n]
        counts = np.zeros((size, n))
        np.add.at(counts, (np.arange(size)[:, None], rows), 1)
        means[start:start + size] = counts @ L / n
    return means
