"""F-16: accuracy alone where one class has most of the cases."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from referee.audit._base import Found, NotApplicable, NotCheckable, Severity, check
from referee.audit.bundle import Bundle
from referee.audit.evidence import models_that_spoke, one_pass
from referee.errors import Undefined
from referee.metrics import Predictions, metric

LOPSIDED = 0.8
BLIND = {"accuracy", "error_rate", "error"}


@check("F-16", "Accuracy alone with lopsided classes", severity=Severity.SERIOUS,
       advice="Report balanced accuracy, MCC, or scores of the probabilities beside it.",
       reference="Reich & Barai 1999, 2.3; Guo, section 4.1")
def accuracy_and_imbalance(bundle: Bundle) -> Iterator[Found]:
    """More than 80% of the cases in one class, and no metric that would notice."""
    if bundle.problem is None or not bundle.problem.classes:
        raise NotApplicable("this is about classes, and there are none") if bundle.problem else NotCheckable(
            "the classes of the cases are not known")
    metrics = set(bundle.declared.metrics if bundle.declared else ()) | {line.metric for line in bundle.reported or ()}
    if not metrics:
        raise NotCheckable("it is not known which metrics were used")
    counts = np.bincount(bundle.problem.y, minlength=len(bundle.problem.classes))
    largest = float(counts.max() / counts.sum())
    if largest <= LOPSIDED or not metrics <= BLIND:
        return
    yield Found(message=f"{largest:.0%} of cases belong to one class, and only accuracy is reported.{_seen(bundle)}",
                evidence={"largest_class": largest, "metrics": sorted(metrics)})


def _seen(bundle: Bundle) -> str:
    try:
        name = models_that_spoke(bundle)[0]
        _, said = one_pass(bundle, name)
    except NotCheckable:
        return ""
    parts = [f"{title} {value:.3f}" for title, value in (
        ("accuracy", _score("accuracy", said)), ("balanced accuracy", _score("balanced_accuracy", said)),
        ("MCC", _score("mcc", said))) if value is not None]
    return f" {name}: {', '.join(parts)}."


def _score(name: str, said: Predictions) -> float | None:
    try:
        return float(metric(name).score(said))
    except Undefined:
        return None
