"""How good a metric is at its job: does it separate learners, does it repeat itself, does it agree with the truth?

Scores come as a table with a row for each repeat and a column for each learner, higher being better.
Discriminating power: the share of pairs separated by the corrected resampled t (Nadeau & Bengio 2003), Holm over all
pairs, at the error rate. Consistency: mean Kendall tau-b between the rankings of two repeats, or of two sizes.
Fidelity: tau-b of the metric's ranking with that of a known truth. Where a training sample is not all rows beside the
test set, `n_train` is the number of those all the same (see `ScoreTable.n_untested`). Weakness: the smaller the samples
and the larger the test sets, the more conservative the corrected t; power is then a lower bound.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import combinations

import numpy as np
import numpy.typing as npt

from referee.comparisons.multiplicity.adjust import adjust
from referee.comparisons.two_models.corrected_t import corrected_t_of
from referee.errors import BadInput, Undefined
from referee.kinds import Array, Json


@dataclass(frozen=True, slots=True, kw_only=True)
class Power:
    """How many pairs of learners a metric separates."""

    separated: int
    pairs: int

    @property
    def share(self) -> float:
        """Of all pairs."""
        return self.separated / self.pairs

    def __str__(self) -> str:
        return f"{self.separated} of {self.pairs} pairs"

    def to_dict(self) -> Json:
        """For JSON."""
        return {"separated": self.separated, "pairs": self.pairs, "share": self.share}


def tau_b(a: npt.ArrayLike, b: npt.ArrayLike) -> float:
    """Kendall's tau-b of two score vectors: pairs in the same order less pairs in the other, ties allowed for.

    >>> tau_b([1, 2, 3, 4], [1, 3, 2, 4])
    0.667
    """
    x, y = np.asarray(a, dtype=float), np.asarray(b, dtype=float)
    if x.shape != y.shape or x.ndim != 1:
        raise BadInput(f"rankings must be of the same learners, not of {x.shape} and {y.shape}.")
    first, second = np.sign(x[:, None] - x), np.sign(y[:, None] - y)
    untied = float(np.sqrt((first**2).sum() * (second**2).sum()))
    if untied == 0:
        raise Undefined("a ranking in which all are tied agrees with nothing.")
    return float((first * second).sum() / untied)


def discriminating_power(scores: npt.ArrayLike, *, n_train: float, n_test: float, level: float = 0.95) -> Power:
    """How many pairs of learners differ by the corrected t over repeats, Holm over all pairs.

    >>> rows = np.random.default_rng(0).normal(size=(10, 1)) + [0.0, 0.1, 50.0]
    >>> noise = np.random.default_rng(1).normal(size=(10, 3))
    >>> print(discriminating_power(rows + noise, n_train=90, n_test=10))
    2 of 3 pairs
    """
    table = np.asarray(scores, dtype=float)
    pairs = list(combinations(range(table.shape[1]), 2))
    if len(table) < 2 or not pairs:
        raise BadInput("power needs two repeats and two learners at least.")
    raw = [_p(table[:, i] - table[:, j], n_train, n_test) for i, j in pairs]
    return Power(separated=int((adjust(raw, "holm") <= 1 - level).sum()), pairs=len(pairs))


def _p(differences: Array, n_train: float, n_test: float) -> float:
    """Differences that do not vary decide nothing."""
    if np.ptp(differences) == 0:
        return 1.0
    return corrected_t_of(differences, n_train=n_train, n_test=n_test).p


def agreement(rankings: npt.ArrayLike) -> float:
    """The mean tau-b over all pairs of rows; rows in which all are tied count as no agreement.

    >>> agreement([[1, 2, 3], [1, 2, 3], [2, 1, 3]])
    0.556
    """
    table = np.asarray(rankings, dtype=float)
    if len(table) < 2:
        raise Undefined("agreement needs two rankings at least.")
    return float(np.mean([_tau_or_none(a, b) for a, b in combinations(table, 2)]))


def _tau_or_none(a: Array, b: Array) -> float:
    try:
        return tau_b(a, b)
    except Undefined:
        return 0.0
