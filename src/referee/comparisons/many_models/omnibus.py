"""What a test of many models at once says: whether they differ at all, not which."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from referee.comparisons._base import p_text
from referee.comparisons._flags import ZERO_VARIANCE, Detailed


@dataclass(frozen=True, slots=True, kw_only=True)
class Omnibus(Detailed):
    """The answer to "are these all alike?"; it has no difference and no side.

    >>> print(Omnibus(statistic=9.28, df=3.0, p=0.0258, method="Friedman", unit="data set", n_units=14))
    Friedman over 14 data sets: statistic 9.280, p = 0.026.
    """

    statistic: float
    df: float | tuple[float, float]
    p: float
    method: str
    unit: str
    n_units: int
    assumptions: tuple[str, ...] = ()
    flags: tuple[str, ...] = ()
    details: tuple[tuple[str, Any], ...] = ()

    def __str__(self) -> str:
        sure = "no p without spread" if ZERO_VARIANCE in self.flags else p_text(self.p)
        return self._told(f"{self.method} over {self.n_units} {self.unit}s: statistic {self.statistic:.3f}, {sure}")
