"""One model, one test set whose rows have sampling weights: the interval of a weighted mean."""

from __future__ import annotations

from dataclasses import replace

from referee.errors import Undefined
from referee.estimates.means.root_interval import transform_interval
from referee.estimates.means.weighted_mean import weighted_mean
from referee.kinds import Estimand
from referee.reading.draft import Draft
from referee.reading.scores import Scores, ScoreTable


def on_weighted_rows(table: ScoreTable, scores: Scores, level: float) -> Draft:
    """The weighted score on the one test set; a root is taken of both ends."""
    metric, found = scores.metric, table.rows[scores.learner]
    said, groups = found.predictions, table.problem.groups
    made = Draft(value=float(scores.values[0]), method=f"on {said.n_rows} test rows, weighted", estimand=Estimand.MODEL)
    assert metric.weighted_rows is not None
    plain = metric.weighted_outer(4.0) == 4.0
    try:
        interval = weighted_mean(metric.weighted_rows(said), said.weight, None if groups is None else groups[found.row],
                                 level=level, bounds=metric.bounds if plain else (0.0, float("inf"))).interval
    except Undefined as reason:
        return replace(made, reason=str(reason).rstrip("."))
    return replace(made, interval=interval if plain else transform_interval(interval, metric.weighted_outer))
