"""A column has one role: what is the target cannot be the time too, and what is left out is neither."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from referee.errors import BadInput

MARKS = {"groups": "the groups", "ids": "the ids", "time": "the time", "weights": "the weights",
         "case_costs": "the costs"}


def require_one_role(where: str, *, dropped: Sequence[str], targets: Sequence[str], marks: Mapping[str, Any]) -> None:
    """Refuse a column that was named for two things; what was given as values is no column.

    >>> require_one_role("bikes.csv", dropped=[], targets=["y"], marks={"time": "y"})
    Traceback (most recent call last):
    ...
    referee.errors.BadInput: bikes.csv: column 'y' is named as the target and as the time; it can be one of them only.
    """
    taken = dict.fromkeys(dropped, "one to leave out") | dict.fromkeys(
        [name for name in targets if name not in dropped], "the target")
    twice = [(name, "the target") for name in targets if name in dropped]
    for mark, words in MARKS.items():
        name = marks.get(mark)
        if isinstance(name, str):
            twice += [(name, words)] if name in taken else []
            taken.setdefault(name, words)
    for name, words in twice:
        raise BadInput(f"{where}: column {name!r} is named as {taken[name]} and as {words}; it can be one of them "
                       f"only.")
