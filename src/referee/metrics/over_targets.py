"""Several targets of classes scored as one: how often all are right, which share is wrong, and F1 over labels.

These read a row of class codes for each case, as numbers: (rows, targets). For targets of two classes, code 1 is the
positive one. Where a label is neither there nor ever said, its F1 does not exist, and so no mean over labels.

Tsoumakas, G. and Katakis, I. (2007). Multi-label classification: an overview. International Journal of Data
Warehousing and Mining 3, 1–13.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from referee.errors import Undefined
from referee.kinds import Array, Direction, Needs, Task
from referee.metrics._base import Metric, Moments, mean_of
from referee.metrics.influence import influence_by_moments
from referee.metrics.predictions import Predictions
from referee.registry import Registry

OVER_TARGETS: Registry[Metric] = Registry("metric over several targets of classes")


def _wrong(predictions: Predictions) -> Array:
    return np.asarray(predictions.said(Needs.VALUES) != predictions.targets)


def all_right(predictions: Predictions) -> Array:
    """1 for each row of which every target is right."""
    return np.asarray(1.0 - _wrong(predictions).any(axis=1))


def share_wrong(predictions: Predictions) -> Array:
    """The share of wrong targets of each row."""
    return np.asarray(_wrong(predictions).mean(axis=1))


def _hits(predictions: Predictions, _origin: Any) -> Array:
    """For each label: rightly said, said or there (counting twice where both)."""
    truth, said = predictions.targets, predictions.said(Needs.VALUES)
    return np.hstack([truth * said, truth + said])


def _micro(means: Array) -> tuple[float, Array]:
    """2 Σ hits / Σ (said + there), over all labels."""
    hits, counted = means.reshape(2, -1)
    whole = counted.sum()
    if not whole:
        raise Undefined("F1 over labels is undefined: no label is there, and none was said.")
    value = 2 * hits.sum() / whole
    return float(value), np.concatenate([np.full(hits.size, 2 / whole), np.full(hits.size, -value / whole)])


def _macro(means: Array) -> tuple[float, Array]:
    """The mean over labels of 2 hits / (said + there)."""
    hits, counted = means.reshape(2, -1)
    if not counted.all():
        raise Undefined(f"label {int((counted == 0).argmax()) + 1} is never there and never said, so that its F1 is "
                        f"undefined.")
    each = 2 * hits / counted
    return float(each.mean()), np.concatenate([2 / counted, -each / counted]) / hits.size


def _of(moments: Moments) -> Any:
    """The score by the weighted means of the rows."""

    def score(predictions: Predictions) -> float:
        share = predictions.weight / predictions.weight.sum()
        return moments.score(share @ moments.of_rows(predictions, 0.0))[0]

    return score


def _metric(name: str, title: str, direction: Direction, **how: Any) -> Metric:
    return OVER_TARGETS.add(Metric(name=name, title=title, direction=direction, task=Task.CLASSIFICATION,
                                   needs=Needs.VALUES, bounds=(0.0, 1.0), over_targets=True,
                                   reference="Tsoumakas & Katakis 2007", **how))


MICRO, MACRO = Moments(_hits, _micro), Moments(_hits, _macro)
SUBSET_ACCURACY = _metric("subset_accuracy", "subset accuracy", Direction.MAXIMISE, score=mean_of(all_right),
                          per_row=all_right)
HAMMING_LOSS = _metric("hamming_loss", "Hamming loss", Direction.MINIMISE, score=mean_of(share_wrong),
                       per_row=share_wrong)
LABEL_F1_MICRO = _metric("label_f1_micro", "F1 over all labels (micro)", Direction.MAXIMISE, score=_of(MICRO),
                         moments=MICRO, influence=influence_by_moments(MICRO), binary_only=True)
LABEL_F1_MACRO = _metric("label_f1_macro", "mean F1 of the labels (macro)", Direction.MAXIMISE, score=_of(MACRO),
                         moments=MACRO, influence=influence_by_moments(MACRO), binary_only=True)
