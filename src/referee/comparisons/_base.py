"""A comparison: what one test says about one difference."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

from referee.comparisons._flags import ZERO_VARIANCE, Detailed
from referee.estimates._base import Interval
from referee.given import door
from referee.kinds import Estimand

OTHER_SIDE = {"greater": "less", "less": "greater"}
_PAIRS = (("a_only", "b_only"), ("auc_a", "auc_b"), ("wins", "losses"), ("rank_sum_a", "rank_sum_b"))
SWAPPED = {one: other for pair in _PAIRS for one, other in (pair, pair[::-1])}      # details that change places …
SIGNED = {"first_difference", "z", "uncorrected"}                                    # … and those that change sign


@dataclass(frozen=True, slots=True, kw_only=True)
class Comparison(Detailed):
    """What one test says about the difference A − B, in the unit of the metric.

    `df` is None for tests without degrees of freedom; `statistic` is None for exact tests that have
    none. `flags` names degenerate input ("zero_variance", "no_disagreement", "few_units", …): a flagged
    p-value is still a number, never NaN.
    """

    a: str = "A"
    b: str = "B"
    metric: str = ""
    difference: float
    interval: Interval | None
    p: float
    statistic: float | None = None
    df: float | tuple[float, float] | None = None
    alternative: str = "two-sided"        # declared beforehand: "two-sided", "greater" (A > B) or "less"
    method: str
    estimand: Estimand
    unit: str                             # what was counted as one independent piece of evidence: "case", "split"
    n_units: int
    standard_error: float | None = None
    assumptions: tuple[str, ...] = ()
    flags: tuple[str, ...] = ()
    details: tuple[tuple[str, Any], ...] = ()   # what only this test has: the four counts, posterior shares, …
    mirror: float | None = None           # statistics of A − B and B − A add up to this: 0 of a t, the ranks' sum of W

    def swapped(self) -> Comparison:
        """The same, told from the other side."""
        at = self.interval
        return replace(self, a=self.b, b=self.a, difference=-self.difference,
                       alternative=OTHER_SIDE.get(self.alternative, self.alternative),
                       interval=at if at is None else replace(at, low=-at.high, high=-at.low),
                       statistic=_mirrored(self.statistic, self.mirror),
                       details=tuple((SWAPPED.get(name, name), -value if name in SIGNED else value)
                                     for name, value in self.details))

    def __str__(self) -> str:
        what = f"{self.metric} of {self.a} minus {self.b}" if self.metric else f"{self.a} minus {self.b}"
        spread = f", {self.interval}" if self.interval else ""
        return self._told(f"{what} is {self.difference:+.3f}{spread}; {self.method}: {self._p_told()}")

    def _p_told(self) -> str:
        """The p-value; where there is no spread, that of sign flips, since a law of means would be sure of anything."""
        if ZERO_VARIANCE not in self.flags:
            return p_text(self.p)
        flips = dict(self.details).get("sign_flip_p")
        return "no p without spread" if flips is None else f"no p without spread, by sign flips {p_text(flips)}"


def _mirrored(statistic: float | None, mirror: float | None) -> float | None:
    return statistic if statistic is None or mirror is None else mirror - statistic


@door
def p_text(p: float) -> str:
    """A p-value as one writes it: never 0.000.

    >>> p_text(0.0321), p_text(0.00002)
    ('p = 0.032', 'p < 0.001')
    """
    return "p < 0.001" if p < 0.001 else f"p = {p:.3f}"
