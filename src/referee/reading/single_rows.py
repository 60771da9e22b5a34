"""Test parts of one row each, scored all at once: the very numbers that they would have part by part.

Leave-one-out has as many parts as rows, and a score of one row is little work beside what is done for every part. What
a metric says of one row follows from that row's own value where it is a mean; from its truth and label where it counts
these; from its truth where it compares rows by scores, since there is no second row; and nothing does where it needs
two rows. What follows from none of these is scored part by part.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Any

import numpy as np

from referee.data.problem import Problem
from referee.designs.card import PlanCard
from referee.designs.split import Split
from referee.designs.traits import Seen
from referee.errors import BadInput, Undefined
from referee.kinds import Array, Json, Needs, Task
from referee.ledger import Block, KeepsBlocks, Ledger, Record, job_keys, stacked
from referee.metrics import Metric, Predictions
from referee.metrics.tally import Tally
from referee.reading.draft import is_plain_mean
from referee.reading.pooling import CELLS_AT_ONCE, Way, way_to_pool
from referee.reading.said import prior_of
from referee.reading.scores import Cost

Lost = list[tuple[int, str]]              # which part, and why it has no score


def are_single_rows(plan: PlanCard, problem: Problem, metrics: Sequence[Metric]) -> bool:
    """Whether a plan is one pass over rows, each a test part by itself, and nothing is asked that needs more."""
    traits = plan.traits
    plain = traits.seen is not Seen.SOME and not (traits.nested_folds or traits.halves or traits.halvings)
    return (plain and traits.test_sizes == (1, 1) and traits.passes == 1 and len(plan.entries) <= CELLS_AT_ONCE
            and problem.weights is None and problem.costs is None and all(m.season is None for m in metrics))


@dataclass(kw_only=True, eq=False)
class SingleRows:
    """What one learner said of rows that were tested one by one, in the order of the plan."""

    problem: Problem
    where: Array                          # positions in the plan
    splits: Sequence[Split]
    said: dict[str, Array]
    fit_seconds: Array
    predict_seconds: Array
    told: Sequence[tuple[Json, tuple[str, ...]]]        # notes and warnings, …
    told_by: Array                                      # … and which of them a fit has
    _each: dict[int, Predictions] = field(default_factory=dict)

    @cached_property
    def rows(self) -> Array:
        """The rows tested."""
        return np.concatenate([split.test for split in self.splits])

    @cached_property
    def whole(self) -> Predictions:
        """All parts as one, without the priors, which are the parts' own."""
        return self._predictions(self.rows, slice(None), None)

    def part(self, i: int) -> Predictions:
        """One part."""
        if i not in self._each:
            self._each[i] = self._predictions(self.rows[i : i + 1], slice(i, i + 1), self.prior(i))
        return self._each[i]

    def prior(self, i: int) -> Array | None:
        """The class shares of the rows trained on; where these are all the others, they follow from the class."""
        split = self.splits[i]
        if split.train is not None or not self.problem.classes:
            return prior_of(self.problem, split)
        code = int(self.problem.y[split.test[0]])
        if code not in self._priors:
            self._priors[code] = prior_of(self.problem, split)
        return self._priors[code]

    @cached_property
    def _priors(self) -> dict[int, Array | None]:
        return {}

    def _predictions(self, rows: Array, span: slice, prior: Array | None) -> Predictions:
        said: dict[str, Any] = {name: array[span] for name, array in self.said.items()}
        return Predictions(truth=self.problem.y[rows], n_classes=len(self.problem.classes) or None,
                           classes=self.problem.classes, prior=prior, **said)

    @cached_property
    def joined(self) -> Predictions:
        """All parts as one, with the prior that they have on average and without scores, which have no one scale."""
        prior = None
        if self.problem.task is not Task.REGRESSION and self.problem.classes:
            priors = [self.prior(i) for i in range(len(self.splits))]
            prior = np.average(np.stack(priors), axis=0, weights=[1] * len(priors))     # type: ignore[arg-type]
        return replace(self.whole, prior=prior, scores=None)

    def scores(self, metric: Metric) -> tuple[Array, Lost]:
        """The metric's score of each part, 0 where it has none, and why it has none."""
        if metric.source is None:
            try:
                rows = self._of_rows(metric)
                if rows is not None:
                    return rows, []
                keys = self._keys(metric)
            except (Undefined, BadInput):           # not of all parts: then of each
                keys = None
        else:
            keys = None
        if is_plain_mean(metric) and metric.source is None:
            return self._each_scored(lambda part: float(_of_part(metric, part).mean()), None)
        return self._each_scored(metric.score, keys)

    def _of_rows(self, metric: Metric) -> Array | None:
        """From the values of the rows, where the score is made of these."""
        if metric.per_row is None:
            return None
        values = np.asarray(metric.per_row(self.whole), dtype=float) + 0.0          # a mean has no −0
        return values if is_plain_mean(metric) else np.array([metric.outer(value) for value in values.tolist()])

    def _keys(self, metric: Metric) -> Array | None:
        """Parts with one key have one score; None where nothing of the kind is known."""
        if metric.least_rows > 1:
            self.whole.said(metric.needs)
            return np.zeros(len(self.splits), dtype=np.int64)
        if metric.needs is Needs.SCORES:
            self.whole.said(Needs.SCORES)
            return self.whole.codes
        if metric.needs is Needs.LABELS and metric.counts_only:
            return self.whole.codes * self.whole.k + self.whole.said(Needs.LABELS)
        return None

    def _each_scored(self, score: Callable[[Predictions], float], keys: Array | None) -> tuple[Array, Lost]:
        each = np.arange(len(self.splits)) if keys is None else keys
        _, first, which = np.unique(each, return_index=True, return_inverse=True)
        reasons: dict[int, str] = {}
        found = np.zeros(len(first))
        for j, i in enumerate(first.tolist()):
            try:
                found[j] = score(self.part(i))
            except (Undefined, BadInput) as reason:     # BadInput: what was said cannot be (a probability of 1.2)
                reasons[j] = str(reason)
        lost = [(i, reasons[j]) for i, j in enumerate(which.tolist()) if j in reasons] if reasons else []
        return found[which], lost

    def sums(self, metric: Metric, values: Array, kept: Array) -> tuple[Tally | Array | None, int]:
        """What pooling adds up of the parts, and how many count; None where it reads `joined`."""
        way = way_to_pool(metric)
        if way is Way.JOINED:
            self.whole.said(metric.needs)
            return None, len(self.splits)
        if way is Way.COUNTS:
            return self.whole.confusion, len(self.splits)
        if way is Way.TALLY and metric.tally is not None:
            return self._tallied(metric.tally)
        mine = values[kept]
        if not mine.size:
            return None, 0
        # One after the other, as parts are added up; `sum` would add them pairwise, and round otherwise.
        return Tally(won=np.cumsum(mine)[-1:], made=np.array([float(mine.size)]), unit="rows"), int(mine.size)

    def _tallied(self, tally: Callable[[Predictions], Tally]) -> tuple[Tally | None, int]:
        """Comparisons within the parts, which a part's class decides."""
        _, first, many = np.unique(self.whole.codes, return_index=True, return_counts=True)
        total, counting = None, 0
        for i, times in zip(first.tolist(), many.tolist(), strict=True):
            one = tally(self.part(i))
            counting += times * bool((one.made > 0).all())
            more = replace(one, won=one.won * times, made=one.made * times,
                           weight=None if one.weight is None else one.weight * times)
            total = more if total is None else total + more
        return total, counting


@dataclass(frozen=True, eq=False)
class CostsOfRows(Mapping[str, Cost]):
    """What each fit took, by the label of its split; hardly anybody asks, so they are made when somebody does."""

    labels: Sequence[str]
    single: SingleRows

    @cached_property
    def _made(self) -> dict[str, Cost]:
        of = self.single
        sizes = [dict(notes.get("complexity", {})) for notes, _ in of.told]
        return {label: Cost(fit_seconds=fit, predict_seconds=predict, predicted=1, complexity=sizes[pair])
                for label, fit, predict, pair in zip(self.labels, of.fit_seconds.tolist(), of.predict_seconds.tolist(),
                                                     of.told_by.tolist(), strict=True)}

    def __getitem__(self, label: str) -> Cost:
        return self._made[label]

    def __iter__(self) -> Iterator[str]:
        return iter(self.labels)

    def __len__(self) -> int:
        return len(self.labels)


def _of_part(metric: Metric, part: Predictions) -> Array:
    assert metric.per_row is not None
    return np.asarray(metric.per_row(part), dtype=float)


def can_be_pooled(single: SingleRows, metrics: Sequence[Metric]) -> bool:
    """Whether what pooling adds up can be had for all parts at once: whole numbers, which no order of sums changes."""
    for metric in metrics:
        way = way_to_pool(metric)
        try:
            if way in {Way.JOINED, Way.COUNTS}:
                single.sums(metric, np.empty(0), np.empty(0, dtype=bool))
            elif way is Way.TALLY and metric.tally is not None:
                single.whole.said(Needs.SCORES)
                total, _ = single.sums(metric, np.empty(0), np.empty(0, dtype=bool))
                assert isinstance(total, Tally)
                numbers = np.concatenate([total.won, total.made, np.zeros(0) if total.weight is None else total.weight])
                if (numbers != np.floor(numbers)).any():
                    return False
        except (Undefined, BadInput):
            return False
    return True


def single_rows(ledger: Ledger, problem: Problem, learner: str, splits: Sequence[Split], done: set[str],
                ) -> SingleRows | None:
    """What is recorded of one learner, of the jobs that are done; None where it must be read part by part."""
    if not isinstance(ledger, KeepsBlocks):
        return None
    jobs = job_keys(problem.fingerprint, learner, tuple([split.fingerprint for split in splits]))
    position = {job: i for i, job in enumerate(jobs) if job in done}
    pieces = list(_pieces(ledger.read_together(list(position))))
    if not pieces or any(isinstance(piece, Record) for piece in pieces):
        return None
    blocks = [piece for piece in pieces if isinstance(piece, Block)]
    kinds = {tuple((name, array.dtype, array.shape[1:]) for name, array in block.said.items()) for block in blocks}
    told = [pair for block in blocks for pair in block.told]
    if len(kinds) != 1 or any((block.sizes != 1).any() for block in blocks) or any("tuned" in one for one, _ in told):
        return None
    where = np.array([position[job] for block in blocks for job in block.jobs])
    order = np.argsort(where)
    first = np.cumsum([0, *(len(block.told) for block in blocks)])
    return SingleRows(
        problem=problem, where=where[order], splits=[splits[i] for i in where[order].tolist()], told=told,
        told_by=np.concatenate([block.told_by + before for block, before in zip(blocks, first, strict=False)])[order],
        said={name: np.concatenate([block.said[name] for block in blocks])[order] for name in blocks[0].said},
        fit_seconds=np.concatenate([block.fit_seconds for block in blocks])[order],
        predict_seconds=np.concatenate([block.predict_seconds for block in blocks])[order])


def _pieces(found: Iterator[Block | Record]) -> Iterator[Block | Record]:
    """Blocks as they come, then single records put together; one that failed, or stands apart, as it is."""
    records = []
    for piece in found:
        if isinstance(piece, Block):
            yield piece
        else:
            records.append(replace(piece, created=""))
    yield from stacked(records, fewest=1)
