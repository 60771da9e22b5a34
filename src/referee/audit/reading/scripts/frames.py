"""Methods of frames that are given functions or expressions: pipe, assign, and columns by name as polars has them."""

from __future__ import annotations

from dataclasses import replace

from referee.audit.reading.scripts.given import Call
from referee.audit.reading.scripts.looks import column
from referee.audit.reading.scripts.values import Value, joined

CONTEXTS = {"with_columns", "select", "filter", "agg", "group_by", "sort", "with_column"}
"""Methods whose arguments speak of columns of the frame they are asked of."""


def given_functions(made: Call, owner: Value) -> Value | None:
    """pipe and assign; None for any other method."""
    if made.name == "assign":
        return _assigned(made, owner)
    return _piped(made, owner) if made.name == "pipe" else None


def _piped(made: Call, owner: Value) -> Value | None:
    """frame.pipe(function, …): the function with the frame before all else."""
    function = made.args[0].function if made.args else None
    return made.flow.enter(function, [owner, *made.args[1:]], made.named) if function is not None else None


def _assigned(made: Call, owner: Value) -> Value:
    """frame.assign(name=…): columns one after the other, each a value or a function of the frame so far."""
    held = owner
    for name, given in made.named.items():
        value = made.flow.enter(given.function, [held], {}) if given.function is not None else given
        held = replace(held, by_column={**held.by_column, name: value.all_fits}, lagged=held.lagged or value.lagged,
                       dated=held.dated or value.dated, lost=held.lost | value.lost)
    return held


def column_named(made: Call) -> Value:
    """pl.col("a"): that column of the frame that is worked on."""
    names = {value.constant for value in made.args if isinstance(value.constant, str)}
    frames = made.flow.frames
    if not frames:
        return Value()
    return column(frames[-1], names) if names else frames[-1]


def over_groups(made: Call, owner: Value) -> Value:
    """expression.over("a"): a figure of each group, beside its rows."""
    for fit in owner.fits:
        if fit.line == made.line and not fit.step.endswith("by group"):
            fit.step = f"{fit.step} by group"
    return replace(joined([owner]), grouped=False)
