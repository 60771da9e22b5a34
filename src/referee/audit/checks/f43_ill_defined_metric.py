"""F-43: a metric that is not defined for what it is used on."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from referee.audit._base import Found, NotCheckable, Severity, Unseen, check
from referee.audit.bundle import Bundle
from referee.audit.evidence import ASK_DATA, not_recognised
from referee.audit.vocabulary.metrics import MetricFacts, known_metric
from referee.data.problem import Problem
from referee.kinds import Task


@check("F-43", "The metric does not fit the target", severity=Severity.SERIOUS,
       advice="Use a metric that is defined for this target.",
       reference="Guo, section 4.1.3; Reich & Barai 1999, section 5")
def ill_defined_metric(bundle: Bundle) -> Iterator[Found | Unseen]:
    """Errors of numbers on the codes of classes; relative errors where the truth can be 0 or change its sign.

    In code: predictions given to a metric as the truth, and labels where it takes probabilities or scores.
    """
    used = list(dict.fromkeys([*(bundle.declared.metrics if bundle.declared else ()),
                               *(line.metric for line in bundle.reported or ())]))
    task = bundle.task if bundle.problem is None else bundle.problem.task
    if task is None or not used:
        raise NotCheckable("it takes the target and the metrics used", ask="the task or the data, and the metrics")
    for name in used:
        facts = known_metric(name)
        reason = "" if facts is None else _reason(facts, bundle.problem, task)
        if facts is None:
            yield not_recognised("metric", name)
        elif reason is None:
            yield Unseen(reason=f"whether the truth can be 0, by which {name} divides, is not known", ask=ASK_DATA)
        elif reason:
            yield Found(message=f"{name} is not defined here: {reason}.", evidence={"metric": name})


def _reason(metric: MetricFacts, problem: Problem | None, task: Task) -> str | None:
    """Why a measure is not defined here; empty where it is, None where that is not known."""
    if task is Task.CLASSIFICATION and metric.of == "values":
        what = "the target" if problem is None else problem.targets[0]
        return f"{what} holds classes, and a difference of class codes means nothing"
    if task is not Task.REGRESSION or not metric.relative:
        return ""
    if problem is None:
        return None
    if (problem.y == 0).any():
        return f"{problem.targets[0]} is 0 in {int((problem.y == 0).sum()):,} rows"
    return f"{problem.targets[0]} changes its sign" if np.unique(np.sign(problem.y)).size > 1 else ""
