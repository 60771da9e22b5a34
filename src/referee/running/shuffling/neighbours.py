"""Nearest neighbours on many shuffles: who is near whom does not depend on labels, so it is found out once.

Which rows lie near each row is what `shortcuts.neighbours` keeps; a shuffle changes only which of them stand in another
fold, and their labels. Where ties, or a StandardScaler's change of the metric, leave it open who the nearest are, the
shuffle is refitted.
"""

from __future__ import annotations

import copy
from dataclasses import replace

import numpy as np

from referee.kinds import Array
from referee.running.shortcuts._base import Case, PartPredictions
from referee.running.shortcuts.neighbours import SPARE, Neighbours, nearest_neighbours
from referee.running.shuffling.folds import AtOnce, Folds, batch_of


class NearestNeighbours(AtOnce):
    """The neighbours of every row, and the folds, those of one size together."""

    def __init__(self, shortcut: Neighbours, folds: Folds) -> None:
        self.shortcut, self.folds = shortcut, folds
        spare = SPARE * (4 if shortcut.case.scaled else 2)
        shortcut.find(min(len(shortcut.X), shortcut.wanted + spare))
        self.sizes = folds.real.sum(axis=1)
        width = shortcut.X.shape[1] if shortcut.case.scaled else 4
        self.size = batch_of(len(shortcut.X) * (shortcut.wanted + spare) * width)

    def say(self, orders: Array) -> PartPredictions:
        """Shuffle by shuffle: labels go to rows, then the nearest in other folds vote."""
        (f, widest), k = self.folds.places.shape, self.shortcut.case.n_classes
        chances = np.zeros((len(orders), f, widest, k))
        labels = np.zeros((len(orders), f, widest), dtype=np.int64)
        sure = np.zeros((len(orders), f), dtype=bool)
        for i, order in enumerate(orders):
            mine = copy.copy(self.shortcut)
            y = np.empty_like(mine.case.y)
            y[order] = self.shortcut.case.y
            mine.case = replace(mine.case, y=y)
            for size in np.unique(self.sizes):
                which = np.flatnonzero(self.sizes == size)
                said = mine.leave_out(order[self.folds.places[which, :size]])
                chances[i, which, :size] = said.probabilities
                labels[i, which, :size] = np.asarray(said.labels)
                sure[i, which] = said.sure
        return PartPredictions(sure=sure.reshape(-1), probabilities=chances.reshape(-1, widest, k),
                    labels=labels.reshape(-1, widest))


def neighbours(case: Case, folds: Folds) -> AtOnce | None:
    """The model on all shuffles, or None where it would not be exact."""
    shortcut = nearest_neighbours(case)
    if not isinstance(shortcut, Neighbours) or shortcut.wanted > len(case.X) - folds.real.sum(axis=1).max():
        return None
    return NearestNeighbours(shortcut, folds)
