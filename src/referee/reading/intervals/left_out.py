"""Leave-one-group-out: the score of all groups, with a t interval over groups."""

from __future__ import annotations

from dataclasses import replace

from referee.errors import Undefined
from referee.estimates._base import Interval
from referee.estimates.cross_validation.left_out_mean import METHOD, LeftOut
from referee.estimates.halves.scales import interval_on_scale, scale_for
from referee.estimates.means.no_spread import interval_without_spread
from referee.reading.draft import Draft
from referee.reading.intervals.over_splits import score_over_parts
from referee.reading.left_out import of_groups_left_out
from referee.reading.scores import Scores, ScoreTable


def over_groups_left_out(table: ScoreTable, scores: Scores, level: float) -> Draft:
    """The score of what was said of all groups, and an interval for new groups; on the scale where it is even."""
    made = score_over_parts(table, scores)
    try:
        return replace(made, interval=_interval(of_groups_left_out(table, scores.metric, scores.learner), table,
                                                scores, level))
    except Undefined as reason:
        return replace(made, reason=str(reason).rstrip("."))


def _interval(found: LeftOut, table: ScoreTable, scores: Scores, level: float) -> Interval:
    metric = scores.metric
    if found.variance == 0:
        return interval_without_spread(found.value, found.groups, level=level, bounds=metric.bounds, what="groups")
    if found.too_uneven:
        raise Undefined(f"{found.too_uneven}.")
    of_rows = (metric.per_row or metric.weighted_rows) is not None and not metric.proportion
    made = interval_on_scale(found.value, found.variance, df=found.df, level=level, bounds=metric.bounds,
                             scale=scale_for(metric.bounds, metric.direction, of_rows=of_rows),
                             cases=table.problem.n_rows)
    return replace(made, method=METHOD)
