"""Learners fitted on hundreds of splits of one sample at once: which cases each split's model gets wrong.

Linear discriminant analysis follows from sums over the training cases, so all splits are one matrix product. The
nearest neighbour of a case is the first of its neighbours, in order of distance, that was trained on. Trees and
forests are compiled (see `trees`).
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import Any

import numpy as np

from referee.errors import UnknownName
from referee.kinds import Array
from referee.lab.generators import WIDTH
from referee.lab.trees import forest, tree

NEIGHBOURS = 16         # looked at before all are
RIDGE = 1e-2            # of the kernel learner


def wrong(learner: str, X: Array, y: Array, tested: Array, random: np.random.Generator, *, projected: bool) -> Array:
    """A row per split and a column per case: 1 where a tested case is predicted wrongly, 0 elsewhere."""
    if learner not in LEARNERS:
        raise UnknownName("learner of the lab", learner, LEARNERS)
    projections = random.normal(size=(len(tested), X.shape[1], WIDTH)) if projected else None
    errors: Array = (LEARNERS[learner](X, y, tested, projections, random) != y) & tested
    return errors


def lda(X: Array, y: Array, tested: Array, projections: Array | None, _random: np.random.Generator) -> Array:
    """Predictions of linear discriminant analysis with the class shares of the training cases as priors."""
    n, p = X.shape
    train = (~tested).astype(float)
    ones = [np.where(y == label, 1.0, 0.0)[:, None] for label in (0, 1)]
    squares = (X[:, :, None] * X[:, None, :]).reshape(n, p * p)
    counts = [train @ one for one in ones]                                      # S × 1
    means = [train @ (X * one) / count for one, count in zip(ones, counts, strict=True)]
    within = (train @ squares).reshape(-1, p, p) - sum(
        count[:, :, None] * mean[:, :, None] * mean[:, None, :] for count, mean in zip(counts, means, strict=True))
    within /= train.sum(axis=1)[:, None, None]
    apart, centre = means[1] - means[0], (means[1] + means[0]) / 2
    weights = _solve(within, apart, projections)
    offset = np.log(counts[1] / counts[0]) - (centre * weights).sum(axis=1, keepdims=True)
    said: Array = (weights @ X.T + offset > 0).astype(int)
    return said


def _solve(within: Array, apart: Array, projections: Array | None) -> Array:
    """The discriminant direction of each split; through a projection P it is P (PᵀSP)⁻¹ Pᵀd."""
    if projections is None:
        weights: Array = np.linalg.solve(within, apart[:, :, None])[:, :, 0]
        return weights
    turned = projections.transpose(0, 2, 1)
    inner = np.linalg.solve(turned @ within @ projections, turned @ apart[:, :, None])
    through: Array = (projections @ inner)[:, :, 0]
    return through


def nearest(X: Array, y: Array, tested: Array, projections: Array | None, _random: np.random.Generator) -> Array:
    """Predictions of the nearest neighbour among the training cases."""
    if projections is None:
        return _first_trained(_neighbours(X), y, tested)
    return _voted(X, y, tested, projections, 1)


def _neighbours(X: Array) -> Array:
    """Squared distances to all other cases; a case is no neighbour of itself."""
    squares = (X**2).sum(axis=1)
    distance: Array = squares[:, None] + squares - 2 * (X @ X.T)
    np.fill_diagonal(distance, np.inf)
    return distance


def _first_trained(distance: Array, y: Array, tested: Array) -> Array:
    n = len(y)
    m = min(NEIGHBOURS, n - 1)
    near = np.argpartition(distance, m - 1, axis=1)[:, :m]
    near = np.take_along_axis(near, np.argsort(np.take_along_axis(distance, near, axis=1), axis=1), axis=1)
    trained = ~tested[:, near]                                                  # S × n × m
    first = trained.argmax(axis=2)
    said: Array = y[near[np.arange(n), first]]
    lost = ~np.take_along_axis(trained, first[:, :, None], axis=2)[:, :, 0]     # none of the nearest was trained on
    for split, case in np.argwhere(lost & tested):
        said[split, case] = y[np.where(tested[split], np.inf, distance[case]).argmin()]
    return said


def five_nearest(X: Array, y: Array, tested: Array, projections: Array | None, _random: np.random.Generator) -> Array:
    """Predictions of the vote of the five nearest training cases."""
    return _voted(X, y, tested, projections, 5)


def _voted(X: Array, y: Array, tested: Array, projections: Array | None, k: int) -> Array:
    vote, said = _compiled_vote(), np.empty(tested.shape, int)
    for split, out in enumerate(tested):
        seen = X if projections is None else X @ projections[split]
        said[split] = vote(seen, y, out, np.flatnonzero(~out), k)
    return said


@cache
def _compiled_vote() -> Callable[..., Array]:
    """What most of a case's k nearest training cases are, for the tested cases of one split."""
    from numba import njit

    @njit
    def vote(X: Any, y: Any, out: Any, train: Any, k: int) -> Any:
        said = np.zeros(len(y), np.int64)
        near, label = np.empty(k), np.empty(k, np.int64)        # sorted by distance
        for case in np.flatnonzero(out):
            near[:] = np.inf
            for other in train:
                distance = 0.0
                for f in range(X.shape[1]):
                    distance += (X[case, f] - X[other, f]) ** 2
                place = k - 1
                if distance >= near[place]:
                    continue
                while place > 0 and near[place - 1] > distance:
                    near[place], label[place] = near[place - 1], label[place - 1]
                    place -= 1
                near[place], label[place] = distance, y[other]
            said[case] = 1 if 2 * label.sum() > k else 0
        return said

    made: Callable[..., Array] = vote
    return made


def kernel(X: Array, y: Array, tested: Array, projections: Array | None, _random: np.random.Generator) -> Array:
    """Predictions of least squares with a Gaussian kernel of scikit-learn's width, all but interpolating."""
    said = np.zeros(tested.shape, int)
    similar = _gaussian(X) if projections is None else np.empty(0)
    for split, out in enumerate(tested):
        K = similar if projections is None else _gaussian(X @ projections[split])
        train = np.flatnonzero(~out)
        inner = K[np.ix_(train, train)] + RIDGE * np.eye(len(train))
        weights = np.linalg.solve(inner, 2.0 * y[train] - 1)
        said[split, out] = K[np.ix_(np.flatnonzero(out), train)] @ weights > 0
    return said


def _gaussian(X: Array) -> Array:
    distance = _neighbours(X)
    np.fill_diagonal(distance, 0.0)
    K: Array = np.exp(-distance / (X.shape[1] * X.var()))
    return K


LEARNERS: dict[str, Callable[..., Array]] = {
    "lda": lda, "1nn": nearest, "5nn": five_nearest, "kernel": kernel, "tree": tree, "forest": forest,
}
SLOW = {"tree", "forest", "kernel"}
