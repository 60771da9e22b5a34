"""A column that says how much better one of two others is: each of its cells is the difference of theirs.

Only of tables in which most rows show it, so that a gain in per cent of the first, or of something else, is let pass.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

from referee.audit.numbers.contradiction import Contradiction, between
from referee.audit.numbers.figure import Figure, figure
from referee.audit.numbers.naming import named
from referee.audit.vocabulary import languages

WORDS = {"δ", "gain", "improvement", "increase", "zuwachs", "gewinn", "verbesserung", "gananciaabsoluta", "mejora",
         "amelioration", "guadagno", "miglioramento", "melhoria", "ganho", "verbetering", "roznica", "skillnad"}
UNIT = re.compile(r"\s*(?:pp|p\.p\.|points?|%)?\s*$", re.IGNORECASE)
FEWEST = 2              # rows that show what the column is


def wrong_differences(names: Sequence[str], cells: Sequence[Mapping[str, str]]) -> tuple[Contradiction, ...] | None:
    """Cells that are not the difference which the others of their column are; None where there is no such column.

    >>> rows = [{"set": "iris", "old": "91.2", "new": "93.0", "Δ": "+1.8"}, {"set": "zoo", "old": "80.0", "new": "81.5",
    ...         "Δ": "+1.5"}, {"set": "wine", "old": "78.4", "new": "80.1", "Δ": "+2.7"}]
    >>> [str(wrong) for wrong in wrong_differences(["set", "old", "new", "Δ"], rows)]
    ['wine: Δ +2.7 is not the difference of new 80.1 and old 78.4, which is between 1.6 and 1.8.']
    """
    apart = [name for name in names[1:] if _is_difference(name)]
    numbers = [name for name in names[1:] if name not in apart and any(_number(row, name) for row in cells)]
    if len(apart) != 1 or len(numbers) != 2:
        return None
    one, other = numbers
    told: dict[int, list[Contradiction]] = {}
    held: dict[int, int] = {}
    for sign in (1, -1):
        for row in cells:
            a, b, said = (_number(row, name) for name in (one, other, apart[0]))
            if a is None or b is None or said is None:
                continue
            wide = (a.unit + b.unit) / 2
            exact = sign * (b.value - a.value)
            if abs(said.value - exact) <= wide + said.unit + 1e-12:
                held[sign] = held.get(sign, 0) + 1
                continue
            told.setdefault(sign, []).append(Contradiction(
                where=row.get(names[0], ""), figures=(apart[0], one, other), possible=(exact - wide, exact + wide),
                message=f"{apart[0]} {row[apart[0]].strip()} is not the difference of {other} {row[other].strip()} and "
                        f"{one} {row[one].strip()}, which is {between(exact - wide, exact + wide)}"))
    sign = max((1, -1), key=lambda way: held.get(way, 0))
    shown = held.get(sign, 0)
    return tuple(told.get(sign, ())) if shown >= FEWEST and shown > len(told.get(sign, ())) else None


def _is_difference(name: str) -> bool:
    kind = named(name)
    return (kind is not None and kind.kind == "difference") or languages.bare(UNIT.sub("", name)) in WORDS


def _number(row: Mapping[str, str], name: str) -> Figure | None:
    return figure("score", UNIT.sub("", row.get(name, "").partition("±")[0]).strip().lstrip("+"))
