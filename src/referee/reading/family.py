"""A family of comparisons: the verdicts on all pairs, or on all against one, judged together at one error rate."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from referee.comparisons.many_models.omnibus import Omnibus
from referee.comparisons.verdict import TURNED, Outcome, Verdict
from referee.errors import NotComparable, UnknownName
from referee.metrics import Metric
from referee.reading.ask import Ask
from referee.reading.may_be_best import MayBeBest
from referee.reading.questions import Beats, beats

POWER = 0.8


@dataclass(frozen=True, slots=True, kw_only=True)
class Family:
    """Verdicts on every pair, and what was done to make them."""

    metric: Metric
    ask: Ask
    test: str
    verdicts: tuple[Verdict, ...]
    uncompared: tuple[tuple[str, str, str], ...] = ()     # (a, b, reason)
    ranking: tuple[str, ...] = ()                         # learners by estimate, best first
    omnibus: Omnibus | None = None                        # whether any differ at all, where answers are right or wrong
    others: int = 0                                       # comparisons of other studies that are corrected for
    beside: int = 0                                       # comparisons by other targets of this study, likewise
    data_sets: int = 1               # of the study, on each of which the same comparisons are made
    share: float = 1.0                                    # of the error rate, which this study may spend
    baselines: tuple[str, ...] = ()                       # learners that ignore the features
    may_be_best: MayBeBest | None = None                  # of more than two learners, where the test has such a set
    against_baseline: Family | None = None                # each model with each baseline: a question of its own

    @property
    def every_verdict(self) -> tuple[Verdict, ...]:
        """The verdicts on the models, then those on each model against a baseline."""
        return self.verdicts + (self.against_baseline.verdicts if self.against_baseline else ())

    @property
    def beats_baseline(self) -> dict[str, Beats]:
        """For each model: does it beat knowing nothing? Empty where no baseline takes part."""
        told: dict[str, list[Outcome]] = {name: [] for name in self.ranking if name not in self.baselines}
        for verdict in self.every_verdict:
            for one, other, said in ((verdict.a, verdict.b, verdict.outcome),
                                     (verdict.b, verdict.a, TURNED.get(verdict.outcome, verdict.outcome))):
                if other in self.baselines and one in told:
                    told[one].append(said)
        return {name: beats(found) for name, found in told.items()} if self.baselines else {}

    @property
    def size(self) -> int:
        """How many comparisons are corrected for."""
        return (len(self.verdicts) + self.beside) * self.data_sets + self.others

    @property
    def first_step(self) -> float:
        """What the smallest p-value must not exceed: ten comparisons at 95% call for 0.005."""
        return (1 - self.ask.level) * self.share / max(self.size, 1)

    @property
    def risk_uncorrected(self) -> float:
        """The chance of at least one false alarm had nothing been corrected, were the comparisons independent."""
        return 1 - self.ask.level ** max(self.size, 1)

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
        if self.against_baseline is not None:
            return self.against_baseline.pair(a, b)
        raise UnknownName("comparison", f"{a} with {b}", [f"{v.a} with {v.b}" for v in self.verdicts])

    def to_dict(self) -> dict[str, Any]:
        """For JSON."""
        return {
            "metric": self.metric.name, "test": self.test, "level": self.ask.level, "adjust": self.ask.adjust,
            "against": self.ask.against, "relevant": self.ask.relevant, "risk_uncorrected": self.risk_uncorrected,
            "omnibus": self.omnibus and {"method": self.omnibus.method, "statistic": self.omnibus.statistic,
                                         "df": self.omnibus.df, "p": self.omnibus.p},
            "family": self.ask.family, "size": self.size, "others": self.others, "beside": self.beside,
            "data_sets": self.data_sets, "side": self.ask.side,
            "share": self.share, "first_step": self.first_step,
            "may_be_best": self.may_be_best and self.may_be_best.to_dict(),
            "pairs": [v.to_dict() for v in self.verdicts],
            "uncompared": [{"a": a, "b": b, "reason": why} for a, b, why in self.uncompared],
            "beats_baseline": {name: answer.value for name, answer in self.beats_baseline.items()},
            "against_baseline": self.against_baseline and self.against_baseline.to_dict(),
        }
