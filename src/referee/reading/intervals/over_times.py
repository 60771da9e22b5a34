"""Times that follow each other, each tested once: the score with an interval that allows for what losses remember."""

from __future__ import annotations

import math
from dataclasses import replace

from referee.errors import Undefined
from referee.estimates._base import Interval
from referee.estimates.halves.scales import interval_on_scale, scale_for
from referee.estimates.means.long_run import FEWEST
from referee.kinds import Estimand
from referee.reading.demands import few_times
from referee.reading.differences.over_times import in_time, of_a_panel
from referee.reading.draft import Draft, is_plain_mean
from referee.reading.intervals.one_test_set import outside
from referee.reading.intervals.over_splits import score_over_parts
from referee.reading.row_values import row_values_of
from referee.reading.scores import Scores, ScoreTable


def over_times(table: ScoreTable, scores: Scores, level: float) -> Draft:
    """The score of all tested times, with the long-run interval of the mean loss."""
    from referee.estimates.means.long_run_mean import long_run_mean

    metric = scores.metric
    made = replace(score_over_parts(table, scores), estimand=Estimand.FOLD_MODELS)
    values = in_time(table, scores.learner, row_values_of(table, scores.learner, metric))
    if values.size < FEWEST:            # several rows of a time are no more times
        return replace(made, reason=few_times(int(values.size)).format(method="the long-run interval"))
    bounds = metric.bounds if is_plain_mean(metric) else (0.0, math.inf)        # squares, of which a root is taken
    try:
        inner = long_run_mean(values, level=level, bounds=bounds,
                              learned_later=table.plan.traits.learned_later).interval
    except Undefined as reason:
        return replace(made, reason=str(reason).rstrip("."))
    return replace(made, interval=outside(metric, inner))


def over_a_panel(table: ScoreTable, scores: Scores, level: float) -> Draft:
    """The score of new groups at later times, with an interval that counts groups and times."""
    from referee.estimates.means.panel_mean import METHOD, panel_error

    metric = scores.metric
    made = score_over_parts(table, scores)
    try:
        found = panel_error(*of_a_panel(table, scores.learner, metric))
    except Undefined as reason:
        return replace(made, reason=str(reason).rstrip("."))
    if found.error == 0 or found.df < 1:
        return replace(made, reason=f"{found.groups} groups at {found.times} times do not show how much they differ")
    interval = interval_on_scale(made.value, found.error**2, df=found.df, level=level, bounds=metric.bounds,
                                 scale=scale_for(metric.bounds, metric.direction, of_rows=not metric.proportion),
                                 cases=table.problem.n_rows)
    return replace(made, interval=Interval(interval.low, interval.high, level=level, method=METHOD))
