"""A family of comparisons: all pairs, or all against one, judged together at one error rate."""

from __future__ import annotations

from dataclasses import dataclass, replace
from itertools import combinations
from typing import Any

from referee.comparisons._base import Comparison
from referee.comparisons.adjust import RULES, adjust
from referee.comparisons.named import TESTS, compare_pair, default_test, paired_splits
from referee.comparisons.posterior import Posterior
from referee.comparisons.verdict import Outcome, Verdict, outcome_of
from referee.errors import BadInput, NotComparable, Undefined, UnknownName
from referee.estimates._base import check_level
from referee.estimates.scores import ScoreTable
from referee.kinds import Direction
from referee.metrics import Metric

POWER = 0.8


@dataclass(frozen=True, slots=True, kw_only=True)
class Ask:
    """How a family is to be judged; fixed before anyone looks."""

    level: float = 0.95
    test: str | None = None             # None: what the design calls for
    adjust: str = "holm"
    against: str | None = None          # compare all with this learner; None: all pairs
    relevant: float | None = None       # the smallest difference that matters, in the metric's unit

    def __post_init__(self) -> None:
        check_level(self.level)
        if self.test is not None:
            _ = TESTS[self.test]
        if self.adjust not in RULES:
            raise UnknownName("correction", self.adjust, RULES, hint=f"There are: {', '.join(RULES)}")
        if self.relevant is not None and not self.relevant > 0:
            raise BadInput(f"relevant is the smallest difference that matters, above 0, not {self.relevant!r}.")


@dataclass(frozen=True, slots=True, kw_only=True)
class Family:
    """Verdicts on every pair, and what was done to make them."""

    metric: Metric
    ask: Ask
    test: str
    verdicts: tuple[Verdict, ...]
    uncompared: tuple[tuple[str, str, str], ...] = ()     # (a, b, reason)
    ranking: tuple[str, ...] = ()                         # learners by estimate, best first

    @property
    def risk_uncorrected(self) -> float:
        """The chance of at least one false alarm had nothing been corrected."""
        return 1 - self.ask.level ** max(len(self.verdicts), 1)

    def pair(self, a: str, b: str) -> Verdict:
        """The verdict on A against B, whichever way round it was made."""
        for verdict in self.verdicts:
            if (verdict.a, verdict.b) == (a, b):
                return verdict
            if (verdict.a, verdict.b) == (b, a):
                return verdict.swapped()
        for one, other, reason in self.uncompared:
            if {one, other} == {a, b}:
                raise NotComparable(reason)
        raise UnknownName("comparison", f"{a} with {b}", [f"{v.a} with {v.b}" for v in self.verdicts])

    def to_dict(self) -> dict[str, Any]:
        """For JSON."""
        return {
            "metric": self.metric.name, "test": self.test, "level": self.ask.level, "adjust": self.ask.adjust,
            "against": self.ask.against, "relevant": self.ask.relevant, "risk_uncorrected": self.risk_uncorrected,
            "pairs": [v.to_dict() for v in self.verdicts],
            "uncompared": [{"a": a, "b": b, "reason": why} for a, b, why in self.uncompared],
        }


def judge(table: ScoreTable, metric: Metric, ask: Ask) -> Family:
    """Compare the pairs of the family and correct for their number."""
    test = ask.test or default_test(table.plan, metric, len(table.problem.classes) or None,
                                    grouped=table.problem.groups is not None)
    compared: list[Comparison] = []
    uncompared: list[tuple[str, str, str]] = []
    for a, b in _pairs(table, ask):
        try:
            compared.append(compare_pair(table, a, b, metric, test=test, level=ask.level))
        except (NotComparable, Undefined) as reason:
            uncompared.append((a, b, str(reason)))
    adjusted = adjust([c.p for c in compared], ask.adjust).tolist() if compared else []
    equivalence = _equivalence(compared, ask)
    verdicts = tuple(
        replace(_verdict(c, metric, ask, float(p), e, len(compared)), posterior=_posterior(table, c, metric, ask, test))
        for c, p, e in zip(compared, adjusted, equivalence, strict=True)
    )
    return Family(metric=metric, ask=ask, test=test, verdicts=verdicts, uncompared=tuple(uncompared),
                  ranking=_ranking(table, metric))


def _pairs(table: ScoreTable, ask: Ask) -> list[tuple[str, str]]:
    if ask.against is None:
        return list(combinations(table.learners, 2))
    if ask.against not in table.learners:
        raise UnknownName("learner of this comparison", ask.against, table.learners)
    return [(name, ask.against) for name in table.learners if name != ask.against]


def _verdict(c: Comparison, metric: Metric, ask: Ask, p: float, p_equivalence: float | None, tests: int) -> Verdict:
    from referee.comparisons.detectable import detectable

    outcome = outcome_of(c, metric, p_adjusted=p, p_equivalence=p_equivalence, level=ask.level)
    seen = None
    if c.standard_error and not isinstance(c.df, tuple):
        # The strictest step of Holm is that of Bonferroni: what even it would have found.
        seen = detectable(c.standard_error, c.df, level=ask.level, power=POWER, tests=tests)
    irrelevant = outcome is Outcome.EQUIVALENT and p <= 1 - ask.level
    return Verdict(comparison=c, outcome=outcome, p_adjusted=p, detectable=seen, p_equivalence=p_equivalence,
                   irrelevant=irrelevant)


def _posterior(table: ScoreTable, c: Comparison, metric: Metric, ask: Ask, test: str) -> Posterior | None:
    """The Bayesian correlated t from the numbers of the corrected t, where what matters was declared."""
    from referee.comparisons.bayesian_correlated_t import bayesian_correlated_t

    if ask.relevant is None or test != "corrected-t":
        return None
    ours, theirs, both = paired_splits(table, c.a, c.b, metric)
    return bayesian_correlated_t(ours, theirs, n_train=table.n_train[both], n_test=table.n_test[both],
                                 rope=ask.relevant)


def _equivalence(compared: list[Comparison], ask: Ask) -> list[float | None]:
    """Two one-sided tests against ±relevant with the comparison's own standard error, corrected like the rest."""
    from referee.comparisons.tost import tost_of

    if ask.relevant is None or not compared:
        return [None] * len(compared)
    # Without a standard error nothing can be shown; identical predictions are told apart before this.
    raw = [tost_of(c, margin=ask.relevant, level=ask.level).p if c.standard_error else 1.0 for c in compared]
    return [float(p) for p in adjust(raw, ask.adjust)]


def _ranking(table: ScoreTable, metric: Metric) -> tuple[str, ...]:
    """Learners by mean score, best first; those without any score last."""
    sign = -1 if metric.direction is Direction.MAXIMISE else 1

    def place(name: str) -> tuple[bool, float]:
        scores = table.scores[name, metric.name]
        return (scores.n_kept == 0, sign * float(scores.values[scores.kept].mean()) if scores.n_kept else 0.0)

    return tuple(sorted(table.learners, key=place))
