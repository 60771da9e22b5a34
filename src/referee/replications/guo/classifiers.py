"""The classifiers of Table 5.3 as the thesis ran them (historic), and as they should be run.

As printed: features are not scaled, "Prior Knowledge" votes for the commonest class of all rows with certainty, and
probabilities are smoothed as if they were counts: (p + 1)/(1 + k) for k classes. Algorithm 1 smooths all of them,
section 4.4.1 those of "Bayesian" classifiers only; both readings are here.
"""

from __future__ import annotations

from typing import Any, Self

import numpy as np
from sklearn.base import BaseEstimator, ClassifierMixin, clone
from sklearn.ensemble import RandomForestClassifier
from sklearn.linear_model import LogisticRegression
from sklearn.naive_bayes import ComplementNB
from sklearn.svm import SVC
from sklearn.tree import DecisionTreeClassifier

from referee.kinds import Array

SEED = 1989                     # of the thesis
PRIOR = "prior"
RIGHT = {"logistic": "logistic", "svm": "svm-rbf", "naive Bayes": "complement-nb", "tree": "tree:max_depth=4",
         "forest": "forest"}    # and the prior, which is added to every study
BAYESIAN = ("naive Bayes", "forest", "tree")


class Smoothed(ClassifierMixin, BaseEstimator):  # type: ignore[misc]
    """A classifier whose probabilities are smoothed as if they were counts."""

    def __init__(self, model: Any) -> None:
        self.model = model

    def fit(self, X: Any, y: Any) -> Self:
        """As the model is fitted."""
        self.model_ = clone(self.model).fit(X, y)
        self.classes_ = self.model_.classes_
        return self

    def predict(self, X: Any) -> Array:
        """The model's labels."""
        said: Array = self.model_.predict(X)
        return said

    def predict_proba(self, X: Any) -> Array:
        """(p + 1)/(1 + k): 0.9 of two classes becomes 0.63."""
        return smoothed(self.model_.predict_proba(X))


def smoothed(said: Array) -> Array:
    """Laplace's rule on probabilities, as in the thesis; sums stay 1.

    >>> smoothed(np.array([[0.9, 0.1], [1.0, 0.0]])).round(3).tolist()
    [[0.633, 0.367], [0.667, 0.333]]
    """
    result: Array = (said + 1) / (1 + said.shape[1])
    return result


class OneHotPrior(ClassifierMixin, BaseEstimator):  # type: ignore[misc]
    """Says with certainty the label that is commonest in all rows, those to be tested on included."""

    def __init__(self, label: Any = None) -> None:
        self.label = label

    def fit(self, X: Any, y: Any) -> Self:  # noqa: ARG002
        """Nothing is learned."""
        self.classes_ = np.unique(y)
        return self

    def predict(self, X: Any) -> Array:
        """One label for all."""
        return np.full(len(X), self.label)

    def predict_proba(self, X: Any) -> Array:
        """Certain."""
        return np.tile((self.classes_ == self.label).astype(float), (len(X), 1))


def as_printed(commonest: Any, *, smooth_all: bool) -> dict[str, Any]:
    """Table 5.3, with its seed, unscaled; smoothed are all (Algorithm 1), or "Bayesian" classifiers only (4.4.1)."""
    models = {PRIOR: OneHotPrior(commonest), "logistic": LogisticRegression(max_iter=1000, random_state=SEED),
              "svm": SVC(probability=True, random_state=SEED), "naive Bayes": ComplementNB(),
              "tree": DecisionTreeClassifier(max_depth=4, random_state=SEED),
              "forest": RandomForestClassifier(random_state=SEED)}
    return {name: Smoothed(model) if smooth_all or name in BAYESIAN else model for name, model in models.items()}
