"""Columns that are written otherwise in the test rows: levels in other words, and a number that stands for a gap."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

from referee.audit.leaks.rows import Rows
from referee.kinds import Array

UNKNOWN = 0.9                   # of the test rows have a level that training has not
MOST_LEVELS = 30
FOR_A_GAP = frozenset({-1.0, -9.0, -99.0, -999.0, -9999.0, -99999.0, 99.0, 999.0, 9999.0, 99999.0, 999999.0})
FEWEST, SOME = 5, 0.01          # rows with it, and of the test rows
BEYOND = 0.5                    # of the range of training, from its end


@dataclass(frozen=True, slots=True, kw_only=True)
class OtherCode:
    """One column, and how its test rows are written otherwise."""

    column: str
    sentence: str


def other_codes(rows: Rows, train: Array, test: Array) -> Iterator[OtherCode]:
    """Categories whose levels mean those of training in other words, and numbers for gaps that training has not."""
    for position, name in enumerate(rows.names):
        here, there = rows.matrix[train, position], rows.matrix[test, position]
        here, there = here[~np.isnan(here)], there[~np.isnan(there)]
        if not here.size or not there.size:
            continue
        found = _levels(rows, name, here, there) if rows.categories[position] else _gap(name, here, there)
        if found is not None:
            yield found


def _levels(rows: Rows, name: str, here: Array, there: Array) -> OtherCode | None:
    known, asked = np.unique(here), np.unique(there)
    if max(known.size, asked.size) > MOST_LEVELS or float((~np.isin(there, known)).mean()) < UNKNOWN:
        return None
    texts = rows.texts.get(name, ())
    before, after = [texts[int(code)] for code in known], [texts[int(code)] for code in asked]
    if not _same_words(before, after):
        return None
    return OtherCode(column=name, sentence=(
        f"{name} has the levels {_listed(before)} in training rows and {_listed(after)} in test rows: the same in "
        f"other words, which a model takes for levels it never saw."))


def _same_words(before: list[str], after: list[str]) -> bool:
    """Whether two lists of levels are the same but for writing, or one has the first letters of the other.

    >>> _same_words(["f", "m"], ["Female", "Male"]), _same_words(["North", "South"], ["East", "West"])
    (True, False)
    """
    one, other = ([re.sub(r"[\W_]", "", text).casefold() for text in side] for side in (before, after))
    if set(other) <= set(one) or set(one) <= set(other):
        return True
    first = {text[:1] for text in one}
    letters = len(first) == len(one) and all(len(text) == 1 for text in (one if len(one[0]) == 1 else other))
    return letters and {text[:1] for text in other} <= first


def _listed(texts: list[str]) -> str:
    return ", ".join(repr(text) for text in texts[:4]) + (", …" if len(texts) > 4 else "")


def _gap(name: str, here: Array, there: Array) -> OtherCode | None:
    """A number such as −999 that stands in test rows again and again, far from all that training has."""
    low, high = float(here.min()), float(here.max())
    values, counts = np.unique(there, return_counts=True)
    for value, count in zip(values.tolist(), counts.tolist(), strict=True):
        away = max(low - value, value - high)
        if value in FOR_A_GAP and count >= max(FEWEST, SOME * there.size) and away > BEYOND * (high - low):
            return OtherCode(column=name, sentence=(
                f"{name} is {value:g} in {count:,} test rows, while training rows go from {low:g} to {high:g}: it "
                f"seems to stand for a gap there, and a model takes it for a number."))
    return None
