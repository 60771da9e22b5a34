"""Rows as code names them: all of a file, one side of a division, a slice of that; and whether two have rows in common.

A set of rows is written as the way to it: where it comes from, then the divisions it went through.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from enum import Enum


@dataclass(frozen=True, slots=True)
class Side:
    """One side of a division; two sides of one division have no row in common."""

    division: str
    side: str


@dataclass(frozen=True, slots=True)
class Span:
    """From one place to another, along positions or a column; an end that is None is open."""

    along: str
    low: str | None
    high: str | None


@dataclass(frozen=True, slots=True)
class Some:
    """Some of the rows, and which is not followed: those of one of several tables, of an index from elsewhere.

    The same words stand for the same rows; of other words it is not known whether they take rows in common.
    """

    which: str
    loop: int = 0           # of one of the tables that a loop goes through: the number of the loop


MARK = "ˈ"              # after a name of a function: a number for what it holds
_MARKED = re.compile(rf"{MARK}\d+")
Part = Side | Span | Some
Way = tuple[str | Part, ...]


class Common(Enum):
    """Whether two sets have rows in common."""

    NONE, SOME, UNKNOWN = "none", "some", "not known"


def common(a: Way, b: Way) -> Common:
    """Whether two ways lead to rows in common.

    >>> train, test = ("a.csv", Side("1", "train")), ("a.csv", Side("1", "test"))
    >>> common(train, test).value, common(("a.csv",), test).value
    ('none', 'some')
    >>> common(("a.csv", Span("", None, "800")), ("a.csv", Span("", "800", None))).value
    'none'
    >>> common(("a.csv", Span("day", None, "start - gap")), ("a.csv", Span("day", "start", None))).value
    'none'
    >>> common(("a.npz", Some("p")), ("a.npz", Some("out"))).value, common(("a.npz",), ("a.npz", Some("p"))).value
    ('not known', 'some')
    """
    for one, other in zip(a, b, strict=False):
        if one == other:
            continue
        return Common.NONE if _apart(one, other) else Common.UNKNOWN
    return Common.SOME


def any_common(these: frozenset[Way], those: frozenset[Way]) -> Common:
    """The same of several sets: some, if any two have; not known, if that of any two is not."""
    found = {common(a, b) for a in these for b in those}
    return next((one for one in (Common.SOME, Common.UNKNOWN) if one in found), Common.NONE)


def within(inner: frozenset[Way], outer: frozenset[Way]) -> bool:
    """Whether the inner rows are a proper part of the outer ones, by a division.

    >>> whole, test = frozenset({("a.csv",)}), frozenset({("a.csv", Side("1", "test"))})
    >>> within(test, whole), within(whole, whole)
    (True, False)
    """
    return any(len(o) < len(i) and i[:len(o)] == o for i in inner for o in outer)


def _apart(one: str | Part, other: str | Part) -> bool:
    if isinstance(one, str) and isinstance(other, str):
        return not _same_but_for_names(one, other)    # two files
    if isinstance(one, Side) and isinstance(other, Side):
        return one.division == other.division
    if isinstance(one, Span) and isinstance(other, Span) and one.along == other.along:
        return _before(one.high, other.low) or _before(other.high, one.low)
    return False


def _same_but_for_names(one: str, other: str) -> bool:
    """Whether two texts differ in what their names hold alone, and neither says what that is."""
    return MARK in one + other and _MARKED.sub("", one) == _MARKED.sub("", other)


def _before(high: str | None, low: str | None) -> bool:
    """Whether what ends at `high` ends before what begins at `low`, as far as their texts tell."""
    if high is None or low is None:
        return False
    if high == low or high.startswith(f"{low} - ") or low.startswith(f"{high} + "):         # with a gap between
        return True
    try:
        a, b = float(high), float(low)
    except ValueError:
        return high[:1] in "'\"" and low[:1] in "'\"" and high <= low
    return a <= b and (a < 0) == (b < 0)
