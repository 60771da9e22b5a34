"""A family of comparisons: all pairs, or all against one, judged together at one error rate."""

from __future__ import annotations

import math
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import islice
from typing import Any

import numpy as np

from referee.comparisons._base import Comparison
from referee.comparisons.bayes.posterior import Posterior
from referee.comparisons.many_models.omnibus import Omnibus
from referee.comparisons.multiplicity.adjust import RULES, adjust
from referee.comparisons.verdict import Outcome, Verdict, outcome_of
from referee.errors import BadInput, NotComparable, Undefined, UnknownName
from referee.estimates._base import check_level
from referee.kinds import Direction
from referee.metrics import Metric
from referee.reading.corrections import ALL_PAIRS, CORRECTIONS, MAX_T, check_correction, within_study
from referee.reading.differences.named import TESTS, compare_pair, default_test
from referee.reading.method import Cases, named_test
from referee.reading.questions import Beats, Pair, beats, questions
from referee.reading.scores import ScoreTable

POWER = 0.8
FAMILIES = {
    "declared": "the comparisons of this study alone",
    "ledger": "these, and every other comparison the ledger has seen made on the same rows",
    "online": "these, with a share of the error rate that is safe to stop at whenever one likes what one sees",
}


@dataclass(frozen=True, slots=True, kw_only=True)
class Ask:
    """How a family is to be judged; fixed before anyone looks."""

    level: float = 0.95
    test: str | None = None             # None: what the design calls for
    adjust: str = "holm"
    against: str | None = None          # compare all with this learner; None: all pairs
    relevant: float | None = None       # the smallest difference that matters, in the metric's unit
    family: str = "ledger"              # what is corrected for; see FAMILIES

    def __post_init__(self) -> None:
        check_level(self.level)
        object.__setattr__(self, "test", named_test(self.test))
        if self.test is not None:
            _ = TESTS[self.test]
        if self.adjust not in CORRECTIONS:
            raise UnknownName("correction", self.adjust, CORRECTIONS, hint=f"There are: {', '.join(CORRECTIONS)}")
        if self.family not in FAMILIES:
            raise UnknownName("family", self.family, FAMILIES, hint=f"There are: {', '.join(FAMILIES)}")
        if self.relevant is not None and not 0 < self.relevant < math.inf:
            raise BadInput(f"relevant is the smallest difference that matters, above 0 and finite, not "
                           f"{self.relevant!r}.")


    @property
    def declared_test(self) -> str | None:
        """The test asked for; max-T implies the one that flips the rows of a pair."""
        return self.test or ("signflip" if self.adjust == MAX_T else None)


@dataclass(frozen=True, slots=True, kw_only=True)
class Before:
    """What has been tried on the same rows beside this study's own comparisons."""

    others: int = 0        # comparisons of other studies
    turn: int = 1          # which study of these rows this is
    baseline: int = 0      # comparisons of other studies with a baseline, which are a question of their own

    def counted(self, family: str) -> int:
        """How many comparisons join the family."""
        return self.others if family == "ledger" else 0

    def share(self, family: str) -> float:
        """The share of the error rate that this study may spend: 1/(t(t+1)), which add up to 1 over all t."""
        return 1 / (self.turn * (self.turn + 1)) if family == "online" else 1.0


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
    share: float = 1.0                                    # of the error rate, which this study may spend
    baselines: tuple[str, ...] = ()                       # learners that ignore the features
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
            for one, other, said in ((verdict.a, verdict.b, verdict), (verdict.b, verdict.a, verdict.swapped())):
                if other in self.baselines and one in told:
                    told[one].append(said.outcome)
        return {name: beats(found) for name, found in told.items()} if self.baselines else {}

    @property
    def size(self) -> int:
        """How many comparisons are corrected for."""
        return len(self.verdicts) + self.beside + self.others

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
            "share": self.share, "first_step": self.first_step,
            "pairs": [v.to_dict() for v in self.verdicts],
            "uncompared": [{"a": a, "b": b, "reason": why} for a, b, why in self.uncompared],
            "beats_baseline": {name: answer.value for name, answer in self.beats_baseline.items()},
            "against_baseline": self.against_baseline and self.against_baseline.to_dict(),
        }


def judge(table: ScoreTable, metric: Metric, ask: Ask, before: Before | None = None,
          baselines: Collection[str] = ()) -> Family:
    """Compare the pairs of the family and correct for their number, and for what was tried before on these rows.

    Comparisons with a baseline are a family of their own, unless there is nothing else to compare.
    """
    return judge_together({"": table}, metric, ask, before, baselines)[""]


def judge_together(tables: Mapping[str, ScoreTable], metric: Metric, ask: Ask, before: Before | None = None,
                   baselines: Collection[str] = ()) -> dict[str, Family]:
    """The same for the same learners by several targets, a table each: all comparisons are corrected together."""
    before, table = before or Before(), next(iter(tables.values()))
    if ask.against is not None and ask.against not in table.learners:
        raise UnknownName("learner of this comparison", ask.against, table.learners)
    asked = questions(table.learners, baselines=baselines, against=ask.against)
    present = tuple(name for name in table.learners if name in baselines)
    apart = replace(before, others=before.baseline)
    alone = replace(ask, against=None, adjust="holm" if ask.adjust in ALL_PAIRS else ask.adjust)
    if not asked.models:
        made = _judged(tables, metric, alone, apart, asked.baseline)
        return {name: replace(one, baselines=present, ask=replace(alone, against=ask.against))
                for name, one in made.items()}
    made = _judged(tables, metric, ask, before, asked.models)
    own = _judged(tables, metric, alone, apart, asked.baseline) if asked.baseline else {}
    return {name: replace(one, baselines=present, against_baseline=own.get(name)) for name, one in made.items()}


@dataclass(frozen=True, slots=True, kw_only=True)
class _Compared:
    """Some pairs by one target, not judged yet."""

    test: str
    taking_part: list[str]
    pairs: list[Comparison]
    uncompared: tuple[tuple[str, str, str], ...]


def _compared(table: ScoreTable, metric: Metric, ask: Ask, pairs: Sequence[Pair]) -> _Compared:
    test = ask.declared_test or default_test(table.plan.traits, metric, Cases.of(table.problem))
    taking_part = [name for name in table.learners if any(name in pair for pair in pairs)]
    check_correction(ask.adjust, test=test, against=ask.against, learners=len(taking_part))
    compared: list[Comparison] = []
    uncompared: list[tuple[str, str, str]] = []
    for a, b in pairs:
        try:
            compared.append(compare_pair(table, a, b, metric, test=test, level=ask.level))
        except (NotComparable, Undefined) as reason:
            uncompared.append((a, b, str(reason)))
    return _Compared(test=test, taking_part=taking_part, pairs=compared, uncompared=tuple(uncompared))


def _judged(tables: Mapping[str, ScoreTable], metric: Metric, ask: Ask, before: Before, pairs: Sequence[Pair]
            ) -> dict[str, Family]:
    """The verdicts on some pairs, corrected among themselves and over the targets."""
    found = {name: _compared(table, metric, ask, pairs) for name, table in tables.items()}
    every = [c for one in found.values() for c in one.pairs]
    if len(tables) == 1:
        (table,), (one,) = tables.values(), found.values()
        adjusted = _adjusted(table, every, metric, ask, before, one.taking_part)
    else:                      # what knows more than p-values knows one table only: Holm where such a one was asked for
        adjusted = corrected([c.p for c in every], ask, before)
    decided = iter(zip(adjusted, _equivalence(every, ask, before), strict=True))
    return {name: _family(tables[name], metric, ask, before, one, list(islice(decided, len(one.pairs))), len(every))
            for name, one in found.items()}


def _family(table: ScoreTable, metric: Metric, ask: Ask, before: Before, found: _Compared,  # noqa: PLR0913, PLR0917
            adjusted: list[tuple[float, float | None]], together: int) -> Family:
    """The verdicts by one target, with p-values that were corrected among `together` comparisons."""
    tests = round((together + before.counted(ask.family)) / before.share(ask.family))
    verdicts = tuple(
        replace(_verdict(c, metric, ask, p, _Yardstick(found.test, tests)),
                posterior=_posterior(table, c, metric, ask, found.test))
        for c, p in zip(found.pairs, adjusted, strict=True)
    )
    return Family(metric=metric, ask=ask, test=found.test, verdicts=verdicts, uncompared=found.uncompared,
                  ranking=_ranking(table, metric), others=before.counted(ask.family), share=before.share(ask.family),
                  beside=together - len(verdicts), omnibus=_omnibus(table, found.test, found.taking_part))


@dataclass(frozen=True, slots=True)
class _Yardstick:
    """By which test, and among how many."""

    test: str
    tests: int


def _adjusted(table: ScoreTable, compared: list[Comparison], metric: Metric, ask: Ask, before: Before,
              learners: Sequence[str]) -> list[float]:
    """Adjusted p-values. Corrections that use what this family is like know nothing of other studies: with some to
    correct for, each p-value is at least Holm's over all, which is valid by itself."""
    over_all = corrected([c.p for c in compared], ask, before)
    if ask.adjust in RULES:
        return over_all
    share, others = before.share(ask.family), before.counted(ask.family)
    within = [min(1.0, p / share) for p in within_study(table, compared, metric, ask.adjust, learners)]
    return [max(pair) for pair in zip(within, over_all, strict=True)] if others else within


def corrected(p: list[float], ask: Ask, before: Before) -> list[float]:
    """Adjusted p-values; comparisons of other studies join with p = 1.

    Their p-values belong to their own plans and metrics. Every correction here is monotone: with 1, the largest there
    is, in their place, no adjusted p-value comes out smaller than it would with the right ones.

    >>> corrected([0.004], Ask(), Before(others=9))
    [0.04]
    """
    if not p:
        return []
    joined = [*p, *[1.0] * before.counted(ask.family)]
    share = before.share(ask.family)
    rule = ask.adjust if ask.adjust in RULES else "holm"
    return [min(1.0, float(value) / share) for value in adjust(joined, rule)[: len(p)]]


def _omnibus(table: ScoreTable, test: str, names: Sequence[str]) -> Omnibus | None:
    """Cochran's Q over more than two learners that each answered every row once; the pairs are for McNemar to tell."""
    from referee.comparisons.many_models.cochran_q import cochran_q

    if not TESTS[test].omnibus or len(names) < 3 or not set(names) <= set(table.rows):
        return None
    if len({table.rows[name].row.tobytes() for name in names}) > 1:
        return None
    said = [table.rows[name].predictions for name in names]
    return cochran_q(np.column_stack([p.labels == p.truth for p in said]).astype(int))


def _verdict(c: Comparison, metric: Metric, ask: Ask, adjusted: tuple[float, float | None], by: _Yardstick) -> Verdict:
    from referee.comparisons.power.detectable import detectable

    p, p_equivalence = adjusted
    outcome = outcome_of(c, metric, p_adjusted=p, p_equivalence=p_equivalence, level=ask.level)
    seen = None
    if c.standard_error and not isinstance(c.df, tuple):
        # The strictest step of Holm is that of Bonferroni: what even it would have found.
        seen = detectable(c.standard_error, c.df, level=ask.level, power=POWER, tests=by.tests)
        by_its_own_law = TESTS[by.test].detectable
        if by_its_own_law is not None:
            seen = by_its_own_law(c, (1 - ask.level) / by.tests, POWER) or seen
    irrelevant = outcome is Outcome.EQUIVALENT and p <= 1 - ask.level
    return Verdict(comparison=c, outcome=outcome, p_adjusted=p, detectable=seen, p_equivalence=p_equivalence,
                   irrelevant=irrelevant)


def _posterior(table: ScoreTable, c: Comparison, metric: Metric, ask: Ask, test: str) -> Posterior | None:
    """The same numbers as chances, where the test has such a reading; without a margin the chance of a side."""
    as_chances = TESTS[test].posterior
    return None if as_chances is None else as_chances(table, c, metric, ask.relevant or 0.0)


def _equivalence(compared: list[Comparison], ask: Ask, before: Before) -> list[float | None]:
    """Two one-sided tests against ±relevant with the comparison's own standard error, corrected like the rest."""
    from referee.comparisons.two_models.tost import tost_of

    if ask.relevant is None or not compared:
        return [None] * len(compared)
    # Without a standard error nothing can be shown; identical predictions are told apart before this.
    raw = [tost_of(c, margin=ask.relevant, level=ask.level).p if c.standard_error else 1.0 for c in compared]
    # Knowing that all pairs are compared, or how rows hang together, helps against differences only: Holm there.
    return list(corrected(raw, ask, before))


def _ranking(table: ScoreTable, metric: Metric) -> tuple[str, ...]:
    """Learners by score, best first; those without any score last."""
    sign = -1 if metric.direction is Direction.MAXIMISE else 1

    def place(name: str) -> tuple[bool, float]:
        value = table.scores[name, metric.name].value
        return (value is None, sign * (value or 0.0))

    return tuple(sorted(table.learners, key=place))
