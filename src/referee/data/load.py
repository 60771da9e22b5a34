"""One door to all data: a file, a bundled set, OpenML, a frame, arrays, or a problem that is one already."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from referee.data.bundled import BUNDLED, bundled
from referee.data.make import make_problem
from referee.data.openml import openml_problem
from referee.data.problem import Problem
from referee.data.reading import is_table_file, read_problem
from referee.errors import BadInput, did_you_mean


def load(source: Any, **options: Any) -> Problem:
    """A problem from wherever the data are; options as in `make_problem`, those that are None do not count.

    Text is a path, "bundled:name", "openml:number", or the name of a bundled set where no such file exists.
    A pair is features and target.

    >>> load("iris").n_rows, load("bundled:wine").n_rows, load(([[1.0], [2.0]], ["a", "b"])).n_rows
    (150, 178, 2)
    """
    said = {name: value for name, value in options.items() if value is not None}
    if isinstance(source, str | Path):
        return _by_name(str(source), _target_by_name(str(source), said))
    if isinstance(source, tuple) and len(source) == 2:
        return make_problem(*source, **said)
    return make_problem(source, **said)


def _target_by_name(source: str, said: dict[str, Any]) -> dict[str, Any]:
    """The options with `y` as the target it names: in a table that is read, the target is a column."""
    if "y" not in said:
        return said
    others = {name: value for name, value in said.items() if name != "y"}
    if not isinstance(said["y"], str):
        raise BadInput(f"{source} holds its own target: name the column (target='…'), or give features and target both "
                       f"as arrays.")
    if "target" in others:
        raise BadInput(f"{source}: give the target as y or by the name of its column, not both.")
    return {**others, "target": said["y"]}


def _by_name(source: str, options: dict[str, Any]) -> Problem:
    kind, colon, name = source.partition(":")
    if colon and kind == "bundled":
        return bundled(name, **options)
    if colon and kind == "openml":
        return openml_problem(name, **options)
    if source in BUNDLED and not Path(source).exists():
        return bundled(source, **options)
    if not Path(source).exists() and not is_table_file(source) and not Path(source).suffix:
        known = [card.name for card in BUNDLED]
        raise BadInput(f"there is no file {source!r} and no bundled data set of that name{did_you_mean(source, known)}")
    return read_problem(source, **{"target": None, **options})
