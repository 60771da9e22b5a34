"""The part that all t and z tests of a mean difference share, degenerate input included."""

from __future__ import annotations

import math
from typing import Any

from referee.comparisons._input import ALTERNATIVES, FEW, Differences, choice
from referee.comparisons._laws import around, tail
from referee.estimates._base import check_level

ZERO_VARIANCE = "zero_variance"
IDENTICAL = "identical"
FEW_UNITS = "few_units"


def student(d: Differences, *, error: float, df: float | None, level: float, alternative: str,
            named: str) -> dict[str, Any]:
    """The fields of a Comparison for the statistic mean/error with df degrees of freedom.

    Differences that are all zero give p = 1 and the flag "identical"; all equal but not zero give an
    infinite statistic, p = 0 (1 on the far side), the flag "zero_variance" and, in the details, the
    p-value of the exact sign-flip test, which assumes no law. Neither has an interval: one of width 0
    would claim what the data cannot show.
    """
    check_level(level)
    choice(alternative, "alternative", ALTERNATIVES)
    few = (FEW_UNITS,) if d.n < FEW else ()
    fields: dict[str, Any] = {"difference": d.mean, "df": df, "alternative": alternative, "n_units": d.n,
                              "standard_error": error}
    if d.identical:
        return fields | {"statistic": 0.0, "p": 1.0, "interval": None, "flags": (IDENTICAL, *few)}
    if error == 0:
        statistic = math.copysign(math.inf, d.mean)
        return fields | {"statistic": statistic, "p": tail(statistic, None, alternative), "interval": None,
                         "flags": (ZERO_VARIANCE, *few),
                         "details": (("sign_flip_p", _sign_flip_of_a_constant(d, alternative)),)}
    return fields | {"statistic": d.mean / error, "p": tail(d.mean / error, df, alternative), "flags": few,
                     "interval": around(d.mean, error, level=level, df=df, method=named)}


def _sign_flip_of_a_constant(d: Differences, alternative: str) -> float:
    """All n signs agree: 1 of 2ⁿ assignments is as extreme on that side, all are on the other."""
    if alternative == "two-sided":
        return 2.0 ** (1 - d.n)
    return 2.0 ** -d.n if (d.mean > 0) == (alternative == "greater") else 1.0
