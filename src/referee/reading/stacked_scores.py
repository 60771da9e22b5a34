"""Scores of many models on the same test rows of a plan; models are scored in stacks (see `stack`).

The score of a plan is that of `pooling`: computed once on what was said of a pass over the rows, then averaged.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace

import numpy as np

from referee.data.problem import Problem
from referee.designs import make_design
from referee.designs.card import PlanCard
from referee.designs.plan import lay
from referee.designs.split import Split
from referee.errors import RefereeError, Undefined
from referee.kinds import Array, Direction, Task
from referee.ledger import Ledger, Record
from referee.metrics import Metric
from referee.reading.said import prior_of, records_of
from referee.reading.stack import Piece, Stack

SAID = ("labels", "scores", "probabilities", "values", "quantiles")
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
        _score(problem, _pieces(plan, splits, problem), metrics, [models[i] for i in some], some, out)
    for i in set(range(len(models))) - set(plain):
        whole = models[i]
        try:
            if whole.error:
                raise Undefined(f"the fit failed: {whole.error}")
            own = problem if whole.y is None else replace(problem, y=whole.y)
            laid = splits if whole.y is None else _relaid(plan, splits, own)
            there = [s for s in laid if s.label not in whole.failed]
            _score(own, _pieces(plan, there, own), metrics, [whole], [i], out)
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


def _pieces(plan: PlanCard, splits: Sequence[Split], problem: Problem) -> list[Piece]:
    """The test parts, each in its pass; of leave-one-out all rows together, as one."""
    if plan.traits.leaves_rows_out:
        return [Piece(number=0, rows=np.concatenate([split.test for split in splits]), alone=True)]
    number = dict(zip((entry.label for entry in plan.entries), plan.pass_of, strict=True))
    return [Piece(number=int(number[split.label]), rows=split.test, prior=prior_of(problem, split))
            for split in splits]


def _score(problem: Problem, pieces: list[Piece], metrics: Sequence[Metric],
           models: list[Whole], at: list[int], out: StackedScores) -> None:
    """The scores of whole passes, averaged, of all models of a stack at once."""
    stack = Stack(problem=problem, pieces=pieces, said=[model.said for model in models])
    for m, metric in enumerate(metrics):
        for i, found in zip(at, stack.scores(metric), strict=True):
            if isinstance(found, str):
                out.reasons[m, i] = found
            else:
                out.values[m, i], out.kept[m, i] = found, True


def as_good(values: Array, observed: float, direction: Direction) -> Array:
    """Which values are at least as good as one; what differs by rounding is equal."""
    slack = 1e-10 * max(1.0, abs(observed))
    return np.asarray((values - observed) * direction.value >= -slack)
