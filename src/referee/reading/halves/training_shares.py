"""What the shares of the classes in training do to a score, read off what was said of the rows."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from referee.estimates.halves.training_shares import (
    added_by_training_shares,
    class_means,
    influence_of_training_shares,
)
from referee.estimates.resampling.linearised import slopes_of_table
from referee.estimates.resampling.row_subset import some_rows
from referee.kinds import Array, Needs
from referee.metrics import Metric, Predictions
from referee.reading.halves.kept import KeptHalves, of_the_table

STEP = 1e-3                 # of log odds, to each side
ENOUGH = 2000               # rows for a mean slope


def moves_with_shares(metric: Metric) -> bool:
    """Whether it reads labels or probabilities, row by row or as a table; what only orders rows hardly moves."""
    if metric.weighted:
        return False
    if metric.needs is Needs.LABELS:
        return metric.per_row is not None or of_the_table(metric)
    return metric.needs is Needs.PROBABILITIES and metric.per_row is not None


def of_training_shares(metric: Metric, said: Predictions, values: Array) -> Array:
    """What one more row of each class adds by training; `values` are those of the rows, of which the score is the mean.
    """
    if metric.needs is Needs.LABELS:
        return influence_of_training_shares(values, np.eye(said.k)[said.said(Needs.LABELS)], said.codes)
    return influence_of_training_shares(values, said.said(Needs.PROBABILITIES), said.codes,
                                        slopes=_slopes(metric, said))


def added_at_half(kept: KeptHalves, metric: Metric, n: int) -> float:
    """The variance that the shares in training add where there are halves alone; of labels, which are all that is kept.
    """
    if not (kept.halving.holds_shares and metric.needs is Needs.LABELS and metric.counts_only
            and moves_with_shares(metric)):
        return 0.0
    table, k = kept.confusion(kept.kept[metric.name]), kept.halving.n_classes
    value, slopes = slopes_of_table(metric, table.ravel(), k, kept.classes)
    truth, label = np.divmod(np.arange(k * k), k)
    trained = influence_of_training_shares(value + slopes, np.eye(k)[label], truth, times=table.ravel())
    tested = class_means(slopes, truth, table.ravel(), k)
    return added_by_training_shares(tested, trained, table.sum(axis=1) / table.sum(), n)


def _slopes(metric: Metric, said: Predictions) -> Array:
    """How the score moves with the log odds of each class in what was said."""
    assert metric.per_row is not None
    some = some_rows(said, np.arange(0, said.n_rows, max(1, said.n_rows // ENOUGH)))
    found = np.zeros(said.k)
    for c in range(said.k):
        ends = [metric.per_row(_moved(some, c, step)).mean() for step in (STEP, -STEP)]
        found[c] = (ends[0] - ends[1]) / (2 * STEP)
    return found * metric.at_mean(float(metric.per_row(some).mean()))[1]


def _moved(said: Predictions, code: int, step: float) -> Predictions:
    """The same with other odds of a class."""
    chances = said.said(Needs.PROBABILITIES).copy()
    chances[:, code] *= np.exp(step)
    return replace(said, probabilities=chances / chances.sum(axis=1, keepdims=True))
