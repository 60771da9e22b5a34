"""Metrics on resamples of one test set: the same resamples for all models and metrics of a table, scored side by side.

A metric that is no mean over rows is computed anew for each resample, with the counts of the rows as weights. Metrics
share most of that work (checked probabilities, rows in order, the confusion table), so all of them are asked while it
is there; and a difference between two models is one of numbers that are there already.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from functools import cached_property

import numpy as np

from referee.errors import BadInput, Undefined
from referee.estimates.resampling.drawing_schemes import Clusters, Rows, chunks
from referee.estimates.resampling.jackknife import acceleration, acceleration_from, units_left_out
from referee.estimates.resampling.metric_statistic import fewest_cases, metric_statistic, of_the_table
from referee.estimates.resampling.replicates import Replicates
from referee.estimates.resampling.row_subset import some_rows
from referee.estimates.resampling.uniform_counts import uniform_counts
from referee.kinds import Array, Needs
from referee.metrics import Metric, Predictions
from referee.reading.scores import ScoreTable
from referee.reading.ways import is_shared
from referee.seeds import seed_for, stream

RESAMPLES = 2000


def resampled(table: ScoreTable) -> ResampledTable:
    """All learners on shared resamples of the one test set, made when first asked for and kept with the table."""
    made = table.made_once.setdefault("resampled", ResampledTable(table))
    assert isinstance(made, ResampledTable)
    return made


class ResampledTable:
    """What every learner of a table scores on resamples of its one test set; made when first asked for."""

    def __init__(self, table: ScoreTable) -> None:
        self.table = table
        self._models: dict[str, ResampledModel] = {}

    def model(self, learner: str) -> ResampledModel:
        """One learner's scores."""
        if learner not in self._models:
            found, groups = self.table.rows[learner], self.table.problem.groups
            mine = None if groups is None else groups[found.row]
            self._models[learner] = ResampledModel(
                found.predictions, tuple(m for m in self.table.metrics if is_shared(m, found.predictions, mine)), mine,
                seed_for(0, "bootstrap over rows", self.table.plan.fingerprint))
        return self._models[learner]


class ResampledModel:
    """One model's metrics on resamples of its test rows, or of whole groups of them."""

    def __init__(self, predictions: Predictions, metrics: tuple[Metric, ...], groups: Array | None, seed: int) -> None:
        self.predictions, self.metrics, self.seed = predictions, metrics, seed
        self.unit = None if groups is None else np.unique(groups, return_inverse=True)[1].reshape(-1)
        self._values: dict[str, Array] = {}

    @property
    def n_units(self) -> int:
        """How many rows, or groups of rows, are drawn."""
        return self.predictions.n_rows if self.unit is None else int(self.unit.max()) + 1

    def values(self, metric: Metric) -> Array:
        """The metric on each resample; NaN where it does not exist. All other metrics are made on the way."""
        if metric.name not in self._values:
            wanted = {m.name: m for m in (*self.metrics, metric) if m.name not in self._values}
            made = np.concatenate([_scores(wanted, self.predictions, times) for times in self._draws()], axis=1)
            self._values |= dict(zip(wanted, made, strict=True))
        return self._values[metric.name]

    def replicates(self, metric: Metric) -> Replicates:
        """The resamples on which the metric exists."""
        every = self.values(metric)
        kept = every[np.isfinite(every)]
        if kept.size < 2:
            raise Undefined(f"{metric.title} existed in only {kept.size} of {every.size} resamples; there are too few "
                            f"cases.")
        return Replicates(observed=metric.score(self.predictions), values=kept, lost=int(every.size - kept.size),
                          cases=min(self.n_units, fewest_cases(metric, self.predictions)))

    def acceleration(self, metric: Metric) -> float:
        """BCa's a; Undefined where leaving out one unit leaves no score."""
        if of_the_table(metric, self.predictions):
            return acceleration(metric_statistic(metric, self.predictions),
                                Rows() if self.unit is None else Clusters(self.unit))
        left = self._left_out.get(metric.name)
        if left is None:
            wanted = {metric.name: metric}
            left = np.concatenate([_scores(wanted, self.predictions, t) for t in self._leaving_out()], axis=1)[0]
        return acceleration_from([(left, np.ones(left.size))])

    @cached_property
    def _left_out(self) -> dict[str, Array]:
        """The metrics without one unit each, for those that need the rows."""
        wanted = {m.name: m for m in self.metrics if not of_the_table(m, self.predictions)}
        made = np.concatenate([_scores(wanted, self.predictions, times) for times in self._leaving_out()], axis=1)
        return dict(zip(wanted, made, strict=True))

    def _draws(self) -> Iterator[Array]:
        """How often each row is drawn, some resamples at a time; the same for every model of the table."""
        rng = stream(self.seed, "bootstrap")
        for size in chunks(RESAMPLES, self.predictions.n_rows):
            times = uniform_counts(rng, self.n_units, size)
            yield times if self.unit is None else times[:, self.unit]

    def _leaving_out(self) -> Iterator[Array]:
        """All rows once, but for those of one unit (or of one of 2000 random sets of units)."""
        unit = units_left_out(np.arange(self.n_units) if self.unit is None else self.unit)
        for left in range(int(unit.max()) + 1):
            yield (unit != left).astype(np.int64)[None, :]


def _scores(metrics: dict[str, Metric], predictions: Predictions, times: Array) -> Array:
    """Each metric (row) on each resample (column)."""
    made = np.full((len(metrics), len(times)), np.nan)
    small = [of_the_table(m, predictions) for m in metrics.values()]
    table = _Table(predictions) if any(small) else None
    for b, row in enumerate(times):
        whole = None if all(small) else _weighted(predictions, row)
        cells = None if table is None else table.weighted(row)
        for m, (metric, by_table) in enumerate(zip(metrics.values(), small, strict=True)):
            said = cells if by_table else whole
            assert said is not None
            with suppress(Undefined, BadInput):     # BadInput: what was said cannot be; the estimate tells it
                made[m, b] = metric.score(said)
    return made


def _weighted(predictions: Predictions, times: Array) -> Predictions:
    drawn = times > 0
    weights = times[drawn] if predictions.weights is None else (times * predictions.weights)[drawn]
    return some_rows(predictions, drawn, weights)


class _Table:
    """Predictions of labels as the cells of (truth, label): k² rows stand for all."""

    def __init__(self, predictions: Predictions) -> None:
        k = predictions.k
        self.cells = predictions.codes * k + predictions.said(Needs.LABELS)
        truth, said = np.divmod(np.arange(k * k), k)
        self.rows = Predictions(truth=truth, labels=said, n_classes=k, prior=predictions.prior,
                                classes=predictions.classes)

    def weighted(self, times: Array) -> Predictions:
        return _weighted(self.rows, np.bincount(self.cells, weights=times, minlength=self.rows.n_rows))
