"""Statistics on resamples of many rows, by compiled passes: each resample is drawn once and counted once.

The draws are those of the plain NumPy way, so the numbers agree but for the rounding of sums.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from referee.estimates.resampling.row_passes import auc_pass, mean_passes
from referee.estimates.resampling.statistic import Statistic
from referee.estimates.resampling.statistic_parts import AucPart, MeanPart
from referee.estimates.resampling.uniform_counts import DEALT, deal
from referee.kinds import Array

WORTH_COMPILING = 2**27     # draws of rows: about the second or two that importing and compiling take
FEW_CELLS = 1024


def worth_compiling(statistics: Sequence[Statistic], resamples: int) -> bool:
    """Whether the work is longer than the wait for the compiler, and can be compiled at all."""
    n = statistics[0].n_rows
    return n >= DEALT and n * resamples * len(statistics) >= WORTH_COMPILING and all(map(_has_passes, statistics))


def _has_passes(statistic: Statistic) -> bool:
    return bool(statistic.parts) or statistic.n_cells <= FEW_CELLS


def compiled_replicates(statistics: Sequence[Statistic], base: Array, rng: np.random.Generator,
                        resamples: int) -> Array:
    """Values (statistics, resamples) on resamples of all rows, which stand in the order of `base`; NaN where none."""
    from referee.estimates.resampling.row_kernels import cell_counts, count_draws

    parts = [(s, part) for s, statistic in enumerate(statistics) for part in statistic.parts]
    means = [(s, part) for s, part in parts if isinstance(part, MeanPart)]
    areas = [(s, part.sign, auc_pass(part, base)) for s, part in parts if isinstance(part, AucPart)]
    mean_values = mean_passes([part for _, part in means], base) if means else None
    tables = [(s, statistic.cells[base].astype(np.uint16), np.empty((resamples, statistic.n_cells), np.int64))
              for s, statistic in enumerate(statistics) if not statistic.parts]
    values, times = np.zeros((len(statistics), resamples)), np.empty(base.size, np.uint8)
    for b in range(resamples):
        drawn = deal(rng, base.size)
        count_draws(drawn.per_block, drawn.which, drawn.rest, times)
        if mean_values is not None:
            for (s, part), value in zip(means, mean_values(times), strict=True):
                values[s, b] += part.sign * value
        for s, sign, area in areas:
            values[s, b] += sign * area(times)
        for _, cells, counts in tables:
            cell_counts(times, cells, counts[b])
    for s, _, counts in tables:
        values[s] = statistics[s].scores(counts)
    return values
