"""What Python itself brings to go through things: enumerate, zip, next, map, dict, range, and copies of things."""

from __future__ import annotations

import ast
from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from referee.audit.reading.scripts.branches import UNROLLED
from referee.audit.reading.scripts.given import Call
from referee.audit.reading.scripts.one_of import holds_tables
from referee.audit.reading.scripts.rows import Span
from referee.audit.reading.scripts.values import NOTHING, Value, ambiguous, element_of, gathered, joined
from referee.audit.reading.scripts.wording import wording


def enumerated(made: Call) -> Value:
    """enumerate(several): a number and each of them."""
    one = element_of(made.args[0]) if made.args else NOTHING
    return replace(joined(made.args[:1]), element=Value(items={0: NOTHING, 1: one}),
                   one_by_one=not any(map(holds_tables, made.args[:1])))


def zipped(made: Call) -> Value:
    """zip(a, b): the first of each, the second of each …"""
    one = Value(items={n: element_of(v) for n, v in enumerate(made.args)})
    whole = joined(made.args)
    if made.args and len({frozenset(way[1:] for way in value.rows) for value in made.args}) == 1:
        whole = replace(whole, rows=made.args[0].rows)      # rows and their labels, side by side, are the same rows
    whole = replace(whole, one_by_one=not any(map(holds_tables, made.args)))
    sizes = {len(value.items) if value.items is not None else -1 for value in made.args}
    if len(sizes) != 1 or not 0 < (size := sizes.pop()) <= UNROLLED:
        return replace(whole, element=one)
    several = [list((value.items or {}).values()) for value in made.args]
    return replace(whole, element=one, items={n: gathered([s[n] for s in several]) for n in range(size)})


def same_items(made: Call) -> Value:
    """list, tuple, sorted, tqdm and the like: the same things."""
    held = made.args[0] if made.args else NOTHING
    same = replace(held, constant=None) if held.items is not None or held.element is not None else joined(made.args)
    return replace(same, ranked=True) if made.name == "sorted" and same.evaluations else same


def next_of(made: Call) -> Value:
    """next(several): one of them."""
    return element_of(made.args[0]) if made.args else NOTHING


def copied(made: Call) -> Value:
    """clone, deepcopy: another thing like it; a clone is not fitted."""
    held = made.args[0] if made.args else NOTHING
    if not held.things:
        return held
    things = tuple(replace(thing, fields=dict(thing.fields)) for thing in held.things)
    if made.name == "clone":
        things = tuple(replace(t, rows=frozenset(), through=frozenset(), watched=(), step=None) for t in things)
    return replace(held, things=things)


def mapped(made: Call) -> Value:
    """map(f, several): f of each of them."""
    if len(made.args) == 2 and made.args[0].function is not None and made.args[1].items is None:
        return _each_of(made)
    if len(made.args) != 2 or made.args[1].items is None:
        return ambiguous(joined(made.given), f"{made.flow.place(made.node)}: what map(…) gives is not followed")
    scope, found = made.flow.scopes[-1], []
    for item in made.args[1].items.values():
        scope[" of map"] = item
        each = ast.Call(func=made.node.args[0], args=[ast.Name(id=" of map", ctx=ast.Load())], keywords=[])
        found.append(made.flow.value(ast.fix_missing_locations(ast.copy_location(each, made.node))))
    del scope[" of map"]
    return gathered(found)


def _each_of(made: Call) -> Value:
    """map(f, range(9)) is (f(n) for n in range(9)), where f is of this file."""
    called = ast.Call(func=made.node.args[0], args=[ast.Name(id=" of map", ctx=ast.Load())], keywords=[])
    each = ast.GeneratorExp(elt=called, generators=[ast.comprehension(
        target=ast.Name(id=" of map", ctx=ast.Store()), iter=made.node.args[1], ifs=[], is_async=0)])
    return made.flow.value(ast.fix_missing_locations(ast.copy_location(each, made.node)))


def delayed(made: Call) -> Value:
    """joblib.delayed(f): the function itself, called later."""
    return made.arg(0) if made.arg(0).function is not None else joined(made.given)


def dict_of(made: Call) -> Value:
    """dict(a=1, b=2), dict({...}, b=2)."""
    first: Mapping[Any, Value] = made.args[0].items if made.args and made.args[0].items is not None else {}
    pairs = [item.items or {} for item in first.values()]
    if pairs and all(set(pair) == {0, 1} and isinstance(pair[0].constant, str) for pair in pairs):      # dict(zip(…))
        first = {pair[0].constant: pair[1] for pair in pairs}
    return replace(joined(made.given), items={**first, **made.named})


def numbers(made: Call) -> Value:
    """range, arange, len: numbers, which are no rows."""
    stride = ""
    if made.name in {"range", "arange"} and len(made.node.args) == len(made.args):
        stride = wording(made.flow, made.node.args[2]) if len(made.node.args) > 2 else "1"
    if made.path == "numpy.arange" and len(made.node.args) == len(made.args) == 2:
        low, high = (wording(made.flow, one) for one in made.node.args)
        return Value(loops=joined(made.given).loops, stride=stride,
                     side=Span("position", None if low == "0" else low, high))
    return Value(loops=joined(made.given).loops, stride=stride)
