"""Where probabilities of two classes were cut into labels, and whether these very rows would have it so."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import takewhile

import numpy as np

from referee.errors import RefereeError
from referee.kinds import Array
from referee.metrics import Predictions, metric

USUAL = 0.5
BY_LABELS = ("accuracy", "f1", "balanced_accuracy", "mcc")
MOST = 2000          # rows whose cuts are all tried


@dataclass(frozen=True, slots=True, kw_only=True)
class Cut:
    """Labels are the second class from a probability on that lies above `below` and not above `upto`."""

    below: float
    upto: float

    @property
    def usual(self) -> bool:
        """Whether a half cuts so, equal probabilities on either side."""
        return self.below <= USUAL <= self.upto

    @property
    def plain(self) -> bool:
        """Whether a number such as 0.3 cuts so, which somebody may have fixed beforehand."""
        return any(self.below < tenth / 10 <= self.upto for tenth in range(1, 10))


def cut_of(said: Predictions) -> Cut | None:
    """Where labels were cut; None where they do not follow from the probabilities, or are all of one class."""
    if said.n_classes != 2 or said.labels is None or said.probabilities is None:
        return None
    share, second = said.probabilities[:, 1], said.labels == 1
    if not second.any() or second.all() or share[~second].max() >= share[second].min():
        return None
    return Cut(below=float(share[~second].max()), upto=float(share[second].min()))


def best_by(parts: Sequence[Predictions], metrics: tuple[str, ...] = ()) -> tuple[str, float, float] | None:
    """The metric by which, in each part, no other cut of its rows is better: its mean over parts, and at a half."""
    if any(cut_of(part) is None or part.n_rows > MOST for part in parts):
        return None
    for name in metrics or BY_LABELS:
        try:
            each = (_own_usual_best(name, part) for part in parts)
            scores = list(takewhile(lambda one: one[0] >= one[2], each))        # none is cut anew after the first miss
        except RefereeError:
            continue
        if len(scores) == len(parts):
            own, usual = (float(np.mean([one[place] for one in scores])) for place in (0, 1))
            if own > usual:
                return name, own, usual
    return None


def _own_usual_best(name: str, said: Predictions) -> tuple[float, float, float]:
    """The score of the labels, of a cut at a half, and of the best cut."""
    share = np.asarray(said.probabilities)[:, 1]
    own, usual, *others = (_score(name, said, labels) for labels in (
        np.asarray(said.labels), *((share >= place).astype(np.int64) for place in (USUAL, *np.unique(share)))))
    return own, usual, max(others)


def _score(name: str, said: Predictions, labels: Array) -> float:
    return float(metric(name).score(Predictions(truth=said.truth, n_classes=2, labels=labels, classes=said.classes)))
