"""A verdict: better, worse, equivalent, identical or undecided, for a family of comparisons at one error rate."""

from __future__ import annotations

from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Any, Protocol

from referee.comparisons._base import Comparison, p_text
from referee.comparisons.bayes.posterior import Posterior
from referee.comparisons.pair_html import pair_html
from referee.estimates._base import Interval


class Outcome(StrEnum):
    """What can be said of A against B."""

    BETTER = "better"
    WORSE = "worse"
    EQUIVALENT = "equivalent"
    IDENTICAL = "identical predictions"
    UNDECIDED = "can't tell"


class Pair(Protocol):
    """What is said of any two models, whatever they were compared over."""

    @property
    def a(self) -> str:
        """The first."""

    @property
    def b(self) -> str:
        """The second."""

    @property
    def difference(self) -> float:
        """A − B."""

    @property
    def interval(self) -> Interval | None:
        """Of the difference."""

    @property
    def p(self) -> float | None:
        """Of this pair by itself."""

    @property
    def p_adjusted(self) -> float | None:
        """Corrected for the number of comparisons."""

    @property
    def outcome(self) -> Outcome:
        """What can be said."""


TURNED = {Outcome.BETTER: Outcome.WORSE, Outcome.WORSE: Outcome.BETTER}          # told from the other side


def pair_text(pair: Pair) -> str:
    """A pair on one line: a − b = +0.0204 (-0.0136 to +0.0544, 95%), p = 0.18: can't tell."""
    at = pair.interval
    spread = "no interval" if at is None else f"{at.low:+.3g} to {at.high:+.3g}, {100 * at.level:.4g}%"
    p = "" if pair.p is None else f", {p_text(pair.p)}"
    corrected = "" if pair.p_adjusted in {None, pair.p} else f", adjusted {p_text(pair.p_adjusted or 0.0)}"
    return f"{pair.a} − {pair.b} = {pair.difference:+.3g} ({spread}){p}{corrected}: {pair.outcome.value}"


class Compared:
    """Two models by one comparison of them, with its p-value corrected for the others."""

    __slots__ = ()
    comparison: Comparison
    outcome: Outcome
    p_adjusted: float

    @property
    def a(self) -> str:
        """The first learner."""
        return self.comparison.a

    @property
    def b(self) -> str:
        """The second learner."""
        return self.comparison.b

    @property
    def difference(self) -> float:
        """A − B."""
        return self.comparison.difference

    @property
    def interval(self) -> Interval | None:
        """Of the difference, for this pair by itself; None where no method has one."""
        return self.comparison.interval

    @property
    def p(self) -> float:
        """The p-value of this pair by itself; the verdict goes by `p_adjusted`."""
        return self.comparison.p

    def __repr__(self) -> str:
        return pair_text(self)

    def _repr_html_(self) -> str:
        return pair_html(self)


@dataclass(frozen=True, slots=True, kw_only=True, repr=False)
class Verdict(Compared):
    """What can be said of A against B, with the family's correction."""

    comparison: Comparison
    outcome: Outcome
    p_adjusted: float
    detectable: float | None            # smallest difference the design would have seen with 80% power
    p_equivalence: float | None = None  # adjusted, where a relevant difference was declared
    irrelevant: bool = False            # significant, but shown to be smaller than what matters
    posterior: Posterior | None = None  # supporting evidence, of the numbers of the corrected t

    def swapped(self) -> Verdict:
        """The same verdict told from the other side."""
        posterior = self.posterior and self.posterior.swapped()
        return replace(self, outcome=TURNED.get(self.outcome, self.outcome), posterior=posterior,
                       comparison=self.comparison.swapped())

    def __str__(self) -> str:
        c, gap = self.comparison, f"{abs(self.comparison.difference):.3g}"
        if self.outcome is Outcome.IDENTICAL:
            return f"{c.a} and {c.b} gave the same scores everywhere."
        if self.outcome in {Outcome.BETTER, Outcome.WORSE}:
            return f"{c.a} is {self.outcome.value} than {c.b} by {gap} (adjusted {p_text(self.p_adjusted)})."
        if self.outcome is Outcome.EQUIVALENT:
            real = ", though the difference is real" if self.irrelevant else ""
            return f"{c.a} and {c.b} are equivalent for your purpose (they differ by {gap}{real})."
        seen = "" if self.detectable is None else (
            f"; a difference of {self.detectable:.2g} would have been detected with 80% power")
        return f"between {c.a} and {c.b} these data can't decide (difference {c.difference:+.3g}{seen})."

    def to_dict(self) -> dict[str, Any]:
        """For JSON."""
        c = self.comparison
        return {
            "a": c.a, "b": c.b, "metric": c.metric, "outcome": self.outcome.value, "difference": c.difference,
            "interval": c.interval.to_dict() if c.interval else None, "p": c.p, "p_adjusted": self.p_adjusted,
            "p_equivalence": self.p_equivalence, "detectable": self.detectable, "method": c.method,
            "posterior": self.posterior and {
                "below": self.posterior.left, "within": self.posterior.equal, "above": self.posterior.right,
                "rope": self.posterior.rope, "method": self.posterior.method},
            "statistic": c.statistic, "df": c.df, "unit": c.unit, "n_units": c.n_units,
            "estimand": c.estimand.value, "assumptions": list(c.assumptions), "flags": list(c.flags),
            "details": {k: v for k, v in c.details if isinstance(v, int | float | str | bool)},
        }


class Better(Protocol):
    """What knows which of two numbers is better: a metric, or a direction."""

    def better(self, one: float, other: float, /) -> bool:
        """Whether the first is."""


def outcome_of(comparison: Comparison, metric: Better, *, p_adjusted: float, p_equivalence: float | None,
               level: float) -> Outcome:
    """Decide. Equivalence, where it was asked for and shown, outweighs significance."""
    error_rate = 1 - level
    if "identical" in comparison.flags:
        return Outcome.IDENTICAL
    if p_equivalence is not None and p_equivalence <= error_rate:
        return Outcome.EQUIVALENT
    # A zero-variance flag means that the p-value is an artefact of too few different differences.
    if p_adjusted <= error_rate and "zero_variance" not in comparison.flags:
        return Outcome.BETTER if metric.better(comparison.difference, 0.0) else Outcome.WORSE
    return Outcome.UNDECIDED
