"""Two proportions of independent cases, and one proportion against a given value.

Newcombe, R. (1998). Interval estimation for the difference between independent proportions: comparison of eleven
methods. Statistics in Medicine 17, 873–890, method 10: Wilson's limits of each, put together. The z test of equality
takes the share of both sets together for the variance, as the hypothesis says; the unpooled z (`two_proportion_z`)
belongs to Wald's interval, and both statistics are told.

For two models on the same cases use `mcnemar`: there the answers are paired.
"""

from __future__ import annotations

import math

from referee.comparisons._base import Comparison
from referee.comparisons._flags import raised
from referee.comparisons._input import ALTERNATIVES, choice
from referee.comparisons._laws import tail
from referee.comparisons._student import Asked
from referee.errors import BadInput
from referee.estimates._base import Interval
from referee.estimates.proportions.clopper_pearson import clopper_pearson
from referee.estimates.proportions.wilson import wilson
from referee.given import door
from referee.kinds import Estimand


@door
def two_proportions(a_correct: int, a_n: int, b_correct: int, b_n: int, *, level: float = 0.95,
                    alternative: str = "two-sided") -> Comparison:
    """Whether two models are equally accurate, each judged on independent test cases of its own.

    >>> print(two_proportions(56, 70, 48, 80))
    A minus B is +0.200, 95% interval 0.052 to 0.334 (Newcombe); pooled z of two proportions: p = 0.008.
    """
    asked = Asked(level, alternative)
    for name, correct, n in (("a", a_correct, a_n), ("b", b_correct, b_n)):
        if not 0 <= correct <= n or n < 1:
            raise BadInput(f"{name}: {correct} right of {n} cases is impossible.")
    a, b, both = a_correct / a_n, b_correct / b_n, (a_correct + b_correct) / (a_n + b_n)
    pooled = math.sqrt(both * (1 - both) * (1 / a_n + 1 / b_n))
    apart = math.sqrt(a * (1 - a) / a_n + b * (1 - b) / b_n)
    z = (a - b) / pooled if pooled else 0.0
    return Comparison(
        difference=a - b, interval=asked.sided(lambda at: _newcombe((a_correct, a_n), (b_correct, b_n), at)),
        p=tail(z, None, alternative) if pooled else 1.0, statistic=z, alternative=alternative, mirror=0.0,
        method="pooled z of two proportions", estimand=Estimand.MODEL, unit="case", n_units=a_n + b_n,
        standard_error=apart, flags=raised(identical=not pooled),
        details=(("pooled_error", pooled), ("unpooled_z", (a - b) / apart if apart else 0.0)),
        assumptions=("The two test sets are independent of each other.",
                     "Both have at least five cases right and five wrong."))


def _newcombe(a: tuple[int, int], b: tuple[int, int], level: float) -> Interval:
    """Newcombe's method 10: how far each share may be from its Wilson limits, taken together."""
    p, q = a[0] / a[1], b[0] / b[1]
    one, two = wilson(*a, level=level), wilson(*b, level=level)
    low = p - q - math.hypot(p - one.low, two.high - q)
    high = p - q + math.hypot(one.high - p, q - two.low)
    return Interval(low, high, level=level, method="Newcombe")


@door
def binomial_test(k: int, n: int, p0: float = 0.5, *, level: float = 0.95,
                  alternative: str = "two-sided") -> Comparison:
    """Whether k right of n independent cases fit a probability p0: exact, with Clopper and Pearson's limits.

    >>> binomial_test(682, 925, 0.75).p
    0.3825
    """
    from scipy import stats
    asked = Asked(level, choice(alternative, "alternative", ALTERNATIVES))
    if not 0 <= k <= n:
        raise BadInput(f"{k} of {n} is no proportion; k lies between 0 and n.")
    if not 0 < p0 < 1:
        raise BadInput(f"p0 is {p0:g}; it is a probability above 0 and below 1.")

    def limits(at: float) -> Interval:
        exact = clopper_pearson(k, n, level=at)
        return Interval(exact.low - p0, exact.high - p0, level=at, method="Clopper-Pearson")

    return Comparison(
        a="the share", b=f"{p0:g}", difference=k / n - p0, interval=asked.sided(limits),
        p=float(stats.binomtest(k, n, p0, alternative=alternative).pvalue), alternative=alternative,
        method="exact binomial test", estimand=Estimand.MODEL, unit="case", n_units=n,
        assumptions=("The cases are independent.",))
