"""The scale on which the interval of a single score is even: its logit, its logarithm, or the score itself.

Scores between two bounds crowd at them, and losses that only end at 0 have a long upper side; a t interval on the
plain scale is then short on one side. docs/levels.md has the coverage that was measured.
"""

from __future__ import annotations

import math
from enum import Enum

import numpy as np

from referee.estimates._base import Interval
from referee.estimates.quantiles import t_reach
from referee.kinds import Direction


class Scale(Enum):
    """Where an interval is even on both sides."""

    LOGIT = "the logit scale"
    LOG = "the log scale"
    PLAIN = "the plain scale"


def scale_for(bounds: tuple[float, float], direction: Direction, *, of_rows: bool) -> Scale:
    """A loss that is a mean over rows (`of_rows`) has its scale from 0; what lies between two bounds, the logit.

    >>> scale_for((0.0, 1.0), Direction.MAXIMISE, of_rows=True), scale_for((0.0, 1.0), Direction.MINIMISE, of_rows=True)
    (<Scale.LOGIT: 'the logit scale'>, <Scale.LOG: 'the log scale'>)
    """
    if direction is Direction.MINIMISE and bounds[0] == 0.0 and of_rows:
        return Scale.LOG
    return Scale.LOGIT if all(map(math.isfinite, bounds)) else Scale.PLAIN


def interval_on_scale(value: float, variance: float, *, df: float, level: float, scale: Scale,  # noqa: PLR0913
                      bounds: tuple[float, float], cases: int, smoothed: float | None = None) -> Interval:
    """A t interval on a scale, told in the unit of the score; it holds the score, and keeps to the bounds.

    A place within 1/(2·cases) of a bound is moved there: the logit has no value at the bound itself. Where the variance
    is the floor of few rows, `smoothed` is the score it belongs to, and the interval reaches from the lower of
    the two to the higher.

    >>> print(interval_on_scale(0.9, 0.0009, df=99, level=0.95, scale=Scale.LOGIT, bounds=(0, 1), cases=100))
    95% interval 0.823 to 0.946
    """
    half = t_reach(level, df) * math.sqrt(variance)
    low, high = value - half, value + half
    if scale is Scale.LOG and value > 0:
        low, high = value * math.exp(-half / value), value * math.exp(min(half / value, 700))
    if scale is Scale.LOGIT:
        low, high = _on_logit_scale(value, value if smoothed is None else smoothed, half, bounds, cases)
    return Interval(min(low, value), max(high, value), level=level).within(bounds)


def _on_logit_scale(value: float, other: float, half: float, bounds: tuple[float, float],
                    cases: int) -> tuple[float, float]:
    """From the lower of two scores to the higher; towards a bound that is near, from the score itself."""
    span = bounds[1] - bounds[0]
    there = (np.sort([value, other]) - bounds[0]) / span
    places = np.clip(there, 0.5 / cases, 1 - 0.5 / cases)
    reach = half / span / (places * (1 - places))
    # Near a bound the inner end starts at the clipped place, the outer one at the score.
    starts = np.clip([min(places[0], there[0]), max(places[1], there[1])], 1e-15, 1 - 1e-15)
    ends = np.clip(np.log(starts / (1 - starts)) + np.array([-1.0, 1.0]) * reach, -700, 700)
    low, high = (float(end) for end in bounds[0] + span / (1 + np.exp(-ends)))
    return low, high
