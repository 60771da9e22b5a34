"""Forecasts by quantiles: those of the training targets, and boosted trees for each level.

Koenker, R. and Bassett, G. (1978). Regression quantiles. Econometrica 46, 33-50: the pinball loss of a level is least
at the quantile of that level.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from sklearn.base import BaseEstimator, RegressorMixin

from referee.given.quantiles import LEVELS
from referee.kinds import Array


class PastQuantiles(RegressorMixin, BaseEstimator):  # type: ignore[misc]
    """Says the quantiles of the training targets, and their mean, whatever the features.

    >>> model = PastQuantiles().fit([[0], [0], [0]], [1.0, 2.0, 6.0])
    >>> model.predict([[9]]), model.predict_quantiles([[9]], [0.5])
    (array([3.]), array([[2.]]))
    """

    def fit(self, X: Any, y: Any) -> PastQuantiles:  # noqa: ARG002
        """Keep the targets in order."""
        self.sorted_ = np.sort(np.asarray(y, dtype=float))
        return self

    def predict(self, X: Any) -> Array:
        """The mean, for every row."""
        return np.full(len(X), self.sorted_.mean())

    def predict_quantiles(self, X: Any, levels: Any) -> Array:
        """The same quantiles for every row."""
        return np.tile(np.quantile(self.sorted_, levels, method="hazen"), (len(X), 1))


class QuantileBoosting(RegressorMixin, BaseEstimator):  # type: ignore[misc]
    """Boosted trees, once for each level, put in order where they cross; the median is what it says as a number.

    >>> model = QuantileBoosting(max_iter=5).fit(np.arange(60.0)[:, None], np.arange(60.0))
    >>> bool((np.diff(model.predict_quantiles([[30.0]], [0.1, 0.9])) >= 0).all())
    True
    """

    def __init__(self, max_iter: int = 50, learning_rate: float = 0.1, max_leaf_nodes: int | None = 31,
                 min_samples_leaf: int = 20) -> None:
        self.max_iter = max_iter
        self.learning_rate = learning_rate
        self.max_leaf_nodes = max_leaf_nodes
        self.min_samples_leaf = min_samples_leaf

    def fit(self, X: Any, y: Any) -> QuantileBoosting:
        """One model for each level."""
        from sklearn.ensemble import HistGradientBoostingRegressor

        self.models_ = {level: HistGradientBoostingRegressor(
            loss="quantile", quantile=level, early_stopping=False, **self.get_params()).fit(X, y) for level in LEVELS}
        return self

    def predict(self, X: Any) -> Array:
        """The median."""
        return np.asarray(self.predict_quantiles(X, [0.5])[:, 0])

    def predict_quantiles(self, X: Any, levels: Any) -> Array:
        """Those of the levels that were learned, in order; others lie on the lines between them."""
        learned = np.sort(np.column_stack([model.predict(X) for model in self.models_.values()]), axis=1)
        return np.array([np.interp(levels, list(self.models_), row) for row in learned]).reshape(len(learned), -1)
