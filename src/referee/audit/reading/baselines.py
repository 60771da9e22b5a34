"""Which models of a file are baselines: by being named so, by their names, or by what they say.

A model that says the same of every row of a part, and that the most frequent class, the class shares, the mean or the
median, ignores the features; so does one that repeats the last value of a series.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

import numpy as np

from referee.audit.bundle import Model, ModelPredictions
from referee.audit.vocabulary.baselines import is_baseline
from referee.errors import UnknownName
from referee.metrics import Predictions

NEAR = 0.25         # of a standard deviation: so near the middle of all rows is the mean or median of any large part


def with_baselines(models: Iterable[Model], said: Iterable[ModelPredictions],
                   named: Iterable[str] = ()) -> tuple[Model, ...]:
    """The models, those that are baselines marked; a name given that no model has is refused."""
    models, said, chosen = tuple(models), tuple(said), set(named)
    known = [model.name for model in models]
    for name in chosen:
        if name not in known:
            raise UnknownName("model", name, known)
    parts = {model: [s.predictions for s in said if s.model == model] for model in known}
    return tuple(_marked(model, parts[model.name], chosen) for model in models)


def _marked(model: Model, parts: list[Predictions], chosen: set[str]) -> Model:
    if model.baseline or model.name in chosen or is_baseline(model.name):
        return replace(model, baseline=True)
    alone = bool(parts) and all(ignores_features(part) for part in parts)
    return replace(model, baseline=True, by_answers=True) if alone else model


def ignores_features(said: Predictions) -> bool:
    """Whether one part was answered without looking at the cases."""
    if said.n_rows < 2:
        return False
    if said.n_classes is None:
        return said.values is not None and said.values.ndim == 1 and _middling(said)
    forecasts = said.probabilities if said.probabilities is not None else said.scores
    if forecasts is not None:
        return bool(np.ptp(forecasts, axis=0).max() == 0)
    if said.labels is None or np.ptp(said.labels) != 0:
        return False
    counts = np.bincount(said.truth, minlength=said.n_classes)
    return bool(counts[said.labels[0]] >= counts.max() - 2 * np.sqrt(counts.max()))


def _middling(said: Predictions) -> bool:
    truth, values = np.asarray(said.truth, dtype=float), np.asarray(said.values, dtype=float)
    if np.array_equal(values[1:], truth[:-1]):
        return True
    middle = (float(truth.mean()), float(np.median(truth)))
    return bool(np.ptp(values) == 0 and min(abs(values[0] - m) for m in middle) <= NEAR * truth.std())
