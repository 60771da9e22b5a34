"""Columns of quantiles: q0.1, quantile_0.9, q90%; or of samples: sample_1 … sample_100; of several models forest_q0.1.

A level is a number between 0 and 1, or two digits, which are per cent; q1 may be a quartile as well, and is none. A
sample is read as the quantiles it has: of the levels that other models say, or else of 0.05, 0.1 … 0.95.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

import numpy as np

from referee.data.prediction_table.block import Block
from referee.data.wording import counted
from referee.errors import BadInput
from referee.given.quantiles import LEVELS, packed
from referee.kinds import Array

QUANTILE = re.compile(r"(?:(?P<model>.+?)[\s_.:/|-]+)?(?:q|quantile)[\s_:-]*(?P<level>0?\.\d+|\d{2}%?)", re.IGNORECASE)
SAMPLE = re.compile(r"(?:(?P<model>.+?)[\s_.:/|-]+)?(?:sample|draw)[\s_:-]*\d+", re.IGNORECASE)
FEWEST = 10             # draws that have quantiles to speak of
Quantiles = tuple[tuple[float, str], ...]


def quantile_columns(names: Sequence[str]) -> dict[str | None, Quantiles]:
    """The levels and columns of each model, lowest level first; one level alone is a model of its own.

    >>> quantile_columns(["q0.1", "q90%", "x"])
    {None: ((0.1, 'q0.1'), (0.9, 'q90%'))}
    >>> quantile_columns(["a_q0.1", "a_q.5", "b_quantile_0.5", "q1"])
    {'a': ((0.1, 'a_q0.1'), (0.5, 'a_q.5'))}
    """
    found: dict[str | None, dict[float, str]] = {}
    for name in names:
        match = QUANTILE.fullmatch(name)
        if match:
            level = float(match["level"]) if "." in match["level"] else int(match["level"].rstrip("%")) / 100
            found.setdefault(match["model"], {}).setdefault(level, name)
    return {model: tuple(sorted(columns.items())) for model, columns in found.items()
            if len(columns) > 1 and all(0 < level < 1 for level in columns)}


def sample_columns(names: Sequence[str]) -> dict[str | None, tuple[str, ...]]:
    """The columns of each model's draws, where there are enough of them.

    >>> {model: len(columns) for model, columns in sample_columns([f"a_sample_{i}" for i in range(20)]).items()}
    {'a': 20}
    """
    found: dict[str | None, list[str]] = {}
    for name in names:
        if match := SAMPLE.fullmatch(name):
            found.setdefault(match["model"], []).append(name)
    return {model: tuple(columns) for model, columns in found.items() if len(columns) >= FEWEST}


def quantiles_of(block: Block, levels: Sequence[float]) -> Array | None:
    """What a model says by quantiles, or by draws, next to the levels; None where it says a number only."""
    columns = [name for _, name in block.side.quantiles] or list(block.side.samples)
    if not columns:
        return None
    said = np.column_stack([block.numbers(name, "quantile") for name in columns])
    lost = np.flatnonzero(~np.isfinite(said).all(axis=1))
    if lost.size:
        raise BadInput(f"{block.where}: {block.model} has no finite quantile or draw in {counted(lost.size, 'row')} "
                       f"(first: row {block.rows[lost[0]] + 1}).")
    if block.side.samples:
        return packed(np.quantile(said, levels, axis=1, method="hazen").T, levels)
    crossed = int((np.diff(said, axis=1) < 0).any(axis=1).sum())
    if crossed:
        block.notices.append(f"{block.model}: quantiles cross in {counted(crossed, 'row')}, and were put in order.")
    return packed(said, levels)


def one_grid(blocks: Sequence[Block]) -> tuple[float, ...]:
    """The levels of all quantiles; different ones are refused, as their scores do not measure the same."""
    grids = {tuple(level for level, _ in block.side.quantiles): block.model for block in blocks if block.side.quantiles}
    if len(grids) > 1:
        (one, a), (other, b) = list(grids.items())[:2]
        raise BadInput(f"{a} and {b} say quantiles of different levels ({_shown(one)}; {_shown(other)}), whose scores "
                       f"cannot be compared; give both those they share.")
    return next(iter(grids), LEVELS)


def _shown(levels: tuple[float, ...]) -> str:
    return ", ".join(f"{level:g}" for level in levels)
