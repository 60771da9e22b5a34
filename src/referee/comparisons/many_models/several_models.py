"""More than two models by several outputs at once, on the same cases: MANOVA with the models as repeated measures.

The differences of the others from the first model, by every output, are one vector for each case; that its mean is zero
is tested by Hotelling's T² (Rencher & Christensen 2012, section 6.9). Which model is the first makes no difference.
"""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from referee.comparisons._input import ROUNDING
from referee.comparisons.many_models.hotelling import hotelling
from referee.comparisons.many_models.omnibus import Omnibus
from referee.errors import Undefined
from referee.kinds import Array


def models_repeated(differences: Array) -> Omnibus:
    """From the differences from the first model: a row a case, a column for each other model and output.

    >>> draw = np.random.default_rng(0)
    >>> print(models_repeated(draw.normal(size=(30, 4)) + [1, 0, 1, 0]))
    MANOVA, models as repeated measures over 30 cases: statistic 61.055, p < 0.001.
    """
    kept = independent_columns(differences)
    if not kept:
        raise Undefined("the models do not differ by any target.")
    return replace(hotelling(differences[:, kept]), method="MANOVA, models as repeated measures")


def independent_columns(differences: Array) -> list[int]:
    """The columns that vary and are no combination of those before them, where there are units enough to tell."""
    units, columns = differences.shape
    if units <= columns:
        raise Undefined(f"{columns} differences need more than {columns} units to be tested together, and there are "
                        f"{units}.")
    centred = differences - differences.mean(axis=0)
    spread = np.sqrt((centred**2).mean(axis=0))
    kept: list[int] = []
    for j in np.flatnonzero(spread > ROUNDING * np.abs(differences).max(axis=0)):
        some = centred[:, [*kept, j]] / spread[[*kept, j]]
        if np.linalg.cond(some.T @ some / len(some)) < 1 / ROUNDING:
            kept.append(int(j))
    return kept
