"""Analysis of variance: one-way over independent runs, and repeated measures over shared units.

Fisher, R. A. (1925). Statistical Methods for Research Workers. Greenhouse, S. and Geisser, S. (1959). On
methods in the analysis of profile data. Psychometrika 24, 95–112.

One-way is for runs with data of their own (Salzberg 1997, section 3.1); models scored on the same cases or data
sets are repeated measures. Their plain F assumes sphericity; the p-value here is Greenhouse and Geisser's, which
does not; the plain one and that of Huynh, H. and Feldt, L. (1976), Journal of Educational Statistics 1, 69–82, are in
the details. Mauchly, J. (1940), Annals of Mathematical Statistics 11, 204–209, tests sphericity itself.
"""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from referee.comparisons._flags import FEW, IDENTICAL, ZERO_VARIANCE, raised
from referee.comparisons._input import ROUNDING, matrix, vector
from referee.comparisons._laws import upper_chi2, upper_f
from referee.comparisons._units import independent
from referee.comparisons.many_models.omnibus import Omnibus
from referee.errors import Undefined
from referee.given import door
from referee.kinds import Array


@door(paired=False)
def anova(*samples: Any) -> Omnibus:
    """Whether independent samples of runs, one per model, have the same mean.

    >>> anova([.81, .80, .83], [.79, .78, .80], [.84, .85, .83]).p
    0.00659
    """
    groups = [vector(sample, f"sample {i}") for i, sample in enumerate(samples)]
    n, k = sum(map(len, groups)), len(groups)
    if k < 2 or n <= k:
        raise Undefined(f"{k} samples with {n} runs have no variance within; give two samples or more, with repeats.")
    together = np.concatenate(groups)
    between = sum(len(g) * (g.mean() - together.mean()) ** 2 for g in groups)
    within = sum(((g - g.mean()) ** 2).sum() for g in groups)
    f, flags = _ratio(between / (k - 1), within / (n - k), float(np.abs(together).max()))
    return Omnibus(statistic=f, df=(k - 1.0, float(n - k)), p=1.0 if f == 0 else upper_f(f, (k - 1, n - k)),
                   method="one-way ANOVA", unit="run", n_units=n, flags=flags,
                   assumptions=("All runs are independent.", "Each sample is normal, with one variance."))


@door
def anova_repeated(scores: Any, *, unit: str = "data set") -> Omnibus:
    """Whether the columns (models) have the same mean over shared rows (units).

    >>> anova_repeated([[.8, .7, .9], [.6, .5, .7], [.9, .8, .8], [.7, .7, .8]]).detail("epsilon")
    0.698
    """
    independent(unit, "an analysis of variance")
    x = matrix(scores, "scores")
    n, k = x.shape
    residual = x - x.mean(axis=1, keepdims=True) - x.mean(axis=0) + x.mean()
    between = n * ((x.mean(axis=0) - x.mean()) ** 2).sum()
    df = k - 1, (k - 1) * (n - 1)
    f, flags = _ratio(between / df[0], (residual**2).sum() / df[1], float(np.abs(x).max()))
    epsilon = 1.0 if flags else _greenhouse_geisser(x)
    wider = 1.0 if flags else _huynh_feldt(epsilon, n, k)
    corrected = df[0] * epsilon, df[1] * epsilon
    return Omnibus(statistic=f, df=corrected, p=1.0 if f == 0 else upper_f(f, corrected),
                   method="repeated-measures ANOVA (Greenhouse-Geisser)", unit=unit, n_units=n, flags=flags,
                   details=(("epsilon", epsilon), ("p_sphericity_assumed", 1.0 if f == 0 else upper_f(f, df)),
                            ("epsilon_huynh_feldt", wider),
                            ("p_huynh_feldt", 1.0 if f == 0 else upper_f(f, (df[0] * wider, df[1] * wider)))),
                   assumptions=(f"The {unit}s are independent.", "The scores of a unit are jointly normal."))


@door
def mauchly(scores: Any, *, unit: str = "data set") -> Omnibus:
    """Whether the differences between columns (models) all have one variance, as the plain F of repeated measures asks.

    >>> mauchly([[.8, .7, .9], [.6, .5, .7], [.9, .8, .8], [.7, .7, .8], [.5, .6, .8]]).statistic
    0.556
    """
    independent(unit, "Mauchly's test")
    x = matrix(scores, "scores", rows=2, columns=3)
    n, p = len(x), x.shape[1] - 1
    if n <= p:
        raise Undefined(f"{n} {unit}s cannot show the covariance of {p + 1} models; Mauchly's test needs over {p}.")
    contrasts = np.linalg.qr(np.column_stack([np.ones(p + 1), np.eye(p + 1)[:, :p]]))[0][:, 1:]
    S = np.cov((x @ contrasts).T)
    if np.trace(S) <= (ROUNDING * float(np.abs(x).max())) ** 2:
        raise Undefined("the differences between the models do not vary, so their variances cannot be compared.")
    w = float(min(1.0, max(0.0, np.linalg.det(S) / (np.trace(S) / p) ** p)))
    room = n - 1 - (2 * p * p + p + 2) / (6 * p)
    chi2 = -room * math.log(w) if w else math.inf
    df = p * (p + 1) / 2 - 1
    return Omnibus(statistic=w, df=df, p=_anderson(chi2, df, p, room) if math.isfinite(chi2) else 0.0,
                   method="Mauchly's W",
                   unit=unit, n_units=n, details=(("chi2", chi2),), flags=raised(few_units=n < FEW),
                   assumptions=(f"The {unit}s are independent.", "The scores of a unit are jointly normal."))


def _anderson(chi2: float, df: float, p: int, room: float) -> float:
    """The law of W to the second order: Anderson (2003), Multivariate Statistical Analysis, 10.7.4.

    R's mauchly.test has the number of columns for that of contrasts in one place of it (3p), which moves p a little.
    """
    more = (p + 2) * (p - 1) * (p - 2) * (2 * p**3 + 6 * p**2 + 3 * p + 2) / (288 * (p * room) ** 2)
    first, second = upper_chi2(chi2, df), upper_chi2(chi2, df + 4)
    return min(1.0, max(0.0, first + more * (second - first)))


def _huynh_feldt(epsilon: float, n: int, k: int) -> float:
    """Huynh and Feldt's less careful ε, at most 1."""
    room = (k - 1) * (n - 1 - (k - 1) * epsilon)
    return 1.0 if room <= 0 else min(1.0, max(epsilon, (n * (k - 1) * epsilon - 2) / room))


def _greenhouse_geisser(x: Array) -> float:
    """Box's ε: how far the covariance of the models is from spherical, from 1/(k − 1) to 1."""
    S = np.cov(x.T)
    centred = S - S.mean(axis=0) - S.mean(axis=1)[:, None] + S.mean()
    return float(np.trace(centred) ** 2 / ((x.shape[1] - 1) * (centred**2).sum()))


def _ratio(between: float, within: float, scale: float) -> tuple[float, tuple[str, ...]]:
    """F, with squares that are rounding only taken for zero."""
    rounding = (ROUNDING * scale) ** 2
    if within > rounding:
        return float(between / within), ()
    return (0.0, (IDENTICAL,)) if between <= rounding else (math.inf, (ZERO_VARIANCE,))
