"""The leading learner of a study, fitted again: as it was handed over, or one of our own names, or a stand-in.

A ledger is a file of others: nothing is imported, made or called because it stands in it, not of scikit-learn either,
whose functions read, write and remove files. A learner that goes by a name here is made here, if the ledger's recipe is
the same to the last parameter. For others forests and boosted trees stand in, and are told as such.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np
from threadpoolctl import threadpool_limits

from referee.audit.bundle import Bundle
from referee.audit.evidence import one_pass
from referee.audit.leaks.owing import auc, small_learner
from referee.audit.leaks.rows import Rows
from referee.data.forms import take_rows
from referee.data.problem import Problem
from referee.kinds import Array, Json
from referee.learners import LEARNERS, Takes, resolve
from referee.seeds import seed_for


@dataclass(frozen=True, kw_only=True, eq=False)
class Again:
    """A learner that can be fitted again: on the rows as numbers, or as they were given to its maker."""

    name: str
    make: Callable[[], Any]
    rows: Rows
    given: Any = None            # the table as the user gave it; None: the learner takes the matrix
    labels: Array | None = None  # the target as the user gave it
    own: bool = True             # the learner of the study, not a stand-in
    handed: bool = False         # by its maker, as an object

    def said(self, train: Array, test: Array, order: Array | None = None) -> Array | None:
        """What it says of the test rows: of two classes how likely the second is, else classes or numbers.

        `order` hands it the targets of other rows; None where the learner fails.
        """
        y = self.rows.y if self.labels is None else self.labels
        shown = y[train] if order is None else y[order][train]
        try:
            with threadpool_limits(1):
                fitted = self.make()
                fitted.fit(self._table(train), shown)
                return self._outputs(fitted, self._table(test))
        except Exception:  # noqa: BLE001 - a stranger's learner that fails here has failed to be fitted again
            return None

    def _table(self, rows: Array) -> Any:
        return self.rows.matrix[rows] if self.given is None else take_rows(self.given, rows)

    def _outputs(self, fitted: Any, table: Any) -> Array:
        if self.rows.n_classes != 2:
            plain = np.asarray(fitted.predict(table))
            return plain if self.labels is None else self._codes(plain)
        classes = list(fitted.classes_)
        second = 1 if self.labels is None else self.labels[np.flatnonzero(self.rows.y == 1)[0]]
        if hasattr(fitted, "predict_proba"):
            return np.asarray(fitted.predict_proba(table), dtype=float)[:, classes.index(second)]
        if hasattr(fitted, "decision_function"):
            return np.asarray(fitted.decision_function(table), dtype=float) * (1 if classes.index(second) else -1)
        said: Array = (np.asarray(fitted.predict(table)) == second).astype(float)
        return said

    def _codes(self, said: Array) -> Array:
        if self.rows.n_classes is None or self.labels is None:
            return said.astype(float)
        code = dict(zip(self.labels.tolist(), self.rows.y.tolist(), strict=True))
        return np.array([code.get(one, -1) for one in said.tolist()])


def leading(bundle: Bundle, rows: Rows) -> str | None:
    """The model, no baseline, whose answers are best; None where no answers are known."""
    scores = {}
    for model in bundle.models or ():
        if not model.baseline and bundle.said_by(model.name):
            at, said = one_pass(bundle, model.name)
            told = said.values if said.n_classes is None else said.labels
            if told is not None and told.ndim == 1:
                y = rows.y[at]
                scores[model.name] = float((told == y).mean() if rows.n_classes is not None else -np.square(
                    told - y).mean())
    return max(scores, key=lambda name: scores[name]) if scores else None


def learner_of(bundle: Bundle, rows: Rows, name: str) -> Again | None:
    """The learner of a model: handed over, or the one of its name and recipe here; None where it cannot be had."""
    model, problem = bundle.model(name), bundle.problem
    handed = next((one for one in bundle.learners if one.name == name), None)
    if handed is not None and problem is not None:
        seed = seed_for(0, "leaks", "again")
        if handed.takes is Takes.MATRIX:
            return Again(name=name, make=lambda: handed.make(seed), rows=rows, handed=True)
        if handed.takes is Takes.GIVEN:
            return Again(name=name, make=lambda: handed.make(seed), rows=rows, handed=True, labels=problem.labels,
                         given=problem.require_features().given)
        return None
    if model is None or model.recipe is None or problem is None:
        return None
    return _by_name(name, model.recipe, problem, rows)


def _by_name(name: str, recipe: Json, problem: Problem, rows: Rows) -> Again | None:
    """A learner that goes by this name here, if it is the same one."""
    if name not in LEARNERS:
        return None
    [known] = resolve(name, problem)
    same = {k: v for k, v in known.recipe.items() if k != "seed"} == {k: v for k, v in recipe.items() if k != "seed"}
    return Again(name=name, make=lambda: known.make(seed_for(0, "leaks", "again")), rows=rows) if same else None


def stand_ins(rows: Rows) -> tuple[Again, ...]:
    """Small learners of ours, for one that cannot be had."""
    whole = np.nan_to_num(rows.matrix, nan=float(np.nanmin(rows.matrix, initial=0.0)) - 1.0)
    filled = Rows(names=rows.names, matrix=whole, categories=rows.categories, y=rows.y, n_classes=rows.n_classes,
                  texts=rows.texts, when=rows.when)
    return tuple(Again(name=kind, make=lambda kind=kind: small_learner(rows, kind), rows=filled, own=False)  # type: ignore[misc]
                 for kind in ("forests", "boosted trees"))


def quality(rows: Rows, at: Array, said: Array, order: Array | None = None) -> float | None:
    """AUC of two classes, accuracy of several, R² of numbers; against the targets of other rows, if so ordered."""
    y = rows.y[at] if order is None else rows.y[order][at]
    if rows.n_classes == 2:
        return auc(said, y == 1)
    if rows.n_classes is not None:
        return float((said == y).mean())
    spread = float(np.square(y - y.mean()).sum())
    return 1 - float(np.square(said - y).sum()) / spread if spread else None


def answers(rows: Rows, said: Array) -> Array:
    """Classes, where what was said tells how likely the second of two is; a decision's sign, or a half."""
    if rows.n_classes != 2:
        return said
    middle = 0.0 if said.min() < 0 or said.max() > 1 else 0.5
    return (said > middle).astype(int)


def rightness(rows: Rows, at: Array, said: Array) -> float:
    """The share of right answers, or R² of numbers."""
    y = rows.y[at]
    if rows.n_classes is not None:
        return float((said == y).mean())
    return 1 - float(np.square(said - y).sum()) / max(float(np.square(y - y.mean()).sum()), 1e-300)
