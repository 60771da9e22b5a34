"""Branches and loops: both ways are gone, a loop once; and branches that keep the best score so far."""

from __future__ import annotations

import ast
from dataclasses import replace
from typing import TYPE_CHECKING

from referee.audit.reading.scripts.functions import Scope
from referee.audit.reading.scripts.one_of import each_of, whole_again
from referee.audit.reading.scripts.rows import Side, Way
from referee.audit.reading.scripts.runs import until
from referee.audit.reading.scripts.settings import are_parts
from referee.audit.reading.scripts.values import NONE, Loop, Pick, Value, chosen_by, either

if TYPE_CHECKING:
    from referee.audit.reading.scripts.flow import Flow

UNROLLED = 8                    # things in a literal list that are gone through one by one


def branch(flow: Flow, node: ast.If) -> bool:
    """An if, with what it keeps; whether both ways leave the block."""
    decided = _decided(flow, node.test)
    if decided is not None:
        return flow.block(node.body if decided else node.orelse)
    test = flow.value(node.test)
    pick = _best_kept(flow, node, test)
    left = branches(flow, [node.body, node.orelse], always="__main__" in ast.unparse(node.test)[:60])
    if pick is not None:
        for name in _assigned(node.body):
            held = flow.scopes[-1].get(name)
            if held is not None:
                flow.scopes[-1][name] = chosen_by(held, pick)
    elif flow.loops and isinstance(node.body[-1], ast.Break):
        until(flow, node.test, frozenset(flow.loops[:-1]))
    return left


def _decided(flow: Flow, test: ast.expr) -> bool | None:
    """Which way a function goes by one of its arguments: whether it was given, whether it says yes."""
    if isinstance(test, ast.UnaryOp) and isinstance(test.op, ast.Not):
        inner = _decided(flow, test.operand)
        return None if inner is None else not inner
    none = isinstance(test, ast.Compare) and isinstance(test.ops[0], ast.Is | ast.IsNot) and isinstance(
        test.comparators[0], ast.Constant) and test.comparators[0].value is None
    name = test.left if isinstance(test, ast.Compare) and none else test
    if not isinstance(name, ast.Name) or not flow.calling or name.id not in _parameters(flow.calling[-1]):
        return None
    held = flow.named(name.id)
    if isinstance(test, ast.Compare):
        given = False if held is NONE else True if held.things or held.rows else None
        return None if given is None else given is isinstance(test.ops[0], ast.IsNot)
    return False if held is NONE else held.constant if isinstance(held.constant, bool) else None


def _parameters(function: ast.AST) -> set[str]:
    """The arguments of a function that it does not set itself."""
    if not isinstance(function, ast.FunctionDef | ast.AsyncFunctionDef):
        return set()
    spec = function.args
    return {a.arg for a in [*spec.posonlyargs, *spec.args, *spec.kwonlyargs]} - _assigned(function.body)


def branches(flow: Flow, bodies: list[list[ast.stmt]], *, always: bool = False) -> bool:
    """Each way from the same place; whether all of them leave the block."""
    if always:
        return flow.block(bodies[0])
    before, ways = dict(flow.scopes[-1]), list[Scope]()
    for body in bodies:
        flow.scopes[-1].clear()
        flow.scopes[-1].update(before)
        if not flow.block(body):
            ways.append(dict(flow.scopes[-1]))
    if not ways:
        return True
    merged = ways[0]
    for other in ways[1:]:
        for name, value in other.items():
            merged[name] = either(merged[name], value, f"{name} holds other rows in each branch before line "
                                  f"{flow.at(bodies[0][-1]) if bodies[0] else 0}") if name in merged else value
    flow.scopes[-1].clear()
    flow.scopes[-1].update(merged)
    return False


def _best_kept(flow: Flow, node: ast.If, test: Value) -> Pick | None:
    """Whether a branch keeps the best score so far: it compares one, and sets what it is compared with."""
    compared = [n for n in ast.walk(node.test) if isinstance(n, ast.Compare)
                and isinstance(n.ops[0], ast.Gt | ast.GtE | ast.Lt | ast.LtE)]
    names = {n.id for one in compared for n in ast.walk(one) if isinstance(n, ast.Name)}
    scored = {e for e in test.evaluations if e.kind != "curve"}
    if not scored or not names & _assigned(node.body) or not flow.loops:
        return None
    newest = max(scored, key=lambda e: e.number)
    within = [begun for one in compared for n in ast.walk(one) if (begun := _begun(flow, n)) is not None]
    return flow.trace.picked(Pick(line=flow.at(node), call=f"if {ast.unparse(node.test)[:60]}",
                                  of=frozenset({newest}), within=frozenset().union(*within)))


def _begun(flow: Flow, node: ast.AST) -> frozenset[Loop] | None:
    """The loops in which what is compared begins anew each time."""
    if isinstance(node, ast.Name):
        home = next((scope for scope in reversed(flow.scopes) if node.id in scope), None)
        return flow.born.get((id(home), node.id))
    if isinstance(node, ast.Attribute):
        return next((flow.born[id(thing), node.attr] for thing in flow.value(node.value).things
                     if (id(thing), node.attr) in flow.born), None)
    return None


def go_through(flow: Flow, node: ast.For | ast.AsyncFor) -> None:
    """A loop: once, or with each of a few sets of rows."""
    through = flow.value(node.iter)
    items = list((through.items or {}).values()) if not isinstance(node.iter, ast.Dict) else []
    if 0 < len(items) <= UNROLLED and (
            all(item.rows and not item.things for item in items) or are_parts(items)):
        whose = node.iter.elts if isinstance(node.iter, ast.Tuple | ast.List) else []
        for number, item in enumerate(items):
            flow.store(node.target, item)
            if isinstance(node.target, ast.Name) and number < len(whose) and isinstance(whose[number], ast.Name):
                flow.alias[node.target.id] = whose[number]
            flow.block(node.body)
        return
    loop = Loop(line=flow.at(node), folds=is_folds(through), counted=not through.rows and not through.things,
                stride=through.stride, rows=rows_of(through), windows=bool(through.lagged))
    calls = [item for item in items if _calls(item)]
    if items and len(items) == len(calls) <= UNROLLED:
        for item in items:                  # functions, or classes: each is another one
            flow.store(node.target, _marked(item, loop))
            with flow.looping(loop):
                flow.block(node.body)
        return
    loop.units = bool(through.units) or through.grouped
    flow.store(node.target, _marked(each_of(through, loop), loop))
    with flow.looping(loop):
        flow.block(node.body)
    here = flow.scopes[-1]
    here.update({name: whole_again(value, [loop]) for name, value in here.items()})
    flow.block(node.orelse)


def _calls(value: Value) -> bool:
    """Whether it is a function or a class, or has one in it."""
    return bool(value.function or value.path or any(map(_calls, (value.items or {}).values())))


def _marked(value: Value, loop: Loop) -> Value:
    """What a loop gives its variables."""
    items = None if value.items is None else {k: replace(v, loops=v.loops | {loop}) for k, v in value.items.items()}
    return replace(value, loops=value.loops | {loop}, items=items)


def rows_of(value: Value) -> frozenset[Way]:
    """The rows that going through a value gives, one after the other."""
    return frozenset() if value.grouped or value.models else value.rows


def is_folds(value: Value) -> bool:
    """Whether going through a value gives folds."""
    element = value.element
    if element is None:
        return False
    items = list((element.items or {}).values())
    return any(isinstance(i.side, Side) and i.side.division.startswith("fold@") for i in items) or any(
        is_folds(replace(value, element=item)) for item in items if item.items)


def _assigned(body: list[ast.stmt]) -> set[str]:
    found = set()
    for one in body:
        for node in ast.walk(one):
            if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store):
                found.add(node.id)
            elif isinstance(node, ast.Subscript | ast.Attribute) and isinstance(node.ctx, ast.Store):
                found |= {n.id for n in ast.walk(node) if isinstance(n, ast.Name)}
    return found
