"""Test rows of which a part, and not all, are in another unit than the training rows.

Values that training rows never have are held against what training rows would be in another unit: they must be as many,
and lie as, those of the changed that are out of the range, and the whole column must be the mixture of the two. A
trend, a heavy tail or a number that stands for a gap goes out of the range in another way.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import partial

import numpy as np

from referee.audit.leaks.other_units import DEGREES, FACTORS
from referee.audit.leaks.rows import Rows
from referee.kinds import Array

FEWEST, SOME = 8, 0.02          # test rows out of the range, and of all of them
LEARNED, DISTINCT = 100, 20     # training rows, and different values: fewer have no shape
LEAST = 2.0                     # a smaller factor is within what samples reach
OUT = 0.25                      # of the changed are out of the range, or they cannot be told
APART = 0.95                    # of the changed are: then one column is enough
ALIKE, CLOSE = 0.1, 0.06        # Kolmogorov's distance of those out of the range, and of the whole column
SURE = 1.3                      # of its scale √(1/n + 1/m), where that is more: 0.07 of samples of one law are beyond
LARGE = 5.0                     # a smaller factor in one column alone may be another population
HOT = 130.0                     # degrees Celsius that a column of temperatures stays within
ELSEWHERE = 0.3                 # of the rows are out of the range in a column no unit explains: another population
BESIDE = 2.0                    # as often out of the range together as two columns by chance


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Change:
    """Another unit: its name, the change into it and the one back."""

    name: str
    there: Callable[[Array], Array]
    back: Callable[[Array], Array]
    sure: bool              # no population is so far from another


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class InPart:
    """Columns of which some test rows are in another unit, and these rows."""

    columns: tuple[str, ...]
    rows: Array
    change: Change
    sure: bool              # several columns say so of the same rows, or one in which the two units hardly overlap

    def undone(self, rows: Rows) -> Array:
        """The table with the columns of these rows changed back."""
        table = rows.matrix.copy()
        for name in self.columns:
            at = rows.names.index(name)
            table[self.rows, at] = self.change.back(table[self.rows, at])
        return table


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class _Seen:
    position: int
    change: Change
    out: Array              # which test rows are out of the range of training
    reach: float            # the share of changed rows that would be
    away: float             # Kolmogorov's distance of the mixture


def units_in_part(rows: Rows, train: Array, test: Array) -> Iterator[InPart]:
    """The changes that bring test rows back into the range of training, each with all columns that say so together."""
    seen = [one for position in range(len(rows.names))
            if not rows.categories[position] and rows.names[position] not in rows.when
            for one in _seen(rows.matrix[train, position], rows.matrix[test, position], position)]
    unexplained = [j for j in range(len(rows.names)) if not rows.categories[j] and rows.names[j] not in rows.when
                   and j not in {one.position for one in seen}]
    others = [_out(rows.matrix[train, j], rows.matrix[test, j]) for j in unexplained]
    while seen:
        first, group = max(((one, _beside(one, seen)) for one in seen),
                           key=lambda found: (len(found[1]), -sum(one.away for one in found[1])))
        out = 2 * np.sum([one.out for one in group], axis=0) >= len(group)
        apart = first.reach >= APART
        elsewhere = any(float(other[out].mean()) > ELSEWHERE for other in others)
        if not elsewhere and (len(group) > 1 or apart or first.change.sure):
            yield InPart(columns=tuple(rows.names[one.position] for one in group), rows=test[out], change=first.change,
                         sure=len(group) > 1 or (apart and first.change.sure))
        told = {one.position for one in group}
        seen = [one for one in seen if one.position not in told]


def _beside(first: _Seen, seen: list[_Seen]) -> list[_Seen]:
    """The columns that went through one change in the same rows."""
    return [one for one in seen if one is first or (
        one.change.name == first.change.name and one.position != first.position and _together(one, first))]


def _seen(here: Array, there: Array, position: int) -> Iterator[_Seen]:
    """The changes under which a column of test rows is a mixture of training rows and of changed ones."""
    known, asked = here[np.isfinite(here)], there[np.isfinite(there)]
    if known.size < LEARNED or asked.size < LEARNED / 2 or np.unique(known).size < DISTINCT:
        return
    low, high = float(known.min()), float(known.max())
    out = _out(here, there)
    beyond = there[out]
    if out.sum() < max(FEWEST, SOME * asked.size):
        return
    for change in _changes(known):
        made = change.there(known)
        outside = made[(made < low) | (made > high)]
        reach = outside.size / made.size
        share = beyond.size / asked.size / max(reach, OUT)
        back = change.back(beyond)
        if reach < OUT or share >= 1 or ((back < low) | (back > high)).sum() > max(2, SOME * back.size):
            continue
        away = _mixed(known, made, asked, share)
        if _distance(beyond, outside) <= max(ALIKE, SURE * _error(beyond.size, outside.size)) and (
                away <= max(CLOSE, SURE * _error(asked.size, known.size))):
            yield _Seen(position=position, change=change, out=out, reach=reach, away=away)


def _out(here: Array, there: Array) -> Array:
    """Which rows of one side have values that the other never has."""
    known = here[np.isfinite(here)]
    found: Array = (there < known.min()) | (there > known.max()) if known.size else np.zeros(there.size, dtype=bool)
    return found


def _changes(known: Array) -> Iterator[Change]:
    """The changes of unit that a column may have gone through."""
    if known.min() >= 0:
        for factor, words in FACTORS.items():
            for by in (factor, 1 / factor) if factor >= LEAST else ():
                yield Change(name=f"{'larger' if by > 1 else 'smaller'} by a factor of {factor:g} ({words})",
                             sure=factor >= LARGE,
                             there=partial(np.multiply, by), back=partial(np.multiply, 1 / by))
    fahrenheit, kelvin = DEGREES.values()
    for name, one, other in (("degrees Fahrenheit", fahrenheit, _of_fahrenheit), ("kelvin", kelvin, _of_kelvin)):
        if np.abs(known).max() < HOT:
            yield Change(name=f"in {name} instead of degrees Celsius", there=one, back=other, sure=True)
        if np.abs(other(known)).max() < HOT:
            yield Change(name=f"in degrees Celsius instead of {name}", there=other, back=one, sure=True)


def _of_fahrenheit(values: Array) -> Array:
    found: Array = (values - 32) / 1.8
    return found


def _of_kelvin(values: Array) -> Array:
    found: Array = values - 273.15
    return found


def _error(one: int, other: int) -> float:
    """The scale of Kolmogorov's distance between two samples."""
    return float(np.sqrt(1 / one + 1 / other))


def _distance(one: Array, other: Array) -> float:
    """Kolmogorov's distance of two samples."""
    at = np.concatenate([one, other])
    return float(np.abs(_below(one, at) - _below(other, at)).max())


def _mixed(known: Array, made: Array, asked: Array, share: float) -> float:
    """Kolmogorov's distance of a sample from a mixture of two others."""
    at = np.concatenate([known, made, asked])
    return float(np.abs((1 - share) * _below(known, at) + share * _below(made, at) - _below(asked, at)).max())


def _below(values: Array, at: Array) -> Array:
    found: Array = np.searchsorted(np.sort(values), at, "right") / values.size
    return found


def _together(one: _Seen, other: _Seen) -> bool:
    """Whether the rows out of the range in one column are out of it in the other far more often than any rows are."""
    usual = float(one.out.mean())
    return float(one.out[other.out].mean()) > max(min(BESIDE * usual, (1 + usual) / 2), one.reach / 2)
