"""What an estimator says of several targets of classes: labels, and probabilities or scores, side by side.

Probabilities come as a list of tables, one a target (trees, neighbours, `MultiOutputClassifier`), or, where each target
has two classes, as one table with the probability of the later class of each (`ClassifierChain`, a neural net). They
are recorded as one table: the classes of the first target, then those of the second, and so on.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from referee.kinds import Array
from referee.running.contract import BadOutput, answers, class_positions, codes_of, distributions, numbers, spread

Names = Sequence[Sequence[Any]]


def outputs_of_targets(estimator: Any, X: Any, names: Names, n_rows: int) -> dict[str, Array]:
    """Labels (rows, targets), probabilities (rows, classes of all targets) or scores (rows, targets)."""
    labels = answers(estimator.predict(X))
    if labels.shape != (n_rows, len(names)):
        raise BadOutput(f"predict() returned shape {labels.shape} for {n_rows} rows of {len(names)} targets")
    said = {"labels": np.column_stack([
        codes_of(labels[:, j], classes, f"predict() returned {{}} for target {j + 1}, which is none of its classes")
        for j, classes in enumerate(names)])}
    if hasattr(estimator, "predict_proba"):
        return said | {"probabilities": np.hstack(_tables(estimator.predict_proba(X), estimator, names, n_rows))}
    two_each = all(len(classes) == 2 for classes in names)
    if two_each and hasattr(estimator, "decision_function"):
        scores = numbers(estimator.decision_function(X), (n_rows, len(names)), "decision_function()")
        return said | {"scores": scores * [1 if _later(classes) == 1 else -1 for classes in names]}
    return said


def _tables(raw: Any, estimator: Any, names: Names, n_rows: int) -> list[Array]:
    """The probabilities of each target's classes."""
    if isinstance(raw, list | tuple):
        if len(raw) != len(names):
            raise BadOutput(f"predict_proba() returned {len(raw)} tables for {len(names)} targets")
        known = getattr(estimator, "classes_", [None] * len(names))
        return [_table(one, known[j], names[j], n_rows) for j, one in enumerate(raw)]
    if any(len(classes) != 2 for classes in names):
        raise BadOutput("predict_proba() returned one table for several targets of more than two classes")
    later = numbers(raw, (n_rows, len(names)), "predict_proba()")
    tables = [np.column_stack([1 - later[:, j], later[:, j]]) for j in range(len(names))]
    return [distributions(table if _later(classes) == 1 else table[:, ::-1])
            for table, classes in zip(tables, names, strict=True)]


def _table(raw: Any, known: Any, classes: Sequence[Any], n_rows: int) -> Array:
    position = class_positions(known, classes)
    return spread(distributions(numbers(raw, (n_rows, position.size), "predict_proba()")), position, len(classes))


def _later(classes: Sequence[Any]) -> int:
    """Which of two classes a model sorts last, and so takes for the positive one."""
    return int(np.asarray(classes).argmax() if not isinstance(classes[0], str) else classes.index(max(classes)))
