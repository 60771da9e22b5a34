"""The error of the best configuration, freed from the luck of being best: bootstrap bias-corrected cross-validation.

Tsamardinos, I., Greasidou, E. and Borboudakis, G. (2018). Bootstrapping the out-of-sample predictions for efficient and
accurate cross-validation. Machine Learning 107, 1895-1922. Draw rows of the matrix of out-of-fold losses, choose the
configuration on the drawn rows, score it on the others; average; percentile interval. Costs no fit.

The choice is replayed as "least mean loss, the first of equals"; it must be the rule that was used. The interval is
conditional on the models of these folds.
"""

from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import dataclass

import numpy as np

from referee.errors import BadInput, Undefined
from referee.estimates.bootstrap.percentile_bootstrap import percentile_interval
from referee.estimates.quantiles import Bounds
from referee.estimates.resampling.drawing_schemes import chunks
from referee.estimates.resampling.replicates import Replicates
from referee.estimates.resampling.uniform_counts import uniform_counts
from referee.estimates.result import Measured
from referee.given import door
from referee.kinds import Array, Estimand
from referee.seeds import stream


@dataclass(frozen=True, slots=True, kw_only=True)
class BestOfMany(Measured):
    """The corrected error of the chosen configuration, which it is, and what its naive error was."""

    best: int
    naive: float
    n_configurations: int

    @property
    def optimism(self) -> float:
        """How much the naive error of the best flatters."""
        return self.value - self.naive


@door
def bbc_cv(losses: Array, *, resamples: int = 1000, seed: int, level: float = 0.95,
           bounds: Bounds | None = None) -> BestOfMany:
    """From out-of-fold losses (cases, configurations), lower is better.

    >>> noise = stream(1, "doctest").random((60, 20))
    >>> made = bbc_cv(noise, seed=1, bounds=(0, 1))
    >>> made.naive < 0.45 < made.value < 0.55
    True
    """
    table = _table(losses)
    n = len(table)
    rng = stream(seed, "bbc")
    drawn = (uniform_counts(rng, n, size) for size in chunks(resamples, n))
    return _corrected(table, drawn, level=level, bounds=bounds)


@door
def bbc_from_counts(losses: Array, counts: Array, *, level: float = 0.95, bounds: Bounds | None = None) -> BestOfMany:
    """The same from given resamples: how often each case was drawn, (resamples, cases)."""
    table = _table(losses)
    if counts.ndim != 2 or counts.shape[1] != len(table) or (counts < 0).any():
        raise BadInput(f"counts {counts.shape} must say how often each of the {len(table)} cases was drawn.")
    return _corrected(table, [counts], level=level, bounds=bounds)


def _corrected(table: Array, drawn: Iterable[Array], *, level: float, bounds: Bounds | None) -> BestOfMany:
    scores: list[Array] = []
    for counts in drawn:
        chosen = (counts @ table).round(12).argmin(axis=1)       # equal sums must stay equal: the first of them wins
        out = (counts == 0).astype(float)
        sums, tested = (out @ table)[np.arange(len(counts)), chosen], out.sum(axis=1)
        scores.append(np.divide(sums, tested, out=np.full(len(counts), np.nan), where=tested > 0))
    every = np.concatenate(scores)
    kept = every[np.isfinite(every)]
    if kept.size == 0:
        raise Undefined("no resample left a case out; there are too few cases.")
    means = table.mean(axis=0)
    best, value = int(means.round(12).argmin()), float(kept.mean())
    made = Replicates(observed=value, values=kept, lost=int(every.size - kept.size), cases=len(table))
    return BestOfMany(value=value, interval=percentile_interval(made, level=level, bounds=bounds),
                      standard_error=made.standard_error, df=math.inf, estimand=Estimand.PROCEDURE, notes=made.notes,
                      best=best, naive=float(means[best]), n_configurations=table.shape[1])


def _table(losses: Array) -> Array:
    table = np.asarray(losses, dtype=float)
    if table.ndim != 2 or table.size == 0 or not np.isfinite(table).all():
        raise BadInput(f"losses must be finite numbers (cases, configurations), not of shape {table.shape}.")
    return table
