"""Bias, spread, root mean square error, coverage and cost of each estimator in a cell."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

import numpy as np

from referee.errors import BadInput
from referee.estimates import t_over_replicates
from referee.kinds import Array, Json
from referee.lab.estimators.cells import Cell, title_of
from referee.lab.estimators.file import Drawn, Key
from referee.lab.estimators.measured import Said

REPLICATES = ("kfold-repeated", "holdout-repeated")     # of which eq. 8 makes intervals: one score a repeat


@dataclass(frozen=True, slots=True, kw_only=True)
class Worth:
    """What one estimator is worth in one cell; `truth` is the mean score of models of so many rows."""

    estimator: str
    title: str
    draws: int
    truth: float
    mean: float
    sd: float                        # over D: eq. 5
    rmse: float                      # from the truth
    ends: tuple[float, float]        # between which nine of ten estimates lie
    covered: float | None            # share of intervals that hold the truth
    width: float | None              # of intervals, on average
    fits: float
    seconds: float
    bias_error: float                # the standard error of the bias: truths differ from D to D as estimates do
    eq_8: float | None = None        # share of the intervals of eq. 8 that hold the truth
    sd_eq_6: float | None = None     # the standard error that eq. 6 gives, on average
    sd_resampled: float | None = None        # the sd over resamples of D, on average

    @property
    def bias(self) -> float:
        """Eq. 4: how far the estimate is off on average, in the metric's own direction."""
        return self.mean - self.truth

    def to_dict(self) -> Json:
        """For JSON."""
        return {name: getattr(self, name) for name in self.__slots__} | {
            "ends": list(self.ends), "bias": self.bias}


def worths(cell: Cell, found: dict[Key, Drawn], names: Sequence[str]) -> Iterator[Worth]:
    """One for each estimator that has a value on two D at least."""
    own = {key: one for key, one in found.items() if key[0] == cell.name}
    draws = [one for key, one in own.items() if key[2] < 0]
    truths = [one.truth for one in draws if one.truth is not None]
    if len(truths) < 2:
        raise BadInput(f"{cell.title}: two D at least are needed, and {len(truths)} are there.")
    truth = float(np.mean(truths))
    for name in names:
        known = [one for one in draws if name in one.said and one.truth is not None]
        if len(known) >= 2:
            gaps = np.array([one.said[name].value - one.truth for one in known if one.truth is not None])
            made = _worth(name, [one.said[name] for one in known], truth, _over_resamples(own, name))
            yield replace(made, bias_error=float(gaps.std(ddof=1) / np.sqrt(len(gaps))))


def _worth(name: str, said: list[Said], truth: float, resampled: float | None) -> Worth:
    values = np.array([one.value for one in said])
    bounds = np.array([(one.low, one.high) for one in said if one.low is not None and one.high is not None])
    replicated = [t_over_replicates(np.array(one.scores)) for one in said
                  if name in REPLICATES and len(one.scores) > 1]
    return Worth(
        estimator=name, title=title_of(name), draws=len(said), truth=truth, mean=float(values.mean()),
        sd=float(values.std(ddof=1)), rmse=float(np.sqrt(((values - truth) ** 2).mean())),
        ends=(float(np.quantile(values, 0.05)), float(np.quantile(values, 0.95))),
        covered=_held(bounds, truth), width=float((bounds[:, 1] - bounds[:, 0]).mean()) if len(bounds) else None,
        fits=float(np.mean([one.fits for one in said])), seconds=float(np.mean([one.seconds for one in said])),
        bias_error=0.0,
        eq_8=_held(np.array([(r.interval.low, r.interval.high) for r in replicated]), truth),
        sd_eq_6=float(np.mean([r.standard_error for r in replicated])) if replicated else None,
        sd_resampled=resampled)


def _held(bounds: Array, truth: float) -> float | None:
    if not len(bounds):
        return None
    return float(((bounds[:, 0] <= truth) & (truth <= bounds[:, 1])).mean())


def _over_resamples(own: dict[Key, Drawn], name: str) -> float | None:
    """The root of the mean variance over resamples of a D, over the D that were resampled."""
    by_d: dict[int, list[float]] = {}
    for (_, number, again), one in own.items():
        if again >= 0 and name in one.said:
            by_d.setdefault(number, []).append(one.said[name].value)
    spreads = [np.var(values, ddof=1) for values in by_d.values() if len(values) > 1]
    return float(np.sqrt(np.mean(spreads))) if spreads else None
