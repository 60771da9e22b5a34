"""What a learner of a cell is really worth: its score on new rows, averaged over many training sets.

Of a metric that is no mean over rows the truth is its value on all predictions together, as one large test set would
give it; where it orders rows by scores, which different models put on different scales, the mean over the models.
"""

from __future__ import annotations

from contextlib import suppress
from typing import Any

import numpy as np

from referee.errors import Undefined
from referee.kinds import Array, Json, Needs, Task
from referee.lab.sheet.cells import Cell
from referee.lab.sheet.samples import WIDTH, Sample, draw
from referee.metrics import Metric, Predictions, metric
from referee.seeds import stream

TRAINING_SETS = 600
SLOW_TRAINING_SETS = 150
NEW_ROWS = 1000                 # for each of them


def said_of(cell: Cell, model: Any, rows: Sample) -> Predictions:
    """A fitted model's predictions of new rows, as metrics read them."""
    if cell.task is Task.REGRESSION:
        return Predictions(truth=rows.y, values=model.predict(rows.X))
    labels = np.asarray(model.predict(rows.X))
    if hasattr(model, "predict_proba"):
        chances = np.zeros((len(labels), cell.classes))
        chances[:, model.classes_] = model.predict_proba(rows.X)
        return Predictions(truth=rows.y, n_classes=cell.classes, labels=labels, probabilities=chances)
    return Predictions(truth=rows.y, n_classes=cell.classes, labels=labels, scores=model.decision_function(rows.X))


def scored(cell: Cell, said: Predictions) -> dict[str, float]:
    """Every metric of the cell."""
    found = {}
    for name in cell.metrics:
        with suppress(Undefined):           # a Matthews correlation of one label has none
            found[name] = round(float(metric(name).score(said)), 6)
    return found


def truth_of(cell: Cell, n_train: int, seed: int) -> Json:
    """The expected score of the cell's learner trained on so many rows, by every metric."""
    sets = SLOW_TRAINING_SETS if cell.lab.slow else TRAINING_SETS
    every = [_one(cell, n_train, stream(seed, "truth", cell.id, n_train, number)) for number in range(sets)]
    together = _together(every)
    by_name = {name: metric(name) for name in cell.metrics}
    found = {}
    for name, by in by_name.items():
        with suppress(Undefined):
            found[name] = round(_expected(by, every, together), 6)
    return found


def _one(cell: Cell, n_train: int, random: np.random.Generator) -> Predictions:
    model = cell.lab.make(0, WIDTH, 0)
    if hasattr(model, "random_state"):
        model.random_state = int(random.integers(2**31 - 1))
    sample = draw(cell, n_train, random)
    model.fit(sample.X, sample.y)
    return said_of(cell, model, draw(cell, NEW_ROWS, random, whole=False))


def _expected(by: Metric, every: list[Predictions], together: Predictions) -> float:
    if by.needs is Needs.SCORES:
        return float(np.mean([by.score(one) for one in every]))
    return float(by.score(together))


def _together(every: list[Predictions]) -> Predictions:
    def joined(name: str) -> Array | None:
        parts = [getattr(one, name) for one in every]
        return None if parts[0] is None else np.concatenate(parts)

    return Predictions(truth=np.concatenate([one.truth for one in every]), n_classes=every[0].n_classes,
                       labels=joined("labels"), probabilities=joined("probabilities"), values=joined("values"))
