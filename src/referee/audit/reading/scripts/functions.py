"""Functions of the same file: entered with their arguments, as often as they are called."""

from __future__ import annotations

import ast
from dataclasses import replace
from typing import TYPE_CHECKING

from referee.audit.reading.scripts.values import NOTHING, Value, ambiguous, either, gathered, joined

if TYPE_CHECKING:
    from referee.audit.reading.scripts.flow import Flow

DEEPEST = 8                     # calls within calls that are followed
Function = ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda
Scope = dict[str, Value]


def enter(flow: Flow, function: Function, args: list[Value], named: dict[str, Value],
          own: Value | None = None) -> Value:
    """What a function of this file gives back, with these arguments; once more into itself is not followed."""
    if len(flow.calling) >= DEEPEST or function in flow.calling:
        return replace(joined([*args, *named.values()]), lost=frozenset({
            f"{flow.place(function)}: calls within calls are followed {DEEPEST} deep, and none into itself"}))
    scope = _bound(flow, function, ([own] if own is not None else []) + args, named)
    scopes, flow.scopes = flow.scopes, [*flow.closures.get(function, flow.scopes[:1]), scope]
    flow.calling.append(function)
    flow.entered += 1
    flow.returned.append([])
    flow.yielded.append([])
    flow.shared.append(set())
    try:
        if isinstance(function, ast.Lambda):
            return flow.value(function.body)
        flow.block(function.body)
        given = flow.returned[-1]
    finally:
        flow.calling.pop()
        flow.shared.pop()
        back, one_by_one = flow.returned.pop(), flow.yielded.pop()
        flow.scopes = scopes
        flow.changed = {name: flow.touched.pop((id(scope), name)) for name in names_of(function)
                        if (id(scope), name) in flow.touched}
    if one_by_one:
        return _in_turn(one_by_one, f"{flow.place(function)} yields several sets of rows")
    result = given[0] if given else NOTHING
    for other in back[1:]:
        result = either(result, other, f"{flow.place(function)} gives back other rows in each branch")
    return result


def _in_turn(values: list[Value], why: str) -> Value:
    """What a generator gives: going through it gives what it yields."""
    one = values[0] if len(values) == 1 else ambiguous(joined(values), why)
    return replace(joined(values), element=one)


def names_of(function: Function) -> list[str]:
    """The names of its arguments by their places."""
    return [a.arg for a in [*function.args.posonlyargs, *function.args.args]]


def _bound(flow: Flow, function: Function, args: list[Value], named: dict[str, Value]) -> Scope:
    """The arguments by their names, those that are left out by their defaults."""
    spec, names = function.args, names_of(function)
    scope: Scope = {}
    for name, default in zip(reversed(names), reversed(spec.defaults), strict=False):
        scope[name] = flow.value(default)
    for only, other in zip(spec.kwonlyargs, spec.kw_defaults, strict=True):
        scope[only.arg] = NOTHING if other is None else flow.value(other)
    scope |= {name: NOTHING for name in names if name not in scope}
    scope |= dict(zip(names, args, strict=False))
    scope |= {name: value for name, value in named.items() if name}
    if spec.vararg is not None:
        scope[spec.vararg.arg] = gathered(args[len(names):])
    if spec.kwarg is not None:
        rest = {k: v for k, v in named.items() if k not in names}
        scope[spec.kwarg.arg] = replace(joined(rest.values()), items=rest)
    return scope
