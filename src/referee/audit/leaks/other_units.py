"""Columns that are in another unit in the test rows: a factor, degrees, or a logarithm of what training has."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass

import numpy as np

from referee.audit.leaks.rows import Rows
from referee.kinds import Array

FEWEST = 20                         # rows of each side, and different values
APART = 0.95                        # of pairs, one of each side, are in the same order: sampling never does that
ALIKE = 0.15                        # Kolmogorov's distance once the unit is changed: the same shape
LEAST, LARGE = 1.5, 5.0             # a smaller factor may be a population or a price; beyond the other no shape stays
NEAR = 0.06                         # of a factor, beside its error of sampling
MOST_ROWS = 5_000
BORDER = 0.1                        # of the rows, those next to the other side
FACTORS = {
    1e6: "millions", 1000: "as g and kg, or mm and m", 100: "per cent and shares, or cm and m", 10: "as mm and cm",
    365.25: "days and years", 3600: "seconds and hours", 60: "seconds and minutes", 24: "hours and days",
    12: "months and years", 7: "days and weeks", 2.2046: "pounds and kilograms", 2.54: "cm and inches",
    3.2808: "feet and metres", 1.6093: "km and miles", 3.6: "km/h and m/s", 4.184: "kJ and kcal",
    3.7854: "litres and gallons", 28.35: "grams and ounces", 7.5006: "mmHg and kPa", 6.8948: "kPa and psi",
    18.016: "glucose in mg/dl and mmol/l", 38.67: "cholesterol in mg/dl and mmol/l",
    88.5: "creatinine in µmol/l and mg/dl, or triglycerides", 17.1: "bilirubin in µmol/l and mg/dl",
}
"""How many of the smaller unit are one of the larger."""
DEGREES: dict[str, Callable[[Array], Array]] = {
    "degrees Fahrenheit, where the other side has Celsius": lambda x: 1.8 * x + 32,
    "kelvin, where the other side has degrees Celsius": lambda x: x + 273.15,
}
LOGARITHMS: dict[str, Callable[[Array], Array]] = {
    "the natural logarithm of the other side": np.log, "the decimal logarithm of the other side": np.log10,
    "log(1 + x) of the other side": np.log1p,
}
WIDE = 3.0                          # what people take logarithms of goes so far: its upper tenth by its lower one


@dataclass(frozen=True, slots=True, kw_only=True)
class OtherUnit:
    """One column whose test rows are those of training in another unit, as far as place and shape tell."""

    column: str
    train: float                    # medians
    test: float
    how: str                        # the change, in words
    sure: bool                      # a change that units have, or one that no population makes


def other_units(rows: Rows, train: Array, test: Array) -> Iterator[OtherUnit]:
    """Every column of numbers, and a target of numbers, between the two sides of a division."""
    columns = [(name, rows.matrix[:, j]) for j, name in enumerate(rows.names)
               if not rows.categories[j] and name not in rows.when]
    if rows.n_classes is None:
        columns.append(("the target", rows.y.astype(np.float64)))
    for name, values in columns:
        here, there = _known(values[train]), _known(values[test])
        if min(np.unique(here).size, np.unique(there).size) < FEWEST or not _apart(here, there):
            continue
        how, sure = _factor(here, there) or _curve(here, there) or ("", False)
        if how:
            yield OtherUnit(column=name, train=float(np.median(here)), test=float(np.median(there)), how=how, sure=sure)


def _known(values: Array) -> Array:
    """The numbers of a side, in their order; of very many, some at even distances."""
    there = values[np.isfinite(values)]
    return there[:: -(-there.size // MOST_ROWS)] if there.size > MOST_ROWS else there


def _apart(here: Array, there: Array) -> bool:
    """Whether nearly all of one side is above the other, at the border between them too, which a trend crosses."""
    last, first = here[-max(FEWEST, int(BORDER * here.size)):], there[:max(FEWEST, int(BORDER * there.size))]
    shares = [_below(here, there), _below(last, first)]
    return min(shares) >= APART or max(shares) <= 1 - APART


def _below(one: Array, other: Array) -> float:
    """The share of pairs in which the first is the smaller; half of those that are equal."""
    ordered = np.sort(one)
    both = np.searchsorted(ordered, other, "left") + np.searchsorted(ordered, other, "right")
    return float(both.mean() / (2 * ordered.size))


def _alike(one: Array, other: Array) -> bool:
    """Whether two samples have one shape at one place, as far as their sizes tell."""
    at = np.concatenate([one, other])
    away = np.abs(np.searchsorted(np.sort(one), at, "right") / one.size
                  - np.searchsorted(np.sort(other), at, "right") / other.size).max()
    return bool(away <= max(ALIKE, 1.4 * np.sqrt(1 / one.size + 1 / other.size)))


def _factor(here: Array, there: Array) -> tuple[str, bool] | None:
    """A factor between the sides that leaves them one shape, and whether units have it."""
    if min(here.min(), there.min()) < 0 or not np.median(here) or not np.median(there):
        return None
    ratio = float(np.median(there) / np.median(here))
    size = max(ratio, 1 / ratio)
    if size < LEAST or not _alike(here * ratio, there):
        return None
    known = min(FACTORS, key=lambda factor: abs(np.log(factor / size)))
    near = abs(np.log(known / size)) <= NEAR + 2 * np.hypot(_error(here), _error(there))
    unit = f", near {known:g} ({FACTORS[known]})" if near else ""
    return f"a factor of {size:.4g} makes them one{unit}", bool(near or size >= LARGE)


def _error(values: Array) -> float:
    """The relative standard error of a median, as of a normal sample."""
    low, high = np.quantile(values, [0.25, 0.75])
    return float(1.25 * (high - low) / 1.35 / np.sqrt(values.size) / abs(float(np.median(values))))


def _curve(here: Array, there: Array) -> tuple[str, bool] | None:
    """A change that is no factor: of degrees, or a logarithm, of either side."""
    for one, other, whose in ((here, there, "test"), (there, here, "training")):
        low, high = np.quantile(one, [0.1, 0.9])
        curves = DEGREES | (LOGARITHMS if one.min() > 0 and np.median(one) > 1 and high > WIDE * low else {})
        for name, change in curves.items():
            if _alike(change(one), other):
                return f"{whose} rows look like {name}", True
    return None
