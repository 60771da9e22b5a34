"""The part that all t and z tests of a mean difference share, degenerate input included."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from referee.comparisons._flags import FEW, FEW_UNITS, IDENTICAL, ZERO_VARIANCE
from referee.comparisons._input import ALTERNATIVES, Differences, choice
from referee.comparisons._laws import T, around, sided, tail
from referee.estimates._base import check_level


@dataclass(frozen=True, slots=True)
class Asked:
    """What the user asked of a test, checked: the level of the interval and the side of the alternative."""

    level: float
    alternative: str = "two-sided"

    def __post_init__(self) -> None:
        check_level(self.level)
        choice(self.alternative, "alternative", ALTERNATIVES)

    def sided(self, made: Callable[[float], T]) -> T:
        """The interval made for a level, on the side of the alternative."""
        return sided(made, level=self.level, alternative=self.alternative)


def student(d: Differences, *, error: float, df: float | None, asked: Asked, named: str) -> dict[str, Any]:
    """The fields of a Comparison for the statistic mean/error over paired differences.

    Where all differences are equal but not zero, the details carry the p-value of the exact sign-flip
    test, which assumes no law, beside the p = 0 of the t test.
    """
    fields = located(d.mean, error, df=df, n=d.n, asked=asked, named=named)
    if ZERO_VARIANCE in fields["flags"]:
        fields["details"] = (("sign_flip_p", _sign_flip_of_a_constant(d, asked.alternative)),)
    return fields


def located(difference: float, error: float, *, df: float | None, n: int, asked: Asked,
            named: str) -> dict[str, Any]:
    """The fields of a Comparison for the statistic difference/error, t with df or z without.

    No difference and no spread give p = 1 and the flag "identical"; a difference without spread gives an
    infinite statistic, p = 0 (1 on the far side) and the flag "zero_variance". Neither has an interval:
    one of width 0 would claim what the data cannot show.
    """
    few = (FEW_UNITS,) if n < FEW else ()
    fields: dict[str, Any] = {"difference": difference, "df": df, "alternative": asked.alternative, "n_units": n,
                              "standard_error": error, "interval": None, "mirror": 0.0}
    if error == 0 and difference == 0:
        return fields | {"statistic": 0.0, "p": 1.0, "flags": (IDENTICAL, *few)}
    statistic = difference / error if error else math.copysign(math.inf, difference)
    fields |= {"statistic": statistic, "p": tail(statistic, df, asked.alternative), "flags": few}
    if error == 0:
        return fields | {"flags": (ZERO_VARIANCE, *few)}
    return fields | {"interval": asked.sided(lambda level: around(difference, error, level=level, df=df, method=named))}


def _sign_flip_of_a_constant(d: Differences, alternative: str) -> float:
    """All n signs agree: 1 of 2ⁿ assignments is as extreme on that side, all are on the other."""
    if alternative == "two-sided":
        return 2.0 ** (1 - d.n)
    return 2.0 ** -d.n if (d.mean > 0) == (alternative == "greater") else 1.0
