"""Parts of statistics, laid out in one order of the rows and evaluated by compiled passes over them."""

from __future__ import annotations

from collections.abc import Callable, Iterable

import numpy as np

from referee.estimates.resampling.statistic_parts import AucPart, MeanPart
from referee.kinds import Array

Pass = Callable[[Array], Array]         # how often each row was drawn, in bytes -> the value of each part


def mean_passes(parts: Iterable[MeanPart], base: Array) -> Pass:
    """The sums of all means in one go; the values are NaN where nothing was drawn."""
    from referee.estimates.resampling.row_kernels import weighted_sums

    own = list(parts)
    sized = [part for part in own if part.sizes is not None]
    values = np.array([part.sums[base] for part in own] + [part.sizes[base] for part in sized])   # type: ignore[index]
    size_at = {id(part): len(own) + i for i, part in enumerate(sized)}
    out, n = np.empty(len(values)), float(base.size)

    def value(times: Array) -> Array:
        weighted_sums(times, values, out)
        return np.array([_mean(part, out[i], out[size_at[id(part)]] if id(part) in size_at else n)
                         for i, part in enumerate(own)])

    return value


def _mean(part: MeanPart, total: float, size: float) -> float:
    if size <= 0:
        return float("nan")
    return float(total / size) if part.outer is None else part.outer(float(total / size))


def auc_pass(part: AucPart, base: Array) -> Callable[[Array], float]:
    """One AUC; counts are first put into the order of its scores, where that is not the order of `base`."""
    from referee.estimates.resampling.row_kernels import pairs_in_order, reordered

    order = np.argsort(part.place[base], kind="stable")
    rows, n = base[order], base.size
    mask = np.where(part.positive[rows], 255, 0).astype(np.uint8)
    ties = _tied_runs(part.score[rows], part.positive[rows])
    moved = None if np.array_equal(order, np.arange(n)) else (order.astype(np.uint32), np.empty(n, np.uint8))

    def value(times: Array) -> float:
        if moved is not None:
            reordered(times, *moved)
            times = moved[1]
        doubled, m = pairs_in_order(times, mask, ties)
        return float(doubled / 2 / (float(m) * (n - int(m)))) if 0 < m < n else float("nan")

    return value


def _tied_runs(score: Array, positive: Array) -> Array:
    """Where the negatives, the positives and the next score begin, for each score that both classes have."""
    starts = np.flatnonzero(np.diff(score, prepend=-1))
    ends = np.append(starts[1:], score.size)
    middle = ends - np.add.reduceat(positive.astype(np.int64), starts)
    both = (starts < middle) & (middle < ends)
    return np.column_stack([starts[both], middle[both], ends[both]])
