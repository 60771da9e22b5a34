"""The bootstrap over test cases: what a statistic would have been on other samples of rows like these.

Efron, B. and Tibshirani, R. (1993). An Introduction to the Bootstrap. The model is fixed, so this speaks of
the model at hand; it says nothing of other training sets. At least 1000 resamples for percentiles (Reich and
Barai), 2000 for BCa.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from referee.errors import BadInput, Undefined
from referee.estimates.schemes import Clusters, Rows, Scheme
from referee.estimates.statistic import Statistic
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


def replicates(statistic: Statistic, scheme: Scheme | None = None, *, resamples: int = 2000, seed: int) -> Replicates:
    """The statistic on `resamples` resamples; memory does not grow with rows times resamples.

    >>> from referee.estimates.mean_statistic import mean_statistic
    >>> made = replicates(mean_statistic([0.0, 1.0] * 50), resamples=1000, seed=1)
    >>> made.observed, made.values.size, made.lost, round(made.standard_error, 2)
    (0.5, 1000, 0, 0.05)
    """
    if resamples < 2:
        raise BadInput(f"{resamples} resamples are too few; 2000 are usual.")
    scheme, rng = scheme or Rows(), stream(seed, "bootstrap")
    every = np.concatenate([statistic.scores(counts) for counts in scheme.draws(statistic, rng, resamples)])
    kept = every[np.isfinite(every)]
    if kept.size < 2:
        raise Undefined(f"the number existed in only {kept.size} of {resamples} resamples; there are too few cases.")
    cases = int(scheme.units(statistic).max()) + 1 if isinstance(scheme, Clusters) else statistic.cases
    return Replicates(observed=statistic.observed, values=kept, lost=int(every.size - kept.size),
                      cases=min(cases, statistic.cases))
