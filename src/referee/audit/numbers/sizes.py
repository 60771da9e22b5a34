"""Sizes of the parts of a data set, against the size of the whole: parts without common rows are not more than it."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import replace

from referee.audit.numbers.contradiction import Contradiction
from referee.audit.numbers.figure import Figure, Row, figure

WHOLE, PARTS = "size_whole", {"train": "size_train", "valid": "size_valid", "devel": "size_valid", "tun": "size_valid",
                              "test": "size_test", "held": "size_test", "hold": "size_test"}
_COUNT = r"(?<![\w.,])(?P<n>\d{1,3}(?:,\d{3})+|\d+)(?![\w.%])"
SIZE_OF_WHOLE = re.compile(rf"(?:^of|\bof the|\btotal of|\bconsist\w* of|\bcompris\w+|\bcontain\w+)\s+{_COUNT}\s+[a-z]",
                           re.IGNORECASE)
SIZE_OF_PART = re.compile(rf"{_COUNT}(?!\s*(?:/|of|out)\b)(?:\s+(?!and\b)[a-z-]+){{0,5}}?\s+"
                          rf"(?:for\s+|to\s+|as\s+)?(?:the\s+)?(?P<part>train|valid|devel|tun|test|held|hold)\w*",
                          re.IGNORECASE)


def sizes_in(sentence: str) -> tuple[list[Row], list[tuple[int, int]]]:
    """The sizes of a sentence that divides a whole into training, tuning and test rows, and where they stand in it.

    >>> rows, _ = sizes_in("Of 1,200 patients, 840 were used for training, 180 for validation and 240 for testing.")
    >>> [(one.kind, one.value) for one in rows[0].figures]
    [('size_whole', 1200.0), ('size_train', 840.0), ('size_valid', 180.0), ('size_test', 240.0)]
    """
    whole, parts = SIZE_OF_WHOLE.search(sentence), list(SIZE_OF_PART.finditer(sentence))
    parts = [one for one in parts if whole is None or one.start("n") != whole.start("n")]
    kinds = [PARTS[one["part"].lower()] for one in parts]
    if whole is None or len(kinds) < 2 or len(set(kinds)) < len(kinds):       # several divisions, or none
        return [], []
    figures = [_exact(WHOLE, whole["n"]), *(_exact(kind, one["n"]) for kind, one in zip(kinds, parts, strict=True))]
    spans = [whole.span("n"), *(one.span("n") for one in parts)]
    return [Row(where=f"'{sentence.strip()[:90]}'", figures=tuple(one for one in figures if one is not None))], spans


def _exact(kind: str, written: str) -> Figure | None:
    one = figure(kind, written, name=kind.partition("_")[2])
    return None if one is None else replace(one, unit=0.0)


def sizes(rows: Iterable[Row]) -> Iterator[Contradiction]:
    """Parts that are more than their whole."""
    for row in rows:
        whole = row.get(WHOLE)
        parts = [one for one in row.figures if one.kind in PARTS.values()]
        total = sum(one.value for one in parts)
        if whole is not None and len(parts) > 1 and total > whole.value:
            yield Contradiction(where=row.where, figures=(WHOLE, *(one.kind for one in parts)),
                                possible=(total, float("inf")),
                                message=f"{' + '.join(one.text for one in parts)} = {total:,.0f} is more than the "
                                        f"whole of {whole.text}")
