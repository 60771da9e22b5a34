"""Rows of several data sets in one table, told apart: each data set is judged by itself."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from referee.data.prediction_table.block import Block, codes_of
from referee.errors import BadInput


def by_data_set(blocks: list[Block], name: str) -> dict[str, list[Block]]:
    """The blocks of each data set; all under one name where no column tells data sets apart, or it says one thing."""
    marked = [block.mark("dataset") for block in blocks]
    found: dict[str, list[Block]] = {}
    for block, column in zip(blocks, marked, strict=True):
        if column is None:
            if any(other is not None for other in marked):
                raise BadInput(f"{block.where} has no column that names the data set, and others have; name it in all.")
            found.setdefault(name, []).append(block)
            continue
        codes, names = codes_of(column)
        if (codes < 0).any():
            raise BadInput(f"{block.where}: no data set is named in row {block.rows[np.argmax(codes < 0)] + 1}.")
        for code, text in enumerate(names):
            part = block if len(names) == 1 else replace(block, rows=block.rows[codes == code])
            found.setdefault(str(text), []).append(part)
    return found if len(found) > 1 else {name: blocks}
