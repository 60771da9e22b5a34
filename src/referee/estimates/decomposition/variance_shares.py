"""Intervals for the shares of variance components: how sure one can be of what comes from where.

Weerahandi, S. (1993). Generalized confidence intervals. JASA 88, 899-905: in a balanced nested design the mean squares
are independent, each its expectation times χ²/df; drawing the χ² and solving for the components gives a distribution
of each share, whose quantiles are the ends. For two sources it is the exact F interval of the intraclass correlation.
Components below 0 count as 0, as in the estimate. Scores must be roughly normal; with few levels the intervals are
wide, which is the truth of the matter.
"""

from __future__ import annotations

import numpy as np

from referee.errors import Undefined
from referee.estimates._base import Interval, check_level
from referee.estimates.decomposition.variance_components import VarianceComponents
from referee.given import door
from referee.seeds import stream

DRAWS = 20_000


@door
def variance_shares(found: VarianceComponents, *, level: float = 0.95, seed: int = 0) -> tuple[Interval, ...]:
    """One interval for the share of each source, outermost first.

    >>> from referee.estimates.decomposition.variance_components import variance_components
    >>> made = variance_components([[1.0, 1.2], [2.0, 2.2], [3.0, 3.2]], sources=("sample", "seed"))
    >>> print(variance_shares(made)[0])
    95% interval 0.713 to 0.999 (generalised, mean squares as scaled χ²)
    """
    check_level(level)
    if not any(found.mean_squares):
        raise Undefined("all scores are equal; there is no variance to share out.")
    sizes = np.array(found.levels)
    df = np.array([np.prod(sizes[:i]) * (sizes[i] - 1) for i in range(sizes.size)], dtype=float)
    draw = stream(seed, "variance shares")
    squares = np.array(found.mean_squares) * df / draw.chisquare(df, size=(DRAWS, df.size))
    inner = np.array([np.prod(sizes[i + 1:]) for i in range(sizes.size)], dtype=float)
    below = np.column_stack([squares[:, 1:], np.zeros(DRAWS)])
    parts = np.maximum(squares - below, 0.0) / inner
    shares = parts / parts.sum(axis=1, keepdims=True)
    low, high = np.quantile(shares, [(1 - level) / 2, (1 + level) / 2], axis=0)
    return tuple(Interval(float(a), float(b), level=level, method="generalised, mean squares as scaled χ²")
                 for a, b in zip(low, high, strict=True))
