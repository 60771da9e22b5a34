"""The cases of several files: one id each, and which of them every row is about."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from referee.data.prediction_table.block import Block, codes_of, under_one_another
from referee.errors import BadInput
from referee.kinds import Array


@dataclass(frozen=True, kw_only=True, eq=False)
class Cases:
    """All cases of all blocks: their ids, and which of them each row of each block is about."""

    ids: Array
    of_block: list[Array]
    as_written: Array | None = None     # the ids in the order in which they first occur, where that is another


def cases_of(blocks: list[Block]) -> Cases:
    """One number for each id; text and whole numbers of the same look are the same id."""
    import pyarrow as pa  # type: ignore[import-untyped]

    if all(block.numbered for block in blocks):
        size = blocks[0].rows.size
        return Cases(ids=np.arange(1, size + 1), of_block=[np.arange(block.rows.size) for block in blocks])
    columns = []
    apart = apart_of(blocks)
    for block in apart.values():
        ids = block.mark("id")
        if ids is None or ids.null_count:
            row = 0 if ids is None else int(np.flatnonzero(ids.is_null().to_numpy())[0])
            raise BadInput(f"{block.where}: row {row + 1} has no id; every row needs one.")
        columns.append(ids)
    if len({str(column.type) for column in columns}) > 1 or not pa.types.is_integer(columns[0].type):
        columns = [column.cast(pa.string()) for column in columns]
    codes, ids = codes_of(under_one_another(columns), as_list=False)
    known = np.array(np.from_dlpack(ids)) if pa.types.is_integer(columns[0].type) else \
        np.array(ids.to_pylist(), dtype=str)
    as_written = None
    if not ascending(known):       # one order of the cases, whatever the order of the rows
        as_written = known
        order = np.argsort(known)
        place = np.empty(order.size, dtype=np.int64)
        place[order] = np.arange(order.size)
        known, codes = known[order], place[codes]
    parts = dict(zip(apart, np.split(codes, np.cumsum([len(column) for column in columns])[:-1]), strict=True))
    return Cases(ids=known, of_block=[parts[rows_of(block)] for block in blocks], as_written=as_written)


def rows_of(block: Block) -> tuple[int, int]:
    """Blocks of the same rows have the same key: the models of a wide table."""
    return id(block.table), id(block.rows)


def apart_of(blocks: list[Block]) -> dict[tuple[int, int], Block]:
    """One block for each set of rows."""
    found: dict[tuple[int, int], Block] = {}
    for block in blocks:
        found.setdefault(rows_of(block), block)
    return found


def ascending(values: Array) -> bool:
    """Whether each is larger than the one before."""
    return bool((values[1:] > values[:-1]).all())
