"""Tukey's honestly significant differences: all pairs of independent samples at one error rate.

Tukey, J. (1949). Comparing individual means in the analysis of variance. Biometrics 5, 99–114; Kramer, C. (1956) for
unequal sizes. The law of the range is scipy's.
"""

from __future__ import annotations

import math
from functools import lru_cache
from itertools import combinations
from typing import Any

import numpy as np

from referee.comparisons._base import Comparison
from referee.comparisons._input import vector
from referee.errors import BadInput, Undefined
from referee.estimates._base import Interval, check_level
from referee.given import column, door
from referee.kinds import Estimand


@door(paired=False)
def tukey_hsd(*samples: Any, names: Any = None, level: float = 0.95) -> tuple[Comparison, ...]:
    """Each pair of models over independent runs; p-values and intervals hold for all pairs together.

    >>> a, b = [24.5, 23.5, 26.4, 27.1, 29.9], [28.4, 34.2, 29.5, 32.2, 30.1]
    >>> print(tukey_hsd(a, b, [26.1, 28.3, 24.3, 26.2, 27.8])[0])
    A minus B is -4.600, 95% interval -8.249 to -0.951 (Tukey); Tukey's HSD: p = 0.014.
    """
    from scipy import stats
    check_level(level)
    groups = [vector(sample, f"sample {i}", least=2) for i, sample in enumerate(samples)]
    if len(groups) < 2:
        raise Undefined("one sample has nothing to be compared with; give two or more.")
    if all(np.ptp(group) == 0 for group in groups):
        raise Undefined("no sample has any spread, so there is no variance to judge by.")
    called = [chr(ord("A") + i) if i < 26 else f"model {i + 1}" for i in range(len(groups))]
    called = called if names is None else [str(name) for name in column(names, "names")]
    if len(called) != len(groups):
        raise BadInput(f"{len(called)} names were given for {len(groups)} samples.")
    k, df = len(groups), sum(len(group) - 1 for group in groups)
    within = sum(float(((group - group.mean()) ** 2).sum()) for group in groups) / df
    found = []
    for i, j in combinations(range(k), 2):
        a, b = groups[i], groups[j]
        difference, error = float(a.mean() - b.mean()), math.sqrt(within / 2 * (1 / len(a) + 1 / len(b)))
        p = float(stats.studentized_range.sf(abs(difference) / error, k, df))
        away = _range(level, k, df) * error
        found.append(Comparison(
            a=called[i], b=called[j], difference=difference,
            interval=Interval(difference - away, difference + away, level=level, method="Tukey"),
            p=min(1.0, max(0.0, p)), method="Tukey's HSD", estimand=Estimand.PROCEDURE, unit="run",
            n_units=len(a) + len(b),
            assumptions=("All runs are independent.", "Each sample is normal, with one variance.")))
    return tuple(found)


@lru_cache(maxsize=256)
def _range(level: float, k: int, df: int) -> float:
    """The studentised range that k means stay within; it takes scipy a tenth of a second."""
    from scipy import stats

    return float(stats.studentized_range.ppf(level, k, df))
