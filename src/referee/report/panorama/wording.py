"""How columns of a panorama are called, and the decimals they deserve."""

from __future__ import annotations

from referee.reading.panorama import Column, Panorama
from referee.report.wording import column_decimals, row_decimals


def label(panorama: Panorama, column: Column) -> str:
    """What a column shows: RMSE of slump by mlp; the learner where there are several, the metric where it helps."""
    words = panorama.metric_of(column).title if len(panorama.metrics) > 1 or not column.target else column.target
    if len(panorama.metrics) > 1 and column.target:
        words += f" of {column.target}"
    return words


def of_columns(panorama: Panorama, columns: list[Column]) -> str:
    """Which columns are meant, where there are several."""
    if len(panorama.columns) == 1:
        return ""
    several = len(panorama.learners) > 1
    names = [f"{c.learner}, {label(panorama, c)}" if several else label(panorama, c) for c in columns]
    return f" ({'; '.join(names)})"


def decimals_of(column: Column) -> int:
    """The decimals that the numbers of a column deserve: those of its narrowest interval."""
    values = [line.value for line in column.lines if line.value is not None]
    usual = column_decimals([line.interval for line in column.lines], values=values)
    return max([usual, *(row_decimals(line.interval, usual) for line in column.lines)])
