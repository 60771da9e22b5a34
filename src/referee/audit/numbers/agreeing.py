"""What rows of a table have in common: a formula that most of them follow within rounding, so that one may be wrong.

No heading says by which formula a column was computed. That most rows follow one does, if they follow it closely; what
follows from it is then held against the few that do not.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

from referee.audit.numbers.contradiction import Contradiction
from referee.audit.numbers.figure import Figure, figure

Cells = Mapping[str, str]
Numbers = tuple[Figure | None, ...]

FEWEST = 3                # rows that show what the formula is
MOST_COLUMNS = 8          # that are tried for one part of a formula; wider tables are not searched through
SDS = frozenset({"sd", "std", "stdev", "stddev", "deviation", "standardabweichung", "stabw", "ecarttype", "sigma", "σ"})
SUMMED = frozenset({"overall", "total", "all", "pooled", "mean", "average", "avg", "combined", "gesamt", "mittel",
                    "macro", "micro", "weighted", "summary", "insgesamt", "ensemble", "median"})


def words_of(name: str) -> list[str]:
    """The words of a heading, without digits.

    >>> words_of("MAE_kWh_mean"), words_of("CI95_lo"), words_of("SD(logS)")
    (['mae', 'k', 'wh', 'mean'], ['ci', 'lo'], ['sd', 'log', 's'])
    """
    return re.findall(r"[^\W\d_]+", re.sub(r"(?<=[a-z])(?=[A-Z])", " ", name[:100]).lower())


def is_sd(name: str) -> bool:
    """Whether a heading speaks of a standard deviation, and of no standard error."""
    words = set(words_of(name))
    return bool(words & SDS or {"standard", "dev"} <= words) and not words & {"se", "sem", "error"}


def numbers_of(names: Sequence[str], cells: Sequence[Cells]) -> dict[str, Numbers]:
    """The columns that hold numbers, by name; "8.42 ± 3.10" and "8.42 (3.10)" are a number and an sd beside it.

    >>> found = numbers_of(["a", "mean ± SD"], [{"a": "x", "mean ± SD": "8.42 ± 3.10"}])
    >>> [(name, [one.value for one in some]) for name, some in found.items()]
    [('mean ± SD', [8.42]), ('sd of mean ± SD', [3.1])]
    """
    found: dict[str, Numbers] = {}
    for name in names:
        parts = [re.split(r"[±(\[]", row.get(name, "").replace("+/-", "±")) for row in cells]
        first = tuple(figure("", part[0].strip(), name=name) for part in parts)
        if not any(first):
            continue
        found[name] = first
        apart = ["±" in row.get(name, "").replace("+/-", "±") or is_sd(name) for row in cells]
        second = tuple(figure("", part[1].strip(" )]"), name=f"sd of {name}") if beside and len(part) > 1 else None
                       for part, beside in zip(parts, apart, strict=True))
        if any(second):
            found[f"sd of {name}"] = second
    return found


def sums_up(row: Cells, names: Sequence[str]) -> bool:
    """Whether a row sums up others, as a row "overall" does: it follows other formulas than they do."""
    return any(set(words_of(cell)) & SUMMED for name in names
               if (cell := row.get(name, "").strip()) and figure("", cell) is None and len(cell) < 40)


def most(agree: int, rows: int) -> bool:
    """Whether enough rows agree for one that does not to be wrong: three, and two thirds of the others."""
    return agree >= FEWEST and 3 * agree >= 2 * (rows - 1)


def few(told: Sequence[Contradiction], rows: int) -> tuple[Contradiction, ...]:
    """What is told of a row or two; of more than a quarter of the rows nothing: those follow a formula of their own."""
    return tuple(told) if len(told) <= max(1, rows // 4) else ()
