"""What more data would bring: the power law err(n) = a + b·n^(−c) fitted to a learning curve.

Cortes, C. et al. (1994). Learning curves: asymptotic values and rate of convergence. NIPS 6, 327-334. Viering, T. and
Loog, M. (2023). The shape of learning curves: a review. IEEE TPAMI 45, 7799-7819: many curves follow it, some do not,
and nothing but a check tells which.

Small training sets often lie off the law that larger ones follow: where all sizes do not fit, the smallest are left out
one by one while five remain. Weighted least squares with a ≥ 0, b ≥ 0 and 0.02 ≤ c ≤ 3: on a grid of c the rest is
linear. Uncertainty: the whole curve is moved at random as its splits say it could move (all sizes together, with the
corrected variance of Nadeau and Bengio), and fitted again. It is declined where sizes are few, the curve does not fall,
rises somewhere by more than noise, does not look like a power law, or did not predict its own last point.

Known weakness: the law is an assumption; beyond twice the rows seen it is hardly more than that.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from referee.errors import BadInput, Undefined
from referee.estimates._base import Interval, check_level
from referee.estimates.quantiles import t_reach
from referee.kinds import Array
from referee.seeds import stream

FEWEST_SIZES, CHECKED_SIZES = 4, 5
DRAWS = 400
EXPONENTS = np.geomspace(0.02, 3.0, 80)
FINER = np.geomspace(0.94, 1 / 0.94, 17)      # steps between two exponents of the grid
SMALL = 0.02                                  # a miss below this share of the error is no reason to decline
METHOD = "power law, refitted to curves moved as the splits vary"


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class PowerLaw:
    """A fitted curve, and how far it can be trusted."""

    a: float                    # error with endless data
    b: float
    c: float
    since: float                # the smallest size it was fitted to
    asymptote: Interval         # of a
    draws: Array                # refitted a, b, c, one row each
    level: float
    checked: tuple[float, Interval] | None = None     # the last point: what it was, and the range predicted without it

    def at(self, n: float) -> float:
        """The error expected with n rows."""
        return float(self.a + self.b * n**-self.c)

    def interval(self, n: float) -> Interval:
        """Where the expected error lies with n rows, if the law holds."""
        return _middle(_curve(self.draws, n), self.level)

    def rows_for(self, error: float) -> float | None:
        """How many rows the curve takes to come down to an error; None where it never does."""
        if error <= self.a or self.b == 0:
            return None
        return float((self.b / (error - self.a)) ** (1 / self.c))


def fit_power_law(sizes: Any, errors: Any, *, ratio: float, level: float = 0.95, seed: int = 0) -> PowerLaw:
    """Fit to errors of splits (rows) by training size (columns); `Undefined`, with the reason, where it should not be.

    `ratio` is rows tested for each row trained on at the largest size.

    >>> sizes = [25, 50, 100, 200, 400]
    >>> noise = np.linspace(-0.01, 0.01, 10)[:, None] * [2.0, 1.0, -1.0, 0.5, 0.7]
    >>> law = fit_power_law(sizes, 0.05 + 1.0 * np.array(sizes) ** -0.5 + noise, ratio=1 / 9)
    >>> law.a, law.c, law.at(800)
    (0.0500, 0.500, 0.0854)
    """
    check_level(level)
    n, table = np.asarray(sizes, dtype=float), np.asarray(errors, dtype=float)
    if table.ndim != 2 or table.shape[1] != n.size or not np.isfinite(table).all():
        raise BadInput(f"errors {table.shape} must have a row for each split and a column for each of {n.size} sizes.")
    if n.size < FEWEST_SIZES:
        raise Undefined(f"{n.size} sizes are too few to fit a curve with three unknowns; ask for {FEWEST_SIZES} at "
                        f"least.")
    reach = t_reach(level, len(table) - 1)
    _require_fall(n, table, ratio, reach)
    last: Undefined | None = None
    for start in range(max(1, n.size - CHECKED_SIZES + 1)):
        try:
            return _from(n[start:], table[:, start:], ratio=ratio, level=level, seed=seed)
        except _Misfit as misfit:
            last = last or misfit
    assert last is not None
    raise Undefined(str(last))


class _Misfit(Undefined):
    """These sizes do not lie on a power law; larger ones may."""


def _from(n: Array, table: Array, *, ratio: float, level: float, seed: int) -> PowerLaw:
    """Fit to these sizes, and check."""
    mean, move = table.mean(axis=0), _moves(table, ratio, seed)
    error = table.std(axis=0, ddof=1) * np.sqrt(1 / len(table) + ratio)
    weight = 1 / np.maximum(error, 0.05 * error.max() or 1e-12) ** 2
    found = _fit(n, mean[None, :], weight)[0]
    missed = np.abs(_curve(found[None, :], n[:, None])[:, 0] - mean)
    far = missed / np.maximum(t_reach(level, len(table) - 1) * error, SMALL * mean)
    if far.max() > 1:
        worst = int(np.argmax(far))
        raise _Misfit(f"the curve is no power law: at {n[worst]:,.0f} rows the fit misses the error of "
                      f"{mean[worst]:.3g} by {missed[worst]:.2g}, more than noise.")
    draws = _fit(n, mean + move, weight)
    law = PowerLaw(a=float(found[0]), b=float(found[1]), c=float(found[2]), since=float(n[0]), level=level,
                   asymptote=_middle(draws[:, 0], level), draws=draws, checked=_check(n, mean, move, weight, level))
    _require_use(law, n, mean)
    return law


def _moves(table: Array, ratio: float, seed: int) -> Array:
    """How the mean curve could have come out otherwise: all sizes together, with the corrected variance."""
    J = len(table)
    draw = stream(seed, "power-law")
    weights = draw.normal(size=(DRAWS, J)) * np.sqrt((1 / J + ratio) / (J - 1))
    chi = np.sqrt(draw.chisquare(J - 1, size=(DRAWS, 1)) / (J - 1))
    found: Array = weights @ (table - table.mean(axis=0)) / chi
    return found


def _fit(n: Array, curves: Array, weight: Array) -> Array:
    """Least squares for every curve at every exponent of the grid, then of a finer one; the best a, b, c."""
    share = weight / weight.sum()
    coarse = _best(n, curves, share, np.broadcast_to(EXPONENTS, (len(curves), EXPONENTS.size)))
    return _best(n, curves, share, coarse[:, 2:] * FINER)


def _best(n: Array, curves: Array, share: Array, exponents: Array) -> Array:
    """The best of a row of exponents for each curve; a and b by linear regression, kept from falling below 0."""
    x = np.exp(-np.log(n)[None, :, None] * exponents[:, None, :])      # curves × sizes × exponents
    y = curves[:, :, None]
    w = share[None, :, None]
    mx, my = (w * x).sum(axis=1), (w * y).sum(axis=1)
    xy, xx = (w * x * y).sum(axis=1), (w * x * x).sum(axis=1)
    b = np.maximum((xy - mx * my) / np.maximum(xx - mx**2, 1e-300), 0.0)
    a = my - b * mx
    b = np.where(a < 0, np.maximum(xy / xx, 0.0), b)                   # through the origin instead
    a = np.maximum(a, 0.0)
    loss = (w * (y - a[:, None, :] - b[:, None, :] * x) ** 2).sum(axis=1)
    row, best = np.arange(len(curves)), loss.argmin(axis=1)
    return np.column_stack([a[row, best], b[row, best], exponents[row, best]])


def _curve(laws: Array, n: Any) -> Array:
    a, b, c = laws.T
    found: Array = a + b * n**-c
    return found


def _middle(values: Array, level: float) -> Interval:
    low, high = np.quantile(values, [(1 - level) / 2, (1 + level) / 2])
    return Interval(float(low), float(high), level=level, method=METHOD)


def _require_fall(n: Array, table: Array, ratio: float, reach: float) -> None:
    """The error must fall from the first size to the last, and rise nowhere, by more than noise."""
    steps = np.column_stack([np.diff(table, axis=1), table[:, -1] - table[:, 0]])
    error = steps.std(axis=0, ddof=1) * np.sqrt(1 / len(table) + ratio)
    t = steps.mean(axis=0) / np.maximum(error, 1e-300)
    if t[-1] > -reach:
        raise Undefined(f"from {n[0]:,.0f} to {n[-1]:,.0f} rows the error does not fall by more than noise, so there "
                        f"is no trend to go on.")
    rise = int(np.argmax(t[:-1]))
    if t[rise] > reach:
        raise Undefined(f"the error rises from {n[rise]:,.0f} to {n[rise + 1]:,.0f} rows by more than noise; a power "
                        f"law only falls.")


def _check(n: Array, mean: Array, move: Array, weight: Array, level: float) -> tuple[float, Interval] | None:
    """Fitted without the last size, does the law predict it? Both its own noise and the fit's count."""
    if n.size < CHECKED_SIZES:
        return None
    rest = _fit(n[:-1], mean[:-1] + move[:, :-1], weight[:-1])
    expected = _middle(_curve(rest, n[-1]) - move[:, -1], level)      # the same draw moves the last point too
    if not expected.low - SMALL * mean[-1] <= mean[-1] <= expected.high + SMALL * mean[-1]:
        raise Undefined(f"fitted without the last size, the law predicts an error of {expected.low:.3g} to "
                        f"{expected.high:.3g} at {n[-1]:,.0f} rows, and it is {mean[-1]:.3g}; it cannot be "
                        f"trusted beyond.")
    return float(mean[-1]), expected


def _require_use(law: PowerLaw, n: Array, mean: Array) -> None:
    """A prediction for twice the rows that spans more than the error itself says nothing."""
    ahead = law.interval(2 * n[-1])
    if ahead.width > mean[-1]:
        raise Undefined(f"the splits vary too much: with {2 * n[-1]:,.0f} rows the error could lie anywhere between "
                        f"{ahead.low:.3g} and {ahead.high:.3g}.")
