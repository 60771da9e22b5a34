"""Are the probabilities of two classes calibrated? Spiegelhalter's z, and Cox's intercept and slope.

Spiegelhalter (1986): z = Σ(y−p)(1−2p) / √Σ(1−2p)²p(1−p), N(0, 1) under perfect calibration of independent rows.
Cox (1958): logistic regression of the outcome on logit p; intercept 0 and slope 1 are perfect. A slope below 1 means
forecasts too extreme. In the large: the intercept with the slope fixed at 1.
Hosmer & Lemeshow's test is left out on purpose. Truth may be codes 0 and 1 or any two labels.
"""

from __future__ import annotations

import math
from dataclasses import asdict, dataclass
from typing import Unpack

import numpy as np
import numpy.typing as npt

from referee.errors import Undefined
from referee.kinds import Array, Json
from referee.metrics.predictions import Predictions
from referee.metrics.probability import EPSILON
from referee.metrics.vectors import Coding, forecast

STEPS, SMALL = 100, 1e-12      # Newton steps at most, and how small the last must be


@dataclass(frozen=True, slots=True, kw_only=True)
class Spiegelhalter:
    """The statistic and its two-sided p-value."""

    z: float
    p: float

    def __str__(self) -> str:
        return f"Spiegelhalter z = {self.z:.3f}, p = {self.p:.3g} (two-sided)."


@dataclass(frozen=True, slots=True, kw_only=True)
class Cox:
    """Calibration intercept and slope, and the intercept with slope 1."""

    intercept: float
    slope: float
    in_the_large: float

    def __str__(self) -> str:
        return (f"calibration intercept {self.intercept:.3f}, slope {self.slope:.3f}; "
                f"in the large {self.in_the_large:.3f}.")

    def to_dict(self) -> Json:
        """The three numbers by name."""
        return asdict(self)


def _two_classes(predictions: Predictions, what: str) -> tuple[Array, Array, Array]:
    if predictions.k != 2:
        raise Undefined(f"{what} is for two classes, not for {predictions.k}.")
    return predictions.codes.astype(float), predictions.columns[1], predictions.weight


def spiegelhalter(truth: npt.ArrayLike, probabilities: npt.ArrayLike,
                  weights: npt.ArrayLike | None = None, **coding: Unpack[Coding]) -> Spiegelhalter:
    """Test whether the Brier score is what calibrated probabilities would give.

    >>> print(spiegelhalter([1, 0], [0.2, 0.2]))
    Spiegelhalter z = 1.061, p = 0.289 (two-sided).
    """
    y, p, w = _two_classes(forecast(truth, probabilities, weights, **coding), "Spiegelhalter's z")
    variance = float(w @ ((1 - 2 * p) ** 2 * p * (1 - p)))
    if variance <= 0:
        raise Undefined("Spiegelhalter's z is undefined: every probability is 0, ½ or 1.")
    z = float(w @ ((y - p) * (1 - 2 * p))) / math.sqrt(variance)
    return Spiegelhalter(z=z, p=math.erfc(abs(z) / math.sqrt(2)))


def cox(truth: npt.ArrayLike, probabilities: npt.ArrayLike, weights: npt.ArrayLike | None = None,
        **coding: Unpack[Coding]) -> Cox:
    """Regress the outcome on the logit of the probability.

    >>> cox([0, 1, 0, 1, 0, 1], [0.1, 0.2, 0.4, 0.6, 0.8, 0.9]).slope
    0.367
    """
    y, p, w = _two_classes(forecast(truth, probabilities, weights, **coding), "Cox calibration")
    y, p, w = y[w > 0], p[w > 0], w[w > 0]
    clipped = np.clip(p, EPSILON, 1 - EPSILON)
    logit = np.log(clipped) - np.log1p(-clipped)
    _check_overlap(logit[y == 0], logit[y == 1])
    ones = np.ones((logit.size, 1))
    both = _newton(np.column_stack([ones, logit]), y, w, offset=np.zeros(logit.size))
    large = _newton(ones, y, w, offset=logit)
    return Cox(intercept=float(both[0]), slope=float(both[1]), in_the_large=float(large[0]))


def _check_overlap(negative: Array, positive: Array) -> None:
    """A finite best fit needs both classes, and probabilities that overlap."""
    if not negative.size or not positive.size:
        raise Undefined("Cox calibration is undefined: every row is of one class.")
    if negative.min() == negative.max() == positive.min() == positive.max():
        raise Undefined("Cox calibration is undefined: all probabilities are equal, so there is no slope.")
    if negative.max() <= positive.min() or positive.max() <= negative.min():
        raise Undefined("Cox calibration is undefined: the probabilities separate the classes, so no slope fits best.")


def _newton(design: Array, y: Array, w: Array, *, offset: Array) -> Array:
    """Maximum likelihood of a logistic regression, by Newton steps halved until they improve."""

    def likelihood(beta: Array) -> float:
        eta = design @ beta + offset
        return float(w @ (y * eta - np.logaddexp(0.0, eta)))

    beta = np.zeros(design.shape[1])
    for _ in range(STEPS):
        mean = 1 / (1 + np.exp(-np.clip(design @ beta + offset, -700, 700)))
        gradient = design.T @ (w * (y - mean))
        information = (design * (w * mean * (1 - mean))[:, None]).T @ design
        step = np.linalg.lstsq(information, gradient, rcond=None)[0]
        here = likelihood(beta)
        while likelihood(beta + step) < here - SMALL * abs(here) and np.abs(step).max() > SMALL:
            step = step / 2
        beta = beta + step
        if np.abs(step).max() < SMALL * (1 + np.abs(beta).max()):
            return beta
    raise Undefined("Cox calibration did not converge; look for probabilities of 0 and 1.")
