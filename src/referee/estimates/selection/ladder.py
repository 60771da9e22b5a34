"""The Ladder: scores on one set of test rows, asked for again and again, told only when they are a real step forward.

Blum, A. and Hardt, M. (2015). The Ladder: a reliable leaderboard for machine learning competitions. ICML 37,
1006–1014: algorithm 1 with a fixed step; algorithm 3 without a parameter, where the step is the standard error of the
difference to the best so far, and what is told is rounded to 1/n.

Losses lie between 0 and 1, lower is better. After k queries, chosen in the light of all earlier answers, the best loss
told is off by no more than about (log(kn)/n)^(1/3).
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from referee.errors import BadInput
from referee.given import door, numbers
from referee.kinds import Array, frozen_array

SLACK = 1e-12          # a loss on the very edge of a step is no step forward, whatever the last bit says


@dataclass(frozen=True, slots=True, kw_only=True)
class Rung:
    """One answer: the loss told, and whether it is news."""

    told: float
    improved: bool


@door
def ladder(losses: Any, *, step: float = 0.01) -> Array:
    """What is told after each loss, by algorithm 1.

    >>> ladder([0.31, 0.309, 0.3, 0.2895])
    array([0.31, 0.31, 0.31, 0.29])
    """
    told: list[float] = []
    for loss in _losses(losses, 1):
        told.append(next_rung(float(loss), told[-1] if told else None, step=step).told)
    return frozen_array(told, np.float64)


@door
def ladder_free(losses: Any) -> Array:
    """What is told after each query by algorithm 3, from the loss of each row: queries by rows.

    >>> import numpy as np
    >>> first, luckier, better = np.repeat([1, 0], 50), np.r_[np.repeat([0, 1], 50)[:-2], 0, 0], np.zeros(100)
    >>> ladder_free([first, luckier, better])
    array([0.5, 0.5, 0. ])
    """
    best: Array | None = None
    told: list[float] = []
    for row in _losses(losses, 2):
        rung = next_rung_free(row, best, told[-1] if told else None)
        best = row if rung.improved else best
        told.append(rung.told)
    return frozen_array(told, np.float64)


def next_rung(loss: float, before: float | None, *, step: float) -> Rung:
    """The answer to one query, after the loss told before (None: nothing was)."""
    if not 0 < step < 1:
        raise BadInput(f"step is {step}; it lies between 0 and 1, like the losses.")
    if before is not None and not loss < before - step - SLACK:
        return Rung(told=before, improved=False)
    return Rung(told=round(round(loss / step) * step, 12), improved=True)


def next_rung_free(losses: Array, best: Array | None, before: float | None) -> Rung:
    """The answer to one query, after the row losses of the best so far and the loss told for it."""
    n, loss = losses.size, float(losses.mean())
    if best is not None and before is not None:
        step = float((losses - best).std()) / np.sqrt(n)
        if not loss < before - step - SLACK:
            return Rung(told=before, improved=False)
    return Rung(told=round(loss * n) / n, improved=True)


def _losses(losses: Any, ndim: int) -> Array:
    values = numbers(losses, "losses")
    if values.ndim != ndim or not values.size or not (np.isfinite(values) & (values >= 0) & (values <= 1)).all():
        shape = "a loss for each query" if ndim == 1 else "losses, queries by rows"
        raise BadInput(f"the Ladder takes {shape}, each between 0 and 1.")
    return values
