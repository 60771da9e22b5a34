"""What a paper prints of several runs: their mean, their standard deviation and how many there were."""

from __future__ import annotations

import math
from dataclasses import dataclass

from referee.errors import BadInput


@dataclass(frozen=True, slots=True)
class Summary:
    """The mean and standard deviation of n iterations, as a paper prints them."""

    mean: float
    sd: float
    n: int

    def __post_init__(self) -> None:
        if not math.isfinite(self.mean) or not math.isfinite(self.sd):
            raise BadInput(f"a summary with mean = {self.mean:g} and sd = {self.sd:g} cannot be used; both are finite "
                           "numbers.")
        if self.n < 2 or self.sd < 0:
            raise BadInput(f"a summary of n = {self.n} iterations with sd = {self.sd:g} cannot be used; "
                           "n is at least 2 and sd is not negative.")

    @property
    def squared_error(self) -> float:
        """The squared standard error of the mean."""
        return self.sd**2 / self.n
