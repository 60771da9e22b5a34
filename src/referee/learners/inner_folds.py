"""Folds for models that divide their own training rows, where rows come in groups or in time.

`dividing` puts them into a model as it is made; before each fit they are told the groups and times of the rows at hand.

- Groups, no time: folds of whole groups.
- Time: what scores its parts one by one (searches, selections, models that choose a penalty) is given rolling origins;
  what needs a prediction for each row (stacks, calibration) runs of successive times. Where the outer test part holds
  groups that were not trained on, the origins hold groups out too, and the runs become folds of whole groups.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from referee.designs.split import Split
from referee.kinds import Array
from referee.learners.calibration import successive
from referee.learners.tuning.forward import asks_of_new_groups, between, forward

USUAL = 5                   # scikit-learn's folds where nothing is said


@dataclass(frozen=True, slots=True, eq=False)
class Rows:
    """The rows of one fit: their groups and times, as far as known, and what the outer test part asks about."""

    n: int
    groups: Array | None = None
    times: Array | None = None
    gap: int = 0                    # times between training and test part
    new_groups: bool = False        # the test part holds none of these groups

    @classmethod
    def of(cls, groups: Array | None, times: Array | None, split: Split) -> Rows:
        """Of the training part of a split."""
        train = split.train_rows
        return cls(n=train.size, groups=None if groups is None else groups[train],
                   times=None if times is None else times[train], gap=0 if times is None else between(times, split),
                   new_groups=asks_of_new_groups(groups, split))


@dataclass(slots=True)
class KeptFolds:
    """Folds that keep the groups and times of the rows that are fitted, once they are told them (`tell`).

    >>> folds = KeptFolds(2, rows=Rows(4, groups=np.array([3, 3, 8, 8])))
    >>> [test.tolist() for _, test in folds.split(np.zeros((4, 1)), np.zeros(4))]
    [[2, 3], [0, 1]]
    """

    folds: int = USUAL
    scored: bool = False            # parts are scored one by one, and need not hold every row
    classes: bool = False
    rows: Rows | None = None

    def split(self, X: Any, y: Any = None, groups: Any = None) -> Iterator[tuple[Array, Array]]:  # noqa: ARG002
        """Row numbers to fit on and to test on."""
        n = X.shape[0] if hasattr(X, "shape") else len(X)
        rows = self.rows
        if rows is None or rows.n != n:
            raise ValueError(f"folds that keep groups and times were asked to divide {n} rows of which they were told "
                             f"nothing; give this model a cv of its own.")
        if rows.times is not None and self.scored:
            yield from forward(rows.times, splits=self.folds, gap=rows.gap,
                               groups=rows.groups if rows.new_groups else None)
        elif rows.groups is not None and (rows.times is None or rows.new_groups):
            yield from self._whole_groups(rows.groups, y)
        elif rows.times is not None:
            run = successive(rows.times, min(self.folds, np.unique(rows.times).size))
            yield from ((np.flatnonzero(run != k), np.flatnonzero(run == k)) for k in range(int(run.max()) + 1))

    def _whole_groups(self, groups: Array, y: Any) -> Iterator[tuple[Array, Array]]:
        from sklearn.model_selection import GroupKFold, StratifiedGroupKFold

        many = min(self.folds, np.unique(groups).size)
        if many < 2:                # a training part of one group: there is nothing to keep
            many, groups = min(self.folds, groups.size), np.arange(groups.size)
        rare = not self.classes or np.unique(np.asarray(y), axis=0, return_counts=True)[1].min() < many
        splitter = GroupKFold(many) if rare or np.ndim(y) > 1 else StratifiedGroupKFold(many)
        yield from splitter.split(np.zeros((groups.size, 1)), None if rare else y, groups)

    def get_n_splits(self, X: Any = None, y: Any = None, groups: Any = None) -> int:  # noqa: ARG002
        """How many parts there are at most."""
        rows = self.rows
        if rows is None or rows.n == 0 or X is None:
            return self.folds
        return len(list(self.split(X, y)))


@dataclass(slots=True)
class KeptPart(KeptFolds):
    """Parts of the rows of which one is to be held out: the last share of the times, or one of whole groups.

    >>> part = KeptPart(share=0.25, rows=Rows(4, times=np.array([5, 6, 7, 8])))
    >>> [(fitted.tolist(), held.tolist()) for fitted, held in part.split(np.zeros((4, 1)))]
    [([0, 1, 2], [3])]
    """

    share: float = 0.1

    def split(self, X: Any, y: Any = None, groups: Any = None) -> Iterator[tuple[Array, Array]]:
        """Row numbers to fit on and to hold out."""
        rows = self.rows
        if rows is None or rows.times is None:
            yield from KeptFolds(max(2, round(1 / self.share)), classes=self.classes, rows=rows).split(X, y, groups)
        else:
            yield from forward(rows.times, splits=1, share=self.share, gap=rows.gap,
                               groups=rows.groups if rows.new_groups else None)


def tell(estimator: Any, rows: Rows) -> None:
    """Let the folds of a model that divides its rows know those it is about to be fitted on."""
    parameters = estimator.get_params(deep=True) if hasattr(estimator, "get_params") else {}
    own = {name: replace(value, rows=rows) for name, value in parameters.items() if isinstance(value, KeptFolds)}
    if own:
        estimator.set_params(**own)
