"""Tests that stand in the cells of a table: "t(29) = 1.42, p = .013" in one, or the statistic in one and p in another.

Where the text says that its p values are adjusted or from resampling they follow from something else, and are left.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace

from referee.audit.numbers.families import is_plain_p
from referee.audit.numbers.figure import Row, figure
from referee.audit.numbers.naming import named
from referee.audit.numbers.of_text import plain_letters, statistics_in

STATISTIC = re.compile(r"(?<!\w)(?:t|F|z|Z|r|χ\s?[2²]|chi-?squared?)\s*(?:\([^()]{1,20}\))?\s*=\s*[-−+]?\d*\.?\d+")
HEAD = re.compile(r"^(?:t|F|χ\s?[2²]|chi2"
                  r"|chi-?squared?)\s*\(\s*(?:df\s*=\s*)?\d[\d.]*(?:\s*,\s*(?:N\s*=\s*)?\d[\d.,]*)?\s*\)$")
ELSEWHERE = re.compile(r"adjust|holm|bonferroni|hochberg|\bfdr\b|\bcorrected\b|permutation|bootstrap", re.IGNORECASE)


def in_cells(names: Sequence[str], rows: Sequence[Mapping[str, str]], around: str = "") -> Iterator[Row]:
    """The tests of a table, a row for each; `around` is the text it stands in.

    >>> cells = [{"outcome": "recall", "test": "*t*(29) = 1.42", "p": ".013"}]
    >>> [[one.said for one in row.figures] for row in in_cells(["outcome", "test", "p"], cells)]
    [['t 1.42', 'p .013', 'df 29']]
    """
    p_column = next((name for name in names if (kind := named(plain_letters(name))) and kind.kind == "p"), None)
    p_column = p_column or next((name for name in names if is_plain_p(plain_letters(name))), None)
    strange = any(ELSEWHERE.search(name) for name in names)
    if ELSEWHERE.search(around) or (strange and p_column is None):      # beside raw p values adjusted ones may stand
        return
    for number, row in enumerate(rows, start=1):
        label = row.get(names[0], "").strip() or f"row {number}"
        p = "" if p_column is None else _as_p(row.get(p_column, ""))
        for name in names:
            for found in statistics_in(_written(name, row.get(name, ""), p)):
                yield replace(found, where=f"{label[:60]}: {found.where}")


def _written(name: str, cell: str, p: str) -> str:
    """What a cell says of a test, with the p of its row where it has none of its own."""
    text, head = plain_letters(cell), plain_letters(name)
    number = figure("t", text)
    if HEAD.match(head) and number is not None:
        return f"{head} = {number.text}, {p}" if p else ""
    return f"{text}, {p}" if p and STATISTIC.search(text) and not re.search(r"\bp\b\s*[=<>]", text) else text


def _as_p(cell: str) -> str:
    one = figure("p", re.sub(r"^p\s*(?=[=<>])", "", plain_letters(cell).strip()).rstrip("* "))
    return "" if one is None else f"p {one.sign} {one.text}"
