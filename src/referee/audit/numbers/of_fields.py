"""The figures of a description: fields that are called as scores are, and parts that stand under one field."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Any

from referee.audit.numbers.counted import NEAR, parts_row
from referee.audit.numbers.figure import Figure, Row, figure
from referee.audit.numbers.in_english import CI
from referee.audit.numbers.naming import named
from referee.audit.numbers.spans import SCORES
from referee.audit.numbers.units import SCALED, in_per_cent

READ = frozenset({*SCORES, "recall", "auc", "rmse", "mae", "mse", "r2", "r"})
DEEPEST = 8             # beyond, no person writes
FEWEST = 3              # parts of a whole


def rows_of_fields(content: Mapping[str, Any]) -> Iterator[Row]:
    """A row for each field whose fields are scores, and for each whole with its parts.

    >>> [row.where for row in rows_of_fields({"lstm": {"mae": 3.1, "rmse": 2.8}, "n": 10})]
    ["'lstm'"]
    """
    yield from _rows(content, ())
    yield from _wholes(content, ())


def _rows(content: Mapping[str, Any], path: tuple[str, ...], depth: int = 0) -> Iterator[Row]:
    figures = [one for key, value in content.items() if (one := _figure(str(key), value)) is not None]
    kinds = [one.kind for one in figures]
    interval = next((value for key, value in content.items() if _is_interval(str(key), value)), None)
    ends = [] if interval is None or len(figures) != 1 else [
        figure(end, str(value), name=end) for end, value in zip(("low", "high"), interval, strict=True)]
    if len(set(kinds)) == len(kinds) and len(kinds) + len(ends) > 1:
        yield Row(where=f"'{' '.join(path)}'", figures=(*figures, *(one for one in ends if one is not None)))
    for key, value in content.items() if depth < DEEPEST else ():
        if isinstance(value, dict):
            yield from _rows(value, (*path, str(key)), depth + 1)


def _figure(key: str, value: Any) -> Figure | None:
    kind = named(key.replace("_", " ")) if isinstance(value, int | float) and not isinstance(value, bool) else None
    if kind is None or kind.kind not in READ:
        return None
    one = figure(kind.kind, repr(value), name=key)
    if one is None:
        return None
    one = replace(one, turn=kind.turn)
    return one.as_share() if kind.kind in SCALED and in_per_cent([one]) else one


def _is_interval(key: str, value: Any) -> bool:
    words = key.replace("_", " ")
    return (isinstance(value, list) and len(value) == 2 and all(isinstance(one, int | float) for one in value)
            and (CI.search(words) is not None or bool(re.search(r"\b(?:ci|[cikb][ic]_?95)\b|interval", words.lower()))))


def _wholes(content: Mapping[str, Any], path: tuple[str, ...], depth: int = 0) -> Iterator[Row]:
    """A field of three counts or more, beside a count that they nearly sum to."""
    counts = {str(key): value for key, value in content.items() if _is_count(value)}
    for key, value in content.items() if depth < DEEPEST else ():
        if not isinstance(value, dict):
            continue
        parts = list(value.values())
        if len(parts) >= FEWEST and all(map(_is_count, parts)) and sum(parts) not in counts.values():
            near = [(name, whole) for name, whole in counts.items() if 0 < abs(sum(parts) - whole) <= NEAR * whole
                    and whole > max(parts)]
            if len(near) == 1:
                where = f"'{' '.join((*path, near[0][0]))}' and '{' '.join((*path, str(key)))}'"
                yield parts_row(where, near[0][1], parts)
        yield from _wholes(value, (*path, str(key)), depth + 1)


def _is_count(value: Any) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and value > 0
