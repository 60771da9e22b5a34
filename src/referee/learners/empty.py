"""Columns that are empty in a training part, for models that take gaps but not a column of nothing else.

scikit-learn's histogram boosting cannot bin a column without a single value, which a small training part
of a column with many gaps can give.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from sklearn.base import BaseEstimator, TransformerMixin

from referee.kinds import Array


class EmptyToZero(TransformerMixin, BaseEstimator):  # type: ignore[misc]      # scikit-learn ships no types
    """Set to 0, in every row, the columns that had no value in the rows it was fitted on.

    >>> filler = EmptyToZero().fit(np.array([[1.0, np.nan], [np.nan, np.nan]]))
    >>> filler.transform(np.array([[np.nan, 5.0]]))
    array([[nan,  0.]])
    """

    def fit(self, X: Array, y: Any = None) -> EmptyToZero:  # noqa: ARG002
        """Remember which columns are empty."""
        self.n_features_in_ = X.shape[1]
        self.empty_ = np.isnan(X).all(axis=0)
        return self

    def transform(self, X: Array) -> Array:
        """The rows themselves where no column was empty, else a copy."""
        return np.where(self.empty_, 0.0, X) if self.empty_.any() else X
