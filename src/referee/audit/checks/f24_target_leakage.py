"""F-24: a single feature gives the target away."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations

import numpy as np

from referee.audit._base import Found, NotCheckable, Severity, check
from referee.audit.bundle import Bundle
from referee.audit.evidence import ASK_DATA
from referee.data.column import ColumnKind
from referee.data.problem import Problem
from referee.data.structure import Kind
from referee.kinds import Array, Task
from referee.metrics import Predictions, metric

SUSPICIOUS_AUC, SUSPICIOUS_R = 0.99, 0.999
ENOUGH = 5          # cases of a class before an AUC says something


@check("F-24", "A feature gives the target away", severity=Severity.FATAL,
       advice="Find out when and how the feature is measured; leave it out if it follows from the target.",
       reference="Kapoor & Narayanan 2023, leakage type L2")
def target_leakage(bundle: Bundle) -> Iterator[Found]:
    """Features that alone rank every two classes nearly without error, or are the target up to scale."""
    problem = bundle.problem
    if problem is None or problem.features is None:
        raise NotCheckable("the features are not at hand; give the data file", ask=ASK_DATA)
    told = False
    for column, given in zip(problem.columns, problem.features.matrix.T, strict=True):
        values = told_by_levels(problem, given) if column.kind is ColumnKind.CATEGORY else given
        known = ~np.isnan(values)
        if known.sum() < 20 or np.unique(values[known]).size < 2:
            continue
        strength = _strength(problem, np.asarray(values, dtype=float), known)
        if strength:
            told = True
            yield Found(message=f"Feature {column.name} alone gives {strength}.", evidence={"feature": column.name})
    sisters = [one for one in problem.structure if one.kind is Kind.SISTER]
    if sisters and not told:
        raise NotCheckable(f"{sisters[0].sentence.rstrip('.')}; nobody has answered")


def _strength(problem: Problem, values: Array, known: Array) -> str:
    if problem.task is Task.REGRESSION:
        targets = problem.y if problem.y.ndim == 2 else problem.y[:, None]
        r = max((abs(float(np.corrcoef(values[known], y[known])[0, 1])) for y in targets.T if np.ptp(y[known]) > 0),
                default=0.0)
        return f"a correlation of {r:.4f} with the target" if r > SUSPICIOUS_R else ""
    y = problem.y[known]
    counts = np.bincount(y, minlength=len(problem.classes))
    often = [int(code) for code in np.argsort(-counts, kind="stable") if counts[code] >= ENOUGH]
    weakest = 1.0
    for a, b in combinations(often, 2):         # the frequent classes first: they soon show that it does not tell
        some = (y == a) | (y == b)
        auc = metric("roc_auc").score(Predictions(truth=(y[some] == b).astype(int), n_classes=2,
                                                  scores=values[known][some]))
        weakest = min(weakest, max(auc, 1 - auc))
        if weakest <= SUSPICIOUS_AUC:
            return ""
    what = "an AUC" if len(problem.classes) == 2 else "for every two classes an AUC"
    return f"{what} of {weakest:.4f}" if len(often) > 1 else ""


def told_by_levels(problem: Problem, codes: Array) -> Array:
    """Levels of a category by the class share that the other half of the rows gives them; NaN where it has none.

    Codes of categories are in no order, so their shares take their place. Shares of the same rows would let a column
    of names tell everything.
    """
    shares = np.full(codes.shape, np.nan)
    halves = np.arange(codes.size) % 2
    target = problem.y if problem.y.ndim == 1 else problem.y[:, 0]
    for half in (0, 1):
        there, here = np.flatnonzero(halves != half), np.flatnonzero(halves == half)
        for level in np.unique(codes[there][~np.isnan(codes[there])]):
            shares[here[codes[here] == level]] = target[there][codes[there] == level].mean()
    return shares
