"""What predictions are, and whether a metric is given what it takes: the truth first, scores where it ranks them."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

from referee.audit.reading.scripts.values import Thing, Value

if TYPE_CHECKING:
    from referee.audit.reading.scripts.given import Call

SCORES = {"predict_proba", "decision_function", "predict_log_proba", "score_samples"}
CLASSIFIERS = re.compile(r"(?:Classifier(?:CV)?|^LogisticRegression(?:CV)?|^(?:Linear|Nu)?SVC|^\w+NB|^Perceptron|"
                         r"DiscriminantAnalysis|^NearestCentroid|^Label(?:Propagation|Spreading))$")
LABELS_FROM = {"argmax", "round", "rint", "around"}         # what makes labels of scores
ORDERED = {
    "precision_score", "recall_score", "fbeta_score", "classification_report", "precision_recall_fscore_support",
    "balanced_accuracy_score", "roc_auc_score", "average_precision_score", "log_loss", "roc_curve", "r2_score",
    "precision_recall_curve", "explained_variance_score", "mean_absolute_percentage_error", "mean_pinball_loss",
    "mean_poisson_deviance", "mean_gamma_deviance", "d2_absolute_error_score", "ndcg_score", "top_k_accuracy_score",
    "hinge_loss", "brier_score_loss", "class_likelihood_ratios", "confusion_matrix", "det_curve",
}
"""Measures of scikit-learn that are others when their arguments are swapped."""
OF_SCORES = {"roc_auc_score", "average_precision_score", "log_loss", "brier_score_loss"}
SAID = ("y_pred", "y_score", "y_prob", "y_proba", "probas_pred", "labels_pred")


@dataclass(frozen=True, slots=True, kw_only=True)
class Misgiven:
    """A metric that was given something else than it takes."""

    line: int
    severity: str
    message: str


def answers_of(things: tuple[Thing, ...], asked: str) -> str:
    """What things give when they are asked: labels, scores; or values, where that is not known."""
    if asked in SCORES:
        return "scores"
    classify = things and all(_classifies(thing) for thing in things)
    return "labels" if classify and asked in {"predict", "fit_predict"} else "values"


def _classifies(thing: Thing) -> bool:
    """Whether it is one of the well-known classifiers, or a pipeline or search of one."""
    return thing.known and (CLASSIFIERS.search(thing.name) is not None or any(map(_classifies, thing.parts)))


def misgiven(made: Call) -> Misgiven | None:
    """What is wrong with the arguments of a metric of scikit-learn; None where nothing is."""
    if made.path.split(".")[0] not in {"sklearn", made.name}:
        return None
    truth, said = made.arg(0, "y_true"), made.arg(1, *SAID)
    if made.name in ORDERED and _is_answer(truth) and _is_truth(said):
        turned = made.name == "confusion_matrix"
        return Misgiven(line=made.line, severity="warning" if turned else "serious", message=(
            f"{made.text} is given the predictions first and the truth second; {made.name} takes the truth first"
            f"{', so that rows are columns' if turned else f', and swapped it is another figure{_which(made.name)}'}. "
            f"Write {made.name}(y_true, {'y_score' if made.name in OF_SCORES else 'y_pred'})."))
    if made.name in OF_SCORES and said.answers == "labels" and _is_truth(truth):
        return Misgiven(line=made.line, severity="serious", message=(
            f"{made.text} is given labels, and {made.name} takes probabilities or scores: of labels it is another "
            f"figure, of one threshold only. Give it predict_proba(…)[:, 1] or decision_function(…)."))
    return None


def _which(name: str) -> str:
    return {"precision_score": " (the recall)", "recall_score": " (the precision)"}.get(name, "")


def _is_answer(value: Value) -> bool:
    return bool(value.answers)


def _is_truth(value: Value) -> bool:
    return bool(value.rows) and not value.answers and not value.models
