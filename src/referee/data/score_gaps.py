"""Scores that are missing: refused, left out with their data sets or their models, or kept as gaps; never filled in."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from referee.data.scoreboard import Scoreboard
from referee.data.wording import counted, listed
from referee.errors import BadInput
from referee.kinds import Array, frozen_array

LOOK_BETTER = " Models that fail on hard data sets look better by it."


def complete(board: Scoreboard, missing: str) -> Scoreboard:
    """The board as `missing` wants it, with a notice of what that did; as it is where nothing is missing."""
    holes = np.isnan(board.scores)
    if not holes.any():
        return board
    cells = [f"{board.models[j]} on {board.data_sets[i]}" for i, j in np.argwhere(holes)]
    if missing == "keep":
        return _kept(board, holes, cells)
    if missing == "refuse":
        raise BadInput(f"{board.where}: {counted(len(cells), 'score')} missing: {listed(cells, 5)}; fill them in, "
                       f"leave out the data sets (missing='drop-data-sets': {int((~holes.any(axis=1)).sum())} would "
                       f"stay) or the models (missing='drop-models': {int((~holes.any(axis=0)).sum())} would stay), or "
                       f"compare each pair on the data sets that have both (missing='keep').")
    rows, kept = np.ones(len(holes), bool), np.ones(holes.shape[1], bool)
    if missing == "drop-data-sets":
        rows &= ~holes.any(axis=1)
    else:
        kept &= ~holes.any(axis=0)
    if rows.sum() < 2 or kept.sum() < 2:
        raise BadInput(f"{board.where}: without the incomplete ones {int(rows.sum())} data sets and {int(kept.sum())} "
                       f"models stay; ranking needs two of each.")
    gone = ([n for n, k in zip(board.data_sets, rows, strict=True) if not k]
            + [n for n, k in zip(board.models, kept, strict=True) if not k])
    notice = f"{counted(len(cells), 'score')} missing; left out for that: {listed(gone, 5)}." + (
        LOOK_BETTER if missing == "drop-data-sets" else "")
    return replace(
        board, notices=(*board.notices, notice), incomplete=board.scores,
        scores=frozen_array(board.scores[rows][:, kept]),
        data_sets=tuple(n for n, k in zip(board.data_sets, rows, strict=True) if k),
        models=tuple(n for n, k in zip(board.models, kept, strict=True) if k),
        replicates=tuple(frozen_array(r[:, kept]) for r, k in zip(board.replicates, rows, strict=False) if k))


def _kept(board: Scoreboard, holes: Array, cells: list[str]) -> Scoreboard:
    empty = np.flatnonzero(holes.all(axis=0))
    if empty.size:
        raise BadInput(f"{board.where}: {board.models[empty[0]]} has no score at all; leave it out.")
    there = ~holes
    both = (there.T.astype(int) @ there)[np.triu_indices(holes.shape[1], 1)]
    least, most = int(both.min()), int(both.max())
    number = f"{most}" if least == most else f"{least} to {most}"
    notice = (f"{counted(len(cells), 'score')} missing ({listed(cells)}); each pair is compared on the data sets that "
              f"have both ({number} of {len(holes)}).{LOOK_BETTER}")
    return replace(board, notices=(*board.notices, notice), incomplete=board.scores)
