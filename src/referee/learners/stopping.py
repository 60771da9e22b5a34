"""Boosting that stops early by rows which keep groups and time: the latest training rows, or whole groups.

scikit-learn's own holds a random part of the training rows out to stop by. Where rows of one group, or of neighbouring
times, stand on both sides, the part held out looks like the part learned, and the model stops too late. Here it is the
latest times, after the same gap as the outer test part; whole groups where there is no time; both where new groups are
tested. Known weakness: where no such part leaves every class to learn from, rows are held out at random after all, with
a warning.
"""

from __future__ import annotations

import inspect
import warnings
from contextlib import suppress
from typing import Any

import numpy as np
from sklearn.ensemble import HistGradientBoostingClassifier, HistGradientBoostingRegressor
from sklearn.utils import _safe_indexing

from referee.errors import BadInput
from referee.kinds import Array
from referee.learners.inner_folds import KeptPart

LARGE = 10_000              # rows from which on scikit-learn's boosting stops early by itself


class _StopsByKeptRows:
    """What is put before a boosting of scikit-learn: rows are held out by `stops`, which is told of them (`tell`)."""

    stops: KeptPart | None
    early_stopping: bool | str

    def fit(self, X: Any, y: Any, sample_weight: Any = None) -> Any:
        """Fit, and stop by the rows held out."""
        boosting: Any = super()
        stops = len(y) > LARGE if self.early_stopping == "auto" else bool(self.early_stopping)
        part = self._held_out(y) if stops else None
        if part is None:
            return boosting.fit(X, y, sample_weight=sample_weight)
        (ours, ours_weight), (held, held_weight) = (
            ((_safe_indexing(X, rows), _safe_indexing(y, rows)),
             None if sample_weight is None else np.asarray(sample_weight)[rows]) for rows in part)
        return boosting.fit(*ours, sample_weight=ours_weight, X_val=held[0], y_val=held[1],
                            sample_weight_val=held_weight)

    def _held_out(self, y: Any) -> tuple[Array, Array] | None:
        """The first part that leaves every class to learn from; None, and a warning, where there is none."""
        classes = np.unique(y).size if isinstance(self, HistGradientBoostingClassifier) else 0
        with suppress(BadInput):                    # too few times, or groups
            for fitted, held in self.stops.split(np.zeros((len(y), 1)), y) if self.stops is not None else ():
                if not classes or np.unique(_safe_indexing(y, fitted)).size == classes:
                    return fitted, held
        warnings.warn("no part of the training rows that keeps groups and time leaves enough to learn from, so that "
                      "rows were held out at random to stop by.", stacklevel=3)
        return None


class KeptStopClassifier(_StopsByKeptRows, HistGradientBoostingClassifier):      # type: ignore[misc]
    """The classifier."""


class KeptStopRegressor(_StopsByKeptRows, HistGradientBoostingRegressor):        # type: ignore[misc]
    """The regressor."""


KINDS: dict[type, type] = {HistGradientBoostingClassifier: KeptStopClassifier,
                           HistGradientBoostingRegressor: KeptStopRegressor}


def _with_one_more_parameter(boosting: type) -> Any:
    """A constructor that takes `stops` too; scikit-learn reads the parameters of a class off its signature."""
    def made(self: Any, *, stops: KeptPart | None = None, **parameters: Any) -> None:
        boosting.__init__(self, **parameters)       # type: ignore[misc]
        self.stops = stops

    itself = inspect.Parameter("self", inspect.Parameter.POSITIONAL_OR_KEYWORD)
    more = inspect.Parameter("stops", inspect.Parameter.KEYWORD_ONLY, default=None)
    made.__signature__ = inspect.Signature(         # type: ignore[attr-defined]
        [itself, *inspect.signature(boosting).parameters.values(), more])
    return made


for _boosting, _stopping in KINDS.items():
    _stopping.__init__ = _with_one_more_parameter(_boosting)        # type: ignore[misc]


def stop_by_kept_rows(boosting: Any, *, share: float, classes: bool) -> None:
    """Let a boosting of scikit-learn, a copy of the user's, hold out rows that keep groups and time."""
    boosting.__class__ = KINDS[type(boosting)]
    boosting.stops = KeptPart(share=share, classes=classes)
