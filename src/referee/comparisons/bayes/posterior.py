"""What a Bayesian comparison says: the chances that A is worse, practically equal, or better."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any, Self

from referee.comparisons._flags import Detailed
from referee.errors import BadInput, Undefined
from referee.kinds import Array, Estimand


@dataclass(frozen=True, slots=True, kw_only=True)
class Posterior(Detailed):
    """The posterior shares of "A − B below −rope", "within ±rope" and "above rope".

    Left and right are the signs of A − B in the unit of the metric; which of them is better the metric knows.

    >>> print(Posterior(left=.01, equal=.27, right=.72, rope=.01, method="x", estimand=Estimand.PROCEDURE,
    ...                 unit="split", n_units=20))
    A − B: below −0.01 with probability 0.010, within ±0.01 with 0.270, above 0.01 with 0.720 (x).
    """

    left: float
    equal: float
    right: float
    rope: float
    method: str
    estimand: Estimand
    unit: str
    n_units: int
    assumptions: tuple[str, ...] = ()
    flags: tuple[str, ...] = ()
    details: tuple[tuple[str, Any], ...] = ()

    def __str__(self) -> str:
        return self._told(f"A − B: below −{self.rope:g} with probability {self.left:.3f}, within ±{self.rope:g} with "
                          f"{self.equal:.3f}, above {self.rope:g} with {self.right:.3f} ({self.method})")

    def swapped(self) -> Self:
        """The same told of B − A."""
        turned = tuple((name, -value if name == "mean" else value) for name, value in self.details)
        return replace(self, left=self.right, right=self.left, details=turned)

    def density(self, points: Array) -> Array:
        """How likely each difference is, where the law is Student's (its mean, scale and df are details)."""
        import numpy as np
        from scipy import special

        mean, scale, df = (self.detail(name) for name in ("mean", "scale", "df"))
        if not scale:
            raise Undefined("all of the posterior lies on one difference: there is no density to draw.")
        top = np.exp(special.gammaln((df + 1) / 2) - special.gammaln(df / 2)) / (np.sqrt(df * np.pi) * scale)
        drawn: Array = top * (1 + ((points - mean) / scale) ** 2 / df) ** (-(df + 1) / 2)
        return drawn


def check_rope(rope: float) -> float:
    """Refuse a region of practical equivalence that is not a width from 0 up."""
    if not rope >= 0:
        raise BadInput(f"rope is {rope}; it is the largest difference that does not matter, from 0 up.")
    return float(rope)
