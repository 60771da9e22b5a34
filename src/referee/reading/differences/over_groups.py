"""The test over groups that were left out one at a time."""

from __future__ import annotations

import math

from referee.comparisons._base import Comparison
from referee.comparisons._flags import UNDECIDABLE
from referee.comparisons.bayes.posterior import Posterior
from referee.metrics import Metric
from referee.reading import demands
from referee.reading.left_out import of_groups_left_out
from referee.reading.method import TESTS, Method
from referee.reading.scores import ScoreTable


def _left_out(table: ScoreTable, a: str, b: str, metric: Metric, level: float) -> Comparison:
    from referee.comparisons.two_models.left_out_t import left_out_comparison

    return left_out_comparison(of_groups_left_out(table, metric, a, b), level=level)


def _posterior(_table: ScoreTable, c: Comparison, _metric: Metric, rope: float) -> Posterior | None:
    """None where groups are too few to say how differences are spread."""
    from referee.comparisons.bayes.student_posterior import student_posterior

    return None if UNDECIDABLE in c.flags else student_posterior(c, rope=rope, method="Bayesian t over groups left out")


def never_if_undecidable(c: Comparison, _error_rate: float, _power: float) -> float | None:
    """Groups that are too few to decide would have detected nothing."""
    return math.inf if UNDECIDABLE in c.flags else None


TESTS.add(Method(
    name="left-out-t", title="the t over groups left out", shown="t over groups left out", test=_left_out,
    posterior=_posterior, detectable=never_if_undecidable, plan=demands.groups_left_out,
    reference="Nadeau & Bengio 2003; Bell & McCaffrey 2002; docs/designs.md",
    summary="groups left out one at a time, few and of any sizes; any metric (Nadeau & Bengio 2003; Bell & McCaffrey "
            "2002)", weakness="sees only large differences where groups are few",
))
