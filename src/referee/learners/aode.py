"""Averaged one-dependence estimators: in turn every feature is the one that all others depend on; their mean.

Webb, G. I., Boughton, J. R. and Wang, Z. (2005). Not so naive Bayes: aggregating one-dependence estimators. Machine
Learning 58, 5-24. A feature is taken as the parent for a row if its value occurs `least` times in training; where none
does, naive Bayes answers. `least` is 1 as in WEKA (the paper: 30), and 1 is added to every count.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from scipy.special import logsumexp

from referee.kinds import Array
from referee.learners.counting_bayes import CountingBayes


class AveragedOneDependence(CountingBayes):
    """The mean of as many networks as there are features.

    >>> rows = np.array([[0, 0], [0, 0], [1, 1], [1, 1], [0, 1], [1, 0], [0, 1], [1, 0]])
    >>> AveragedOneDependence().fit(rows, ["same"] * 4 + ["other"] * 4).predict_proba([[1, 1]]).round(3).tolist()
    [[0.25, 0.75]]
    """

    def __init__(self, alpha: float = 1.0, bins: int = 5, max_bins: int = 100,
                 categorical_features: Sequence[int] | None = None, least: int = 1) -> None:
        super().__init__(alpha, bins, max_bins, categorical_features)
        self.least = least

    def _learn(self, classes: Array, pairs: Array) -> None:
        states = np.diagonal(pairs, axis1=1, axis2=2)
        self.seen_ = states.sum(axis=0)
        wide = np.repeat(self.widths_, self.widths_).astype(float)          # of the column of each state
        # Of a parent: log p(class, state).
        self.above_ = np.log((states + self.alpha) / (classes.sum() + self.alpha * len(classes) * wide))
        # Of a state given a class and a parent's state, which stand in rows; a column says nothing of itself.
        self.given_ = np.log((pairs + self.alpha) / (states[:, :, None] + self.alpha * wide))
        for j in range(self.n_features_in_):
            self.given_[:, self._block(j), self._block(j)] = 0.0
        self.prior_ = np.log((classes + self.alpha) / (classes.sum() + self.alpha * len(classes)))
        self.naive_ = np.log((states + self.alpha) / (classes[:, None] + self.alpha * wide))
        self.table_entries_ = self.above_.size + self.given_.size

    def _joint(self, places: Array) -> Array:
        counts = self.seen_[places] >= self.least                           # a row each, a feature a column
        alone = ~counts.any(axis=1)
        joint = np.empty((len(places), len(self.classes_)))
        for c in range(len(self.classes_)):
            of_parents = self.above_[c][places] + self.given_[c][places[:, :, None], places[:, None, :]].sum(axis=2)
            joint[:, c] = logsumexp(np.where(counts | alone[:, None], of_parents, -np.inf), axis=1)
            joint[alone, c] = self.prior_[c] + self.naive_[c][places[alone]].sum(axis=1)
        return joint
