"""Tests over times that follow each other, each told once: losses that remember the losses before."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from referee.comparisons._base import Comparison
from referee.designs.traits import Training
from referee.errors import NotJustified, Undefined
from referee.estimates.means.long_run import FEWEST, by_time
from referee.kinds import Array, Estimand
from referee.metrics import Metric
from referee.reading import demands
from referee.reading.differences.over_groups import never_if_undecidable
from referee.reading.differences.over_rows import of_the_metric
from referee.reading.draft import is_plain_mean
from referee.reading.may_be_best import MayBeBest
from referee.reading.method import TESTS, Method
from referee.reading.pairing import paired_rows, row_values
from referee.reading.row_values import row_values_of
from referee.reading.scores import ScoreTable


def in_time(table: ScoreTable, learner: str, values: Array) -> Array:
    """One value for each time, in order; those of one time together."""
    rows = table.rows[learner].row
    order = np.argsort(rows, kind="stable")
    time = table.problem.time
    return by_time(values[order], None if time is None else time[rows[order]])


def _series(table: ScoreTable, a: str, b: str, metric: Metric) -> tuple[Array, Array]:
    """Both learners' values by time."""
    paired_rows(table, a, b)
    return _by_time(table, a, metric), _by_time(table, b, metric)


def _by_time(table: ScoreTable, learner: str, metric: Metric) -> Array:
    """A learner's values by time, whose mean is its score: a root is followed along its slope at the mean."""
    values = in_time(table, learner, row_values_of(table, learner, metric))
    return values if is_plain_mean(metric) else _straightened(values, metric)


def _straightened(values: Array, metric: Metric) -> Array:
    mean = float(values.mean())
    value, slope = metric.at_mean(mean)
    return np.asarray(value + slope * (values - mean))


def _ahead(table: ScoreTable, learner: str) -> int:
    """How many times the longest test part holds: so far ahead is told without learning anew."""
    found = table.rows[learner]
    time = found.row if table.problem.time is None else table.problem.time[found.row]
    return max(int(np.unique(time[found.fold == part]).size) for part in np.unique(found.fold))


def _long_run(table: ScoreTable, a: str, b: str, metric: Metric, level: float) -> Comparison:
    from referee.comparisons.two_models.long_run_t import long_run_t

    ours, theirs = _series(table, a, b, metric)
    if ours.size < FEWEST:              # several rows of a time are no more times
        raise Undefined(f"{demands.few_times(int(ours.size)).format(method='the long-run t')}.")
    return long_run_t(ours, theirs, level=level, learned_later=table.plan.traits.learned_later)


def of_a_panel(table: ScoreTable, learner: str, metric: Metric) -> tuple[Array, Array, Array]:
    """A learner's value of each row, whose mean is its score, with the time and the group of each."""
    found, values = table.rows[learner], row_values_of(table, learner, metric)
    time, groups = table.problem.time, table.problem.groups
    assert time is not None
    assert groups is not None
    return values if is_plain_mean(metric) else _straightened(values, metric), time[found.row], groups[found.row]


def _panel(table: ScoreTable, a: str, b: str, metric: Metric, level: float) -> Comparison:
    from referee.comparisons.two_models.panel_t import panel_t

    paired_rows(table, a, b)
    (ours, time, groups), (theirs, _, _) = (of_a_panel(table, name, metric) for name in (a, b))
    return panel_t(ours, theirs, time, groups, level=level)


def _may_be_best(table: ScoreTable, learners: Sequence[str], metric: Metric, level: float) -> MayBeBest | None:
    """The model confidence set of those that told the same times; None of fewer than three, or of too few times."""
    from referee.comparisons.many_models.long_run_set import long_run_set

    told = [name for name in learners if name in table.rows and table.scores[name, metric.name].value is not None]
    if len(told) < 3 or len({table.rows[name].row.tobytes() for name in told}) > 1:
        return None
    losses = np.column_stack([-metric.direction.value * _by_time(table, name, metric) for name in told])
    if len(losses) < FEWEST:
        return None
    found = long_run_set(losses, level=level, learned_later=table.plan.traits.learned_later)
    return MayBeBest(members=tuple(told[i] for i in found.members), level=level, method=found.method,
                     p=dict(zip(told, found.p.tolist(), strict=True)), reference="Hansen, Lunde & Nason 2011")


def _diebold_mariano(table: ScoreTable, a: str, b: str, metric: Metric, level: float) -> Comparison:
    """Row numbers are the time; the difference is that of the metric."""
    from referee.comparisons.two_models.diebold_mariano import diebold_mariano

    paired_rows(table, a, b)
    ours, theirs = (in_time(table, name, values) for name, values in
                    zip((a, b), row_values(table, a, b, metric), strict=True))
    horizon = _horizon(table, a, ours.size, "Diebold-Mariano") if table.plan.traits.of_a_series else 1
    return of_the_metric(diebold_mariano(ours, theirs, horizon=horizon, level=level), table, a, b, metric)


def _giacomini_white(table: ScoreTable, a: str, b: str, metric: Metric, _level: float) -> Comparison:
    from referee.comparisons.two_models.giacomini_white import giacomini_white

    ours, theirs = _series(table, a, b, metric)
    return giacomini_white(ours, theirs, horizon=_horizon(table, a, ours.size, "Giacomini-White"))


def _horizon(table: ScoreTable, learner: str, times: int, what: str) -> int:
    """How far ahead was told, one time where nobody knows the models; refused where the series is too short to see
    what forecasts so far ahead share.
    """
    if table.plan.traits.training is Training.UNKNOWN:
        return 1
    ahead = _ahead(table, learner)
    if 4 * ahead > times:
        raise NotJustified(f"{what} is for forecasts a few times ahead, and here {ahead} of {times} times are told at "
                           f"once; use long-run-t, or a shorter horizon (design rolling:horizon=…).")
    return ahead


TESTS.add(Method(
    name="long-run-t", title="the long-run t", estimand=Estimand.FOLD_MODELS, plan=demands.successive_times,
    metric=demands.value_a_time, test=_long_run, may_be_best=_may_be_best,
    reference="Diebold & Mariano 1995; Lazarus, Lewis, Stock & Watson 2018; docs/time.md",
    summary="losses of successive times, whatever they remember (Diebold & Mariano 1995; Lazarus et al. 2018)",
    weakness="losses that remember a season ago raise more false alarms than it says",
))
TESTS.add(Method(
    name="panel-t", title="the panel t", shown="panel t", plan=demands.new_groups_later, metric=demands.value_a_time,
    test=_panel, detectable=never_if_undecidable,
    reference="Cameron, Gelbach & Miller 2011; docs/time.md",
    summary="losses of new groups at later times, counted by groups and by times (Cameron, Gelbach & Miller 2011)",
    weakness="sees only large differences where groups or times are few",
))
TESTS.add(Method(
    name="diebold-mariano", title="Diebold-Mariano", shown="Diebold-Mariano (HLN)", estimand=Estimand.MODEL,
    plan=demands.told_from_the_past, metric=demands.value_a_row, test=_diebold_mariano,
    reference="Diebold & Mariano 1995; Harvey, Leybourne & Newbold 1997",
    summary="losses of forecasts, uncorrelated beyond their horizon (Diebold & Mariano 1995; Harvey et al. 1997)",
))
TESTS.add(Method(
    name="giacomini-white", title="Giacomini-White", estimand=Estimand.FOLD_MODELS, plan=demands.sliding_window,
    metric=demands.value_a_time, test=_giacomini_white,
    reference="Giacomini & White 2006",
    summary="whether the better forecaster can be told beforehand; windows of one length (Giacomini & White 2006)",
))
