"""Scores of many models on the same test rows, each the mean over the splits of a plan; splits are scored in stacks.

A metric that is a mean over rows is computed for all models of a stack in one step, the area under the ROC curve of
two classes by comparing all pairs; other metrics model by model. The score of a plan is the mean over its splits, of
leave-one-out that of all rows together.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

import numpy as np

from referee.data.problem import Problem
from referee.designs import make_design
from referee.designs.card import PlanCard
from referee.designs.plan import lay
from referee.designs.split import Split
from referee.errors import BadInput, RefereeError, Undefined
from referee.kinds import Array, Direction, Needs, Task
from referee.ledger import Ledger, Record
from referee.metrics import Metric, Predictions
from referee.reading.scores import prior_of, records_of

SAID = ("labels", "scores", "probabilities", "values")
PAIRS_AT_ONCE = 4_000_000
ROWS_AT_ONCE = 200_000


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Whole:
    """What one model said of all test rows of a plan, split after split; splits that failed are left out."""

    said: dict[str, Array]
    failed: frozenset[str] = frozenset()       # labels of splits
    y: Array | None = None                     # the target, where it is not the problem's
    error: str = ""                            # where nothing was said at all


@dataclass(kw_only=True, eq=False)
class StackedScores:
    """One score for each metric and model; where one does not exist, why."""

    values: Array                              # (metrics, models)
    kept: Array                                # (metrics, models), bool
    reasons: dict[tuple[int, int], str] = field(default_factory=dict)


def whole_of(record: Record, problem: Problem) -> Whole:
    """A record that holds a whole plan."""
    labels = record.notes.get("group_labels")
    y = None
    if labels is not None and problem.groups is not None:
        y = np.asarray(labels, dtype=problem.y.dtype)[np.unique(problem.groups, return_inverse=True)[1].reshape(-1)]
    said = {name: getattr(record, name) for name in SAID if getattr(record, name) is not None}
    return Whole(said=said, failed=frozenset(record.notes.get("errors", ())), y=y, error=record.error)


def whole_plan_of(ledger: Ledger, plan: PlanCard, learner: str, splits: Sequence[Split]) -> Whole:
    """The records of a learner on the splits of a plan, put together; what is missing counts as failed."""
    found = {split.fingerprint: record for split, record in records_of(ledger, plan, learner)}
    good = [found[s.fingerprint] for s in splits if s.fingerprint in found and not found[s.fingerprint].failed]
    bad = [s.label for s in splits if s.fingerprint not in found or found[s.fingerprint].failed]
    if not good:
        first = next(iter(found.values()), None)
        return Whole(said={}, error=first.error if first else "nothing was recorded for it")
    joined = {name: [getattr(r, name) for r in good] for name in SAID}
    return Whole(said={name: np.concatenate(some) for name, some in joined.items()
                       if all(a is not None for a in some)}, failed=frozenset(bad))


def no_skill(problem: Problem, splits: Sequence[Split]) -> Whole:
    """What one would say knowing the targets of the training rows and nothing else: their shares, or their mean."""
    said: dict[str, list[Array]] = {}
    for split in splits:
        y, m = problem.y[split.train_rows], split.n_test
        if problem.task is Task.REGRESSION:
            said.setdefault("values", []).append(np.broadcast_to(y.mean(axis=0), (m, *y.shape[1:])))
            continue
        share = np.bincount(y, minlength=len(problem.classes)) / y.size
        said.setdefault("probabilities", []).append(np.tile(share, (m, 1)))
        said.setdefault("labels", []).append(np.full(m, share.argmax()))
    return Whole(said={name: np.concatenate(parts) for name, parts in said.items()})


def stacked_scores(problem: Problem, plan: PlanCard, splits: Sequence[Split], metrics: Sequence[Metric],
                   wholes: Iterable[Whole]) -> StackedScores:
    """The score of each model by each metric."""
    models = list(wholes)
    out = StackedScores(values=np.zeros((len(metrics), len(models))),
                        kept=np.zeros((len(metrics), len(models)), dtype=bool))
    plain = [i for i, w in enumerate(models) if not w.error and not w.failed and w.y is None]
    size = max(1, ROWS_AT_ONCE // max(1, sum(s.n_test for s in splits)))
    for start in range(0, len(plain), size):
        some = plain[start : start + size]
        _score(problem, _scored_parts(plan, splits), metrics, [models[i] for i in some], some, out)
    for i in set(range(len(models))) - set(plain):
        whole = models[i]
        try:
            if whole.error:
                raise Undefined(f"the fit failed: {whole.error}")
            own = problem if whole.y is None else replace(problem, y=whole.y)
            laid = splits if whole.y is None else _relaid(plan, splits, own)
            _score(own, _scored_parts(plan, [s for s in laid if s.label not in whole.failed]), metrics, [whole], [i],
                   out)
        except RefereeError as reason:
            for m in range(len(metrics)):
                out.reasons[m, i] = str(reason)
    return out


def _relaid(plan: PlanCard, splits: Sequence[Split], problem: Problem) -> list[Split]:
    """The same design over other targets; splits without strata do not depend on them."""
    if not plan.parameters.get("stratified"):
        return list(splits)
    parameters = {k: v for k, v in plan.parameters.items() if k != "seed"}
    return list(lay(make_design(plan.design, parameters, seed=plan.parameters["seed"]), problem).splits())


def _scored_parts(plan: PlanCard, splits: Sequence[Split]) -> list[tuple[Split | None, Array]]:
    """The parts that are scored by themselves: each split; of leave-one-out all rows together."""
    if plan.traits.single_units and plan.traits.passes == 1:
        return [(None, np.concatenate([split.test for split in splits]))]
    return [(split, split.test) for split in splits]


def _score(problem: Problem, parts: list[tuple[Split | None, Array]], metrics: Sequence[Metric],
           models: list[Whole], at: list[int], out: StackedScores) -> None:
    """The means over parts, of all models of a stack at once."""
    total = np.zeros((len(metrics), len(models)))
    count = np.zeros((len(metrics), len(models)), dtype=int)
    why: dict[tuple[int, int], str] = {}
    begin, joined = 0, _joined(models)
    for split, rows in parts:
        stack = _Stack(problem=problem, rows=rows, prior=None if split is None else prior_of(problem, split),
                       models=models, joined=joined, span=slice(begin, begin + rows.size))
        begin += rows.size
        for m, metric in enumerate(metrics):
            values, good = stack.scores(metric, why, m)
            total[m] += np.where(good, values, 0.0)
            count[m] += good
    out.values[:, at] = total / np.maximum(count, 1)
    out.kept[:, at] = count > 0
    for (m, i), reason in why.items():
        if not count[m, i]:
            out.reasons[m, at[i]] = reason


def _joined(models: list[Whole]) -> dict[str, Array]:
    """What all models said, (models, rows, …), as far as all of them said it."""
    kinds = [name for name in models[0].said if all(name in model.said for model in models)]
    return {name: np.stack([model.said[name] for model in models]) for name in kinds}


@dataclass(slots=True, kw_only=True)
class _Stack:
    """What several models said of the same rows."""

    problem: Problem
    rows: Array
    prior: Array | None
    models: list[Whole]
    joined: dict[str, Array]
    span: slice                 # where the rows stand in what was said

    def scores(self, metric: Metric, why: dict[tuple[int, int], str], m: int) -> tuple[Array, Array]:
        """A score for each model, and whether it exists."""
        try:
            known = self._areas() if metric.area and len(self.problem.classes) == 2 else \
                self._means(metric)
        except (Undefined, BadInput):
            known = None                                  # of some model; which one is seen below
        if known is not None:
            return known, np.ones(len(self.models), dtype=bool)
        values, good = np.zeros(len(self.models)), np.zeros(len(self.models), dtype=bool)
        for i, model in enumerate(self.models):
            try:
                said = {name: array[self.span] for name, array in model.said.items()}
                values[i], good[i] = metric.score(self._predictions(said)), True
            except (Undefined, BadInput) as reason:
                why[m, i] = str(reason)
        return values, good

    def _predictions(self, said: dict[str, Array], *, times: int = 1) -> Predictions:
        """Next to the truth, which is the same for all models."""
        truth = self.problem.y[self.rows]
        whole: dict[str, Any] = {"truth": truth if times == 1 else np.concatenate([truth] * times)}
        return Predictions(**whole, **said, n_classes=len(self.problem.classes) or None, prior=self.prior,
                           classes=self.problem.classes)

    def _together(self, needs: Needs) -> Predictions:
        """Everything of the kind that all models said, one model after the other."""
        said = {name: array[:, self.span].reshape(-1, *array.shape[2:]) for name, array in self.joined.items()
                if (name == "labels") == (needs is Needs.LABELS)}
        return self._predictions(said, times=len(self.models))

    def _means(self, metric: Metric) -> Array | None:
        """Scores that are means over rows."""
        if metric.per_row is None:
            return None
        rows = np.asarray(metric.per_row(self._together(metric.needs)), dtype=float)
        means = rows.reshape(len(self.models), self.rows.size).mean(axis=1)
        return np.array([metric.outer(float(mean)) for mean in means])

    def _areas(self) -> Array | None:
        """The area under each ROC curve: pairs won, and half of those tied; None where there are too many pairs."""
        truth = self.problem.y[self.rows]
        hits, misses = np.flatnonzero(truth == 1), np.flatnonzero(truth == 0)
        pairs = hits.size * misses.size
        if not pairs or pairs * len(self.models) > PAIRS_AT_ONCE:
            return None
        ordering = self._together(Needs.SCORES).ordering
        if ordering is None:
            return None
        scores = ordering.reshape(len(self.models), -1)
        won, lost = scores[:, hits, None], scores[:, None, misses]
        return np.asarray(((won > lost).sum(axis=(1, 2)) + (won >= lost).sum(axis=(1, 2))) / (2 * pairs))


def as_good(values: Array, observed: float, direction: Direction) -> Array:
    """Which values are at least as good as one; what differs by rounding is equal."""
    slack = 1e-10 * max(1.0, abs(observed))
    return np.asarray((values - observed) * direction.value >= -slack)
