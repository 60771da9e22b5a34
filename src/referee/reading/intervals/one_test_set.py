"""One model, one test set: the interval is over the test rows and speaks of this model.

Which method: DeLong for the AUC of two classes; for right or wrong Wilson's, and the exact interval of Clopper and
Pearson below 40 rows or where all rows agree; Student's t for other means of 100 rows and more; BCa for the rest
(short or skewed, F1, R²), but from 2000 rows on a score is linearised where it can be. A root such as RMSE is taken
of the ends of its mean's interval. Scores of labels with few rows of a class have a law of their own. Rows that come
in groups are not independent: the standard error is then clustered, or whole groups are resampled (Miller 2024).
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np

from referee.errors import Undefined
from referee.estimates._base import Interval
from referee.estimates.areas.delong import delong
from referee.estimates.means.clustered_mean import clustered_mean
from referee.estimates.means.root_interval import transform_interval
from referee.estimates.means.t_mean import t_mean
from referee.estimates.proportions.clopper_pearson import clopper_pearson
from referee.estimates.proportions.wilson import wilson
from referee.estimates.resampling.linearised import linearised
from referee.kinds import Array, Estimand, Needs
from referee.metrics import Metric, Predictions
from referee.reading.draft import Draft, is_plain_mean
from referee.reading.intervals.few_of_a_class import few_of_a_class, of_few_of_a_class
from referee.reading.resampled_table import resampled
from referee.reading.row_values import row_values_of
from referee.reading.scores import Scores, ScoreTable
from referee.reading.ways import FEW_FOR_BCA, Way, is_shared, way_for
from referee.seeds import seed_for

if TYPE_CHECKING:
    from referee.estimates.quantiles import Bounds
    from referee.estimates.resampling.replicates import Replicates

RESAMPLES = 2000
FEW_FOR_WILSON = 40
LINEARISED = "infinitesimal jackknife"


def on_one_test_set(table: ScoreTable, scores: Scores, level: float) -> Draft:
    """The score on the one test set, with an interval over its rows."""
    found = table.rows[scores.learner]
    groups = None if table.problem.groups is None else table.problem.groups[found.row]
    seed = seed_for(0, "bootstrap over rows", table.plan.fingerprint, scores.metric.name)
    made = Draft(value=float(scores.values[0]), method=f"on {found.predictions.n_rows} test rows",
                estimand=Estimand.MODEL)
    try:
        way = way_for(scores.metric, found.predictions.n_classes, n_rows=found.predictions.n_rows,
                      grouped=groups is not None)
        known = row_values_of(table, scores.learner, scores.metric) if way in {Way.MEAN, Way.LINEARISED} else None
        interval = (_shared_bootstrap(table, scores, level) if is_shared(scores.metric, found.predictions, groups)
                    else interval_over_rows(scores.metric, found.predictions, groups, seed=seed, level=level,
                                            values=known))
    except Undefined as reason:
        return Draft(value=made.value, method=made.method, estimand=made.estimand, reason=str(reason).rstrip("."))
    return Draft(value=made.value, method=made.method, estimand=made.estimand, interval=interval)


def interval_over_rows(metric: Metric, predictions: Predictions, groups: Array | None = None, *, seed: int,
                       level: float = 0.95, values: Array | None = None) -> Interval:
    """The interval of one model's score by the best method for the metric and the rows; `values` where they are known.

    >>> from referee.metrics import METRICS
    >>> said = Predictions(truth=np.arange(40) % 2, labels=np.arange(40) % 4 // 2, n_classes=2)
    >>> print(interval_over_rows(METRICS["accuracy"], said, seed=1))
    95% interval 0.352 to 0.648 (Wilson)
    """
    way = way_for(metric, predictions.n_classes, n_rows=predictions.n_rows, grouped=groups is not None)
    if way is Way.AREA:
        return delong(predictions.codes, predictions.said(Needs.SCORES), level=level).interval
    if way is Way.LINEARISED:
        return _of_linearised(metric, linearised(metric, predictions) if values is None else values, groups, level)
    if way is Way.MEAN:
        assert metric.per_row is not None
        known = metric.per_row(predictions) if values is None else values
        return of_a_mean(metric, np.asarray(known, dtype=float), groups, level=level)
    return _bootstrap(metric, predictions, groups, seed, level)


def of_a_mean(metric: Metric, values: Array, groups: Array | None = None, *, level: float) -> Interval:
    """The interval of a score that is a mean over rows, or a function of one, from the rows' values."""
    if groups is None and metric.proportion:
        right, n = float(values.sum()), values.size
        exact = n < FEW_FOR_WILSON or right in {0.0, float(n)}
        return (clopper_pearson if exact else wilson)(right, n, level=level)
    bounds = metric.bounds if is_plain_mean(metric) else None       # bounds are the score's, not those of its square
    if groups is None:
        inner = t_mean(values, level=level, bounds=bounds).interval
    else:
        inner = clustered_mean(values, groups, level=level, bounds=bounds).interval
    return outside(metric, inner)


def _of_linearised(metric: Metric, values: Array, groups: Array | None, level: float) -> Interval:
    made = (t_mean(values, level=level, bounds=metric.bounds) if groups is None
            else clustered_mean(values, groups, level=level, bounds=metric.bounds)).interval
    return replace(made, method=f"{LINEARISED}, {made.method}")


def outside(metric: Metric, inner: Interval) -> Interval:
    """The interval of the score from that of the mean of its rows' values: a root is taken of both ends."""
    if metric.per_row is None or is_plain_mean(metric):
        return inner
    nothing_below = Interval(max(inner.low, 0.0), max(inner.high, 0.0), level=inner.level, method=inner.method)
    return transform_interval(nothing_below, metric.outer)


def _shared_bootstrap(table: ScoreTable, scores: Scores, level: float) -> Interval:
    model = resampled(table).model(scores.learner)
    made = model.replicates(scores.metric)
    if model.unit is None and few_of_a_class(scores.metric, model.predictions, made):
        return of_few_of_a_class(scores.metric, model.predictions, made, level)
    return _bca_or_percentile(made, lambda: model.acceleration(scores.metric),
                              level=level, bounds=scores.metric.bounds)


def _bootstrap(metric: Metric, predictions: Predictions, groups: Array | None, seed: int, level: float) -> Interval:
    from referee.estimates.resampling.drawing_schemes import Clusters
    from referee.estimates.resampling.jackknife import acceleration
    from referee.estimates.resampling.metric_statistic import metric_statistic
    from referee.estimates.resampling.replicates import replicates

    statistic = metric_statistic(metric, predictions)
    scheme = None if groups is None else Clusters(groups)
    made = replicates(statistic, scheme, resamples=RESAMPLES, seed=seed)
    if groups is None and few_of_a_class(metric, predictions, made):
        return of_few_of_a_class(metric, predictions, made, level)
    return _bca_or_percentile(made, lambda: acceleration(statistic, scheme), level=level, bounds=metric.bounds)


def _bca_or_percentile(made: Replicates, skewness: Callable[[], float], *, level: float, bounds: Bounds) -> Interval:
    """BCa; percentiles where there are too few cases for it."""
    from referee.estimates.bootstrap.bca_bootstrap import bca_interval
    from referee.estimates.bootstrap.percentile_bootstrap import percentile_interval

    if made.cases >= FEW_FOR_BCA and not made.without_spread:
        try:
            return bca_interval(made, skewness(), level=level).within(bounds)
        except Undefined:
            pass
    return percentile_interval(made, level=level, bounds=bounds)
