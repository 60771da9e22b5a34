"""The bootstrap lines: five estimators from one set of samples.

Where the metric is a mean over rows they are those of Efron (1983) and Efron & Tibshirani (1997), computed on losses
(a score's distance from its best value), with their standard error; a root is taken at the end. For other metrics
(AUC, R², F1), and for rows in groups, only means over samples exist: eq. 10 of Reich & Barai (1999), the optimism,
the out-of-bag mean, and .632+ with the overfitting rate of these means.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import partial

import numpy as np

from referee.errors import Undefined
from referee.estimates.bootstrap_of_fits.bootstrap_632 import bootstrap_632, bootstrap_632_by_sample, error_632
from referee.estimates.bootstrap_of_fits.bootstrap_632plus import bootstrap_632plus, error_632plus
from referee.estimates.bootstrap_of_fits.bootstrap_fits import BootstrapFits
from referee.estimates.bootstrap_of_fits.leave_one_out_bootstrap import BootstrapError, leave_one_out_bootstrap
from referee.estimates.bootstrap_of_fits.optimism_bootstrap import optimism_bootstrap
from referee.estimates.means.root_interval import transform_interval
from referee.kinds import Array, Direction, Estimand
from referee.metrics import Metric
from referee.reading.draft import is_plain_mean
from referee.reading.intervals.named import INTERVALS
from referee.reading.intervals.one_test_set import outside
from referee.reading.intervals.over_splits import middle_part
from referee.reading.method import Cases
from referee.reading.panorama.lines import BY_NAME, Line, Spread
from referee.reading.panorama.no_information import no_information_value
from referee.reading.panorama.samples import Samples

NO_OPTIMISM_INTERVAL = "the optimism bootstrap has no interval of its own; see .632+"


def bootstrap_lines(samples: Samples, *, level: float, grouped: bool) -> tuple[Line, ...]:
    """All bootstrap estimators of one column."""
    blank = Line(estimator=BY_NAME["out-of-bag"], estimand=Estimand.PROCEDURE, fits=samples.recorded,
                 lost=samples.lost, why_lost=samples.why_lost, seconds=samples.seconds)
    if not samples.out.size:
        reason = samples.why_lost[0] if samples.why_lost else "nothing was recorded for it"
        return tuple(replace(blank, estimator=BY_NAME[name], reason=reason)
                     for name in ("optimism", "632", "632-by-sample", "632plus", "out-of-bag"))
    lines = _by_case(samples, blank, level) if samples.rows is not None and not grouped else _by_sample(
        samples, blank, level, grouped=grouped)
    return tuple(lines)


class _Losses:
    """A metric's row values as losses, and means of losses as scores again."""

    def __init__(self, metric: Metric) -> None:
        self.metric = metric
        self.turned = metric.direction is Direction.MAXIMISE
        self.best = metric.bounds[1] if self.turned and math.isfinite(metric.bounds[1]) else 0.0

    @property
    def bounds(self) -> tuple[float, float] | None:
        """What a loss can be; None where that does not follow from the bounds of the score."""
        low, high = self.metric.bounds
        if not is_plain_mean(self.metric):
            return None
        return (self.best - high, self.best - low) if self.turned else (low, high)

    def of(self, rows: Array) -> Array:
        """Losses of rows, or of one number."""
        return self.best - rows if self.turned else rows

    def score(self, loss: float) -> float:
        """The score that a mean loss stands for, within its bounds (the optimism's correction may leave them)."""
        mean = self.best - loss if self.turned else loss
        low, high = self.metric.bounds
        return min(max(self.metric.outer(mean if is_plain_mean(self.metric) else max(mean, 0.0)), low), high)

    def interval(self, made: BootstrapError) -> BootstrapError:
        """The interval in the metric's own units and bounds."""
        inner = transform_interval(made.interval, lambda x: self.best - x) if self.turned else made.interval
        return replace(made, interval=outside(self.metric, inner).within(self.metric.bounds))


def _by_case(samples: Samples, blank: Line, level: float) -> Iterator[Line]:
    metric, losses = samples.metric, _Losses(samples.metric)
    assert metric.per_row is not None
    assert samples.rows is not None
    assert samples.counts is not None
    full = losses.of(np.asarray(metric.per_row(samples.full), dtype=float))
    fits = BootstrapFits(full=full, losses=losses.of(samples.rows), counts=samples.counts)
    r, out = fits.resubstitution, _out_of_bag(fits)
    gaps = fits.losses.mean(axis=1) - (fits.losses * fits.counts).mean(axis=1)
    yield replace(_line(blank, "optimism", optimism_bootstrap(fits).value, losses, r + gaps),
                  reason=NO_OPTIMISM_INTERVAL, method="training score plus its mean optimism")
    weighed, bounds = np.array([error_632(r, float(o)) for o in out]), losses.bounds
    yield _measured(blank, "632", partial(bootstrap_632, fits, level=level, bounds=bounds), losses, weighed)
    yield _measured(blank, "632-by-sample", partial(bootstrap_632_by_sample, fits, level=level, bounds=bounds), losses,
                    weighed)
    try:
        gamma = float(losses.of(np.array(no_information_value(metric, samples.full))))
        w = error_632plus(r, float(out.mean()), gamma).weight
    except Undefined as reason:
        yield replace(blank, estimator=BY_NAME["632plus"], reason=str(reason).rstrip("."))
    else:
        make = partial(bootstrap_632plus, fits, no_information=gamma, level=level, bounds=bounds)
        yield _measured(blank, "632plus", make, losses, (1 - w) * r + w * np.minimum(out, gamma))
    yield _measured(blank, "out-of-bag", partial(leave_one_out_bootstrap, fits, level=level, bounds=bounds), losses,
                    out)


def _out_of_bag(fits: BootstrapFits) -> Array:
    """Each sample's mean loss on the rows not drawn; a sample always leaves some out."""
    return np.asarray(fits.out_losses.sum(axis=1) / (fits.counts == 0).sum(axis=1))


def _measured(blank: Line, name: str, make: Callable[[], BootstrapError], losses: _Losses, by_sample: Array) -> Line:
    try:
        made = losses.interval(make())
    except Undefined as reason:          # equal losses without bounds: there is no spread to make an interval from
        line = _line(blank, name, float(by_sample.mean()), losses, by_sample)
        return replace(line, reason=str(reason).rstrip("."), method="mean over samples")
    line = _line(blank, name, made.value, losses, by_sample)
    return replace(line, interval=made.interval, method=BY_NAME[name].title)


def _line(blank: Line, name: str, loss: float, losses: _Losses, by_sample: Array) -> Line:
    return replace(blank, estimator=BY_NAME[name], value=losses.score(loss),
                   spread=Spread.of(np.array([losses.score(float(loss)) for loss in by_sample])))


def _by_sample(samples: Samples, blank: Line, level: float, *, grouped: bool) -> Iterator[Line]:
    """Means over samples of scores, which is all that exists for metrics that are no means over rows."""
    metric = samples.metric
    why = ("the standard error of Efron & Tibshirani is for single rows, and these come in groups" if grouped else
           INTERVALS["bootstrap_632"].metric_objection(metric, Cases(task=metric.task)) or "")
    sign = -float(metric.direction.value)                   # losses are scores with the sign that makes less better
    r, out = sign * metric.score(samples.full), sign * samples.out
    yield _mean(blank, "optimism", sign * r + samples.whole - samples.drawn, NO_OPTIMISM_INTERVAL)
    yield replace(blank, estimator=BY_NAME["632"], reason=why)
    yield _mean(blank, "632-by-sample", sign * np.array([error_632(r, float(o)) for o in out]), why)
    try:
        gamma = sign * (metric.outer(no_information_value(metric, samples.full)))
        plus = error_632plus(r, float(out.mean()), gamma)
    except Undefined as reason:
        yield replace(blank, estimator=BY_NAME["632plus"], reason=str(reason).rstrip("."))
    else:
        each = sign * ((1 - plus.weight) * r + plus.weight * np.minimum(out, gamma))
        yield replace(_mean(blank, "632plus", each, why), value=sign * plus.value)
    interval, reason = middle_part(samples.out, level)
    yield replace(_mean(blank, "out-of-bag", samples.out, reason), interval=interval)


def _mean(blank: Line, name: str, scores: Array, reason: str) -> Line:
    return replace(blank, estimator=BY_NAME[name], value=float(scores.mean()), reason=reason, spread=Spread.of(scores),
                   method="mean over samples")
