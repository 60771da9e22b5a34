"""What shortcuts over many shuffles share: one cross-validation as one table, and what a learner has to say."""

from __future__ import annotations

from abc import ABC, abstractmethod
from dataclasses import dataclass

import numpy as np

from referee.designs.split import Split
from referee.kinds import Array
from referee.running.shortcuts._base import PartPredictions
from referee.running.shortcuts.answering import EQUAL, NOTE, leaves_out

MOST_FOLDS = 30               # beyond, one product over all folds does more than it saves
NUMBERS_AT_ONCE = 500_000     # what stays in the cache of a processor is faster than fewer, larger steps
MOST = 32                     # shuffles in a batch


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Folds:
    """The splits of one cross-validation as one table: every row stands in one fold.

    `places` lists the places fold by fold, short folds filled up with a place that counts for nothing.
    """

    places: Array            # (folds, widest)
    real: Array              # (folds, widest), where a place counts
    cell: Array              # (rows,): fold · classes + class of each place
    train: Array             # (folds, classes): rows of each class to train on

    @classmethod
    def of(cls, splits: tuple[Split, ...], y: Array, n_classes: int) -> Folds | None:
        """Lay the splits side by side; None where they are no single cross-validation with training on the rest."""
        if len(splits) > MOST_FOLDS or sum(s.n_test for s in splits) != y.size or not all(map(leaves_out, splits)):
            return None
        widest = max(split.n_test for split in splits)
        places = np.stack([np.concatenate([s.test, np.repeat(s.test[:1], widest - s.n_test)]) for s in splits])
        real = np.arange(widest) < np.array([[split.n_test] for split in splits])
        fold = np.full(y.size, -1)
        for number, split in enumerate(splits):
            fold[split.test] = number
        counts = np.bincount(fold * n_classes + y, minlength=len(splits) * n_classes) if (fold >= 0).all() else None
        if counts is None:
            return None
        tested = counts.reshape(len(splits), n_classes)
        train = tested.sum(axis=0) - tested
        return cls(places=places, real=real, cell=fold * n_classes + y, train=train) if (train > 0).all() else None

    def training_sums(self, orders: Array, rows: Array) -> Array:
        """Sums of the rows (n, d) of each class of each training part, (shuffles, folds, classes, d): one product."""
        cells = self.train.size
        inside = np.zeros((len(orders), cells, orders.shape[1]))
        np.put_along_axis(inside.reshape(len(orders), -1), self.cell * orders.shape[1] + orders, 1.0, axis=1)
        sums = (inside.reshape(-1, orders.shape[1]) @ rows).reshape(len(orders), *self.train.shape, -1)
        return np.asarray(sums.sum(axis=1, keepdims=True) - sums)


class AtOnce(ABC):
    """One learner on one problem and plan, ready to say what it would say on any shuffle."""

    size: int                # shuffles in a batch
    note: str = NOTE         # what a record is marked by
    equal: float = EQUAL     # how far its probabilities may be from those of a refit
    mends: bool = False      # whether folds that are not sure are refitted alone; otherwise all folds of their shuffle

    @abstractmethod
    def say(self, orders: Array) -> PartPredictions:
        """Predictions (shuffles × folds, widest, classes) for orders (shuffles, rows)."""


def batch_of(numbers: int) -> int:
    """How many shuffles to take at once if each needs so many numbers."""
    return min(MOST, max(1, NUMBERS_AT_ONCE // numbers))
