"""Skill: the share of the training prior's loss that a forecast removes, 1 − S/S_prior.

`relative_information` does so for log loss, `brier_skill` for the Brier score. The prior is that of the training part,
never of the test rows, so a forecaster can do worse than it. 1 is perfect, 0 as good as the prior, below 0 worse.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Unpack

import numpy as np
import numpy.typing as npt

from referee.kinds import Array, Direction, Needs, Task
from referee.metrics._base import METRICS, Metric
from referee.metrics.predictions import Predictions
from referee.metrics.probability import brier_losses, log_losses
from referee.metrics.vectors import Coding, forecast


def _skill(losses: Callable[[Predictions], Array],
           prior_loss: Callable[[Array], Array]) -> Callable[[Predictions], float]:
    """One minus the mean loss relative to that of the prior, whose loss depends on the true class alone."""

    def score(predictions: Predictions) -> float:
        counts = predictions.class_counts
        reference = float(counts @ prior_loss(predictions.checked_prior) / counts.sum())
        return 1 - predictions.mean(losses(predictions)) / reference

    return score


def _prior_log_loss(prior: Array) -> Array:
    return np.asarray(-np.log(prior))


def _prior_brier(prior: Array) -> Array:
    """Half of (1 − p_t)² + Σ_{j≠t} p_j² for each true class t; for two classes (1 − p_t)²."""
    return np.asarray((1 - 2 * prior + prior @ prior) / 2)


def relative_information(truth: npt.ArrayLike, probabilities: npt.ArrayLike, weights: npt.ArrayLike | None = None, *,
                         prior: npt.ArrayLike, **coding: Unpack[Coding]) -> float:
    """The share of the prior's log loss that the forecast removes.

    >>> relative_information([0, 1], [0.5, 0.5], prior=[0.25, 0.75])
    0.172
    """
    return RELATIVE_INFORMATION.score(forecast(truth, probabilities, weights, prior, **coding))


def brier_skill(truth: npt.ArrayLike, probabilities: npt.ArrayLike, weights: npt.ArrayLike | None = None, *,
                prior: npt.ArrayLike, **coding: Unpack[Coding]) -> float:
    """The share of the prior's Brier score that the forecast removes.

    >>> brier_skill([0, 1], [0.25, 0.75], prior=[0.5, 0.5])
    0.75
    """
    return BRIER_SKILL.score(forecast(truth, probabilities, weights, prior, **coding))


def _metric(name: str, title: str, score: Callable[[Predictions], float]) -> Metric:
    return METRICS.add(Metric(
        name=name, title=title, task=Task.CLASSIFICATION, needs=Needs.PROBABILITIES, direction=Direction.MAXIMISE,
        bounds=(-math.inf, 1.0), score=score, proper=True,
    ))


RELATIVE_INFORMATION = _metric("relative_information", "relative information (log-loss skill)",
                               _skill(log_losses(), _prior_log_loss))
BRIER_SKILL = _metric("brier_skill", "Brier skill", _skill(brier_losses, _prior_brier))
