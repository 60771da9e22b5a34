"""F-24: a single feature gives the target away."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from referee.audit._base import Found, NotCheckable, Severity, check
from referee.audit.bundle import Bundle
from referee.data.problem import Problem
from referee.kinds import Array, Task
from referee.metrics import Predictions, metric

SUSPICIOUS_AUC, SUSPICIOUS_R = 0.99, 0.999


@check("F-24", "A feature gives the target away", severity=Severity.FATAL,
       advice="Find out when and how the feature is measured; leave it out if it follows from the target.",
       reference="Kapoor & Narayanan 2023, leakage type L2")
def target_leakage(bundle: Bundle) -> Iterator[Found]:
    """Features that alone rank the classes nearly without error, or are the target up to scale."""
    problem = bundle.problem
    if problem is None or problem.features is None:
        raise NotCheckable("the features are not at hand; give the data file")
    for column, values in zip(problem.columns, problem.features.matrix.T, strict=True):
        known = ~np.isnan(values)
        if known.sum() < 20 or np.unique(values[known]).size < 2:
            continue
        strength = _strength(problem, np.asarray(values, dtype=float), known)
        if strength:
            yield Found(message=f"Feature {column.name} alone gives {strength}.", evidence={"feature": column.name})


def _strength(problem: Problem, values: Array, known: Array) -> str:
    if problem.task is Task.REGRESSION:
        targets = problem.y if problem.y.ndim == 2 else problem.y[:, None]
        r = max((abs(float(np.corrcoef(values[known], y[known])[0, 1])) for y in targets.T if np.ptp(y[known]) > 0),
                default=0.0)
        return f"a correlation of {r:.4f} with the target" if r > SUSPICIOUS_R else ""
    best = 0.0
    for code in range(len(problem.classes)) if len(problem.classes) > 2 else (1,):
        truth = (problem.y[known] == code).astype(int)
        if 0 < truth.sum() < truth.size:
            auc = metric("roc_auc").score(Predictions(truth=truth, n_classes=2, scores=values[known]))
            best = max(best, auc, 1 - auc)
    return f"an AUC of {best:.4f}" if best > SUSPICIOUS_AUC else ""
