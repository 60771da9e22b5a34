"""The four counts of two models on the same cases: both right, only A, only B, neither.

Salzberg, S. (1997). On comparing classifiers. Data Mining and Knowledge Discovery 1, 317–328, section 3.1.
"""

from __future__ import annotations

from dataclasses import asdict, dataclass
from typing import Any

from referee.comparisons._input import binary
from referee.errors import BadInput


@dataclass(frozen=True, slots=True, kw_only=True)
class PairedTable:
    """How often two models were right and wrong together.

    >>> PairedTable.of([1, 1, 0, 1], [1, 0, 0, 0])
    PairedTable(both=1, a_only=2, b_only=0, neither=1)
    """

    both: int
    a_only: int
    b_only: int
    neither: int

    def __post_init__(self) -> None:
        for name, count in asdict(self).items():
            if count < 0 or count != int(count):
                raise BadInput(f"{name} is {count}; a count is a whole number from 0 up.")
        if self.n == 0:
            raise BadInput("there are no cases; the four counts are all 0.")

    @classmethod
    def of(cls, a_correct: Any, b_correct: Any) -> PairedTable:
        """Count two vectors of right (1) and wrong (0)."""
        a, b = binary(a_correct, "a_correct"), binary(b_correct, "b_correct")
        if len(a) != len(b):
            raise BadInput(f"a_correct has {len(a)} cases and b_correct has {len(b)}; "
                           "both models must be judged on the same cases.")
        return cls(both=int((a & b).sum()), a_only=int((a & ~b).sum()), b_only=int((b & ~a).sum()),
                   neither=int((~a & ~b).sum()))

    @property
    def n(self) -> int:
        """All cases."""
        return self.both + self.a_only + self.b_only + self.neither

    @property
    def disagreements(self) -> int:
        """Cases on which exactly one of the two was right."""
        return self.a_only + self.b_only

    @property
    def difference(self) -> float:
        """Accuracy of A minus accuracy of B."""
        return (self.a_only - self.b_only) / self.n

    @property
    def standard_error(self) -> float:
        """Of the difference, without a null hypothesis."""
        b, c, n = self.a_only, self.b_only, self.n
        return float((b + c - (b - c) ** 2 / n) ** 0.5 / n)

    def details(self) -> tuple[tuple[str, Any], ...]:
        """The four counts and the disagreement rate, for a Comparison."""
        return (*asdict(self).items(), ("disagreement", self.disagreements / self.n))
