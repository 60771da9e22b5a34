"""The test over rows that stand for different numbers of cases, each predicted once."""

from __future__ import annotations

from dataclasses import replace

from referee.comparisons._base import Comparison
from referee.comparisons._flags import IDENTICAL
from referee.kinds import Array, Estimand
from referee.metrics import Metric, Predictions
from referee.reading import demands
from referee.reading.method import TESTS, Method
from referee.reading.pairing import clusters, paired_rows
from referee.reading.scores import ScoreTable


def rows_of(metric: Metric, said: Predictions) -> Array:
    """The value of each row, whose weighted mean is the score, or what its root is taken of."""
    assert metric.weighted_rows is not None
    return metric.weighted_rows(said)


def _weighted(table: ScoreTable, a: str, b: str, metric: Metric, level: float) -> Comparison:
    from referee.comparisons.two_models.weighted_t import weighted_t

    one, other = paired_rows(table, a, b)
    result = weighted_t(rows_of(metric, one.predictions), rows_of(metric, other.predictions),
                        one.predictions.weight, clusters(table, one), level=level)
    result = replace(result, flags=tuple(flag for flag in result.flags if flag != IDENTICAL))   # said where it is so
    if metric.weighted_outer(4.0) == 4.0:
        return result
    difference = metric.score(one.predictions) - metric.score(other.predictions)
    return replace(result, difference=difference, interval=None, standard_error=None)


TESTS.add(Method(
    name="weighted-t", title="the weighted t", shown="weighted paired t", estimand=Estimand.MODEL,
    plan=demands.cases_once, metric=demands.weighted_rows, test=_weighted,
    reference="Särndal, Swensson & Wretman 1992",
    summary="per-row losses of cases with sampling weights, each predicted once (Särndal, Swensson & Wretman 1992)",
))
