"""How predicted numbers follow the true ones: correlation, concordance, explained variance.

Pearson's correlation ignores a wrong level and scale; Lin's concordance (1989) does not: it is
2 cov / (s² + s'² + (m − m')²). Moments are those of the rows (divided by n, as Lin does), so a weight of w is
the row w times. Several targets: the plain mean of the targets' values. `Undefined` when truth, or for the
correlation what was said, does not vary.
"""

from __future__ import annotations

import math
from collections.abc import Callable

import numpy as np
import numpy.typing as npt

from referee.kinds import Array, Direction, Needs, Task
from referee.metrics._base import METRICS, Idle, Metric
from referee.metrics.predictions import Predictions
from referee.metrics.regression import by_target, variation
from referee.metrics.vectors import valued


def _covariation(truth: Array, said: Array, share: Array) -> Array:
    return np.asarray(share @ ((truth - share @ truth) * (said - share @ said)))


def _correlation(predictions: Predictions) -> float:
    truth, said, share = by_target(predictions)
    spread = np.sqrt(variation(truth, share, "truth")) * np.sqrt(variation(said, share, "what was said"))
    return float(np.clip(_covariation(truth, said, share) / spread, -1.0, 1.0).mean())


def _concordance(predictions: Predictions) -> float:
    truth, said, share = by_target(predictions)
    spread = variation(truth, share, "truth") + share @ (said - share @ said) ** 2
    apart = (share @ truth - share @ said) ** 2
    return float(np.clip(2 * _covariation(truth, said, share) / (spread + apart), -1.0, 1.0).mean())


def _explained_variance(predictions: Predictions) -> float:
    truth, said, share = by_target(predictions)
    error = truth - said
    return float((1 - share @ (error - share @ error) ** 2 / variation(truth, share, "truth")).mean())


def correlation(truth: npt.ArrayLike, said: npt.ArrayLike, weights: npt.ArrayLike | None = None) -> float:
    """Pearson's correlation of truth with what was said.

    >>> correlation([1, 2, 3], [2, 4, 6])
    1.0
    """
    return _correlation(valued(truth, said, weights))


def concordance(truth: npt.ArrayLike, said: npt.ArrayLike, weights: npt.ArrayLike | None = None) -> float:
    """Lin's concordance correlation: 1 only where every prediction is right.

    >>> concordance([1, 2, 3], [2, 4, 6])
    0.364
    """
    return _concordance(valued(truth, said, weights))


def explained_variance(truth: npt.ArrayLike, said: npt.ArrayLike, weights: npt.ArrayLike | None = None) -> float:
    """One minus the variance of the errors relative to that of truth; a wrong level is forgiven.

    >>> explained_variance([1, 2, 3], [2, 3, 4])
    1.0
    """
    return _explained_variance(valued(truth, said, weights))


def _metric(name: str, title: str, score: Callable[[Predictions], float], *, idle: Idle, reference: str = "") -> Metric:
    return METRICS.add(Metric(
        name=name, title=title, task=Task.REGRESSION, needs=Needs.VALUES, direction=Direction.MAXIMISE, score=score,
        bounds=(-1.0 if idle is Idle.ZERO else -math.inf, 1.0), reference=reference, idle=idle,
    ))


CORRELATION = _metric("correlation", "correlation", _correlation, idle=Idle.ZERO, reference="Pearson 1896")
CONCORDANCE = _metric("concordance", "concordance correlation", _concordance, idle=Idle.ZERO,
                      reference="Lin 1989")
EXPLAINED_VARIANCE = _metric("explained_variance", "explained variance", _explained_variance,
                             idle=Idle.CONSTANT)
