"""Paired bootstrap: both models are scored on the same redrawn cases.

Efron, B. and Tibshirani, R. (1993). An Introduction to the Bootstrap, chapters 8, 13 and 16.

One vector of drawn indices serves both models; drawing twice would lose the pairing. Clusters are redrawn whole. The
interval is the percentile interval and the p-value its inversion, 2·min over the two sides of (1 + beyond zero)/(1 +
resamples), never 0. With few cases it is too sure: at 0.05 it raised 0.20 false alarms on 4 cases, 0.10 on 8, 0.07 on
20 (differences with a normal law; 0.064 on 30), so below 30 cases or clusters it is refused. The sign-flip test
(means over cases) and the swap test (any score) hold for any number.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from referee.comparisons._base import Comparison
from referee.comparisons._flags import FEW, raised
from referee.comparisons._input import clusters_of, differences
from referee.comparisons._student import Asked
from referee.errors import BadInput, Undefined
from referee.estimates._base import Interval
from referee.given import door
from referee.kinds import Array, Estimand
from referee.seeds import stream

AT_ONCE = 2**22         # drawn indices held in memory
FEWEST = 30             # cases or clusters
FEW_VALUES = 64         # up to so many distinct differences, counts are drawn instead of indices


@door
def paired_bootstrap(a: Any, b: Any, *, clusters: Any = None, resamples: int = 9999,  # noqa: PLR0913
                     level: float = 0.95, alternative: str = "two-sided", seed: int = 0) -> Comparison:
    """How much two models differ in mean score, from one score or loss per case.

    >>> print(paired_bootstrap([.3, .1, .4, .2, .5, .1, .4] * 5, [.2, .1, .1, .1, .3, .2, .2] * 5))
    A minus B is +0.114, 95% interval 0.071 to 0.154 (percentile bootstrap); paired bootstrap: p < 0.001.
    """
    d, random = differences(a, b), stream(seed, "paired bootstrap")
    _cases(d.n, "case")
    if clusters is None:
        means = _means(d.values, _enough(resamples), random)
        return _result(d.mean, means, Asked(level, alternative), "case", d.n)
    group = clusters_of(clusters, d.n)
    totals, sizes = np.bincount(group, weights=d.values), np.bincount(group)
    _cases(len(totals), "cluster")
    means = np.concatenate([totals[rows].sum(axis=1) / sizes[rows].sum(axis=1)
                            for rows in _draws(len(totals), _enough(resamples), random)])
    return _result(d.mean, means, Asked(level, alternative), "cluster", len(totals))


@door
def paired_bootstrap_of(scores: Callable[[Array], tuple[float, float]], n: int, *, resamples: int = 999,
                        level: float = 0.95, alternative: str = "two-sided", seed: int = 0) -> Comparison:
    """The same for any metric: `scores(rows)` gives the scores of A and of B on those rows of the n.

    A resample on which a score is Undefined (one class only) is left out and counted in the details.

    >>> y, s, r = np.arange(30) % 2, np.arange(30) % 3, np.arange(30) % 2
    >>> paired_bootstrap_of(lambda i: (float((s[i] == y[i]).mean()), float((r[i] == y[i]).mean())), 30).difference
    -0.6
    """
    _cases(n, "case")
    kept, lost = [], 0
    for rows in _draws(n, _enough(resamples), stream(seed, "paired bootstrap")):
        for drawn in rows:
            try:
                a, b = scores(drawn)
            except Undefined:
                lost += 1
            else:
                kept.append(a - b)
    if not kept:
        raise Undefined(f"the score is undefined on all {lost} resamples.")
    a, b = scores(np.arange(n))
    return _result(a - b, np.array(kept), Asked(level, alternative), "case", n, lost)


def paired_bootstrap_from(difference: float, draws: Array, *, n: int, unit: str = "case", level: float = 0.95,
                          alternative: str = "two-sided") -> Comparison:
    """The same from differences on resamples that are there already; NaN where a score was undefined.

    >>> paired_bootstrap_from(0.2, np.linspace(0.05, 0.35, 199), n=40).p
    0.01
    """
    _cases(n, unit)
    kept = draws[np.isfinite(draws)]
    if len(kept) < 2:
        raise Undefined(f"the score is undefined on {len(draws) - len(kept)} of {len(draws)} resamples.")
    return _result(difference, kept, Asked(level, alternative), unit, n, len(draws) - len(kept))


def _means(d: Array, resamples: int, random: np.random.Generator) -> Array:
    """Bootstrap means; for few distinct values the counts of each are multinomial, which is the same law."""
    side = np.sign(d.sum()) or np.sign(d[0]) or 1.0        # so that A − B and B − A draw the same
    values, counts = np.unique(side * d, return_counts=True)
    if len(values) <= FEW_VALUES:
        means: Array = random.multinomial(len(d), counts / len(d), size=resamples) @ (side * values) / len(d)
        return means
    return np.concatenate([d[rows].mean(axis=1) for rows in _draws(len(d), resamples, random)])


def _draws(n: int, resamples: int, random: np.random.Generator) -> Any:
    """Blocks of index vectors, one per resample, few enough at once to stay in memory."""
    block = max(1, AT_ONCE // n)
    for start in range(0, resamples, block):
        yield random.integers(n, size=(min(block, resamples - start), n))


def _cases(n: int, unit: str) -> None:
    if n < FEWEST:
        raise Undefined(f"the paired bootstrap is too sure of {n} {unit}s: below {FEWEST} it raises more false alarms "
                        f"than it says; use signflip for means over cases, swap for other scores.")


def _enough(resamples: int) -> int:
    if resamples < 99:
        raise BadInput(f"resamples is {resamples}; a percentile needs at least 99.")
    return resamples


def _result(difference: float, draws: Array, asked: Asked, unit: str, n: int, lost: int = 0) -> Comparison:
    identical = not draws.any() and difference == 0
    constant = not identical and float(np.ptp(draws)) == 0

    def middle(level: float) -> Interval:
        low, high = np.quantile(draws, [(1 - level) / 2, (1 + level) / 2])
        return Interval(float(low), float(high), level=level, method="percentile bootstrap")

    return Comparison(
        difference=difference, p=1.0 if identical else _p(draws, asked.alternative),
        interval=None if identical or constant else asked.sided(middle),
        alternative=asked.alternative, method="paired bootstrap", estimand=Estimand.MODEL, unit=unit, n_units=n,
        standard_error=float(draws.std(ddof=1)), assumptions=(f"The {unit}s are independent.",),
        flags=raised(identical=identical, zero_variance=constant, few_units=n < FEW),
        details=(("resamples", len(draws)), ("undefined_resamples", lost)))


def _p(draws: Array, alternative: str) -> float:
    # Sums that are 0 on paper miss it by rounding, to a side that depends on the machine: they count for both sides.
    tiny = 1e-12 * float(np.abs(draws).max())
    below, above = ((1 + int(side.sum())) / (1 + len(draws)) for side in (draws <= tiny, draws >= -tiny))
    return {"greater": below, "less": above, "two-sided": min(1.0, 2 * min(below, above))}[alternative]
