"""Features that were kept because they go best with the target over all rows, while the others were left out.

Columns that really tell the most would be the best in any part of the rows, too. So it is told only where halves of the
rows would have chosen others: then nothing but a look at all rows, those tested on among them, gives just these.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from referee.data.column import ColumnKind
from referee.data.features import Features
from referee.data.problem import Problem
from referee.kinds import Array
from referee.seeds import stream

FEWEST_KEPT, FEWEST_LEFT = 3, 20        # columns: of fewer, chance or knowledge gives the best
HALVES = 20
UNSTEADY = 0.75                         # of those kept, found again in half of the rows: more, and they may be known


@dataclass(frozen=True, slots=True, kw_only=True)
class KeptBest:
    """Which columns were kept of how many, and how many of them half of the rows would have chosen."""

    columns: tuple[str, ...]
    of: int
    again: float            # share of them that half of the rows chooses, on average


def kept_the_best(problem: Problem, whole: Features | None, trained: Array | None = None) -> KeptBest | None:
    """The columns used where they are exactly those that go best with the target of all rows; else None.

    `trained` are the rows of the only training part: where they give the same columns, these may be from there.
    """
    if whole is None or problem.features is None or problem.has_several or whole.form:
        return None
    used = {column.name for column in problem.features.columns}
    numbers = [place for place, column in enumerate(whole.columns) if column.kind is ColumnKind.NUMBER]
    names = [whole.columns[place].name for place in numbers]
    kept = np.array([name in used for name in names])
    k = int(kept.sum())
    if not used <= set(names) or k < FEWEST_KEPT or (~kept).sum() < FEWEST_LEFT:
        return None
    X = _filled(whole.matrix[:, numbers].astype(float))
    if not np.array_equal(_best(X, problem, np.arange(problem.n_rows), k), np.flatnonzero(kept)):
        return None
    if trained is not None and np.array_equal(_best(X, problem, trained, k), np.flatnonzero(kept)):
        return None
    random = stream(0, "audit", "kept best")
    halves = [random.permutation(problem.n_rows)[:problem.n_rows // 2] for _ in range(HALVES)]
    again = float(np.mean([kept[_best(X, problem, half, k)].mean() for half in halves]))
    return None if again > UNSTEADY else KeptBest(columns=tuple(np.array(names)[kept]), of=len(names), again=again)


def _best(X: Array, problem: Problem, rows: Array, k: int) -> Array:
    """The k columns that go best with the target of these rows, by F of its classes or by correlation, in order."""
    y, some = problem.y[rows], X[rows]
    with np.errstate(divide="ignore", invalid="ignore"):
        score = _between(some, y, len(problem.classes)) if problem.classes else _correlation(some, y.astype(float))
    best: Array = np.sort(np.argsort(-np.nan_to_num(score), kind="stable")[:k])
    return best


def _between(X: Array, y: Array, classes: int) -> Array:
    """The share of each column's spread that lies between the classes; in the order of F, or of |t| for two."""
    centred = X - X.mean(axis=0)
    between = sum((centred[y == code].sum(axis=0) ** 2 / max(int((y == code).sum()), 1) for code in range(classes)),
                  np.zeros(X.shape[1]))
    share: Array = between / (centred**2).sum(axis=0)
    return share


def _correlation(X: Array, y: Array) -> Array:
    centred, target = X - X.mean(axis=0), y - y.mean()
    found: Array = np.abs(target @ centred) / np.sqrt((centred**2).sum(axis=0) * (target**2).sum())
    return found


def _filled(X: Array) -> Array:
    """Gaps as the mean of their column, which moves no mean."""
    return np.where(np.isnan(X), np.nanmean(np.where(np.isfinite(X), X, np.nan), axis=0), X)
