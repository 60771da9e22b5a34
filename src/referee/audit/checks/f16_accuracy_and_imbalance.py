"""F-16: accuracy alone where one class has most of the cases."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from referee.audit._base import Found, NotApplicable, NotCheckable, Severity, Unseen, check
from referee.audit.bundle import Bundle
from referee.audit.evidence import (
    ASK_PREDICTIONS,
    by_its_own_words,
    in_its_words,
    models_that_spoke,
    not_recognised,
    one_pass,
)
from referee.audit.prose.confession import ACCURACY_ALONE
from referee.audit.vocabulary.metrics import known_metric
from referee.errors import Undefined
from referee.metrics import Predictions, metric

LOPSIDED = 0.8


@check("F-16", "Accuracy alone with lopsided classes", severity=Severity.SERIOUS,
       advice="Report balanced accuracy, MCC, or scores of the probabilities beside it.",
       reference="Reich & Barai 1999, section 5; Guo, section 4.1")
def accuracy_and_imbalance(bundle: Bundle) -> Iterator[Found | Unseen]:
    """More than 80% of the cases in one class, and no metric that would notice."""
    told = by_its_own_words(bundle, ACCURACY_ALONE)
    for one in told:
        rare = float(one.detail)
        yield in_its_words(one, f"{1 - rare:.1%} of cases belong to one class, and accuracy is the only measure of the "
                                f"text: always saying that class would be right as often. {one.quoted}",
                           largest_class=1 - rare)
    if told and bundle.problem is None:
        return
    if bundle.problem is None or not bundle.problem.classes:
        raise NotApplicable("this is about classes, and there are none") if bundle.problem else NotCheckable(
            "the classes of the cases are not known", ask=ASK_PREDICTIONS)
    metrics = set(bundle.declared.metrics if bundle.declared else ()) | {line.metric for line in bundle.reported or ()}
    if not metrics:
        raise NotCheckable("it is not known which metrics were used", ask="the metrics (--metrics)")
    counts = np.bincount(bundle.problem.y, minlength=len(bundle.problem.classes))
    largest = float(counts.max() / counts.sum())
    facts = {name: known_metric(name) for name in metrics}
    judging = [fact for fact in facts.values() if fact is not None and fact.of not in {"effort", "values"}]
    if largest <= LOPSIDED or any(not fact.share_of_right for fact in judging):
        return
    yield from (not_recognised("metric", name) for name, fact in facts.items() if fact is None)
    if not judging:
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
