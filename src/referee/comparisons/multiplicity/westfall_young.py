"""Westfall–Young max-T: many comparisons on the same units, adjusted by flipping signs jointly.

Westfall, P. and Young, S. (1993). Resampling-Based Multiple Testing. Wiley. Ge, Y., Dudoit, S. and Speed, T.
(2003). Resampling-based multiple testing for microarray data analysis. Test 12, 1–77, algorithm 4.1.

All differences of a unit change sign together, so the dependence between comparisons is kept and the
adjustment is no stricter than it must be. Two-sided. Up to 18 units are enumerated; beyond that flips are drawn and
p = (1 + as extreme)/(1 + flips). Since a flip leaves Σd² alone, |t| grows with |Σd|/√Σd², which is what is compared.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from referee.comparisons._flips import EXACT_UNITS, all_flipped_sums, flipped_sums
from referee.comparisons._input import ROUNDING, clusters_of, matrix
from referee.errors import BadInput
from referee.given import door
from referee.kinds import Array, frozen_array
from referee.seeds import stream

AT_ONCE = 2**22         # flipped sums held in memory
SLACK = 1e-10


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class MaxT:
    """Statistics, raw and adjusted p-values of a family of comparisons, in the order given."""

    statistics: Array       # t of each column; infinite where all units say the same
    p_raw: Array
    p_adjusted: Array
    method: str
    unit: str
    n_units: int
    assumptions: tuple[str, ...] = ("The units are independent.",
                                    "Were the models alike, all of them could be exchanged in each unit.")


@door
def westfall_young(differences: Any, *, step_down: bool = True, clusters: Any = None, flips: int = 9999,
                   seed: int = 0) -> MaxT:
    """Adjusted p-values for the columns (comparisons) of paired differences over rows (units).

    >>> d = [[.02, .01], [.03, 0], [.01, .02], [.04, -.01], [.02, .03], [.03, .01], [.01, .02], [.05, 0]]
    >>> westfall_young(d).p_adjusted
    array([0.0078125, 0.125    ])
    """
    if flips < 1:
        raise BadInput(f"flips is {flips}; at least one is needed.")
    d = matrix(differences, "differences", columns=1)
    d = np.where(np.abs(d) <= ROUNDING * np.abs(d).max(), 0.0, d)
    unit = "case" if clusters is None else "cluster"
    units = d if clusters is None else _sums(d, clusters_of(clusters, len(d)))
    raw, adjusted = _p(units, flips=flips, seed=seed, step_down=step_down)
    return MaxT(statistics=frozen_array(_t(units)), p_raw=frozen_array(raw), p_adjusted=frozen_array(adjusted),
                method=f"Westfall-Young max-T, {'step-down' if step_down else 'single-step'}", unit=unit,
                n_units=len(units))


def _p(units: Array, *, flips: int, seed: int, step_down: bool) -> tuple[Array, Array]:
    scale = np.sqrt((units**2).sum(axis=0))
    scale = np.where(scale > 0, scale, 1.0)
    observed = np.abs(units.sum(axis=0)) / scale
    order = np.argsort(-observed, kind="stable")
    raw, joint, total = np.zeros(len(order)), np.zeros(len(order)), 0
    for sums in _blocks(units, flips, seed):
        drawn = np.abs(sums) / scale
        raw += (drawn >= observed - SLACK).sum(axis=0)
        rivals = _rivals(drawn[:, order], step_down=step_down)
        joint += (rivals >= observed[order] - SLACK).sum(axis=0)
        total += len(sums)
    # The observed signs are among the enumerated ones, but not among the drawn.
    plus = 0 if len(units) <= EXACT_UNITS else 1
    ordered = np.maximum.accumulate((joint + plus) / (total + plus))
    adjusted = np.empty(len(observed))
    adjusted[order] = ordered
    return (raw + plus) / (total + plus), adjusted


def _rivals(drawn: Array, *, step_down: bool) -> Array:
    """What each statistic, from the largest down, has to beat: the maximum over itself and all smaller ones."""
    from_here: Array = np.maximum.accumulate(drawn[:, ::-1], axis=1)[:, ::-1]
    return from_here if step_down else from_here[:, :1]


def _blocks(units: Array, flips: int, seed: int) -> Any:
    """Flipped sums, block by block."""
    if len(units) <= EXACT_UNITS:
        yield all_flipped_sums(units)
        return
    block = max(1, AT_ONCE // units.shape[1])
    for number, start in enumerate(range(0, flips, block)):
        yield flipped_sums(units, min(block, flips - start), stream(seed, "max-T", number))


def _sums(d: Array, cluster: Array) -> Array:
    sums = np.zeros((cluster.max() + 1, d.shape[1]))
    np.add.at(sums, cluster, d)
    return sums


def _t(units: Array) -> Array:
    n = len(units)
    error = np.where(np.ptp(units, axis=0) <= ROUNDING * np.abs(units).max(), 0.0, units.std(axis=0, ddof=1)) / n**0.5
    mean = units.mean(axis=0)
    with np.errstate(divide="ignore", invalid="ignore"):
        t: Array = np.where(mean == 0, 0.0, mean / error)
    return t
