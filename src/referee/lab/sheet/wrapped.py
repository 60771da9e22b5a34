"""scikit-learn's own trees, alone, in forests, boosted, and support vector machines, shown a block of the columns."""

from __future__ import annotations

from typing import Any

import numpy as np

from referee.kinds import Array
from referee.lab.sheet.quick import Shown
from referee.seeds import seed_for, stream, twister

ROUNDS, DEPTH, RATE = 15, 3, 0.1


class Tree(Shown):
    """A tree, or the mean of several on bootstrap samples with random features at each split."""

    def __init__(self, first: int, last: int, salt: int = 0, *, leaf: int = 1, trees: int = 0) -> None:
        super().__init__(first, last, salt)
        self.leaf, self.trees = leaf, trees

    def learn(self, X: Array, codes: Array) -> None:
        """Grow them, without checking what is known to be in order."""
        from sklearn import config_context
        from sklearn.tree import DecisionTreeClassifier

        random, narrow = stream(self.random_state or 0, "trees", self.salt), np.ascontiguousarray(X, np.float32)
        self.grown = []
        with config_context(skip_parameter_validation=True):
            for _ in range(max(self.trees, 1)):
                one = DecisionTreeClassifier(min_samples_leaf=self.leaf, max_features="sqrt" if self.trees else None,
                                             random_state=twister(int(random.integers(2**31 - 1))))
                drawn = random.integers(len(X), size=len(X)) if self.trees else slice(None)
                one.fit(narrow[drawn], codes[drawn], check_input=False)
                self.grown.append((one.classes_, one.tree_))

    def chances(self, X: Array) -> Array:
        """The mean of the shares in their leaves."""
        said = np.zeros((len(X), len(self.classes_)))
        narrow = np.ascontiguousarray(X, np.float32)
        for classes, tree in self.grown:
            shares = tree.predict(narrow).reshape(len(X), -1)
            said[:, classes] += shares / shares.sum(axis=1, keepdims=True)
        return said / len(self.grown)


class Boosting(Shown):
    """Fifteen rounds of trees of depth three for two classes: `GradientBoostingClassifier`, without its checks."""

    def learn(self, X: Array, codes: Array) -> None:
        """In each round a tree of the residuals, its leaves by one step of Newton's (Friedman 2001, algorithm 5)."""
        from sklearn import config_context
        from sklearn.tree import DecisionTreeRegressor

        random, narrow, y = twister(_seed(self)), np.ascontiguousarray(X, np.float32), codes.astype(float)
        share = y.mean()
        self.start = np.log(share / (1 - share))
        scores, self.rounds = np.full(len(y), self.start), []
        with config_context(skip_parameter_validation=True):
            for _ in range(ROUNDS):
                less = np.exp(-scores)
                off = (y * less - (1 - y)) / (1 + less)             # to the last digit, which decides between ties
                tree = DecisionTreeRegressor(max_depth=DEPTH, random_state=random).fit(
                    narrow, off, check_input=False).tree_
                chance, leaf = y - off, tree.apply(narrow)
                up, down = (np.bincount(leaf, part, tree.node_count) for part in (off, chance * (1 - chance)))
                step = RATE * np.divide(up, down, out=np.zeros_like(up), where=down > 0)
                scores = scores + step[leaf]
                self.rounds.append((tree, step))

    def chances(self, X: Array) -> Array:
        """The logistic curve of the sum of their leaves."""
        narrow = np.ascontiguousarray(X, np.float32)
        said = 1 / (1 + np.exp(-self.start - sum(step[tree.apply(narrow)] for tree, step in self.rounds)))
        return np.column_stack([1 - said, said])


class Margin:
    """A support vector machine with a radial kernel; it gives scores, no probabilities."""

    def __init__(self, first: int, last: int, salt: int = 0) -> None:
        self.first, self.last, self.salt = first, last, salt

    def fit(self, X: Array, y: Array) -> Margin:
        """Learn from the columns that are shown."""
        from sklearn.svm import SVC

        self.model: Any = SVC().fit(np.asarray(X)[:, self.first:self.last], y)
        self.classes_ = self.model.classes_
        return self

    def decision_function(self, X: Array) -> Array:
        """The distance from the boundary."""
        said: Array = self.model.decision_function(np.asarray(X)[:, self.first:self.last])
        return said

    def predict(self, X: Array) -> Array:
        """The side of the boundary."""
        said: Array = self.model.predict(np.asarray(X)[:, self.first:self.last])
        return said


def _seed(learner: Shown) -> int:
    return seed_for(learner.random_state or 0, "salt", learner.salt)
