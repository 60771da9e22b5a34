"""The rows of all files under one another, in one long table of NumPy arrays: the last step before alignment."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from referee.data.prediction_table.files import Source, open_source
from referee.data.prediction_table.importers import Importer, importer_for
from referee.data.prediction_table.roles import Roles, Side, find_roles
from referee.data.wording import listed
from referee.errors import BadInput
from referee.foreign_file import guarded_source
from referee.kinds import Array

if TYPE_CHECKING:
    import pyarrow as pa  # type: ignore[import-untyped]

SPOKEN = ("prediction", "score", "correct", "probability")


@dataclass(kw_only=True, eq=False)
class Block:
    """One model's rows from one file, as Arrow columns; `mask` picks them out of the file's rows."""

    where: str
    model: str
    rows: Array                                     # positions in the file
    table: pa.Table
    roles: Roles
    side: Side
    numbered: bool                                  # the file has no ids: its rows are the cases, in its own order
    notices: list[str] = field(default_factory=list)

    def column(self, name: str | None) -> Any:
        """A column of the block as an Arrow array; None where there is no such column."""
        if name is None:
            return None
        column = self.table.column(name)
        return column if self.rows.size == self.table.num_rows else column.take(self.rows)

    def mark(self, role: str) -> Any:
        """What marks the cases, by its role."""
        return self.column(self.roles.marks.get(role))

    def numbers(self, name: str, what: str) -> Array:
        """A column of numbers; text is refused with the row and what stands there."""
        column = self.column(name)
        values = _floats(column)
        if values is None:
            row, text = _first_text(column)
            raise BadInput(f"{self.where}: {what} column {name!r} holds text ({text!r} in row {row + 1}); it must hold "
                           f"numbers.")
        return values


@dataclass(kw_only=True, eq=False)
class Raw:
    """All blocks of all files, and sentences about how they were read."""

    blocks: list[Block] = field(default_factory=list)
    notices: list[str] = field(default_factory=list)


def read_raw(sources: Sequence[Any], said: Mapping[str, str | None], *, name: str = "predictions",
             written_by: str | None = None) -> Raw:
    """Read files or frames; a file without a model column is one model, called by its name (or as its format says)."""
    raw = Raw()
    several = len(sources) > 1
    for position, given in enumerate(sources):
        with guarded_source(given):
            is_file = isinstance(given, str | Path) and Path(given).is_file()
            known = importer_for(Path(given), written_by) if is_file else None
            if known is None:
                table, where, stem, roles = _opened(given, said, name if not several else f"{name} {position + 1}")
            else:
                table, where, stem, roles = _imported(known, Path(given), said, raw)
        if roles.id is None and (several or roles.model is not None):
            raise BadInput(f"{where} has no column of ids ({listed(table.column_names)}); cases are aligned by id, "
                           f"never "
                           f"by order: add one, or say which column it is (id=…).")
        raw.notices.append(f"{where}: {roles.describe()}" if several else roles.describe())
        raw.blocks += _blocks(table, where, stem, roles)
    return raw


def _imported(known: Importer, path: Path, said: Mapping[str, str | None],
              raw: Raw) -> tuple[pa.Table, str, str, Roles]:
    """A file of a known format; its columns have plain names already."""
    imported = known.read(path, said)
    raw.notices += [f"{path.name}: read as {known.title}.", *imported.notices]
    names = imported.table.column_names
    still = {role: column for role, column in said.items() if column in names and role != "correct"}
    return imported.table, path.name, imported.model, find_roles(names, path.name, still)


def _opened(given: Any, said: Mapping[str, str | None], name: str) -> tuple[pa.Table, str, str, Roles]:
    import pyarrow as pa

    if isinstance(given, str | Path):
        source: Source = open_source(Path(given))
        roles = find_roles(source.names, source.path.name, said)
        return source.read(roles.columns), source.path.name, source.path.name.split(".")[0], roles
    table = given if isinstance(given, pa.Table) else pa.Table.from_pandas(_frame(given, name), preserve_index=False)
    if not table.num_rows:
        raise BadInput(f"{name} has no rows.")
    return table, name, name, find_roles(table.column_names, name, said)


def _frame(given: Any, name: str) -> Any:
    import pandas as pd

    if isinstance(given, pd.DataFrame):
        named = any(level is not None for level in given.index.names)
        return given.reset_index() if named else given
    if hasattr(given, "to_pandas"):
        return given.to_pandas()
    if isinstance(given, dict):
        return pd.DataFrame(given)
    raise BadInput(f"{name} is a {type(given).__name__}; give files, data frames or dicts of columns.")


def _blocks(table: pa.Table, where: str, stem: str, roles: Roles) -> list[Block]:
    everyone = np.arange(table.num_rows)
    numbered = roles.id is None
    if roles.model is None:
        return [Block(where=where, model=model if model is not None else stem, rows=everyone, table=table, roles=roles,
                      side=side, numbered=numbered) for model, side in roles.sides]
    codes, models = codes_of(table.column(roles.model))
    missing = np.flatnonzero(codes < 0)
    if missing.size:
        raise BadInput(f"{where}: no model is named in row {missing[0] + 1} (column {roles.model!r}).")
    side = roles.sides[0][1]
    return [Block(where=where, model=str(model), rows=np.flatnonzero(codes == code), table=table, roles=roles,
                  side=side, numbered=numbered) for code, model in enumerate(models)]


def codes_of(column: Any, *, as_list: bool = True) -> tuple[Array, Any]:
    """A code for each value, in the order of first occurrence, and the values; −1 where there is none."""
    import pyarrow as pa

    chunked = column if isinstance(column, pa.ChunkedArray) else pa.chunked_array([column])
    if pa.types.is_dictionary(chunked.type):
        chunked = chunked.cast(chunked.type.value_type)
    encoded = chunked.combine_chunks().dictionary_encode()
    if isinstance(encoded, pa.ChunkedArray):
        encoded = encoded.chunk(0) if encoded.num_chunks else pa.array([], pa.string()).dictionary_encode()
    indices = encoded.indices.fill_null(-1).to_numpy(zero_copy_only=False).astype(np.int64)
    return indices, encoded.dictionary.to_pylist() if as_list else encoded.dictionary


def give_back() -> None:
    """Memory that Arrow has done with and still holds is given back: files may be large."""
    import pyarrow as pa

    pa.default_memory_pool().release_unused()


def under_one_another(columns: list[Any]) -> Any:
    """Columns of one type as one long column."""
    import pyarrow as pa

    chunks = [chunk for column in columns
              for chunk in (column.chunks if isinstance(column, pa.ChunkedArray) else [column])]
    return pa.chunked_array(chunks, type=columns[0].type)


def _floats(column: Any) -> Array | None:
    import pyarrow as pa

    kind = column.type
    if pa.types.is_boolean(kind) or pa.types.is_integer(kind) or pa.types.is_floating(kind) or pa.types.is_null(kind):
        return np.asarray(column.cast(pa.float64()).to_numpy(), dtype=np.float64)
    try:
        return np.asarray(column.cast(pa.string()).cast(pa.float64()).to_numpy(), dtype=np.float64)
    except pa.ArrowInvalid:
        return None


def _first_text(column: Any) -> tuple[int, str]:
    for row, value in enumerate(column.to_pylist()):
        if value is None:
            continue
        try:
            float(value)
        except (TypeError, ValueError):
            return row, str(value)
    return 0, ""
