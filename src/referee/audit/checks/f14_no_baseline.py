"""F-14: without a baseline nobody knows what good is (Prechelt 1996; Guo 4.2)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

import numpy as np

from referee.audit._base import Found, NotCheckable, Severity, check
from referee.audit.bundle import Bundle, ModelPredictions
from referee.audit.evidence import ASK_MODELS, one_pass
from referee.metrics import Predictions, metric

FEWEST_RIVALS = 3           # models that are held against one another, where nothing simple is: else nothing is known
CLEARLY = 3                 # standard errors of a ROC AUC above a half


@check("F-14", "No baseline", severity=Severity.SERIOUS,
       advice="Add a baseline that ignores the features: class shares of the training part, or the mean.",
       reference="Prechelt 1996; Salzberg 1997, section 3.5")
def no_baseline(bundle: Bundle) -> Iterator[Found]:
    """No model is marked as a baseline; what the largest class would give is computed where it can be.

    Serious where it is known that no model is better than that, and of one or two models that a study tells of without
    their predictions: nobody knows then what good is. Else a study lacks a number, and is not wrong. A file
    of probabilities claims no labels: those of a rare event seldom exceed a half, and are judged by how they rank.
    """
    if bundle.models is None:
        raise NotCheckable("it is not known which models took part", ask=ASK_MODELS)
    if any(model.baseline for model in bundle.models) or any(
            says_one_thing(bundle.said_by(name)) for name in dict.fromkeys(said.model for said in bundle.said or ())):
        return
    best: tuple[float, str] | None = None
    majority = None
    ranks = False
    for name in dict.fromkeys(said.model for said in bundle.said or ()):
        _, said = one_pass(bundle, name)
        if said.n_classes is not None and said.labels is not None and np.unique(said.truth).size > 1:
            majority = float(np.bincount(said.truth).max() / said.truth.size)
            best = max(best or (-1.0, ""), (float((said.labels == said.truth).mean()), name))
            ranks = ranks or _ranks_well(said)
    detail = "" if best is None else (f" Always saying the most frequent class gives accuracy {majority:.3f}; the best "
                                      f"model, {best[1]}, {best[0]:.3f}.")
    better = best is not None and majority is not None and (best[0] > majority or ranks)
    owed = best is None and len(bundle.models) < FEWEST_RIVALS and any(model.told for model in bundle.models)
    owed = owed and not bundle.alone
    yield Found(message=f"No baseline.{detail}", severity=None if (best and not better) or owed else Severity.WARNING,
                evidence={"majority": majority})


def says_one_thing(parts: Iterable[ModelPredictions]) -> bool:
    """Whether a model names one class, any, of all rows: "everybody is ill" is what an F1 is held against."""
    said = [part.predictions for part in parts]
    forecasts = [one.probabilities for one in said if one.probabilities is not None]
    if any(one.labels is None for one in said) or any(float(np.ptp(one, axis=0).max()) for one in forecasts):
        return False
    labels = np.concatenate([one.labels for one in said if one.labels is not None])
    return labels.size > 1 and bool((labels == labels[0]).all())


def _ranks_well(said: Predictions) -> bool:
    """Whether the labels are only those of probabilities cut at a half, as often right as the most frequent class, and
    the probabilities rank far better than chance."""
    p, n = said.probabilities, np.bincount(said.truth, minlength=2)
    if p is None or said.labels is None or said.n_classes != 2 or not np.isfinite(p).all() or not n.all():
        return False
    auc = metric("roc_auc").score(Predictions(truth=said.truth, n_classes=2, scores=p[:, 1]))
    error = float(np.sqrt((n.sum() + 1) / (12 * n[0] * n[1])))           # under no association (Hanley & McNeil 1982)
    most = float(n.max() / n.sum())
    as_often = float((said.labels == said.truth).mean()) >= most - float(np.sqrt(most * (1 - most) / n.sum()))
    return as_often and bool((said.labels == p.argmax(axis=1)).all()) and auc > 0.5 + CLEARLY * error
