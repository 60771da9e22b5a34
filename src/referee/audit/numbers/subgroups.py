"""A table of subgroups: the groups of one variable hold each case once, and sum to the cohort.

A variable whose groups overlap (several diagnoses of one patient) has larger sums, one with missing values smaller
ones. So a count is held against the whole only where another count of the same groups sums to its whole, or the groups
are ranges of one number (18-39, 40-59, 75+).
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

from referee.audit.numbers.contradiction import Contradiction, Strength
from referee.audit.numbers.figure import figure
from referee.audit.vocabulary import languages

WHOLE = {"all", "overall", "total", "cohort", "allpatients", "everyone", "wholecohort", *languages.WHOLE.split()}
RANGE = re.compile(r"^\s*(?:[<>≤≥]\s*\d+|\d+\s*(?:-|–|to|bis)\s*\d+|\d+\s*\+|under \d+|over \d+)\b", re.IGNORECASE)
FEWEST = 2


def wrong_subgroups(names: Sequence[str], cells: Sequence[Mapping[str, str]]) -> tuple[Contradiction, ...] | None:
    """Counts of the groups of a variable that do not sum to the whole; None where the table is none of subgroups.

    >>> rows = [{"variable": "All", "group": "All", "n": "100", "events": "30"},
    ...         {"variable": "Sex", "group": "f", "n": "60", "events": "20"},
    ...         {"variable": "Sex", "group": "m", "n": "50", "events": "10"}]
    >>> [str(wrong) for wrong in wrong_subgroups(["variable", "group", "n", "events"], rows)]
    ['Sex: n 60 + 50 = 110, and the whole has 100.']
    """
    if len(names) < 3:
        return None
    first, second, *columns = names
    whole = [row for row in cells if _plain(row.get(first, "")) in WHOLE]
    variables = list(dict.fromkeys(row.get(first, "") for row in cells if row not in whole))
    groups = {name: [row for row in cells if row.get(first, "") == name] for name in variables if name}
    if len(whole) != 1 or not groups or any(
            len(rows) < FEWEST or len({row.get(second, "") for row in rows}) < len(rows) for rows in groups.values()):
        return None
    found = []
    for name, rows in groups.items():
        counts = {column: _counts([*rows, whole[0]], column) for column in columns}
        fit = [column for column, own in counts.items() if own and sum(own[:-1]) == own[-1]]
        ranges = all(RANGE.match(row.get(second, "")) for row in rows)
        for column, own in counts.items():
            if own and column not in fit and (fit or (ranges and sum(own[:-1]) > own[-1])):
                found.append(Contradiction(
                    where=name, figures=(column,), strength=Strength.PREMISE, possible=(float(own[-1]),) * 2,
                    message=f"{column} {' + '.join(f'{part:,}' for part in own[:-1])} = {sum(own[:-1]):,}, and the "
                            f"whole has {own[-1]:,}"))
    return tuple(found)


def _counts(rows: Sequence[Mapping[str, str]], column: str) -> list[int]:
    """The counts of a column; none where some cell is no count."""
    found = [_count(row.get(column, "")) for row in rows]
    return [] if None in found else [one for one in found if one is not None]


def _plain(label: str) -> str:
    return re.sub(r"[^a-z]", "", languages.bare(label))


def _count(text: str) -> int | None:
    """A whole number of cases, perhaps with its share behind it: 312 (25.9%)."""
    one = figure("cases", text.partition("(")[0].strip())
    return int(one.value) if one is not None and one.value.is_integer() and one.value >= 0 and one.unit == 1 else None
