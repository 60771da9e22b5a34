"""Methods of frames that are given functions or expressions: pipe, assign, and columns by name as polars has them."""

from __future__ import annotations

import ast
import re
from dataclasses import replace

from referee.audit.reading.scripts.columns import Table
from referee.audit.reading.scripts.given import Call
from referee.audit.reading.scripts.looks import column
from referee.audit.reading.scripts.values import Value, joined, words_of

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
                       dated=held.dated or value.dated, lost=held.lost | value.lost,
                       table=None if held.table is None else held.table.having(name, value.told))
    return held


def reckoned(made: Call, owner: Value) -> Table | None:
    """The columns that a frame has after a method that adds, names or takes away some."""
    table = owner.table
    if table is None:
        return None
    if made.name in {"with_columns", "with_column"}:
        given = [(value.alias, value.told) for value in made.args] + [(k, v.told) for k, v in made.named.items()]
        for name, told in given:
            table = table.having(name, told) if name else table
    elif made.name == "insert" and isinstance(made.arg(1, "column").constant, str):
        table = table.having(made.arg(1, "column").constant, made.arg(2, "value").told)
    elif made.name == "set_index":
        table = table.without(words_of(made.args))
    elif made.name == "filter" and {"like", "regex", "items", "axis"} & set(made.named):
        some = words_of([made.named.get("items", Value())])
        return table.of(some) if some else None
    elif made.name == "select_dtypes":
        return _of_types(made, table)
    elif made.name == "rename":
        return _renamed(made, table)
    elif made.name == "eval":
        table = _evaluated(table, made.arg(0, "expr").constant)
    return table


def _renamed(made: Call, table: Table) -> Table | None:
    """rename(columns={"a": "b"}); None where it is a function that names them."""
    given = made.named.get("columns", made.arg(0, "mapping"))
    if given.items is None:
        return table if "index" in made.named or isinstance(given.constant, str) else None
    names = {key: value.constant for key, value in given.items.items() if isinstance(value.constant, str)}
    return table.renamed(names) if len(names) == len(given.items) else None


def _of_types(made: Call, table: Table) -> Table | None:
    """select_dtypes: those that hold numbers; of others it is not known which they are."""
    wanted, unwanted = (ast.unparse(word.value) for word in (
        next((k for k in made.node.keywords if k.arg == name), ast.keyword(value=ast.Constant("")))
        for name in ("include", "exclude")))
    wanted = wanted if made.named else ast.unparse(made.node.args[0]) if made.node.args else ""
    numbers = re.search(r"number|int|float", wanted) or re.search(r"object|str|category", unwanted)
    return replace(table, numbers=True) if numbers and "object" not in wanted else None


def _evaluated(table: Table, text: object) -> Table:
    """frame.eval("a = b / c"): a new column, made of others."""
    try:
        body = ast.parse(text.strip()).body if isinstance(text, str) else []
    except SyntaxError:
        return table
    for line in body:
        if isinstance(line, ast.Assign) and isinstance(line.targets[0], ast.Name):
            names = {node.id for node in ast.walk(line.value) if isinstance(node, ast.Name)}
            table = table.having(line.targets[0].id, frozenset(names))
    return table


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
