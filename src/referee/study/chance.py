"""Better than chance? What the whole procedure scores on the data, and on shuffles of them.

Test 1 of Ojala & Garriga (2010) shuffles labels: do features and labels have to do with each other at all? Test 2
shuffles columns within classes: does the learner use that features depend on each other?

Salzberg (1997), section 3.1, after Jensen: the same shuffles show the bias of the methodology itself. On shuffled
labels an honest procedure scores no better than someone who knows the targets of the training rows and nothing else.
Where it does score better, by more than SURE Monte-Carlo errors, something leaks, and the estimate is adjusted by the
difference: adjusted = observed − (mean on shuffled labels − no-skill value), no better than no skill and no better than
the metric allows. Scoring worse than no skill on noise is the price of flexibility, no bias of the estimate:
nothing is added for it. Known weakness: the bias is measured where there is no signal; with a strong signal there is
less room for it, so the adjustment errs on the low side.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

import numpy as np

from referee.comparisons.multiplicity.adjust import adjust
from referee.comparisons.multiplicity.shuffled_p import shuffled_p
from referee.data.problem import Problem
from referee.data.shuffle import LABELS
from referee.declaration import ShuffleDeclared
from referee.designs.card import PlanCard
from referee.kinds import Array, Json
from referee.ledger import LearnerCard, Ledger, StudyCard, job_key, plan_of, whole_plan
from referee.metrics import Metric, named_metrics
from referee.metrics._base import Idle
from referee.reading.stacked_scores import StackedScores, as_good, no_skill, stacked_scores, whole_of, whole_plan_of
from referee.study.analysis import looks_of

SURE = 3.0                       # Monte-Carlo errors from which a bias is called one
RECORDS_AT_ONCE = 200


@dataclass(frozen=True, kw_only=True, eq=False)
class Reference:
    """One learner by one metric: its score, and what it scores on shuffles of one kind."""

    learner: str
    metric: Metric
    kind: str                        # "labels" or "columns"
    observed: float | None           # None: there is no score, and `reason` says why
    values: Array                    # on the shuffles that have a score
    lost: int                        # shuffles recorded that have none; they count as good as the data
    missing: int                     # shuffles declared that are not recorded yet
    p: float | None
    p_adjusted: float | None = None  # Holm over the learners
    reaching: int = 0                # shuffles as good as the data or better, lost ones included
    no_skill: float | None = None    # of someone who knows the training targets and nothing else
    bounds: tuple[float, float] = (-np.inf, np.inf)
    reason: str = ""
    times: int | None = None         # of a series, along which the target was moved; None: rows changed places
    farthest: int | None = None      # of such shifts that reached the score, by how many times the farthest moved

    @property
    def shuffles(self) -> int:
        """How many shuffles the p-value rests on."""
        return int(self.values.size) + self.lost

    @property
    def mean(self) -> float | None:
        """The mean over the shuffles."""
        return float(self.values.mean()) if self.values.size else None

    @property
    def low(self) -> float:
        """Below it lie 2.5% of the shuffles."""
        return float(np.quantile(self.values, 0.025))

    @property
    def high(self) -> float:
        """Above it lie 2.5% of the shuffles."""
        return float(np.quantile(self.values, 0.975))

    @property
    def error(self) -> float | None:
        """The Monte-Carlo error of the mean."""
        if self.values.size < 2 or self.times is not None:      # shifts that follow each other are no new draws
            return None
        return float(self.values.std(ddof=1) / np.sqrt(self.values.size))

    @property
    def bias(self) -> float | None:
        """Mean on shuffled labels minus the no-skill value; None where nothing can be compared, or told from noise."""
        if self.kind != LABELS or self.mean is None or self.no_skill is None or self.times is not None:
            return None
        return self.mean - self.no_skill

    @property
    def optimistic(self) -> bool:
        """Whether the procedure scores better on shuffled labels than no skill allows, by more than noise."""
        if self.bias is None or self.error is None:
            return False
        return self.bias * self.metric.direction.value > SURE * self.error + 1e-12

    @property
    def adjusted(self) -> float | None:
        """The score less what the procedure gives away; as it is where it gives nothing away."""
        if self.observed is None or not self.optimistic:
            return self.observed
        assert self.bias is not None
        assert self.no_skill is not None
        low, high = self.bounds
        value = self.observed - self.bias
        worse = min if self.metric.direction.value > 0 else max
        kept = value if self.metric.better(value, self.no_skill) else worse(self.observed, self.no_skill)
        return float(min(max(kept, low), high))

    def to_dict(self) -> Json:
        """For JSON."""
        return {"learner": self.learner, "metric": self.metric.name, "shuffled": self.kind, "observed": self.observed,
                "p": self.p, "p_adjusted": self.p_adjusted, "shuffles": self.shuffles, "reaching": self.reaching,
                "lost": self.lost, "missing": self.missing, "mean": self.mean,
                "low": self.low if self.values.size else None, "high": self.high if self.values.size else None,
                "monte_carlo_error": self.error,
                "no_skill": self.no_skill, "bias": self.bias, "optimistic": self.optimistic,
                "adjusted": self.adjusted, "reference": self.values.tolist(), "reason": self.reason,
                **({} if self.times is None else {"times": self.times, "farthest_reaching": self.farthest})}


@dataclass(frozen=True, kw_only=True, eq=False)
class Chance:
    """Everything a study of chance says."""

    study: StudyCard
    problem: Problem
    plan: PlanCard
    learners: dict[str, LearnerCard]
    metrics: tuple[Metric, ...]
    references: tuple[Reference, ...]
    tests: tuple[ShuffleDeclared, ...]
    failures: tuple[tuple[str, str, str], ...] = field(default=())     # (learner, what was fitted, error), a few

    @property
    def level(self) -> float:
        """One minus the error rate."""
        return self.study.declaration.level

    @property
    def missing(self) -> int:
        """Shuffles, over learners and tests, that are not recorded yet."""
        return sum(r.missing for r in self.references if r.metric is self.metrics[0])

    @property
    def along_times(self) -> bool:
        """Whether the target was moved along the times of a series."""
        return any(told.times for told in self.tests)

    def reference(self, learner: str, kind: str = "labels", metric: str | None = None) -> Reference:
        """One of them."""
        wanted = metric or self.metrics[0].name
        return next(r for r in self.references if (r.learner, r.kind, r.metric.name) == (learner, kind, wanted))


def against_chance(ledger: Ledger, card: StudyCard, *, count_look: bool = True, own: Sequence[Any] = ()) -> Chance:
    """Read the scores on the data and on the shuffles from the ledger, and set one beside the other."""
    plan, problem = plan_of(ledger, card), ledger.problem(card.problem)
    names = dict(zip(card.declaration.names, card.learners, strict=True))
    metrics = named_metrics(card.declaration.metrics, own, problem.task)
    read = _Reading(ledger, card, problem, plan, metrics)
    if count_look:
        ledger.add_looks(looks_of(card, metrics[0].name))
    shuffles = card.declaration.shuffles or ()
    found = [r for told in shuffles for r in read.references(told, names)]
    return Chance(
        study=card, problem=problem, plan=plan, metrics=metrics, references=tuple(_with_holm(found)),
        learners={name: ledger.learner(f) for name, f in names.items()}, tests=shuffles,
        failures=tuple(read.failures),
    )


class _Reading:
    """Reads learner after learner, a few records at a time."""

    def __init__(self, ledger: Ledger, card: StudyCard, problem: Problem, plan: PlanCard,
                 metrics: tuple[Metric, ...]) -> None:
        self.ledger, self.card, self.problem, self.plan, self.metrics = ledger, card, problem, plan, metrics
        stored = ledger.splits([entry.split for entry in plan.entries])
        # A split is stored under the label it first had; here it goes by the plan's.
        self.splits = [replace(split, label=entry.label) for split, entry in zip(stored, plan.entries, strict=True)]
        self.done = ledger.keys(problem=problem.fingerprint)
        self.idle = self._scores([no_skill(problem, self.splits)])
        self.failures: list[tuple[str, str, str]] = []

    def _scores(self, wholes: Any) -> StackedScores:
        return stacked_scores(self.problem, self.plan, self.splits, self.metrics, wholes)

    def references(self, told: ShuffleDeclared, names: dict[str, str]) -> Iterator[Reference]:
        for name, learner in names.items():
            whole = whole_plan_of(self.ledger, self.plan, learner, self.splits)
            observed = self._scores([whole])
            jobs = [job_key(self.problem.fingerprint, learner, whole_plan(self.plan.fingerprint, told.shuffle, b))
                    for b in range(1, told.count + 1)]
            there = [job for job in jobs if job in self.done]
            values, kept, moved = self._shuffled(name, there)
            if whole.error:
                self.failures.append((name, "the data", whole.error))
            blank: Json = {"learner": name, "kind": told.kind, "missing": len(jobs) - len(there), "times": told.times}
            for m in range(len(self.metrics)):
                beside = self._beside(m, observed, values[m], kept[m], labels=told.kind == LABELS)
                reached = as_good(values[m], beside["observed"], self.metrics[m].direction) | ~kept[m] \
                    if told.times and beside["observed"] is not None else np.zeros(kept[m].shape, dtype=bool)
                yield Reference(**blank, **beside, farthest=_farthest(moved[reached], told.times))

    def _no_skill(self, chosen: Metric, m: int) -> float | None:
        """What the metric is worth without skill; None where that has no single value."""
        if chosen.idle is Idle.ZERO:
            return 0.0
        if (chosen.proper or chosen.idle is Idle.CONSTANT) and self.idle.kept[m, 0]:
            return float(self.idle.values[m, 0])
        return None

    def _shuffled(self, name: str, jobs: list[str]) -> tuple[Array, Array, Array]:
        """Scores on the shuffles, (metrics, shuffles), which exist, and by how many times each moved the target."""
        moved: list[int] = []
        values, kept = [np.zeros((len(self.metrics), 0))], [np.zeros((len(self.metrics), 0), dtype=bool)]
        for start in range(0, len(jobs), RECORDS_AT_ONCE):
            records = list(self.ledger.read_many(jobs[start : start + RECORDS_AT_ONCE]))
            self.failures += [(name, f"shuffle {r.notes['shuffle']}", r.error) for r in records if r.failed]
            found = self._scores([whole_of(record, self.problem) for record in records])
            values.append(found.values)
            kept.append(found.kept)
            moved += [record.notes.get("moved", 0) for record in records]
        return np.concatenate(values, axis=1), np.concatenate(kept, axis=1), np.array(moved, dtype=int)

    def _beside(self, m: int, observed: StackedScores, values: Array, kept: Array, *, labels: bool) -> Json:
        """One metric's score beside its scores on the shuffles."""
        chosen, known = self.metrics[m], bool(observed.kept[m, 0])
        score, lost = float(observed.values[m, 0]) if known else None, int((~kept).sum())
        reaching = int(as_good(values[kept], score, chosen.direction).sum()) + lost if score is not None else 0
        return {
            "metric": chosen, "observed": score, "values": values[kept], "lost": lost, "reaching": reaching,
            "p": shuffled_p(reaching, kept.size) if known and kept.size else None, "bounds": chosen.bounds,
            "no_skill": self._no_skill(chosen, m) if labels else None,
            "reason": "" if known else observed.reasons.get((m, 0), "nothing was recorded for it"),
        }


def _farthest(moved: Array, times: int | None) -> int | None:
    """By how many times the farthest of these shifts moved, forth or back; None where there is none."""
    return int(np.minimum(moved, times - moved).max()) if times is not None and moved.size else None


def _with_holm(found: list[Reference]) -> Iterator[Reference]:
    """Holm over the learners, by metric and kind of shuffle; order is kept."""
    for r in found:
        family = [o for o in found if (o.metric, o.kind) == (r.metric, r.kind) and o.p is not None]
        if r.p is None:
            yield r
            continue
        adjusted = adjust([o.p for o in family])
        yield replace(r, p_adjusted=float(adjusted[family.index(r)]))
