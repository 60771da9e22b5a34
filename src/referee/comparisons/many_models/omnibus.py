"""What a test of many models at once says: whether they differ at all, not which."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from referee.comparisons._base import p_text


@dataclass(frozen=True, slots=True, kw_only=True)
class Omnibus:
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

    def detail(self, name: str) -> Any:
        """One of the details by name."""
        return dict(self.details)[name]

    def __str__(self) -> str:
        return (f"{self.method} over {self.n_units} {self.unit}s: statistic {self.statistic:.3f}, "
                f"{p_text(self.p)}.")
