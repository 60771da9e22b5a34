"""The bootstrap over test cases: what a statistic would have been on other samples of rows like these.

Efron, B. and Tibshirani, R. (1993). An Introduction to the Bootstrap. The model is fixed, so this speaks of
the model at hand; it says nothing of other training sets. At least 1000 resamples for percentiles (Reich and
Barai), 2000 for BCa.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from referee.errors import BadInput, Undefined
from referee.estimates.resampling.compiled_replicates import compiled_replicates, worth_compiling
from referee.estimates.resampling.drawing_schemes import Clusters, Rows, Scheme, chunks, few, side_by_side
from referee.estimates.resampling.statistic import Statistic
from referee.estimates.resampling.uniform_counts import uniform_counts
from referee.given import door
from referee.kinds import Array, frozen_array
from referee.seeds import stream


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Replicates:
    """A statistic on the rows themselves and on resamples of them; `lost` resamples had no value."""

    observed: float
    values: Array
    lost: int
    cases: int                     # independent pieces of evidence, for a value without spread

    def __post_init__(self) -> None:
        object.__setattr__(self, "values", frozen_array(self.values, float))

    @property
    def standard_error(self) -> float:
        """The standard deviation of the replicates."""
        return float(self.values.std(ddof=1)) if self.values.size > 1 else 0.0

    @property
    def without_spread(self) -> bool:
        """Whether every resample gave the same number."""
        return float(np.ptp(self.values)) <= 1e-14 * abs(self.observed)

    @property
    def notes(self) -> tuple[str, ...]:
        """What a reader must know of lost resamples."""
        drawn = self.values.size + self.lost
        return (f"{self.lost} of {drawn} resamples had no value and are left out",) if self.lost else ()


@door
def replicates(statistic: Statistic, scheme: Scheme | None = None, *, resamples: int = 2000, seed: int) -> Replicates:
    """The statistic on `resamples` resamples; memory does not grow with rows times resamples.

    >>> from referee.estimates.resampling.mean_statistic import mean_statistic
    >>> made = replicates(mean_statistic([0.0, 1.0] * 50), resamples=1000, seed=1)
    >>> made.observed, made.values.size, made.lost, round(made.standard_error, 2)
    (0.5, 1000, 0, 0.05)
    """
    _enough(resamples)
    scheme, rng = scheme or Rows(), stream(seed, "bootstrap")
    alone = isinstance(scheme, Rows) and not few(statistic.n_cells, statistic.n_rows)
    if alone and worth_compiling([statistic], resamples):
        every = compiled_replicates([statistic], np.argsort(statistic.cells, kind="stable"), rng, resamples)[0]
    else:
        every = np.concatenate([statistic.scores(counts) for counts in scheme.draws(statistic, rng, resamples)])
    cases = int(scheme.units(statistic).max()) + 1 if isinstance(scheme, Clusters) else statistic.cases
    return _kept(statistic, every, min(cases, statistic.cases))


@door
def replicates_together(statistics: Sequence[Statistic], *, resamples: int = 2000, seed: int) -> tuple[Replicates, ...]:
    """Several statistics of the same rows on the same resamples, for little more than the price of one.

    >>> from referee.estimates.resampling.mean_statistic import mean_statistic
    >>> x = np.arange(50.0)
    >>> one, other = replicates_together([mean_statistic(x), mean_statistic(-x)], resamples=100, seed=1)
    >>> bool((one.values == -other.values).all())
    True
    """
    if not isinstance(statistics, list | tuple) or not all(isinstance(one, Statistic) for one in statistics):
        raise BadInput("statistics must be a list of Statistic.")
    _enough(resamples)
    if len({statistic.n_rows for statistic in statistics}) != 1:
        raise BadInput(f"the {len(statistics)} statistics are not of the same rows; give at least one, all of as many.")
    base, rng = np.argsort(statistics[0].cells, kind="stable"), stream(seed, "bootstrap")
    if worth_compiling(statistics, resamples):
        every = compiled_replicates(statistics, base, rng, resamples)
    else:
        every = _plain_together(statistics, base, rng, resamples)
    return tuple(_kept(statistic, values, statistic.cases) for statistic, values in zip(statistics, every, strict=True))


def _plain_together(statistics: Sequence[Statistic], base: Array, rng: np.random.Generator, resamples: int) -> Array:
    """The same by NumPy alone: rows are put cell by cell for each statistic."""
    orders = [np.argsort(statistic.cells[base], kind="stable") for statistic in statistics]
    parts = []
    for size in chunks(resamples, base.size):
        times = uniform_counts(rng, base.size, size)
        parts.append([statistic.scores(side_by_side(times[:, order], statistic.counts))
                      for statistic, order in zip(statistics, orders, strict=True)])
    return np.concatenate(parts, axis=1)


def _enough(resamples: int) -> None:
    if resamples < 2:
        raise BadInput(f"{resamples} resamples are too few; 2000 are usual.")


def _kept(statistic: Statistic, every: Array, cases: int) -> Replicates:
    """The values that exist, and how many do not."""
    kept = every[np.isfinite(every)]
    if kept.size < 2:
        raise Undefined(f"the number existed in only {kept.size} of {every.size} resamples; there are too few cases.")
    return Replicates(observed=statistic.observed, values=kept, lost=int(every.size - kept.size), cases=cases)
