"""Comparisons made within one test part, counted so that parts can be added up.

Scores of different models are on scales of their own, so a rank metric compares rows of one part only. Over several
parts it is the comparisons won among all that were made: a ROC AUC counts pairs of a positive and a negative row
(Forman & Scholz 2010 call the mean of parts AUC_avg; weighted by pairs it also holds where parts differ in their class
shares, and a part of one class simply has no pair to add), an average precision its positive rows.
"""

from __future__ import annotations

from dataclasses import dataclass

from referee.errors import Undefined
from referee.kinds import Array


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Tally:
    """What was won of how many comparisons; one entry for each class, or each pair of classes.

    >>> import numpy as np
    >>> one = Tally(won=np.array([3.0]), made=np.array([3.0]))
    >>> other = Tally(won=np.array([2.0]), made=np.array([4.0]))
    >>> (one + other).score
    0.714
    """

    won: Array
    made: Array
    weight: Array | None = None      # what each entry counts in the score; None: all the same
    unit: str = "pairs"              # what is counted

    def __add__(self, other: Tally) -> Tally:
        weight = None if self.weight is None or other.weight is None else self.weight + other.weight
        return Tally(won=self.won + other.won, made=self.made + other.made, weight=weight, unit=self.unit)

    @property
    def score(self) -> float:
        """The share won, averaged over the entries."""
        if not (self.made > 0).all():
            raise Undefined(f"no test part has {self.unit} to compare.")
        shares = self.won / self.made
        return float(shares.mean() if self.weight is None else shares @ self.weight / self.weight.sum())
