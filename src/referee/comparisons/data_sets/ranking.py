"""Several models over many data sets: ranks, pairs, and the set that holds the best.

Demšar, J. (2006). JMLR 7, 1–30. García, S. and Herrera, F. (2008). JMLR 9, 2677–2694. Benavoli, A., Corani, G. and
Mangili, F. (2016). Should we really use post-hoc tests based on mean-ranks? JMLR 17(5), 1–10.

Friedman's test (tie-corrected, with Iman and Davenport's F) says whether the models differ at all; which do is decided
by Wilcoxon's signed-rank test of every pair, corrected for their number, because a decision by mean ranks would
depend on which other models are in the pool. No test decides whether another is made. A table with gaps has Skillings
and Mack's test in place of Friedman's, and each pair on the data sets that have both (`gaps`). Known weakness:
differences on all data sets are ranked together, so the scores must be in one unit.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from referee.comparisons.bayes.posterior import Posterior
from referee.comparisons.data_sets.duel import Duel
from referee.comparisons.data_sets.gaps import (
    check_in_common,
    posteriors_with_gaps,
    ranks_with_gaps,
    wilcoxon_pairs_with_gaps,
)
from referee.comparisons.data_sets.rank_ask import ALL_PAIRS, RankAsk
from referee.comparisons.data_sets.truly_better import truly_better
from referee.comparisons.data_sets.wilcoxon_pairs import WilcoxonPairs, data_sets_needed, wilcoxon_pairs
from referee.comparisons.many_models.cliques import Groups, groups_alike
from referee.comparisons.many_models.friedman import friedman, ranked
from referee.comparisons.many_models.mean_ranks import nemenyi_critical
from referee.comparisons.many_models.model_confidence_set import ModelConfidenceSet, model_confidence_set
from referee.comparisons.many_models.omnibus import Omnibus
from referee.comparisons.many_models.skillings_mack import skillings_mack
from referee.comparisons.multiplicity.adjust import adjust, false_alarm_risk
from referee.comparisons.multiplicity.all_pairs import bergmann_hommel, shaffer
from referee.comparisons.verdict import Outcome
from referee.data.scoreboard import Scoreboard
from referee.errors import NotComparable, Undefined, UnknownName
from referee.estimates._base import Interval
from referee.kinds import Array, Direction, frozen_array

FEWEST = 6              # data sets for a bootstrap over them to mean anything
STEP_UP = {"hochberg", "hommel", "bh", "by"}      # equally small p-values pass together
MANY = 30               # models, beyond which the best set is by the quicker statistic
MANY_PAIRS = 500        # beyond this posteriors are for the best (or the one named) against each


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Ranking:
    """What a table of scores says about the models, over a population of data sets."""

    board: Scoreboard
    ask: RankAsk
    order: tuple[int, ...]              # columns by mean rank, best first
    mean_ranks: Array                   # by column, 1 is best
    ranks: Array                        # by data set and column; NaN for a gap
    omnibus: Omnibus | None             # None for two models, and with gaps
    with_gaps: Omnibus | None           # Skillings and Mack's, where scores are missing
    critical_difference: float | None   # Nemenyi's, for the picture; None with gaps
    duels: tuple[Duel, ...]
    best: ModelConfidenceSet | None     # None with too few data sets, and with gaps
    needed: int                         # data sets at which a decision is possible at all

    @property
    def models(self) -> tuple[str, ...]:
        """The models, best first."""
        return tuple(self.board.models[i] for i in self.order)

    @property
    def n_data_sets(self) -> int:
        """How many data sets there are: the evidence."""
        return len(self.board.data_sets)

    @property
    def has_gaps(self) -> bool:
        """Whether scores are missing from what was compared."""
        return bool(np.isnan(self.board.scores).any())

    @property
    def most_in_common(self) -> int:
        """The most data sets that any comparison rests on: all of them, where there are no gaps."""
        return max(duel.n_data_sets for duel in self.duels)

    def mean_score(self, model: str) -> float | None:
        """Over the data sets that have a score of every model; None where there are none."""
        whole = self.board.scores[~np.isnan(self.board.scores).any(axis=1)]
        return float(whole[:, self.board.models.index(model)].mean()) if len(whole) else None

    @property
    def may_be_best(self) -> tuple[str, ...]:
        """The models among which the best is, with the confidence asked for, best first.

        The model confidence set, and whoever the corrected tests can't tell from the first in rank: the bootstrap
        behind the set is too sure of few data sets, and a verdict must not contradict itself.
        """
        if self.best is None:
            return self.models
        kept = {self.board.models[i] for i in self.best.members}
        return tuple(name for name in self.models if name in kept or self._undecided(name))

    def _undecided(self, name: str) -> bool:
        """Whether a model is not shown to be worse than the first in rank."""
        first = self.models[0]
        if name == first:
            return True
        found = next((duel for duel in self.duels if {duel.a, duel.b} == {name, first}), None)
        return found is not None and found.outcome is Outcome.UNDECIDED

    @property
    def risk_uncorrected(self) -> float:
        """The chance of at least one false alarm had nothing been corrected."""
        return false_alarm_risk(max(len(self.duels), 1), self.ask.level)

    @property
    def reference(self) -> str:
        """The model all are set against: the one named, or the first in rank."""
        return self.ask.against or self.models[0]

    def places(self) -> dict[str, str]:
        """The place of each model, best first; those with equal mean ranks share one: 1, 2=, 2=, 4."""
        means = [round(float(self.mean_ranks[i]), 9) for i in self.order]
        return {name: f"{1 + means.index(m)}{'=' * (means.count(m) > 1)}"
                for name, m in zip(self.models, means, strict=True)}

    def pair(self, a: str, b: str) -> Duel:
        """A against B, whichever way round it was made."""
        for name in (a, b):
            if name not in self.board.models:
                raise UnknownName("model of this table", name, self.board.models)
        if a == b or self.ask.against not in {None, a, b}:
            raise NotComparable(f"{a} and {b} were not compared: all were set against {self.reference}."
                                if a != b else f"{a} is one model; name another to compare it with.")
        duel = self.duels[self._position(*sorted((self.board.models.index(a), self.board.models.index(b))))]
        return duel if duel.a == a else duel.swapped()

    def _position(self, i: int, j: int) -> int:
        """Where the pair of columns i < j stands: in the order (0,1), (0,2), …, or by the one that is not control."""
        if self.ask.against is None:
            k = len(self.board.models)
            return i * k - i * (i + 1) // 2 + j - i - 1
        control = self.board.models.index(self.ask.against)
        return j - 1 if control == i else i

    def groups(self) -> Groups:
        """Groups of which no two were told apart, as places in rank; empty where only one was compared with all."""
        if self.ask.against is not None:
            return Groups(members=())
        place = {name: i for i, name in enumerate(self.models)}
        alike = np.eye(len(place), dtype=bool)
        for duel in self.duels:
            i, j = place[duel.a], place[duel.b]
            alike[i, j] = alike[j, i] = not duel.decided
        return groups_alike(alike)


def rank_models(board: Scoreboard, ask: RankAsk) -> Ranking:
    """Everything a table of scores says, from one declared way of asking."""
    x, n, k = _snapped(board.scores), len(board.data_sets), len(board.models)
    gaps = bool(np.isnan(x).any())
    ask.check(board.models, gaps=gaps)
    ranks = ranks_with_gaps(x, ask.direction) if gaps else ranked(x, ask.direction)
    means = np.nanmean(ranks, axis=0)
    order = tuple(int(i) for i in np.argsort(np.round(means, 9), kind="stable"))
    pairs = _pairs(board, ask)
    if gaps:
        check_in_common(x, pairs, board.models)
    tests = (wilcoxon_pairs_with_gaps if gaps else wilcoxon_pairs)(x, pairs=pairs, level=ask.level)
    return Ranking(
        board=board, ask=ask, order=order, mean_ranks=frozen_array(means), ranks=frozen_array(ranks),
        omnibus=friedman(x, direction=ask.direction) if k > 2 and not gaps else None, with_gaps=_with_gaps(board, ask),
        critical_difference=None if gaps else nemenyi_critical(k, ask.level) * float(np.sqrt(k * (k + 1) / (6 * n))),
        duels=_duels(board, ask, tests, _posteriors(x, ask, pairs, order)),
        best=None if gaps or n < FEWEST else model_confidence_set(
            -ask.direction.value * x, level=ask.level, seed=ask.seed, statistic="range" if k <= MANY else "max"),
        needed=data_sets_needed(1 if ask.adjust in STEP_UP else len(pairs), ask.level),
    )


def _with_gaps(board: Scoreboard, ask: RankAsk) -> Omnibus | None:
    """What all scores say, with their gaps; None where they fall apart by them."""
    if board.incomplete is None:
        return None
    try:
        return skillings_mack(board.incomplete, direction=ask.direction)
    except Undefined:
        return None


def _snapped(scores: Array) -> Array:
    """Scores with rounding errors taken out, so that means of equal numbers are equal and tie."""
    scale = float(np.nanmax(np.abs(scores))) or 1.0
    return np.round(scores / scale, 12) * scale


def _pairs(board: Scoreboard, ask: RankAsk) -> list[tuple[int, int]]:
    if ask.against is None:
        return [(i, j) for i in range(len(board.models)) for j in range(i + 1, len(board.models))]
    control = board.models.index(ask.against)
    return [(i, control) for i in range(len(board.models)) if i != control]


def _adjusted(p: Array, method: str) -> Array:
    if method in ALL_PAIRS:
        return {"shaffer": shaffer, "bergmann-hommel": bergmann_hommel}[method](p)
    return adjust(p, method)


def _posteriors(x: Array, ask: RankAsk, pairs: list[tuple[int, int]], order: tuple[int, ...]) -> dict[Any, Posterior]:
    from referee.comparisons.bayes.bayesian_pairs import bayesian_signed_rank_pairs

    if ask.rope is None:
        return {}
    wanted = pairs if len(pairs) <= MANY_PAIRS else [pair for pair in pairs if order[0] in pair]
    made = posteriors_with_gaps if np.isnan(x).any() else bayesian_signed_rank_pairs
    return dict(zip(wanted, made(x, wanted, rope=ask.rope, seed=ask.seed), strict=True))


def _duels(board: Scoreboard, ask: RankAsk, tests: WilcoxonPairs, posteriors: dict[Any, Posterior]) -> tuple[Duel, ...]:
    adjusted, up = _adjusted(tests.p, ask.adjust), ask.direction is Direction.MAXIMISE
    duels = []
    for row, (i, j) in enumerate(tests.pairs):
        higher, lower = int(tests.wins[row]), int(tests.losses[row])
        bounded = np.isfinite(tests.low[row])
        duels.append(Duel(
            a=board.models[i], b=board.models[j], difference=float(tests.difference[row]),
            interval=Interval(float(tests.low[row]), float(tests.high[row]), level=ask.level,
                              method="Hodges-Lehmann") if bounded else None,
            p=float(tests.p[row]), p_adjusted=float(adjusted[row]), exact=bool(tests.exact[row]),
            wins=higher if up else lower, losses=lower if up else higher, ties=int(tests.ties[row]),
            posterior=posteriors.get((i, j)), direction=ask.direction,
            outcome=_outcome(float(tests.excess[row]), float(adjusted[row]), higher + lower, ask),
            truly_better=truly_better(board, i, j, ask),
        ))
    return tuple(duels)


def _outcome(excess: float, p: float, unequal: int, ask: RankAsk) -> Outcome:
    """By the side of the rank sums, which is what the test is about."""
    if unequal == 0:
        return Outcome.IDENTICAL
    if p > 1 - ask.level:
        return Outcome.UNDECIDED
    return Outcome.BETTER if excess * ask.direction.value > 0 else Outcome.WORSE
