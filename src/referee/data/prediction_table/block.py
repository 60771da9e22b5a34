"""One model's rows from one file, as Arrow columns: the last step before alignment."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

import numpy as np

from referee.data.arrow_numbers import floats_of
from referee.data.prediction_table.dates import is_date
from referee.data.prediction_table.roles import Roles, Side
from referee.errors import BadInput
from referee.kinds import Array

if TYPE_CHECKING:
    import pyarrow as pa  # type: ignore[import-untyped]


@dataclass(kw_only=True, eq=False)
class Block:
    """One model's rows from one file, as Arrow columns; `mask` picks them out of the file's rows."""

    where: str
    source: str                                     # the file as it was given
    model: str
    rows: Array                                     # positions in the file
    table: pa.Table
    roles: Roles
    side: Side
    numbered: bool                                  # the file has no ids: its rows are the cases, in its own order
    scorer: str = ""                                # who marked the answers, where several did
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
            dates = " If it says when cases were measured, name it (--time)." if is_date(text) else ""
            raise BadInput(f"{self.where}: {what} column {name!r} holds text ({text!r} in row {row + 1}); it must hold "
                           f"numbers.{dates}")
        return values


def codes_of(column: Any, *, as_list: bool = True) -> tuple[Array, Any]:
    """A code for each value, in the order of first occurrence, and the values; −1 where there is none."""
    import pyarrow as pa

    chunked = column if isinstance(column, pa.ChunkedArray) else pa.chunked_array([column])
    if pa.types.is_nested(chunked.type):
        raise BadInput("a column holds lists or objects in place of single values; give each label or part a column of "
                       "its own, and judge them one at a time (--truth).")
    if pa.types.is_dictionary(chunked.type):
        chunked = chunked.cast(chunked.type.value_type)
    encoded = chunked.combine_chunks().dictionary_encode()
    if isinstance(encoded, pa.ChunkedArray):
        encoded = encoded.chunk(0) if encoded.num_chunks else pa.array([], pa.string()).dictionary_encode()
    return _whole(encoded.indices), encoded.dictionary.to_pylist() if as_list else encoded.dictionary


def _whole(indices: Any) -> Array:
    """Indices with −1 for missing ones; where there are none, without Arrow's way to numpy, which loads pandas."""
    if not indices.null_count:
        return np.from_dlpack(indices).astype(np.int64)
    return np.asarray(indices.fill_null(-1).to_numpy(zero_copy_only=False), dtype=np.int64)


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
        return floats_of(column.cast(pa.float64()))
    try:
        return floats_of(column.cast(pa.string()).cast(pa.float64()))
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
