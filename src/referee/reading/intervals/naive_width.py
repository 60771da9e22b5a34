"""How much narrower an interval would be had one taken cases of one cluster for independent (Miller 2024)."""

from __future__ import annotations

from referee.errors import Undefined
from referee.estimates.means.clustered_mean import clustered_mean
from referee.estimates.quantiles import t_reach
from referee.estimates.resampling.linearised import can_be_linearised
from referee.metrics import Metric
from referee.reading.row_values import row_values_of
from referee.reading.scores import ScoreTable


def naive_narrower(table: ScoreTable, learner: str, metric: Metric, *, level: float = 0.95) -> float | None:
    """The share by which the naive interval is narrower, below 0 where it is wider; None without clusters."""
    if table.problem.groups is None or learner not in table.rows or (
            metric.per_row is None and not can_be_linearised(metric)):
        return None
    try:
        made = clustered_mean(row_values_of(table, learner, metric), table.problem.groups[table.rows[learner].row])
    except Undefined:
        return None
    if not made.standard_error or not made.naive_error:
        return None
    n = table.rows[learner].predictions.n_rows
    clustered = t_reach(level, made.df) * made.standard_error
    return 1 - t_reach(level, n - 1) * made.naive_error / clustered
