"""Distance of a forecast from the true distribution, for simulated data in which that is known.

Kullback & Leibler (1951); calibration error √(Σ(p − φ)²/n) with φ the true conditional probability. With φ replaced by
what happened the second is the root of the Brier score and says nothing about calibration, so 0/1 truth is refused.
"""

from __future__ import annotations

import math

import numpy as np
import numpy.typing as npt

from referee.errors import BadInput, Undefined
from referee.kinds import Array
from referee.metrics.checks import check_finite, check_probabilities, check_weights
from referee.metrics.probability import log_scale


def kld(true: npt.ArrayLike, said: npt.ArrayLike, weights: npt.ArrayLike | None = None, *,
        base: float | str = 2) -> float:
    """The mean over rows of Σ p log(p/q), p true and q said, each a distribution or (n, k) of them.

    >>> kld([0.5, 0.3, 0.2], [0.7, 0.2, 0.1])
    0.133
    """
    p, q = check_probabilities(np.atleast_2d(true)), check_probabilities(np.atleast_2d(said))
    if p.shape != q.shape:
        raise BadInput(f"the true distributions have shape {p.shape}, those said have {q.shape}.")
    if ((p > 0) & (q == 0)).any():
        raise Undefined("the divergence is infinite: something possible was said to be impossible.")
    safe = np.where(p > 0, p, 1.0)
    terms = p * np.log(safe / np.where(p > 0, q, 1.0)) / log_scale(base)
    return _mean(terms.sum(axis=1), weights)


def calibration_error_known(true: npt.ArrayLike, said: npt.ArrayLike, weights: npt.ArrayLike | None = None) -> float:
    """The root mean squared distance of probabilities from the true ones, both (n,) or (n, k).

    >>> calibration_error_known([0.2, 0.6], [0.3, 0.6])
    0.0707
    """
    p, q = check_finite(true, "true probabilities"), check_finite(said, "probabilities")
    if p.shape != q.shape:
        raise BadInput(f"the true probabilities have shape {p.shape}, those said have {q.shape}.")
    if ((p < 0) | (p > 1)).any() or ((q < 0) | (q > 1)).any():
        raise BadInput("probabilities must lie from 0 to 1.")
    if ((p == 0) | (p == 1)).all():
        raise BadInput("these are outcomes, not true probabilities; against outcomes use brier or calibration_rmse.")
    squares = (p - q) ** 2
    return math.sqrt(_mean(squares.reshape(squares.shape[0], -1).mean(axis=1), weights))


def _mean(rows: Array, weights: npt.ArrayLike | None) -> float:
    return float(np.average(rows, weights=None if weights is None else check_weights(weights, rows.size)))
