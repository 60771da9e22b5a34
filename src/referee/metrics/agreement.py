"""Cohen's kappa: agreement of labels beyond what their frequencies alone would give.

Cohen (1960, 1968). With `weights="linear"` or `"quadratic"` a disagreement counts by the distance of the two codes,
which makes sense for ordered classes only. `Undefined` when chance alone would agree always.
Takes labels of any kind, see `vectors.labelled`; the order of classes is their sorted order.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Unpack

import numpy as np
import numpy.typing as npt

from referee.errors import BadInput, Undefined
from referee.kinds import Array, Direction, Needs, Task
from referee.metrics._base import FAMILIES, METRICS, Family, Idle, Metric
from referee.metrics.predictions import TABLE, Predictions
from referee.metrics.vectors import Coding, labelled
from referee.spec import format_spec

POWERS = {"none": 0, "linear": 1, "quadratic": 2}


def _disagreement(k: int, distance: str) -> Array:
    """How much each pair of codes disagrees."""
    if distance not in POWERS:
        raise BadInput(f"the distance of kappa must be none, linear or quadratic, not {distance!r}.")
    apart = np.abs(np.subtract.outer(np.arange(k), np.arange(k)))
    return np.asarray(apart ** POWERS[distance] if POWERS[distance] else apart > 0, dtype=float)


def _kappa(distance: str) -> Callable[[Predictions], float]:
    _disagreement(2, distance)

    def score(predictions: Predictions) -> float:
        if predictions.k > TABLE:
            return _of_many(predictions, POWERS[distance])
        table = predictions.confusion / predictions.confusion.sum()
        apart = _disagreement(predictions.k, distance)
        by_chance = float((apart * np.outer(table.sum(axis=1), table.sum(axis=0))).sum())
        if by_chance <= 0:
            raise Undefined("kappa is undefined: every true and every predicted label is the same.")
        return max(1 - float((apart * table).sum()) / by_chance, -1.0)

    return score


def _of_many(predictions: Predictions, power: int) -> float:
    """The same without the table of all pairs of classes, by the moments of the two margins."""
    _, true, told = (counts / predictions.weight.sum() for counts in predictions.tallies)
    far = np.abs(predictions.codes - predictions.said(Needs.LABELS))
    seen = predictions.mean(far**power if power else (far > 0).astype(float))
    if power == 0:
        by_chance = 1 - float(true @ told)
    elif power == 1:                # E|X − Y| = Σ F(1 − G) + G(1 − F)
        below, told_below = np.cumsum(true), np.cumsum(told)
        by_chance = float((below * (1 - told_below) + told_below * (1 - below)).sum())
    else:
        codes = np.arange(predictions.k)
        by_chance = float(true @ codes**2 + told @ codes**2 - 2 * (true @ codes) * (told @ codes))
    if by_chance <= 0:
        raise Undefined("kappa is undefined: every true and every predicted label is the same.")
    return max(1 - seen / by_chance, -1.0)


def kappa(truth: npt.ArrayLike, said: npt.ArrayLike, weights: npt.ArrayLike | None = None, *,
          distance: str = "none", **coding: Unpack[Coding]) -> float:
    """Agreement beyond chance; distance "linear" or "quadratic" for ordered classes.

    >>> kappa([0, 0, 1, 1], [0, 0, 1, 0])
    0.5
    """
    return _kappa(distance)(labelled(truth, said, weights, **coding))


def kappa_metric(distance: str = "none") -> Metric:
    """Kappa with a distance between classes."""
    plain = distance == "none"
    return Metric(name=format_spec("kappa", {} if plain else {"distance": distance}),
                  title="kappa" if plain else f"kappa ({distance})", task=Task.CLASSIFICATION, needs=Needs.LABELS,
                  direction=Direction.MAXIMISE, bounds=(-1.0, 1.0), score=_kappa(distance), symmetric=plain,
                  ordered=not plain, idle=Idle.ZERO,
                  reference="Cohen 1960" if plain else "Cohen 1968")


KAPPA, LINEAR, QUADRATIC = (METRICS.add(kappa_metric(distance)) for distance in POWERS)
FAMILIES.add(Family(name="kappa", make=kappa_metric))
