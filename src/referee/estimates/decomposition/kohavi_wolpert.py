"""The error rate as bias² + variance + noise, after Kohavi and Wolpert.

Kohavi, R. and Wolpert, D. H. (1996). Bias plus variance decomposition for zero-one loss functions. ICML, 275-283.
P_H: the share of models that say a class; P_F: the true class distribution of the case. bias² = ½Σ(P_F − P_H)²,
variance = ½(1 − ΣP_H²), noise = ½(1 − ΣP_F²). With one label a case the noise is 0 and goes to the bias.

With R models the plug-in is biased; `unbiased=True` moves ΣP_H(1 − P_H)/(2(R−1)) from bias² to variance, which keeps
their sum. At least 30 training sets.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from referee.errors import BadInput, Undefined
from referee.estimates.decomposition.squared_decomposition import by_model
from referee.given import door
from referee.given.labels import label_table
from referee.kinds import Array


@dataclass(frozen=True, slots=True, kw_only=True)
class KohaviWolpert:
    """The mean error rate of the models and its parts: error = bias² + variance + noise."""

    error: float
    bias_squared: float
    variance: float
    noise: float
    unbiased: bool


@door(predictions=label_table)
def kohavi_wolpert(predictions: Array, truth: Array, *, unbiased: bool = False) -> KohaviWolpert:
    """From labels (models, cases) and the true label, or the true class shares (cases, classes), of each case.

    >>> kohavi_wolpert([[0, 1], [0, 0]], [0, 1])
    KohaviWolpert(error=0.25, bias_squared=0.125, variance=0.125, noise=0.0, unbiased=False)
    """
    parts = [float(part.mean()) for part in kohavi_wolpert_parts(predictions, truth, unbiased=unbiased)]
    return KohaviWolpert(error=sum(parts), bias_squared=parts[0], variance=parts[1], noise=parts[2], unbiased=unbiased)


def kohavi_wolpert_parts(predictions: Array, truth: Array, *, unbiased: bool = False) -> tuple[Array, Array, Array]:
    """Bias², variance and noise of each case."""
    said, shares, true = _shares(predictions, truth)
    bias = 0.5 * ((true - shares) ** 2).sum(axis=1)
    variance = 0.5 * (1 - (shares**2).sum(axis=1))
    noise = 0.5 * (1 - (true**2).sum(axis=1))
    if unbiased:
        if said.shape[0] < 2:
            raise Undefined("the unbiased decomposition needs at least two models.")
        moved = (shares * (1 - shares)).sum(axis=1) / (2 * (said.shape[0] - 1))
        bias, variance = bias - moved, variance + moved
    return bias, variance, noise


def _shares(predictions: Array, truth: Array) -> tuple[Array, Array, Array]:
    """The labels, and the shares of models and of nature for each case and class."""
    truth = np.asarray(truth)
    if truth.ndim == 2:
        said, true = np.asarray(predictions), truth.astype(float)
        n_classes = true.shape[1]
        if said.ndim != 2 or len(true) != said.shape[1] or said.min() < 0 or said.max() >= n_classes:
            raise BadInput(f"predictions {said.shape} must be codes 0 … {n_classes - 1} for {len(true)} cases.")
        if not np.allclose(true.sum(axis=1), 1):
            raise BadInput("the true class shares of a case must sum to 1.")
    else:
        said, truth = by_model(predictions, truth)
        classes, codes = np.unique(np.concatenate([said.ravel(), truth]), return_inverse=True)
        said, true_codes = codes[:said.size].reshape(said.shape), codes[said.size:]
        n_classes = classes.size
        true = np.eye(n_classes)[true_codes]
    shares = np.stack([(said == c).mean(axis=0) for c in range(n_classes)], axis=1)
    return said, shares, true
