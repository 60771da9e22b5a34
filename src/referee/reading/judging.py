"""Compare the pairs of a family, correct for their number, and decide."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import islice
from math import isinf

import numpy as np

from referee.comparisons._base import Comparison
from referee.comparisons.bayes.posterior import Posterior
from referee.comparisons.many_models.omnibus import Omnibus
from referee.comparisons.multiplicity.adjust import RULES, adjust
from referee.comparisons.verdict import Outcome, Verdict, outcome_of
from referee.errors import NotComparable, Undefined, UnknownName
from referee.kinds import Direction
from referee.metrics import Metric
from referee.reading.ask import Ask, Before
from referee.reading.corrections import ALL_PAIRS, check_correction, within_study
from referee.reading.differences.named import TESTS, compare_pair, default_test
from referee.reading.family import POWER, Family
from referee.reading.may_be_best import MayBeBest
from referee.reading.method import Cases
from referee.reading.questions import Pair, questions
from referee.reading.scores import ScoreTable


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
    made = {name: replace(one, may_be_best=_may_be_best(tables[name], metric, one))
            for name, one in _judged(tables, metric, ask, before, asked.models).items()}
    own = _judged(tables, metric, alone, apart, asked.baseline) if asked.baseline else {}
    return {name: replace(one, baselines=present, against_baseline=own.get(name)) for name, one in made.items()}


def _may_be_best(table: ScoreTable, metric: Metric, family: Family) -> MayBeBest | None:
    """All learners that may be the best, baselines too, where all pairs were asked about."""
    made = TESTS[family.test].may_be_best
    return None if made is None or family.ask.against else made(table, table.learners, metric, family.ask.level)


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
            compared.append(_sided(compare_pair(table, a, b, metric, test=test, level=ask.level), ask.side, metric))
        except (NotComparable, Undefined) as reason:
            uncompared.append((a, b, str(reason)))
    return _Compared(test=test, taking_part=taking_part, pairs=compared, uncompared=tuple(uncompared))


def _sided(c: Comparison, side: str | None, metric: Metric) -> Comparison:
    """Of a learner that was declared to be better, the p-value of that side; the other side has none to show.

    Under the null hypothesis the two can be exchanged, so that half of the two-sided p lies on each side.
    """
    if side not in {c.a, c.b}:
        return c
    ahead = metric.better(c.difference, 0.0) if side == c.a else metric.better(0.0, c.difference)
    up = (side == c.a) == (metric.direction is Direction.MAXIMISE)
    return replace(c, p=c.p / 2 if ahead else 1 - c.p / 2, alternative="greater" if up else "less")


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
    tests = round((together * before.data_sets + before.counted(ask.family)) / before.share(ask.family))
    verdicts = tuple(
        replace(_verdict(c, metric, ask, p, _Yardstick(found.test, tests)),
                posterior=_posterior(table, c, metric, ask, found.test))
        for c, p in zip(found.pairs, adjusted, strict=True)
    )
    return Family(metric=metric, ask=ask, test=found.test, verdicts=verdicts, uncompared=found.uncompared,
                  ranking=_ranking(table, metric), others=before.counted(ask.family), share=before.share(ask.family),
                  data_sets=before.data_sets, beside=together - len(verdicts),
                  omnibus=_omnibus(table, found.test, found.taking_part))


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
    more = others or before.data_sets > 1
    return [max(pair) for pair in zip(within, over_all, strict=True)] if more else within


def corrected(p: list[float], ask: Ask, before: Before) -> list[float]:
    """Adjusted p-values; comparisons of other studies, and of this one on its other data sets, join with p = 1.

    Their p-values belong to their own plans and metrics. Every correction here is monotone: with 1, the largest there
    is, in their place, no adjusted p-value comes out smaller than it would with the right ones.

    >>> corrected([0.004], Ask(), Before(others=9))
    [0.04]
    >>> corrected([0.001, 0.5, 0.5], Ask(adjust="bonferroni"), Before(data_sets=2))
    [0.006, 1.0, 1.0]
    """
    if not p:
        return []
    joined = [*p, *[1.0] * (before.counted(ask.family) + len(p) * (before.data_sets - 1))]
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
        seen = None if isinf(seen) else seen
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
