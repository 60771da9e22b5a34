"""Is a calibration error more than chance? What it would be if the stated probabilities were the true ones.

Bröcker & Smith (2007), consistency resampling: outcomes are drawn from the stated probabilities, row by row, and
scored again. Under perfect calibration every binned error is above 0, so the observed one means nothing without this.
p is (1 + draws at least as bad) / (1 + draws), Phipson & Smyth (2010); rows are taken as independent.
"""

from __future__ import annotations

from dataclasses import asdict, dataclass, replace
from typing import Unpack

import numpy as np
import numpy.typing as npt

from referee.errors import BadInput
from referee.kinds import Array, Json, Needs
from referee.metrics.checks import check_repetitions
from referee.metrics.lookup import metric
from referee.metrics.predictions import Predictions
from referee.metrics.vectors import Coding, forecast
from referee.seeds import stream


@dataclass(frozen=True, slots=True, kw_only=True)
class Consistency:
    """An observed error, and where it would lie if the probabilities were the true ones."""

    metric: str
    observed: float
    expected: float          # the mean over draws
    low: float
    high: float
    level: float
    p: float
    draws: int

    def __str__(self) -> str:
        return (f"{self.metric} {self.observed:.4g}; with calibrated probabilities {self.level:.0%} of values lie in "
                f"{self.low:.4g} to {self.high:.4g} (p = {self.p:.3g}, {self.draws} draws).")

    def to_dict(self) -> Json:
        """The numbers by name."""
        return asdict(self)


def consistency(  # noqa: PLR0913 - by keyword
    truth: npt.ArrayLike, probabilities: npt.ArrayLike, name: str = "ece", *, weights: npt.ArrayLike | None = None,
    draws: int = 999, level: float = 0.95, seed: int = 0,
    **coding: Unpack[Coding],
) -> Consistency:
    """Where a metric of probabilities would lie under perfect calibration; truth as codes or labels.

    A weight of w is the row w times: it gets w outcomes in every draw.

    >>> said = np.tile([0.1, 0.9], 100)
    >>> consistency(np.tile([0, 1], 100), said, "ece:bins=2", draws=199).p < 0.05     # 0.1 and 0.9 are too timid
    True
    """
    asked = metric(name)
    if asked.needs is not Needs.PROBABILITIES or draws < 1 or not 0 < level < 1:
        raise BadInput("consistency needs a metric of probabilities, at least one draw, and a level between 0 and 1.")
    predictions = _repeated(forecast(truth, probabilities, weights, **coding))
    observed = asked.score(predictions)
    heights, generator = np.cumsum(predictions.columns, axis=0)[:-1], stream(seed, "consistency", asked.name)
    values = np.array([asked.score(replace(predictions, truth=_drawn(heights, generator))) for _ in range(draws)])
    worse = int(np.count_nonzero((values - observed) * asked.direction.value <= 0))
    low, high = np.quantile(values, [(1 - level) / 2, (1 + level) / 2])
    return Consistency(metric=asked.name, observed=observed, expected=float(values.mean()), low=float(low),
                       high=float(high), level=level, p=(1 + worse) / (1 + draws), draws=draws)


def _repeated(predictions: Predictions) -> Predictions:
    """Each row as often as it weighs."""
    if predictions.weights is None:
        return predictions
    rows = np.repeat(np.arange(predictions.n_rows), check_repetitions(predictions.weight))
    return replace(predictions, truth=predictions.codes[rows], weights=None,
                   probabilities=predictions.said(Needs.PROBABILITIES)[rows])


def _drawn(heights: Array, generator: np.random.Generator) -> Array:
    """A class for each row, drawn from its cumulative probabilities."""
    return np.asarray((generator.random(heights.shape[1]) >= heights).sum(axis=0))
