"""The variance of a score, or of a difference, over repeats of complementary halves: the jackknife over units.

Leaving out a unit, once as a test case and once as a training case, needs no further fits: parts that test the unit
give the score without it there, parts that train on it the other side. With ψ_i the sum of both influences the
jackknife variance counts interactions of k units k times (Efron & Stein 1981), so that it is never too small on
average. What goes beyond the test cases is therefore weighted; docs/halves.md derives the formulas.

Efron, B. & Stein, C. (1981), Annals of Statistics 9, 586-596; Bates, Hastie & Tibshirani (2023) for why folds alone do
not show this variance.
"""

from __future__ import annotations

from dataclasses import dataclass

from referee.errors import BadInput, Undefined
from referee.estimates.halves.cells import Cells
from referee.given import door

FEWEST_REPEATS = 12
WEIGHT = 2 / 3          # of what goes beyond the test cases, where units are rows; 1 is never too small on average


@dataclass(frozen=True, slots=True, kw_only=True)
class HalvesVariance:
    """The parts of the variance over complementary halves."""

    value: float
    test: float            # of the test cases
    test_noise: float      # … of which so much is the chance of finitely many repeats
    jackknife: float       # of test and training cases together
    monte_carlo: float     # of the score itself over repeats
    shares: float          # of class shares, where blocks hide them
    units: int
    repeats: int

    @property
    def training(self) -> float:
        """What training on other cases would move, beyond the test cases."""
        return max(0.0, self.jackknife - self.test)

    def total(self, weight: float = WEIGHT) -> float:
        """The variance of the score."""
        return max(0.0, self.test - self.test_noise) + weight * self.training + self.monte_carlo + self.shares


@door
def halves_variance(cells: Cells) -> HalvesVariance:
    """The variance from the scores of the parts, with and without each unit.

    Always saying class 1 is right as often as class 1 comes up: p(1 − p)/(n − 1), which equal shares hide.

    >>> import numpy as np
    >>> from referee.estimates.halves.cells import UnitCounts, cells_of_sums
    >>> order = [np.roll(np.arange(20), 2 * r) for r in range(12)]
    >>> half = np.array([np.isin(np.arange(20), o[:10]) for o in order])
    >>> tested = np.stack([half, ~half], axis=1).reshape(24, 20)
    >>> counts = np.stack([tested & (np.arange(20) % 2 == c) for c in (0, 1)], axis=2).astype(int)
    >>> found = halves_variance(cells_of_sums(counts * [0.0, 1.0], UnitCounts(counts=counts), value=0.5))
    >>> round(found.total() * 19 / (0.5 * 0.5), 12)
    1.0
    """
    n_parts, n_units = cells.tested.shape
    repeats = n_parts // 2
    if n_parts % 2:
        raise BadInput(f"halves come in pairs, and there are {n_parts} parts.")
    if repeats < FEWEST_REPEATS or n_units < 2:
        raise Undefined(f"the halves jackknife needs {FEWEST_REPEATS} repeats at least and two units, and there are "
                        f"{repeats} repeats of {n_units}.")
    tested = cells.tested.astype(float)
    size = tested.sum(axis=1)
    trained = n_units - float(size.mean())
    lost = size[:, None] * (cells.parts[:, None] - cells.without) * tested        # by part: the unit as a test case
    as_test = lost.sum(axis=0) / repeats
    a = as_test + cells.between
    contrast = (cells.parts[:, None] * (1 - tested) - cells.without * tested).reshape(repeats, 2, n_units).sum(axis=1)
    psi = a + trained * contrast.mean(axis=0)
    pairs = n_units * (n_units - 1)
    test = float(((a - a.mean()) ** 2).sum() / pairs)
    noise = trained**2 * float(contrast.var(axis=0, ddof=1).sum()) / repeats / n_units**2
    spread = ((lost - as_test * tested) ** 2).sum(axis=0) / (repeats - 1)
    return HalvesVariance(
        value=float(cells.value), test=test, test_noise=float(spread.sum()) / repeats / n_units**2,
        jackknife=float(((psi - psi.mean()) ** 2).sum() / pairs - noise),
        monte_carlo=float(cells.parts.reshape(repeats, 2).mean(axis=1).var(ddof=1)) / repeats,
        shares=cells.shares, units=n_units, repeats=repeats)
