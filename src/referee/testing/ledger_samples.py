"""A small problem, plan, learner and records to put into a ledger under test."""

from __future__ import annotations

from typing import Any

import numpy as np

from referee.data.column import Column, ColumnKind
from referee.data.problem import Problem
from referee.designs.card import PlanCard, plan_card
from referee.designs.observing import in_lots
from referee.designs.split import Split
from referee.fingerprint import fingerprint
from referee.kinds import Array, Task
from referee.ledger import LearnerCard, Record
from referee.seeds import stream


def a_problem(name: str = "wine", n: int = 12) -> Problem:
    """Two classes, groups, ids and columns of both kinds."""
    y = np.arange(n) % 2
    return Problem(
        name=name, task=Task.CLASSIFICATION, y=y, targets=("kind",), classes=("red", "white"),
        groups=np.arange(n) // 3, ids=np.array([f"räw {i} “x”" for i in range(n)]),
        columns=(Column(name="acid", kind=ColumnKind.NUMBER, missing=2),
                 Column(name="ground", kind=ColumnKind.CATEGORY, categories=("chalk", "slate"))),
        notices=("2 values of acid are missing.",), fingerprint=fingerprint("problem", name, y),
    )


def a_regression(name: str = "speed", n: int = 12) -> Problem:
    """Two targets, and nothing else known about the rows."""
    y = stream(1, "sample", name).normal(size=(n, 2))
    return Problem(name=name, task=Task.REGRESSION, y=y, targets=("x", "y"), fingerprint=fingerprint("p", name, y))


def some_splits(n: int = 12, folds: int = 3) -> list[Split]:
    """Folds, then a bootstrap sample with rows that repeat."""
    parts = [Split(label=f"0/{k}", n_rows=n, test=np.arange(k, n, folds)) for k in range(folds)]
    drawn = stream(1, "sample", "bootstrap").integers(n, size=n)
    return [*parts, Split(label=f"0/{folds}", n_rows=n, train=drawn, test=np.setdiff1d(np.arange(n), drawn))]


def a_plan(problem: Problem, splits: list[Split], **parameters: Any) -> PlanCard:
    """The card of splits laid over a problem."""
    return plan_card(in_lots(splits), problem=problem.fingerprint, n_rows=problem.n_rows, groups=problem.groups,
                     design="kfold", parameters={"folds": 3, "seed": 7, **parameters},
                     description="3-fold, and once more")


def a_learner(name: str = "forest") -> LearnerCard:
    """A learner with parameters of several types."""
    recipe = {"class": "sklearn.ensemble.RandomForestClassifier", "n": 300, "rate": 0.1, "depth": None, "name": name}
    return LearnerCard(
        fingerprint=fingerprint("learner", recipe), name=name, recipe=recipe,
        versions={"scikit-learn": "1.4"}, baseline=name == "prior",
    )


def a_record(problem: Problem, learner: LearnerCard, split: Split, **changes: Any) -> Record:
    """Predictions for the test rows of a split: labels, scores and probabilities."""
    p = stream(1, "sample", learner.name, split.fingerprint).random(split.n_test)
    said: dict[str, Any] = {
        "labels": (p > 0.5).astype(np.int64), "scores": p - 0.5, "probabilities": np.column_stack([1 - p, p]),
        "fit_seconds": 0.1 + 0.2, "predict_seconds": 1e-4, "warnings": ("did not converge",), "notes": {"leaves": 7},
    }
    return Record(problem=problem.fingerprint, learner=learner.fingerprint, split=split.fingerprint, **(said | changes))


def same_array(a: Array | None, b: Array | None) -> bool:
    """Whether two arrays, or the absence of them, agree to the last bit, in type and in shape."""
    if a is None or b is None:
        return a is b
    if a.dtype.kind == b.dtype.kind == "U":
        return bool(np.array_equal(a, b))      # the width of a text type says nothing
    return a.dtype == b.dtype and a.shape == b.shape and a.tobytes() == b.tobytes()


def same_record(a: Record, b: Record) -> bool:
    """Whether two records say the same."""
    arrays = ("labels", "scores", "probabilities", "values", "quantiles")
    plain = ("problem", "learner", "split", "fit_seconds", "predict_seconds", "error", "traceback", "warnings", "notes")
    return all(same_array(getattr(a, k), getattr(b, k)) for k in arrays) and all(
        getattr(a, k) == getattr(b, k) for k in plain
    )
