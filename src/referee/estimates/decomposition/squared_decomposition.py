"""Squared error as noise + bias² + variance, over models trained on different samples.

Geman, S., Bienenstock, E. and Doursat, R. (1992). Neural networks and the bias/variance dilemma. Neural Computation 4,
1-58; Reich and Barai (1999), eq. 9 (whose left side must be averaged over training sets). This is about the
*predictor*; the bias and variance of an *error estimator* (their eqs. 4-5) are another thing.

With one target a case and no known noise, the noise is part of the bias. At least 30 training sets.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from referee.errors import BadInput, Undefined
from referee.given import door, numbers
from referee.kinds import Array


@dataclass(frozen=True, slots=True, kw_only=True)
class SquaredDecomposition:
    """The mean squared error of the models and its parts: error = noise + bias² + variance."""

    error: float
    noise: float
    bias_squared: float
    variance: float


@door(predictions=numbers, truth=numbers)
def squared_decomposition(predictions: Array, truth: Array, *, noise: float = 0.0,
                          unbiased: bool = False) -> SquaredDecomposition:
    """From predictions (models, cases); `truth` is E[y|x] with `noise` its variance, or the targets themselves.

    With R models the plug-in is biased; `unbiased` divides the variance by R − 1 and takes the difference off the
    bias², which keeps their sum.

    >>> squared_decomposition([[1.0, 2.0], [3.0, 2.0]], [2.0, 1.0])
    SquaredDecomposition(error=1.0, noise=0.0, bias_squared=0.5, variance=0.5)
    """
    bias, variance = (float(part.mean()) for part in squared_parts(predictions, truth, unbiased=unbiased))
    return SquaredDecomposition(error=noise + bias + variance, noise=noise, bias_squared=bias, variance=variance)


def squared_parts(predictions: Array, truth: Array, *, unbiased: bool = False) -> tuple[Array, Array]:
    """Bias² and variance of each case."""
    said, truth = by_model(predictions, truth)
    if unbiased and len(said) < 2:
        raise Undefined("the unbiased decomposition needs at least two models.")
    bias, variance = (said.mean(axis=0) - truth) ** 2, said.var(axis=0)
    moved = variance / (len(said) - 1) if unbiased else 0.0
    return bias - moved, variance + moved


def by_model(predictions: Array, truth: Array) -> tuple[Array, Array]:
    """Predictions as (models, cases) and as many truths as cases, or a sentence."""
    said, truth = np.asarray(predictions), np.asarray(truth)
    if (said.dtype.kind in "US") != (truth.dtype.kind in "US"):
        raise BadInput("predictions and truth must both be text or both be numbers; write the labels alike in both.")
    if said.ndim != 2 or truth.shape != said.shape[1:]:
        raise BadInput(f"predictions {said.shape} must be (models, cases), with one truth a case, not {truth.shape}.")
    if said.size == 0:
        raise Undefined("there are no predictions.")
    return said, truth
