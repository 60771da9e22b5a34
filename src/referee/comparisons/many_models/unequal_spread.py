"""Several independent samples whose variances may differ: Welch's analysis of variance, and tests of the variances.

Welch, B. L. (1951). On the comparison of several mean values. Biometrika 38, 330–336. Levene, H. (1960); Brown, M. and
Forsythe, A. (1974), JASA 69, 364–367: Levene's test around medians. Bartlett, M. (1937). Proceedings of the Royal
Society A 160, 268–282: for normal samples only. All by scipy.

A test of variances is no licence: choosing the test of means by it spoils the level of both. Welch's needs none.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from referee.comparisons._flags import FEW, raised
from referee.comparisons._input import vector
from referee.comparisons.many_models.omnibus import Omnibus
from referee.errors import Undefined
from referee.given import door
from referee.kinds import Array

RUNS = "All runs are independent."


@door(paired=False)
def welch_anova(*samples: Any) -> Omnibus:
    """Whether independent samples of runs, one per model, have the same mean, whatever their variances.

    >>> welch_anova([.81, .80, .83, .82], [.79, .78, .80, .74], [.84, .85, .83, .86]).p
    0.01072
    """
    from scipy import stats
    groups = _groups(samples, least=2)
    result = stats.f_oneway(*groups, equal_var=False)
    n, k = np.array([len(g) for g in groups]), len(groups)
    w = n / np.array([g.var(ddof=1) for g in groups])
    spread = float(((1 - w / w.sum()) ** 2 / (n - 1)).sum())
    return Omnibus(statistic=float(result.statistic), df=(k - 1.0, (k * k - 1) / (3 * spread)), p=float(result.pvalue),
                   method="Welch's ANOVA", unit="run", n_units=int(n.sum()), flags=raised(few_units=int(n.sum()) < FEW),
                   assumptions=(RUNS, "Each sample is normal."))


@door(paired=False)
def levene(*samples: Any) -> Omnibus:
    """Whether independent samples of runs spread alike, by distances from their medians (Brown and Forsythe).

    >>> levene([.81, .80, .83, .82], [.79, .68, .80, .94], [.84, .85, .83, .86]).p
    0.1425
    """
    from scipy import stats
    groups = _groups(samples, least=2)
    return _of_spread(stats.levene(*groups, center="median"), groups, "Levene's test, around medians", ())


@door(paired=False)
def bartlett(*samples: Any) -> Omnibus:
    """Whether independent normal samples of runs have one variance.

    >>> bartlett([.81, .80, .83, .82], [.79, .68, .80, .94], [.84, .85, .83, .86]).p
    0.00107
    """
    from scipy import stats
    groups = _groups(samples, least=2)
    return _of_spread(stats.bartlett(*groups), groups, "Bartlett's test", ("Each sample is normal.",))


@door
def shapiro_wilk(values: Any) -> Omnibus:
    """Whether values may come from a normal law (Shapiro, S. and Wilk, M. 1965, Biometrika 52, 591–611).

    >>> shapiro_wilk([148, 154, 158, 160, 161, 162, 166, 170, 182, 195, 236]).statistic
    0.7888
    """
    from scipy import stats
    x = vector(values, "values", least=3)
    if len(x) > 5000 or np.ptp(x) == 0:
        raise Undefined(f"{len(x)} values: Shapiro and Wilk's law is known up to 5000." if np.ptp(x) else
                        "all values are equal; nothing can be said of their law.")
    result = stats.shapiro((x - x.mean()) / np.ptp(x))         # whatever their unit
    return Omnibus(statistic=float(result.statistic), df=float(len(x)), p=float(result.pvalue), method="Shapiro-Wilk",
                   unit="value", n_units=len(x), flags=raised(few_units=len(x) < FEW),
                   assumptions=("The values are independent.",))


def _groups(samples: tuple[Any, ...], *, least: int) -> list[Array]:
    groups = [vector(sample, f"sample {i}", least=least) for i, sample in enumerate(samples)]
    if len(groups) < 2:
        raise Undefined(f"{len(groups)} sample has nothing to be compared with; give two or more.")
    if any(np.ptp(group) == 0 for group in groups):
        flat = next(i for i, group in enumerate(groups) if np.ptp(group) == 0)
        raise Undefined(f"all values of sample {flat} are equal, so its variance is not known.")
    return groups


def _of_spread(result: Any, groups: list[Array], method: str, more: tuple[str, ...]) -> Omnibus:
    n, k = sum(map(len, groups)), len(groups)
    return Omnibus(statistic=float(result.statistic), df=(k - 1.0, float(n - k)), p=float(result.pvalue), method=method,
                   unit="run", n_units=n, flags=raised(few_units=n < FEW), assumptions=(RUNS, *more))
