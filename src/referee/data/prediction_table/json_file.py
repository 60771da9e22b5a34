"""JSON as a table: an array of objects, an object of arrays (as datasets of predictions are often dumped)."""

from __future__ import annotations

from math import isnan
from pathlib import Path
from typing import TYPE_CHECKING, Any

from referee.errors import BadInput
from referee.foreign_file import SAVE_AGAIN, json_of, text_of

if TYPE_CHECKING:
    import pyarrow as pa  # type: ignore[import-untyped]

DEEPEST = 100           # objects within objects
NEITHER = "is neither an array of objects (one a case) nor an object of arrays of one length (one a column)"


def json_table(path: Path) -> pa.Table:
    """The rows of a JSON file that is one array of objects, or one object whose values are columns."""
    given = json_of(text_of(path), path)
    if isinstance(given, dict):
        columns = {str(name): values for name, values in given.items() if isinstance(values, list)}
        lengths = {len(values) for values in columns.values()}
        single = all(not isinstance(value, dict | list) for values in columns.values() for value in values)
        if len(lengths) != 1 or not single:
            raise BadInput(f"{path} {NEITHER}; its names are {', '.join(map(str, list(given)[:5])) or 'none'}.")
    elif isinstance(given, list) and given and all(isinstance(row, dict) for row in given):
        rows = [flat(row, path) for row in given]
        columns = {name: [row.get(name) for row in rows] for name in dict.fromkeys(key for row in rows for key in row)}
    else:
        raise BadInput(f"{path} {NEITHER}.")
    table = typed(columns, path)
    if not table.num_rows:
        raise BadInput(f"{path} has no rows.")
    return table


def typed(rows: dict[str, list[Any]], path: Path) -> pa.Table:
    """Columns of one type each; a column of mixed types becomes text."""
    import pyarrow as pa

    def column(given: list[Any]) -> Any:
        values = [None if isinstance(value, float) and isnan(value) else value for value in given]
        try:
            return pa.array(values)
        except (pa.ArrowInvalid, pa.ArrowTypeError, OverflowError):
            return pa.array([None if value is None else str(value) for value in values])

    try:
        return pa.table({name: column(values) for name, values in rows.items()})
    except pa.ArrowException as error:
        raise BadInput(f"{path} cannot be read as a table: {error}.") from error


def flat(row: dict[str, Any], where: str | Path, before: str = "", depth: int = 0) -> dict[str, Any]:
    """Nested objects as dotted names; lists are left out, but for those of single values.

    >>> flat({"id": 1, "scores": {"acc": 0.5}, "long": [1, 2]}, "said.jsonl")
    {'id': 1, 'scores.acc': 0.5}
    """
    if depth > DEEPEST:
        raise BadInput(f"{where} is nested too deeply to be read; {SAVE_AGAIN}.")
    found: dict[str, Any] = {}
    for key, value in row.items():
        name = f"{before}{key}"
        if isinstance(value, dict):
            found |= flat(value, where, f"{name}.", depth + 1)
        elif isinstance(value, list):
            if len(value) == 1 and not isinstance(value[0], dict | list):
                found[name] = value[0]
        else:
            found[name] = value
    return found
