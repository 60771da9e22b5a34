"""Shares and per cent: which a column of numbers is printed in.

A sign or the header says so; else a column that goes beyond 2 is in per cent, one of errors beyond 1. What stays below
1 beside columns in plain per cent may be either (kappa is seldom in per cent, a poor sensitivity is 0.9 of a hundred).
One number with far more decimals than the others, and not above 1, is a share among percentages.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import product

from referee.audit.numbers.contradiction import Contradiction, Strength
from referee.audit.numbers.figure import Figure, Row
from referee.audit.numbers.limits import SHARES

SCALED = SHARES | {"kappa", "mcc"}
BEYOND = 2.0


def in_per_cent(figures: Sequence[Figure]) -> bool:
    """Whether a column of unmarked numbers is printed in per cent."""
    return any(abs(one.value) > (BEYOND if one.turn[1] > 0 else 1.0) for one in figures if "%" not in one.text)


def as_shares(figures: Sequence[Figure]) -> list[Figure]:
    """The numbers of a column in per cent; those that are clearly shares are left as they are."""
    unmarked = [one for one in figures if "%" not in one.text]
    finest = min((one.unit for one in unmarked if abs(one.value) > 1), default=1.0)
    odd = {id(one) for one in unmarked if 0.3 <= abs(one.value) <= 1 and one.unit < finest / 50}
    return [one if "%" in one.text or id(one) in odd else one.as_share() for one in figures]


def unclear(columns: Mapping[str, Sequence[Figure]]) -> tuple[str, ...]:
    """The kinds that may be in shares or per cent: small numbers beside plain percentages, no finer than they."""
    finest = min((100 * one.unit for figures in columns.values() for one in figures if one.scaled), default=None)
    if finest is None:
        return ()
    return tuple(kind for kind, figures in columns.items() if kind in SCALED and figures
                 and not any(one.scaled or "%" in one.text for one in figures)
                 and min(one.unit for one in figures) > finest / 50)


def mixed(printed: Iterable[Row]) -> Iterator[Contradiction]:
    """Shares among the percentages of one column; a text may write them otherwise than the table beside it."""
    every = list(printed)
    of_one = [[row for row in every if row.words.get("caption") == caption]
              for caption in dict.fromkeys(row.words.get("caption") for row in every)]
    for rows, kind in product(of_one, sorted(SCALED)):
        there = [(row, one) for row in rows for one in row.the(kind) if kind not in row.either]
        beside = next((one for _, one in there if one.scaled), None)
        for row, one in there:
            if beside is not None and not one.scaled and "%" not in one.text and one.value != 0:
                yield Contradiction(where=row.where, strength=Strength.PREMISE, figures=(kind,),
                                    message=f"{one.said} is a share among percentages ({beside.said})")
