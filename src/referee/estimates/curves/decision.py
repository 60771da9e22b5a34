"""What acting on a probability is worth: net benefit and the four shares at a threshold, with intervals.

Vickers, A. J. and Elkin, E. B. (2006). Decision curve analysis. Medical Decision Making 26, 565-574. A case is acted on
from the threshold t on; net benefit is TP/n − FP/n · t/(1 − t), a mean over rows, so its interval is that of a mean:
Student's t, clustered where rows come in groups, linearised where they have weights. Sensitivity, specificity, PPV
and NPV are shares of the rows in question: Wilson's interval, or that of a (weighted, clustered) mean. Intervals hold
at each threshold by itself.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from referee.errors import BadInput, Undefined
from referee.estimates._base import Interval
from referee.estimates.means.clustered_mean import clustered_mean
from referee.estimates.means.t_mean import t_mean
from referee.estimates.means.weighted_mean import weighted_mean
from referee.estimates.proportions.wilson import wilson
from referee.kinds import Array


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Cases:
    """Which rows are positive, with which probability they were called so, and their weights and groups, if any."""

    positive: Array
    probability: Array
    weight: Array | None = None
    groups: Array | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Share:
    """A number with its interval; no number where there is no row in question, no interval where none can be made."""

    value: float | None
    interval: Interval | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class AtThreshold:
    """What calling positive from a threshold on gives."""

    threshold: float
    called: float                # the share of rows that are called positive
    sensitivity: Share
    specificity: Share
    ppv: Share
    npv: Share
    net_benefit: Share
    treat_all: float             # the net benefit of calling every row positive


def at_threshold(cases: Cases, threshold: float, *, level: float = 0.95) -> AtThreshold:
    """Sensitivity, specificity, predictive values and net benefit at one threshold.

    >>> cases = Cases(positive=np.array([0, 0, 1, 1], dtype=bool), probability=np.array([0.1, 0.4, 0.35, 0.8]))
    >>> found = at_threshold(cases, 0.2)
    >>> found.sensitivity.value, found.specificity.value, found.net_benefit.value, found.treat_all
    (1.0, 0.5, 0.4375, 0.375)
    """
    called = cases.probability >= threshold
    positive, every = cases.positive, np.ones(called.size, dtype=bool)
    return AtThreshold(
        threshold=threshold, called=_mean(called.astype(float), cases.weight),
        sensitivity=_share(cases, called, positive, level), specificity=_share(cases, ~called, ~positive, level),
        ppv=_share(cases, positive, called, level), npv=_share(cases, ~positive, ~called, level),
        net_benefit=net_benefit_at(cases, threshold, level=level),
        treat_all=_mean(_benefits(positive, every, threshold), cases.weight))


def net_benefit_at(cases: Cases, threshold: float, *, level: float = 0.95) -> Share:
    """The net benefit of calling positive from a threshold on, with its interval."""
    return _interval(_worth(cases, threshold), cases.weight, cases.groups, level, (-threshold / (1 - threshold), 1.0))


def net_benefit(cases: Cases, threshold: float) -> float:
    """The same number alone, for a line that needs many."""
    return _mean(_worth(cases, threshold), cases.weight)


def _worth(cases: Cases, threshold: float) -> Array:
    if not 0 < threshold < 1:
        raise BadInput(f"a threshold lies between 0 and 1, not at {threshold:g}.")
    return _benefits(cases.positive, cases.probability >= threshold, threshold)


def _benefits(positive: Array, called: Array, threshold: float) -> Array:
    """1 for a positive that is treated, −t/(1 − t) for another, 0 for one left alone."""
    return np.where(called, np.where(positive, 1.0, -threshold / (1 - threshold)), 0.0)


def _mean(values: Array, weight: Array | None) -> float:
    return float(values.mean() if weight is None else weight @ values / weight.sum())


def _share(cases: Cases, right: Array, among: Array, level: float) -> Share:
    """The share of `right` among some rows."""
    weight = None if cases.weight is None else cases.weight[among]
    if not among.any() or (weight is not None and not weight.any()):
        return Share(value=None)
    values = right[among].astype(float)
    if weight is None and cases.groups is None:
        return Share(value=float(values.mean()), interval=wilson(float(values.sum()), values.size, level=level))
    return _interval(values, weight, None if cases.groups is None else cases.groups[among], level, (0.0, 1.0))


def _interval(values: Array, weight: Array | None, groups: Array | None, level: float,
              bounds: tuple[float, float]) -> Share:
    try:
        if weight is not None:
            there = weight > 0
            made = weighted_mean(values[there], weight[there], None if groups is None else groups[there], level=level,
                                 bounds=bounds).interval
        elif groups is not None:
            made = clustered_mean(values, groups, level=level, bounds=bounds).interval
        else:
            made = t_mean(values, level=level, bounds=bounds).interval
    except Undefined:
        return Share(value=_mean(values, weight))
    return Share(value=_mean(values, weight), interval=made)
