"""Samples of a cell: rows on which the truth about two learners is known, and fresh ones to know it better.

Synthetic: two blocks of five features, exchangeable where the two δ are equal (two Gaussians a distance 2δ apart, so
that Bayes' error is Φ(−δ); for numbers a line, a sine and a square with noise). Real rows: two rows of one class stand
side by side, one shown to each learner; which of the two was first is chance, so that the learners are equal in truth
whatever the data are. For numbers the target is the mean of the two rows'.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache

import numpy as np

from referee.data import bundled
from referee.kinds import Array, Task
from referee.lab.sheet.cells import Cell

WIDTH = 5                       # features that a learner sees
FEWEST = 5                      # rows of a class in a sample
GROUP_SHIFT = 0.5               # standard deviation of a group's place, and of what it says about the classes
COLUMNS = {                     # of the bundled sets: enough to learn from, too few to be right always
    "breast-cancer": ("mean texture", "mean smoothness", "mean symmetry", "mean fractal dimension", "texture error"),
    "digits": ("pixel_2_3", "pixel_3_4", "pixel_4_3", "pixel_5_4", "pixel_2_5"),
    "wine": ("malic_acid", "ash", "magnesium", "nonflavanoid_phenols", "hue"),
    "diabetes": ("age", "bmi", "bp", "s1", "s5"),
}


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Sample:
    """Rows whose first columns learner A sees, the rest learner B."""

    X: Array
    y: Array
    groups: Array | None = None


def draw(cell: Cell, n: int, random: np.random.Generator, *, whole: bool = True) -> Sample:
    """So many rows of the cell's law; `whole` samples hold five rows or more of each class."""
    if cell.real:
        return _real(cell, n, random)
    groups, sizes = _groups(cell, n, random)
    y = _outcomes(cell, n, random)
    while whole and cell.task is Task.CLASSIFICATION and np.bincount(y, minlength=cell.classes).min() < FEWEST:
        y = _outcomes(cell, n, random)
    if cell.task is Task.REGRESSION:
        return _numbers(cell, n, random)
    blocks = [_block(cell, y, delta, (groups, sizes), random) for delta in cell.deltas[:1 if cell.same else 2]]
    return Sample(X=np.column_stack(blocks), y=y, groups=groups)


def shares(cell: Cell) -> Array:
    """What part of the rows each class has."""
    if cell.classes == 2:
        return np.array([1 - cell.share, cell.share])
    rest = np.linspace(2, 1, cell.classes - 1)
    return np.append(rest / rest.sum() * (1 - cell.share), cell.share)


def _outcomes(cell: Cell, n: int, random: np.random.Generator) -> Array:
    drawn: Array = random.choice(cell.classes, size=n, p=shares(cell))
    return drawn


def _block(cell: Cell, y: Array, delta: float, groups: tuple[Array | None, int], random: np.random.Generator) -> Array:
    """Class k stands at distance 2δ from the others; a group moves its rows, and what it says of the classes."""
    corners = _corners(cell.classes) * delta
    noise: Array = random.normal(size=(len(y), WIDTH))
    codes, count = groups
    if codes is None:
        return corners[y] + noise
    strength = 1 + GROUP_SHIFT * random.normal(size=count)
    place = GROUP_SHIFT * random.normal(size=(count, WIDTH))
    moved: Array = corners[y] * strength[codes][:, None] + place[codes] + noise
    return moved


@cache
def _corners(classes: int) -> Array:
    """Unit vectors for two classes, opposite; for more, corners at the same distances."""
    if classes == 2:
        one = np.full(WIDTH, 1 / np.sqrt(WIDTH))
        return np.array([-one, one])
    corners = np.eye(WIDTH)[:classes] * np.sqrt(2)
    centred: Array = corners - corners.mean(axis=0)
    return centred


def _groups(cell: Cell, n: int, random: np.random.Generator) -> tuple[Array | None, int]:
    """A group for each row: equal sizes, or lognormal ones with at least two rows each."""
    if not cell.groups:
        return None, 0
    count = max(round(cell.groups * n / cell.n), 2)         # a larger sample has more groups, not larger ones
    if not cell.unequal:
        return np.arange(n) % count, count
    weights = random.lognormal(0, 1, count)
    more = random.choice(count, size=n, p=weights / weights.sum())
    return np.concatenate([np.repeat(np.arange(count), 2), more])[:n], count


def _numbers(cell: Cell, n: int, random: np.random.Generator) -> Sample:
    """A target that both blocks say something about, each as much as its δ."""
    blocks = [random.normal(size=(n, WIDTH)) for _ in range(1 if cell.same else 2)]
    y = random.normal(size=n)
    for X, delta in zip(blocks, cell.deltas, strict=False):
        y = y + delta * (np.sin(2 * X[:, 0]) + X[:, 1] + 0.5 * (X[:, 2] ** 2 - 1))
    return Sample(X=np.column_stack(blocks), y=y)


@cache
def _bundled(name: str) -> tuple[Array, Array]:
    """Some columns of a bundled set, standardised, and its target."""
    problem = bundled(name)
    names = [column.name for column in problem.columns]
    matrix = np.asarray(problem.require_features().matrix, float)
    X = matrix[:, [names.index(one) for one in COLUMNS[name]]]
    return (X - X.mean(axis=0)) / X.std(axis=0), problem.y


def _real(cell: Cell, n: int, random: np.random.Generator) -> Sample:
    """Pairs of rows of one class, without replacement; the first of a pair for A, the second for B."""
    X, target = _bundled(cell.source)
    if cell.task is Task.REGRESSION:
        first, second = random.permutation(len(X))[:2 * n].reshape(2, n)
        return Sample(X=np.column_stack([X[first], X[second]]), y=(target[first] + target[second]) / 2)
    classes = target if cell.classes > 2 else (target >= (target.max() + 1) / 2).astype(int)
    if cell.same:
        taken = random.permutation(len(X))[:n]
        return Sample(X=X[taken], y=classes[taken])
    counts = np.maximum(np.round(n * shares(cell)), FEWEST).astype(int)
    pairs = [random.permutation(np.flatnonzero(classes == code))[:2 * count].reshape(2, count)
             for code, count in enumerate(counts)]
    first, second = np.concatenate(pairs, axis=1)
    return Sample(X=np.column_stack([X[first], X[second]]), y=classes[first])
