"""Calls: of functions of this file, of methods, of what libraries bring; and of what nobody knows."""

from __future__ import annotations

import ast
from dataclasses import replace
from typing import TYPE_CHECKING

from referee.audit.reading.scripts.frames import CONTEXTS
from referee.audit.reading.scripts.functions import Function, names_of
from referee.audit.reading.scripts.given import Call, method_of
from referee.audit.reading.scripts.libraries import NETWORKS
from referee.audit.reading.scripts.library import library
from referee.audit.reading.scripts.methods import GONE_THROUGH, method
from referee.audit.reading.scripts.objects import rows_with_labels
from referee.audit.reading.scripts.rows import MARK
from referee.audit.reading.scripts.settings import of_class
from referee.audit.reading.scripts.things import asked
from referee.audit.reading.scripts.trainers import is_trainer, trainer
from referee.audit.reading.scripts.values import NOTHING, Loop, Thing, Value, joined, own_rows
from referee.audit.reading.scripts.wording import source_of

if TYPE_CHECKING:
    from referee.audit.reading.scripts.flow import Flow


def call(flow: Flow, node: ast.Call) -> Value:
    """What a call gives back; of a thing that it made, in which loops it was made."""
    given = _given_back(flow, node)
    for thing in given.things:
        flow.made_in.setdefault(thing, frozenset(flow.loops))
    return given


def _given_back(flow: Flow, node: ast.Call) -> Value:  # noqa: PLR0911 - one line a kind of callee
    owner = flow.value(node.func.value) if isinstance(node.func, ast.Attribute) else NOTHING
    of_value = isinstance(node.func, ast.Attribute) and not owner.path and not owner.things
    callee = NOTHING if of_value else flow.value(node.func)
    inside = of_value and bool(owner.rows) and isinstance(node.func, ast.Attribute) and node.func.attr in CONTEXTS
    flow.frames += [owner] * inside
    args = [value for arg in node.args for value in _spread(flow, arg)]
    named = _named(flow, node)
    del flow.frames[len(flow.frames) - inside:]
    name = node.func.attr if isinstance(node.func, ast.Attribute) else node.func.id if isinstance(
        node.func, ast.Name) else ""
    made = Call(flow=flow, node=node, name=name, path=callee.path, args=args, named=named)
    if callee.function is not None:
        return _entered(made, callee.function)
    if callee.path.startswith("class:"):
        return _of_class(made, *callee.path[6:].split("."))
    if callee.path:
        return library(replace(made, name=callee.path.split(".")[-1]))
    held = isinstance(node.func, ast.Attribute) and any(node.func.attr in thing.fields for thing in owner.things)
    if held and callee.things:                  # self.model(x): the model is asked, and not what holds it
        return asked(replace(made, name="__call__"), callee)
    if owner.things and is_trainer(owner.things[0]) and (told := trainer(made, owner.things[0])) is not None:
        return told
    if isinstance(node.func, ast.Attribute):
        of_dictionary = owner.items is not None and node.func.attr in GONE_THROUGH
        return asked(made, owner) if owner.things and not owner.rows and not of_dictionary else method(made, owner)
    return asked(replace(made, name="__call__"), callee) if callee.things else joined([callee, *made.given])


def _entered(made: Call, function: Function) -> Value:
    """A function of this file; frames that it changes in their place are changed under their names here too."""
    made.flow.changed = {}
    given = made.flow.enter(function, made.args, made.named)
    own, changed = names_of(function), made.flow.changed
    here = dict(zip(own, made.node.args, strict=False)) | {k.arg: k.value for k in made.node.keywords if k.arg}
    for name, value in changed.items():
        if isinstance(here.get(name), ast.Name):
            made.flow.change(here[name], value)
    return given


def _named(flow: Flow, node: ast.Call) -> dict[str, Value]:
    named: dict[str, Value] = {}
    for keyword in node.keywords:
        given = flow.value(keyword.value)
        if keyword.arg is not None:
            named[keyword.arg] = given
        else:
            named |= {str(k): v for k, v in given.items.items()} if given.items is not None else {"**": given}
    return named


def _spread(flow: Flow, arg: ast.expr) -> list[Value]:
    if not isinstance(arg, ast.Starred):
        return [flow.value(arg)]
    held = flow.value(arg.value)
    return list(held.items.values()) if held.items is not None else [held]


def _of_class(made: Call, name: str, *within: str) -> Value:
    """A class of this file that is called, or a function that stands in it."""
    if not within:
        return _instance(made, name)
    thing = Thing(name=name, line=made.line, body=made.flow.classes[name])
    own = method_of(made.flow, thing, within[0])
    if own is None or len(within) > 1:
        return joined(made.given)
    plain = any(isinstance(word, ast.Name) and word.id == "staticmethod" for word in own.decorator_list)
    return made.flow.enter(own, made.args, made.named, None if plain else Value(things=(thing,)))


def _instance(made: Call, name: str) -> Value:
    """An object of a class of this file: a network, a holder of rows, or something with methods."""
    flow, body = made.flow, made.flow.classes[name]
    bases = [ast.unparse(base).split(".")[-1] for base in body.bases]
    thing = Thing(name=name, line=made.line, body=body, given=dict(made.named),
                  loops=frozenset().union(*(v.loops for v in made.given)) if made.given else frozenset())
    own = Value(things=(thing,))
    thing.fields |= (said := of_class(flow, body))
    start = method_of(flow, thing, "__init__")
    if start is not None:
        flow.enter(start, made.args, made.named, own)
    elif said:
        thing.fields |= dict(zip(said, made.args, strict=False)) | made.named
    for loop in thing.loops:                    # a seed, if it was given on as one; else a setting
        loop.settings = loop.settings or not loop.seeds
    held = joined(made.given)
    network = any(NETWORKS.search(base) for base in bases) or method_of(flow, thing, "fit") is not None
    holder = method_of(flow, thing, "__getitem__") is not None or any("Dataset" in base for base in bases)
    if network or not holder:
        return own
    one = _one_of(made, thing, own)
    if not held.rows and not one.rows:
        side = next((value.side for value in made.given if value.side is not None), None)    # of files that were listed
        thing.source = source_of(flow, made.node, made.given)
        return own if side is None else Value(rows=frozenset({(f"items of {name}", side)}))
    if not held.rows:
        inside = all(MARK in str(way[0]) for way in one.rows)       # of files that only the object itself knows
        thing.source = source_of(flow, made.node, made.given) if inside else ""
        rows = own_rows(own).rows if inside else one.rows
        return replace(one, rows=rows, things=(), items=None, element=None) if rows else own
    return replace(rows_with_labels(made, held), lagged=held.lagged or one.lagged)


def _one_of(made: Call, thing: Thing, own: Value) -> Value:
    """What a data set of this file gives for a number: a row, or a window that moves with the number."""
    item = method_of(made.flow, thing, "__getitem__")
    number = Value(loops=frozenset({Loop(line=made.line, counted=True, stride="1")}))
    return NOTHING if item is None else made.flow.enter(item, [number], {}, own)
