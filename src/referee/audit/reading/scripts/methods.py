"""Methods of frames, arrays, lists and scores."""

from __future__ import annotations

import ast
from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from referee.audit.reading.scripts.augmented import versions
from referee.audit.reading.scripts.columns import STAY, later, summed
from referee.audit.reading.scripts.copies import DRAWS, drawn, kept_again, united
from referee.audit.reading.scripts.frames import given_functions, over_groups, reckoned
from referee.audit.reading.scripts.given import Call
from referee.audit.reading.scripts.groups import owned, owner_among
from referee.audit.reading.scripts.libraries import (
    COUNTS,
    DATES,
    HOLDS_NO_ROWS,
    LAGS,
    NO_ROWS_FROM,
    SHOWS,
    SUMMARIES,
)
from referee.audit.reading.scripts.names import of_names
from referee.audit.reading.scripts.parts import part_of
from referee.audit.reading.scripts.roles import LABELS_FROM
from referee.audit.reading.scripts.rows import Side
from referee.audit.reading.scripts.scores import of_scores, put_in_order
from referee.audit.reading.scripts.values import NOTHING, Value, element_of, gathered, joined, words_of
from referee.audit.reading.scripts.windows import ALONG, APART, INSIDE, by_library, inside_rows

KEPT_IN = {"append", "extend", "add", "insert", "update", "setdefault", "appendleft"}
UNITED = {"append", "concat", "join", "merge", "concatenate", "union", "vstack"}
OF_EACH_PART = {"map", "filter", "shuffle", "cast_column", "rename_column", "rename_columns", "remove_columns",
                "select_columns", "with_format", "with_transform", "cast", "flatten", "class_encode_column", "sort"}
"""What a DatasetDict does with each of its parts."""
WINDOW = "window"
GONE_THROUGH = {"items", "values", "keys", "get"}


def method(made: Call, owner: Value) -> Value:  # noqa: C901, PLR0911 - one line a kind of value
    """What a method of a value gives back."""
    if owner.names is not None:
        return of_names(made, owner, owner.names)
    listed = not owner.rows or owner.items is not None
    if made.name in KEPT_IN and (listed or owner.element is not None) and isinstance(made.node.func, ast.Attribute):
        made.flow.store(made.node.func.value, _kept(made, owner))
        return NOTHING
    if made.name in DRAWS and not owner.rows and not owner.models:
        return drawn(made)
    if made.name in GONE_THROUGH and (listed or owner.element is not None):
        return _gone_through(made, owner)
    if made.name in SHOWS and made.name != "append":
        made.flow.show(joined([*made.given, owner]))
    if owner.evaluations and not owner.models:
        return put_in_order(made, owner) if made.name == "sort" else of_scores(made, joined([owner, *made.args]))
    if made.name == "over":
        column = owner_among(words_of(made.args))
        owned(made.flow.trace, made.flow.frames[-1] if made.flow.frames else owner, column, made.line, made.text)
        return over_groups(made, owner)
    if owner.models and made.name in {"groupby", "group_by"}:
        owned(made.flow.trace, owner, owner_among(words_of(made.args[:1])), made.line, made.text)
    if made.name in OF_EACH_PART and owner.items and all(part.rows for part in owner.items.values()):
        return _of_parts(made, owner.items)
    if owner.rows and not owner.models:
        return _of_rows(made, owner)
    truth = joined(value for value in made.given if value.rows and not value.models)
    if owner.models and truth.rows and made.name in {"eq", "ne", "sub", "equal"}:
        told = made.flow.scored(made.node, owner, truth)
        for evaluation in told.evaluations:
            evaluation.each = True
        return told
    whole = joined([owner, *made.given])
    whole = replace(whole, answers="labels") if owner.models and made.name in LABELS_FROM else whole
    return replace(whole, rows=owner.rows) if owner.rows else whole


def _of_parts(made: Call, parts: Mapping[Any, Value]) -> Value:
    """A method of several sets of rows by their names, which changes each of them by itself."""
    return replace(joined(parts.values()), items={name: _of_rows(made, part) for name, part in parts.items()})


def _kept(made: Call, owner: Value) -> Value:
    given = made.given
    if made.name == "append" and made.flow.loops:
        given = [replace(value, lagged=inside_rows(value.lagged, made.flow.loops[-1])) for value in given]
    one = joined([*([owner.element] if owner.element else []), *given]) if made.args else None
    several = versions(made) if made.name == "append" and len(made.flow.loops) > 1 else None
    return replace(joined([owner, *given]), items=None, element=one, again=kept_again(made, owner),
                   versions=owner.versions or several)


def _gone_through(made: Call, owner: Value) -> Value:
    one, name = element_of(owner), made.name
    if name == "get":
        return (owner.items or {}).get(made.arg(0).constant, one if owner.items is None else made.arg(1))
    if name == "keys":
        return Value(loops=owner.loops, picks=owner.picks)
    listed = None
    if owner.items is not None:
        listed = {n: gathered([Value(constant=key), value]) if name == "items" else value
                  for n, (key, value) in enumerate(owner.items.items())}
    return replace(owner, items=listed, element=Value(items={0: NOTHING, 1: one}) if name == "items" else one)


def summary(made: Call, value: Value) -> Value:
    """A figure of rows, which holds none; what it goes into went through it."""
    if value.lagged.startswith((ALONG, APART, INSIDE)):          # a figure of each window: one row of it
        return replace(value, constant=None)
    of = made.node.func.value if isinstance(made.node.func, ast.Attribute) else None
    if isinstance(of, ast.Attribute) and of.attr == "index":        # how far the rows go, and nothing that is in them
        return Value(loops=value.loops)
    name = "correlation" if made.name in {"corr", "corrwith", "corrcoef"} else (
        f"{made.name} by group" if value.grouped else made.name)
    target = made.name == "corrwith" and bool(made.args)
    fit = made.flow.mean_of(name, made.node, value, sees="target" if target else "nothing")
    return Value(fits=value.fits | {fit}, loops=value.loops, lost=value.lost, columns=None)


def units_of(made: Call, value: Value) -> str:
    """The column whose values are given each once, as by unique."""
    return next(iter(value.columns or ()), "rows") if made.name in {"unique", "set"} and value.rows else ""


def across_columns(made: Call) -> bool:
    """Whether it goes along each row, and not over rows."""
    axis = made.named.get("axis", made.named.get("dim", NOTHING)).constant
    return axis in {1, -1, "columns"} or (made.name in {"mean", "std", "max", "min"} and bool(made.args)
                                         and made.args[-1].constant == 1)


def _of_rows(made: Call, owner: Value) -> Value:  # noqa: C901, PLR0911 - one line a kind of method
    name, args = made.name, made.given
    inside = f"{name} (line {made.line})"
    owner = owner if name in STAY else replace(owner, table=None)
    if name == "alias" and isinstance(made.arg(0).constant, str):
        return replace(owner, alias=made.arg(0).constant)
    if name in {"unfold", "shuffle"}:
        return by_library(made, owner) or replace(owner, shuffled=made.text)
    if name in LAGS:
        return replace(owner, lagged=owner.lagged or inside, constant=WINDOW, grouped=False, told=_lagged(made, owner))
    if name == "expanding":
        return replace(owner, constant=WINDOW, told=summed(owner.told))
    if owner.constant == WINDOW:
        return replace(owner, constant=None)
    if name in {"groupby", "group_by", "resample"}:
        owned(made.flow.trace, owner, owner_among(words_of(made.args[:1] or args[:1])), made.line, made.text)
        return replace(owner, grouped=True, columns=None, keys=frozenset(words_of(made.args[:1] or args[:1])))
    if name in {"transform", "apply"} and owner.grouped:
        return _by_group(made, owner)
    if name in SUMMARIES and not across_columns(made) and made.arg(0, "func").constant not in COUNTS:
        return summary(made, owner)
    if name == "value_counts":
        owned(made.flow.trace, owner, owner_among(words_of(args) or owner.columns or ()), made.line, made.text)
    if name in HOLDS_NO_ROWS or name in NO_ROWS_FROM:
        return Value(loops=owner.loops, units=units_of(made, owner))
    return _reshaped(made, owner, args)


def _lagged(made: Call, owner: Value) -> frozenset[str]:
    """What is left of the same row in rows that are moved, or summed up with those before."""
    if made.name == "shift":
        first = next((word.value for word in made.node.keywords if word.arg in {"periods", "n"}),
                     made.node.args[0] if made.node.args else None)
        back = made.arg(0, "periods", "n").constant
        turned = isinstance(first, ast.UnaryOp) and isinstance(first.op, ast.USub)
        ahead = back < 0 if isinstance(back, int | float) else turned
        return later(owner.told) if ahead else frozenset()
    if made.says("center", is_=True):
        return later(owner.told) | summed(owner.told)
    return frozenset() if made.named.get("closed", NOTHING).constant == "left" else summed(owner.told)


def _by_group(made: Call, owner: Value) -> Value:
    """The mean of each row's group, beside it; a count of it sees no values."""
    function = made.arg(0, "func").function
    if made.arg(0, "func").constant in COUNTS or function is not None:
        lagging = function is not None and any(
            isinstance(n, ast.Attribute) and n.attr in LAGS for n in ast.walk(made.node))
        told = frozenset[str]() if function is None else made.flow.enter(
            function, [replace(owner, grouped=False)], {}).told
        return replace(owner, grouped=False, told=told,
                       lagged=owner.lagged or (f"line {made.line}" if lagging else ""))
    fit = made.flow.mean_of(f"{made.arg(0, 'func').constant or 'mean'} by group", made.node, owner)
    return replace(owner, fits=owner.fits | {fit}, grouped=False, told=frozenset())


def _row_by_row(made: Call, owner: Value) -> frozenset[str]:
    """Of which columns of a row a method makes what it gives."""
    if made.name in {"cumsum", "cumcount", "cummax", "cummin", "cumprod", "rank", "ngroup", "index", "groupby"}:
        return frozenset()
    function = made.arg(0, "func").function if made.name in {"apply", "map", "transform", "progress_apply"} else None
    if function is None or made.flow.calling[-1:] == [function]:
        return owner.told
    return made.flow.enter(function, [replace(owner, items=None, element=None)], {}).told


def _reshaped(made: Call, owner: Value, args: list[Value]) -> Value:
    if made.name in {"drop_duplicates", "unique"}:
        made.flow.trace.single |= set(words_of(args))
    if made.name == "train_test_split":
        made.flow.divided(made, [owner], "at random", name=f"split@{made.line}")
        parts = {side: replace(owner, rows=frozenset((*way, Side(f"split@{made.line}", side)) for way in owner.rows))
                 for side in ("train", "test")}
        return Value(items=parts)
    part = given_functions(made, owner) or part_of(made, owner)
    if part is not None:
        if made.says("inplace", is_=True) and isinstance(made.node.func, ast.Attribute):
            made.flow.change(made.node.func.value, part)
        return part
    name = made.name
    whole = joined([owner, *args])
    when = owner.dated or (f"{name} (line {made.line})" if name in {"sort_values", "set_index"} and any(
        isinstance(word, str) and DATES.search(word) for word in words_of(args)) else "")
    result = replace(whole, rows=whole.rows if name in UNITED else owner.rows, columns=owner.columns,
                     told=_row_by_row(made, owner), table=reckoned(made, owner),
                     fits=whole.fits, dated=when or whole.dated, grouped=owner.grouped, side=owner.side,
                     before=owner.before,
                     said={} if name in UNITED else owner.said, models=whole.models if name in UNITED else owner.models)
    if name in {"append", "concat"}:
        result = united(made, [owner, *made.args], result)
    if made.says("inplace", is_=True) and isinstance(made.node.func, ast.Attribute):
        made.flow.change(made.node.func.value, result)
    return result
