"""Equivalence by two one-sided tests (TOST).

Schuirmann, D. (1987). A comparison of the two one-sided tests procedure and the power approach. Journal of
Pharmacokinetics and Biopharmaceutics 15, 657–680.

A and B are called equivalent when the difference is shown to lie above −margin and below +margin, each at the
error rate 1 − level; the same as the interval of level 2·level − 1 lying within ±margin. The margin is declared
before looking. Scores over splits need the corrected standard error: give the sizes of the splits.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Any

from referee.comparisons._base import Comparison, p_text
from referee.comparisons._flags import Flagged
from referee.comparisons._laws import around, tail
from referee.comparisons.two_models.corrected_t import corrected_t
from referee.comparisons.two_models.paired_t import paired_t
from referee.errors import BadInput, Undefined
from referee.estimates._base import Interval, check_level
from referee.given import door
from referee.kinds import Estimand


@dataclass(frozen=True, slots=True, kw_only=True)
class Equivalence(Flagged):
    """Whether a difference is too small to matter; p is the larger of the two one-sided p-values."""

    difference: float
    margin: float
    p: float
    p_above_lower: float
    p_below_upper: float
    interval: Interval | None
    standard_error: float
    df: float | None
    level: float
    method: str
    estimand: Estimand
    unit: str
    n_units: int
    assumptions: tuple[str, ...] = ()
    flags: tuple[str, ...] = ()
    lower: float | None = None        # the lower limit, where it is not −margin

    @property
    def equivalent(self) -> bool:
        """Whether both one-sided tests reject."""
        return self.p <= 1 - self.level and not self.without_spread

    @property
    def without_spread(self) -> bool:
        """Whether all differences are equal, so that no law of means can show anything."""
        return self.standard_error == 0

    def __str__(self) -> str:
        said = "is shown" if self.equivalent else "is not shown"
        sure = "no p without spread" if self.without_spread else p_text(self.p)
        return self._told(f"A minus B is {self.difference:+.3f}; that it lies {self._within()} {said} "
                          f"({self.method}: {sure})")

    def _within(self) -> str:
        if self.lower is None:
            return f"within ±{self.margin:g}"
        return f"between {self.lower:g} and {self.margin:g}"


@door
def tost(  # noqa: PLR0913 - by keyword
    a: Any, b: Any, *, margin: float, lower: float | None = None, n_train: Any = None, n_test: Any = None,
    level: float = 0.95,
) -> Equivalence:
    """Whether paired scores differ by less than the margin; sizes are given when each score is that of a split.

    The difference may be no more than `margin`, and no less than `lower`, which is −margin unless given.

    >>> d = [.012, -.004, .02, .008, .015, -.01, .018, .006, .011, .003]
    >>> print(tost(d, 0, margin=.02, n_train=90, n_test=10))
    A minus B is +0.008; that it lies within ±0.02 is shown (TOST, corrected resampled t: p = 0.011).
    """
    if (n_train is None) != (n_test is None):
        raise BadInput("give both n_train and n_test (scores of splits) or neither (independent cases).")
    if n_train is None:
        return tost_of(paired_t(a, b), margin=margin, lower=lower, level=level)
    return tost_of(corrected_t(a, b, n_train=n_train, n_test=n_test), margin=margin, lower=lower, level=level)


@door
def tost_of(comparison: Comparison, *, margin: float, lower: float | None = None, level: float = 0.95) -> Equivalence:
    """The same from any t or z comparison that carries a standard error.

    >>> from referee.comparisons import paired_t
    >>> print(tost_of(paired_t([.81, .80, .82, .79, .81], [.80, .80, .81, .80, .81]), margin=0.03))
    A minus B is +0.002; that it lies within ±0.03 is shown (TOST, paired t: p < 0.001). Note: only 5 cases.
    """
    check_level(level)
    if not margin > 0:
        raise BadInput(f"margin is {margin}; it is the smallest difference that matters, above 0.")
    if lower is not None and not lower < margin:
        raise BadInput(f"lower is {lower:g}; it lies below the margin, {margin:g}.")
    if level <= 0.5:
        raise BadInput(f"level is {level:g}; an equivalence test needs more than 0.5.")
    error, df = comparison.standard_error, comparison.df
    if error is None or isinstance(df, tuple):
        raise Undefined(f"{comparison.method} has no standard error with a t or z law; equivalence needs one.")
    limit = -margin if lower is None else lower
    above = tail(_ratio(comparison.difference - limit, error), df, "greater")
    below = tail(_ratio(comparison.difference - margin, error), df, "less")
    return Equivalence(
        difference=comparison.difference, margin=margin, p=max(above, below), p_above_lower=above,
        p_below_upper=below, standard_error=error, df=df, level=level, method=f"TOST, {comparison.method}",
        interval=around(comparison.difference, error, level=2 * level - 1, df=df, method="TOST") if error else None,
        estimand=comparison.estimand, unit=comparison.unit, n_units=comparison.n_units,
        assumptions=comparison.assumptions, flags=comparison.flags, lower=lower)


def _ratio(distance: float, error: float) -> float:
    if error:
        return distance / error
    return math.copysign(math.inf, distance) if distance else 0.0
