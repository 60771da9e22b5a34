"""Scores that their metric cannot have: a slip of the pen, or per cent among shares, decides a mean unseen."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from referee.data.scoreboard import Scoreboard
from referee.data.wording import listed
from referee.errors import BadInput
from referee.kinds import Array
from referee.metrics import Metric

ROUNDING = 1e-9
PER_CENT = 100.0
FEW = 0.01              # scores up to 1 among per cent: very bad ones, as of class shares among a hundred classes


def within_bounds(board: Scoreboard, metric: Metric | None) -> Scoreboard:
    """The scores, if the metric can have them; a table all in per cent says so. Others are refused with a cell."""
    if metric is None:
        return board
    low, high = metric.bounds
    outside = (board.scores < low - ROUNDING) | (board.scores > high + ROUNDING)
    if not outside.any():
        return board
    lies = f"{metric.title} lies between {low:g} and {high:g}" if np.isfinite([low, high]).all() else \
        f"{metric.title} is at least {low:g}" if np.isfinite(low) else f"{metric.title} is at most {high:g}"
    there = ~np.isnan(board.scores)
    if high == 1 and not (board.scores < 0).any() and not (board.scores > PER_CENT).any():
        small = there & (board.scores > 0) & ~outside
        if small.sum() <= FEW * there.sum():
            notice = f"{lies}, so the scores were taken to be in per cent; so are their differences."
            also = [f"Those up to 1 too, so few are they: {_cells(board, small)}."] if small.any() else []
            return replace(board, notices=(*board.notices, notice, *also))
        if _much_above(board.scores[outside]):
            few, unit = (outside, "in per cent") if outside.sum() <= there.sum() / 2 else (there & ~outside, "shares")
            raise BadInput(f"{board.where} mixes per cent and shares: {lies}, and here are {unit}: "
                           f"{_cells(board, few)}; write all scores in one unit.")
    row, column = np.argwhere(outside)[0]
    raise BadInput(f"{board.where}: the score of {board.models[column]} on {board.data_sets[row]} is "
                   f"{board.scores[row, column]:g}; {lies}: mend it, or say of which metric the scores are "
                   f"(--metrics).")


def _much_above(scores: Array) -> bool:
    """Whether scores above 1 are so by a unit, and not by a slip: 1.5 is no likely number of per cent."""
    return bool((scores >= 2).all())


def _cells(board: Scoreboard, where: Array) -> str:
    return listed([f"{board.models[j]} on {board.data_sets[i]} ({board.scores[i, j]:g})"
                   for i, j in np.argwhere(where)])
