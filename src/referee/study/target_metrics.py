"""The metrics of a study of several targets: those by which each target is told, and those that are one number of all.

Each target is always told. One number of all is there where it has a meaning without units (classes: how many rows are
right altogether, which share of answers is wrong), or where it was asked for by name (`standardised_rmse`).
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from referee.data.problem import Problem
from referee.errors import BadInput
from referee.kinds import Task
from referee.metrics import METRICS, Metric, each_of, named_metrics
from referee.metrics.over_targets import OVER_TARGETS
from referee.study.chosen_metrics import choose_metrics

# Accuracy decides here: what it counts, label by label, is what the Hamming loss and subset accuracy count together.
USUAL = {
    "binary": ("accuracy", "balanced_accuracy", "f1", "mcc", "roc_auc", "log_loss", "brier"),
    "multiclass": ("accuracy", "balanced_accuracy", "f1_macro", "mcc", "roc_auc", "log_loss", "brier"),
    "regression": ("rmse", "mae", "r2"),
}
OVER_LABELS = ("subset_accuracy", "hamming_loss", "label_f1_micro", "label_f1_macro")
AS_SCIKIT_LEARN_HAS_IT = {"f1_micro": "label_f1_micro", "f1_macro": "label_f1_macro"}       # of 0/1 columns


def choose_target_metrics(asked: Any, problem: Problem) -> tuple[Metric, ...]:
    """The metrics asked for, or the usual ones; at least one by which each target is told."""
    usual = USUAL[_kind(problem)]
    if asked is None:
        over = [m.name for m in OVER_TARGETS if m.name in OVER_LABELS] if problem.task is Task.CLASSIFICATION else []
        wanted = [*usual, *(name for name in over if not _objection(OVER_TARGETS[name], problem))]
    else:
        wanted = [_meant(one, problem) for one in each_of(asked)]
    of_each = [one for one in wanted if not _is_over_targets(one)] or list(usual[:1])
    chosen, *_ = [choose_metrics(of_each, problem.of_target(j)) for j in range(len(problem.targets))]
    over_all = [_found(one) for one in wanted if _is_over_targets(one)]
    for metric in over_all:
        if why := _objection(metric, problem):
            raise BadInput(f"{why}; leave it out.")
    return (*chosen, *dict.fromkeys(over_all))


def metrics_of_targets(names: Iterable[str], own: Any, problem: Problem) -> tuple[tuple[Metric, ...], ...]:
    """The metrics that a stored study names: those of each target, and those over all."""
    wanted = list(names)
    of_each = named_metrics([name for name in wanted if not _is_over_targets(name)], own, problem.task)
    return of_each, tuple(_found(name) for name in wanted if _is_over_targets(name))


def _kind(problem: Problem) -> str:
    if problem.task is Task.REGRESSION:
        return "regression"
    return "binary" if all(len(classes) == 2 for classes in problem.classes) else "multiclass"


def _meant(asked: Any, problem: Problem) -> Any:
    """What is asked for; a mean over labels that scikit-learn's users know by another name, where all are labels."""
    return AS_SCIKIT_LEARN_HAS_IT.get(asked, asked) if isinstance(asked, str) and _kind(problem) == "binary" else asked


def _is_over_targets(asked: Any) -> bool:
    if isinstance(asked, Metric):
        return asked.over_targets
    return isinstance(asked, str) and (asked in OVER_TARGETS or (asked in METRICS and METRICS[asked].over_targets))


def _found(asked: Any) -> Metric:
    if isinstance(asked, Metric):
        return asked
    found: Metric = OVER_TARGETS[asked] if asked in OVER_TARGETS else METRICS[asked]
    return found


def _objection(metric: Metric, problem: Problem) -> str | None:
    """Why a metric over targets does not fit; the one with the most classes speaks for all."""
    most = max((len(classes) for classes in problem.classes), default=None) if problem.classes else None
    return metric.objection(task=problem.task, n_classes=most)
