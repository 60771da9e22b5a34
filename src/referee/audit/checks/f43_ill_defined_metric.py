"""F-43: a metric that is not defined for what it is used on."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from referee.audit._base import Found, NotCheckable, Severity, check
from referee.audit.bundle import Bundle
from referee.data.problem import Problem
from referee.kinds import Task

OF_NUMBERS = {"mse", "rmse", "mae", "r2", "mape", "smape", "median_ae", "explained_variance", "relative_error"}
RELATIVE = {"mape", "relative_error"}


@check("F-43", "The metric does not fit the target", severity=Severity.SERIOUS,
       advice="Use a metric that is defined for this target.", reference="Guo, section 4.1.3; Reich & Barai 1999, 2.3")
def ill_defined_metric(bundle: Bundle) -> Iterator[Found]:
    """Errors of numbers on the codes of classes; relative errors where the truth can be 0 or change its sign."""
    used = list(dict.fromkeys([*(bundle.declared.metrics if bundle.declared else ()),
                               *(line.metric for line in bundle.reported or ())]))
    if bundle.problem is None or not used:
        raise NotCheckable("it takes the target and the metrics used")
    for name in used:
        reason = _reason(name.lower(), bundle.problem)
        if reason:
            yield Found(message=f"{name} is not defined here: {reason}.", evidence={"metric": name})


def _reason(name: str, problem: Problem) -> str:
    if problem.task is Task.CLASSIFICATION and name in OF_NUMBERS:
        return f"{problem.targets[0]} holds classes, and a difference of class codes means nothing"
    if problem.task is Task.REGRESSION and name in RELATIVE:
        if (problem.y == 0).any():
            return f"{problem.targets[0]} is 0 in {int((problem.y == 0).sum()):,} rows"
        if np.unique(np.sign(problem.y)).size > 1:
            return f"{problem.targets[0]} changes its sign"
    return ""
