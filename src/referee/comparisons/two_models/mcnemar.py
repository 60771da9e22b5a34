"""McNemar's test: are two models equally often right on the same cases?

McNemar, Q. (1947). Psychometrika 12, 153–157. Fagerland, M., Lydersen, S. and Laake, P. (2013). The
McNemar test for binary matched-pairs data: mid-p and asymptotic are better than exact conditional.
BMC Medical Research Methodology 13:91.

Only cases on which the models disagree speak: b for A alone, c for B alone. The mid-p variant is the
default; the exact one is conservative, Edwards' continuity correction ("chi2-corrected") more so.
Two-sided exact and mid p-values are twice the smaller tail, at most 1.

Known weakness: it speaks of the two fitted models on cases like these, not of the learners.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from referee.comparisons._base import Comparison
from referee.comparisons._flags import raised
from referee.comparisons._input import ALTERNATIVES, choice
from referee.comparisons._laws import tail
from referee.comparisons._student import Asked
from referee.comparisons.two_models.paired_proportions import PAIRED_INTERVALS
from referee.comparisons.two_models.paired_table import PairedTable
from referee.errors import BadInput
from referee.given import door
from referee.kinds import Estimand

VARIANTS = {"mid-p": "McNemar mid-p", "exact": "McNemar exact", "chi2": "McNemar chi-squared",
            "chi2-corrected": "McNemar chi-squared with Edwards' correction"}
ASSUMPTIONS = ("The cases are independent draws from the population of interest.",
               "Both models were fixed before these cases were seen.")


@door
def mcnemar(a_correct: Any, b_correct: Any, *, variant: str = "mid-p", interval: str = "tango",
            level: float = 0.95, alternative: str = "two-sided") -> Comparison:
    """Whether two models are equally accurate, from their right (1) and wrong (0) answers to the same cases.

    >>> a, b = [1] * 35 + [0] * 15, [0] * 35 + [1] * 15
    >>> mcnemar(a, b).p, mcnemar(a, b, variant="exact").p
    (0.00460, 0.00660)
    """
    return _mcnemar(PairedTable.of(a_correct, b_correct), variant, interval, level, alternative)


@door
def mcnemar_counts(b: int, c: int, *, n: int, variant: str = "mid-p", level: float = 0.95,
                   alternative: str = "two-sided") -> Comparison:
    """The same from counts: b cases only A got right, c only B, of n; the interval is Tango's.

    >>> mcnemar_counts(1, 7, n=21).p
    0.0391
    """
    for name, count in (("b", b), ("c", c)):
        if count < 0:
            raise BadInput(f"{name} is {count}; a count is a whole number from 0 up.")
    if n < max(b + c, 1):
        raise BadInput(f"b = {b}, c = {c}, n = {n}: n counts all cases, so n ≥ b + c.")
    # Tango's interval does not ask how the n − b − c agreements divide into right and wrong.
    result = _mcnemar(PairedTable(both=n - b - c, a_only=b, b_only=c, neither=0), variant, "tango", level,
                      alternative)
    known = tuple(pair for pair in result.details if pair[0] not in {"both", "neither"})
    return replace(result, details=known)


def _mcnemar(table: PairedTable, variant: str, interval: str, level: float, alternative: str) -> Comparison:
    choice(variant, "variant", tuple(VARIANTS))
    choice(interval, "interval", tuple(PAIRED_INTERVALS))
    statistic, p = discordant_p(table.a_only, table.b_only, variant=variant, alternative=alternative)
    limits = PAIRED_INTERVALS[interval]
    return Comparison(
        difference=table.difference, interval=Asked(level, alternative).sided(lambda at: limits(table, level=at)), p=p,
        statistic=statistic, df=None if statistic is None else 1.0, alternative=alternative,
        method=VARIANTS[variant], estimand=Estimand.MODEL, unit="case", n_units=table.n,
        standard_error=table.standard_error, assumptions=ASSUMPTIONS,
        flags=raised(no_disagreement=not table.disagreements), details=table.details())


def discordant_p(b: int, c: int, *, variant: str, alternative: str = "two-sided") -> tuple[float | None, float]:
    """The statistic (None for the exact variants) and p-value of b against c disagreements."""
    choice(alternative, "alternative", ALTERNATIVES)
    m = b + c
    if m == 0:
        return (0.0 if variant.startswith("chi2") else None), 1.0
    if variant.startswith("chi2"):
        return _asymptotic(b, c, alternative, correction=variant == "chi2-corrected")
    more, fewer = (_binomial_tail(count, m, mid=variant == "mid-p") for count in (b, c))
    return None, {"greater": more, "less": fewer, "two-sided": min(1.0, 2 * min(more, fewer))}[alternative]


def _binomial_tail(count: int, m: int, *, mid: bool) -> float:
    """P(X ≥ count) for X ~ Bin(m, ½), with half of P(X = count) for the mid-p."""
    from scipy import special
    at_least = float(special.bdtr(m - count, m, 0.5))
    above = float(special.bdtr(m - count - 1, m, 0.5)) if count < m else 0.0
    return (at_least + above) / 2 if mid else at_least


def _asymptotic(b: int, c: int, alternative: str, *, correction: bool) -> tuple[float, float]:
    """χ² on one degree of freedom; one-sided through its signed root, moved towards the null by the correction."""
    excess = abs(b - c) if alternative == "two-sided" else b - c
    moved = excess + correction if alternative == "less" else excess - correction
    z = (max(moved, 0) if alternative == "two-sided" else moved) / (b + c) ** 0.5
    return z * z, tail(z, None, alternative)
