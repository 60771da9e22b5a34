"""Tree-augmented naive Bayes: every feature depends on the class and on at most one other feature.

Friedman, N., Geiger, D. and Goldszmidt, M. (1997). Bayesian network classifiers. Machine Learning 29, 131-163: the tree
is that of the largest mutual information of two features given the class (Chow & Liu), directed away from the first
feature. Probabilities are counts with `alpha` added to each, as in WEKA's SimpleEstimator (0.5).
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from referee.kinds import Array
from referee.learners.counting_bayes import CountingBayes


class TreeAugmentedBayes(CountingBayes):
    """A tree over the features, and the class above all of them.

    >>> rows = np.array([[0, 0], [0, 0], [1, 1], [1, 1], [0, 1], [1, 0], [0, 1], [1, 0]])
    >>> model = TreeAugmentedBayes().fit(rows, ["same"] * 4 + ["other"] * 4)      # naive Bayes cannot tell them
    >>> model.predict([[1, 1], [0, 1]]).tolist(), model.parents_
    (['same', 'other'], (None, 0))
    """

    def __init__(self, alpha: float = 0.5, bins: int = 5, max_bins: int = 100,
                 categorical_features: Sequence[int] | None = None, root: int = 0) -> None:
        super().__init__(alpha, bins, max_bins, categorical_features)
        self.root = root

    def _learn(self, classes: Array, pairs: Array) -> None:
        self.information_ = self._information(classes, pairs)
        self.parents_ = spanning_parents(self.information_, self.root)
        states = np.diagonal(pairs, axis1=1, axis2=2)
        self.prior_ = np.log((classes + self.alpha) / (classes.sum() + self.alpha * len(classes)))
        self.tables_ = []                       # of each feature: log p(state | class[, state of the parent])
        for j, parent in enumerate(self.parents_):
            own, wide = self._block(j), self.widths_[j]
            above = classes[:, None] if parent is None else states[:, self._block(parent)]
            counts = states[:, None, own] if parent is None else pairs[:, self._block(parent), own]
            self.tables_.append(np.log((counts + self.alpha) / (above[:, :, None] + self.alpha * wide)))
        self.table_entries_ = self.prior_.size + sum(table.size for table in self.tables_)

    def _information(self, classes: Array, pairs: Array) -> Array:
        """Mutual information of each two features given the class, in nats."""
        states = np.diagonal(pairs, axis1=1, axis2=2)
        expected = states[:, :, None] * states[:, None, :] / np.maximum(classes, 1)[:, None, None]
        ratio = np.divide(pairs, expected, out=np.ones_like(pairs), where=pairs > 0)
        parts = (pairs * np.log(ratio)).sum(axis=0) / classes.sum()
        across = np.add.reduceat(np.add.reduceat(parts, self.starts_, axis=0), self.starts_, axis=1)
        np.fill_diagonal(across, 0.0)
        return across

    def _joint(self, places: Array) -> Array:
        own = places - self.starts_
        joint = np.tile(self.prior_, (len(places), 1))
        for j, parent in enumerate(self.parents_):
            above = np.zeros(len(places), int) if parent is None else own[:, parent]
            joint += self.tables_[j][:, above, own[:, j]].T
        return joint


def spanning_parents(weights: Array, root: int) -> tuple[int | None, ...]:
    """Each node's parent in the tree of the largest weights (Prim), away from the root; the earlier one where they tie.

    >>> spanning_parents(np.array([[0, 1, 5], [1, 0, 4], [5, 4, 0.0]]), 0)
    (None, 2, 0)
    """
    parents: list[int | None] = [None] * len(weights)
    best, above = weights[root].copy(), np.full(len(weights), root)
    left = np.ones(len(weights), bool)
    left[root] = False
    while left.any():
        node = int(np.where(left, best, -np.inf).argmax())
        parents[node], left[node] = int(above[node]), False
        closer = left & (weights[node] > best)
        best, above = np.where(closer, weights[node], best), np.where(closer, node, above)
    return tuple(parents)
