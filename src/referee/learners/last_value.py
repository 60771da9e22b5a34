"""The last value: what a series said when it was last looked at, for as long as it is not looked at again.

Training rows of a series stand in order of time, so the last of them is the latest. It does not know how far ahead it
is asked, nor of which group: with several rows at one time it says the last of them.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from sklearn.base import BaseEstimator, RegressorMixin

from referee.kinds import Array


class LastValue(RegressorMixin, BaseEstimator):  # type: ignore[misc]
    """Says the target of the last training row.

    >>> LastValue().fit([[0], [1], [2]], [5.0, 3.0, 4.0]).predict([[7], [8]])
    array([4., 4.])
    """

    def fit(self, X: Any, y: Any) -> LastValue:  # noqa: ARG002
        """Keep the last target, or the last of each of several."""
        self.last_ = np.asarray(y, dtype=float)[-1]
        return self

    def predict(self, X: Any) -> Array:
        """The same for every row."""
        return np.broadcast_to(self.last_, (len(X), *np.shape(self.last_))).copy()
