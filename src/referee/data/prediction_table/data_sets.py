"""Rows of several data sets in one table, or marks of several scorers, told apart: each is judged by itself."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from referee.data.prediction_table.block import Block, codes_of
from referee.errors import BadInput


def by_data_set(blocks: list[Block], name: str) -> dict[str, list[Block]]:
    """The blocks of each data set; all under one name where no column tells data sets apart, or it says one thing."""
    marked = _divided(blocks, "scorer", "scorer")
    if len({scorer for scorer, _ in marked}) > 1:
        marked = [(scorer, replace(block, scorer=scorer)) for scorer, block in marked]
    found: dict[str, list[Block]] = {}
    for data_set, block in _divided([block for _, block in marked], "dataset", "data set"):
        label = " by ".join(part for part in (data_set or (name if block.scorer else ""), block.scorer) if part)
        found.setdefault(label or name, []).append(block)
    return found if len(found) > 1 else {name: next(iter(found.values()))}


def _divided(blocks: list[Block], role: str, called: str) -> list[tuple[str, Block]]:
    """Each block cut by what a column says, with what it says; nothing where no block has such a column."""
    marked = [block.mark(role) for block in blocks]
    named = any(column is not None for column in marked)
    found: list[tuple[str, Block]] = []
    for block, column in zip(blocks, marked, strict=True):
        if column is None:
            if named:
                raise BadInput(f"{block.where} has no column that names the {called}, and others have; name it in all.")
            found.append(("", block))
            continue
        codes, names = codes_of(column)
        if (codes < 0).any():
            raise BadInput(f"{block.where}: no {called} is named in row {block.rows[np.argmax(codes < 0)] + 1}.")
        found += [(str(text), block if len(names) == 1 else replace(block, rows=block.rows[codes == code]))
                  for code, text in enumerate(names)]
    return found
