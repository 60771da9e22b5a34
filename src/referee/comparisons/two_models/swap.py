"""Swap test: if A and B are alike, nothing changes when what they said of a case is exchanged between them.

Noreen, E. W. (1989). Computer-Intensive Methods for Testing Hypotheses: approximate randomisation. Yeh, A. (2000). More
accurate tests for the statistical significance of result differences. COLING, 947-953: for F1 and other scores that are
no mean over cases. For means over cases it is the sign-flip test (`signflip`).

Exact for any score and any number of cases, where a bootstrap of few cases is too sure. Up to ten cases that differ,
all exchanges are tried; beyond that some are drawn, and p = (1 + as extreme)/(1 + drawn) is never 0 (Phipson and
Smyth 2010). It gives no interval. Cases of one cluster are exchanged together.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

import numpy as np

from referee.comparisons._base import Comparison
from referee.comparisons._flags import FEW, raised
from referee.comparisons._input import ROUNDING
from referee.errors import BadInput, Undefined
from referee.given import door
from referee.kinds import Array, Estimand
from referee.seeds import stream

ALL_OF = 10             # so many units that differ are exchanged in all 2ⁿ ways
DRAWN = 999


@door
def swap(difference: Callable[[Array], float], differs: Array, *, draws: int = DRAWN, unit: str = "case",
         seed: int = 0) -> Comparison:
    """Whether two models are alike, by any score: `difference(mask)` is A − B with the units of the mask exchanged.

    `differs` says of each unit whether A and B said different things of it; others need no exchange.

    >>> a, b = np.array([90, 93, 80, 85, 77]), np.array([82, 76, 85, 75, 82])
    >>> swap(lambda m: float(np.where(m, b, a).mean() - np.where(m, a, b).mean()), a != b).p
    0.375
    """
    if differs.ndim != 1:
        raise BadInput(f"differs must say yes or no for each {unit}, not have the shape {differs.shape}.")
    moving = np.flatnonzero(differs)
    observed = difference(np.zeros(len(differs), dtype=bool))
    exact = len(moving) <= ALL_OF
    masks = _all(moving, len(differs)) if exact else _some(moving, len(differs), draws, seed)
    extreme = sum(_as_far_out(difference, mask, abs(observed)) for mask in masks)
    p = extreme / 2 ** len(moving) if exact else (1 + extreme) / (1 + draws)
    return Comparison(
        difference=observed, interval=None, p=p, statistic=observed, mirror=0.0,
        method=f"swap test, {'exact' if exact else f'{draws} random exchanges'}", estimand=Estimand.MODEL, unit=unit,
        n_units=len(differs), flags=raised(identical=len(moving) == 0, few_units=len(differs) < FEW),
        assumptions=(f"The {unit}s are independent.",
                     f"Were the two models alike, A and B could be exchanged in each {unit}."),
        details=(("nonzero_units", len(moving)),))


def _as_far_out(difference: Callable[[Array], float], mask: Array, observed: float) -> bool:
    """Exchanges that leave no score count as extreme: the test is then a little too careful, never too sure."""
    try:
        return abs(difference(mask)) >= observed - ROUNDING
    except Undefined:
        return True


def _all(moving: Array, n: int) -> Iterator[Array]:
    for code in range(2 ** len(moving)):
        mask = np.zeros(n, dtype=bool)
        mask[moving] = code >> np.arange(len(moving)) & 1
        yield mask


def _some(moving: Array, n: int, draws: int, seed: int) -> Iterator[Array]:
    random = stream(seed, "swap")
    for _ in range(draws):
        mask = np.zeros(n, dtype=bool)
        mask[moving] = random.integers(2, size=len(moving))
        yield mask
