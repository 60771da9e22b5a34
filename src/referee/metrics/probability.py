"""Proper scores of stated probabilities: log loss, the Brier score and the spherical score.

Good (1952); Brier (1950); Roby (1965). Log loss: probabilities are clipped at 1e-15, see `clipping`; in nats, or in the
unit of another base. Brier: `brier` runs from 0 to 1, which for two classes is the mean of (p − o)² for class 1
and for more is half of Brier's own sum over the classes; `brier_sum` is that sum, from 0 to 2.
Truth may be codes 0 … k-1 or any k labels, in the sorted order of which the columns stand.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Unpack

import numpy as np
import numpy.typing as npt

from referee.errors import BadInput
from referee.kinds import Array, Direction, Needs, Task
from referee.metrics._base import FAMILIES, METRICS, Family, Metric, mean_of
from referee.metrics.predictions import Predictions
from referee.metrics.vectors import Coding, forecast
from referee.spec import format_spec

EPSILON = 1e-15      # a probability below it counts as this much inside a logarithm


def log_scale(base: float | str) -> float:
    """What a natural logarithm is divided by to be one of the base asked for: a number, or 'e'."""
    if base == "e":
        return 1.0
    if isinstance(base, str) or not 1 < base < math.inf:
        raise BadInput(f"base must be a number above 1, or e; not {base!r}.")
    return math.log(base)


def log_losses(base: float | str = "e") -> Callable[[Predictions], Array]:
    """Minus the logarithm of the probability given to what happened, one a row."""
    scale = log_scale(base)

    def per_row(predictions: Predictions) -> Array:
        losses: Array = np.log(np.clip(predictions.true_class_probability, EPSILON, 1.0)) / -scale
        return losses

    return per_row


def brier_sums(predictions: Predictions) -> Array:
    """Squared distance of each row's probabilities from what happened, summed over classes."""
    hit = predictions.true_class_probability
    return np.asarray((1 - hit) ** 2 + np.maximum(predictions.sum_of_squares - hit**2, 0.0))


def brier_losses(predictions: Predictions) -> Array:
    """Half of the summed squared distance: for two classes, (p − o)² of class 1."""
    if predictions.k == 2:
        losses: Array = (1 - predictions.true_class_probability) ** 2
        return losses
    return brier_sums(predictions) / 2


def spherical_rewards(predictions: Predictions) -> Array:
    """The probability given to what happened, relative to the length of the row of probabilities."""
    return np.minimum(predictions.true_class_probability / np.sqrt(predictions.sum_of_squares), 1.0)


def log_loss(truth: npt.ArrayLike, probabilities: npt.ArrayLike, weights: npt.ArrayLike | None = None, *,
             base: float | str = "e", **coding: Unpack[Coding]) -> float:
    """Mean minus logarithm of the probability given to what happened; base 2 for bits.

    >>> log_loss([0, 1], [0.5, 0.5], base=2)
    1.0
    """
    return mean_of(log_losses(base))(forecast(truth, probabilities, weights, **coding))


def brier(truth: npt.ArrayLike, probabilities: npt.ArrayLike, weights: npt.ArrayLike | None = None,
          **coding: Unpack[Coding]) -> float:
    """The Brier score from 0 to 1: for two classes the mean of (p − o)², for more half the sum over classes.

    >>> brier([1, 0], [0.5, 0.5])
    0.25
    """
    return mean_of(brier_losses)(forecast(truth, probabilities, weights, **coding))


def brier_sum(truth: npt.ArrayLike, probabilities: npt.ArrayLike, weights: npt.ArrayLike | None = None,
              **coding: Unpack[Coding]) -> float:
    """Brier's own score, the sum over classes, from 0 to 2.

    >>> brier_sum([1, 0], [0.5, 0.5])
    0.5
    """
    return mean_of(brier_sums)(forecast(truth, probabilities, weights, **coding))


def spherical(truth: npt.ArrayLike, probabilities: npt.ArrayLike, weights: npt.ArrayLike | None = None,
              **coding: Unpack[Coding]) -> float:
    """The spherical score, from 0 to 1, higher is better.

    >>> spherical([1, 0], [0.5, 0.5])
    0.707
    """
    return mean_of(spherical_rewards)(forecast(truth, probabilities, weights, **coding))


def log_loss_metric(base: float | str = "e") -> Metric:
    """Log loss in the unit of a base."""
    unit = {"e": "", 2: " (bits)"}.get(base, f" (base {base})")
    return _proper(format_spec("log_loss", {} if base == "e" else {"base": base}), f"log loss{unit}",
                   log_losses(base), (0.0, math.inf), "Good 1952")


def _proper(name: str, title: str, per_row: Callable[[Predictions], Array], bounds: tuple[float, float],
            reference: str) -> Metric:
    return Metric(name=name, title=title, task=Task.CLASSIFICATION, needs=Needs.PROBABILITIES,
                  direction=Direction.MINIMISE, bounds=bounds, score=mean_of(per_row), per_row=per_row, proper=True,
                  reference=reference)


LOG_LOSS = METRICS.add(log_loss_metric())
FAMILIES.add(Family(name="log_loss", make=log_loss_metric))
BRIER = METRICS.add(_proper("brier", "Brier score", brier_losses, (0.0, 1.0), "Brier 1950, halved"))
BRIER_SUM = METRICS.add(_proper("brier_sum", "Brier score (0 to 2)", brier_sums, (0.0, 2.0), "Brier 1950"))
SPHERICAL = METRICS.add(Metric(
    name="spherical", title="spherical score", task=Task.CLASSIFICATION, needs=Needs.PROBABILITIES,
    direction=Direction.MAXIMISE, bounds=(0.0, 1.0), score=mean_of(spherical_rewards), per_row=spherical_rewards,
    proper=True, reference="Roby 1965",
))
