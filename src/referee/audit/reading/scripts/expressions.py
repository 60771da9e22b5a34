"""What an expression holds: a name, a call, a part, something compared, something gone through."""

from __future__ import annotations

import ast
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from referee.audit.reading.scripts.branches import UNROLLED, is_folds, rows_of
from referee.audit.reading.scripts.calls import call
from referee.audit.reading.scripts.copies import multiplied
from referee.audit.reading.scripts.left_out import judged, sorted_out
from referee.audit.reading.scripts.looks import look_at, look_into
from referee.audit.reading.scripts.masks import both, mask_of, other_way
from referee.audit.reading.scripts.names import Comprehension, goes_through_names, kept, less, others
from referee.audit.reading.scripts.one_of import as_mask, each_of, has_rows, holds_tables, narrowed, whole_again
from referee.audit.reading.scripts.rows import Part, Some
from referee.audit.reading.scripts.scores import the_greater
from referee.audit.reading.scripts.settings import are_parts, computed, filled_in
from referee.audit.reading.scripts.values import (
    NONE,
    NOTHING,
    Cut,
    Loop,
    Value,
    either,
    element_of,
    gathered,
    joined,
    words_of,
)
from referee.audit.reading.scripts.windows import inside_rows
from referee.audit.reading.scripts.wording import exactly

if TYPE_CHECKING:
    from referee.audit.reading.scripts.flow import Flow


def value_of(flow: Flow, node: ast.expr) -> Value:  # noqa: PLR0911 - one line a kind of expression
    """What an expression holds."""
    flow.count()
    if isinstance(node, ast.Constant):
        flow.hint(node)
        return NONE if node.value is None else Value(constant=node.value)
    if isinstance(node, ast.Name):
        return flow.named(node.id)
    if isinstance(node, ast.Call):
        return call(flow, node)
    if isinstance(node, ast.Attribute):
        return look_at(flow, node, flow.value(node.value))
    if isinstance(node, ast.Subscript):
        return look_into(flow, node, flow.value(node.value))
    if isinstance(node, ast.Tuple | ast.List | ast.Set):
        return _listed(flow, [flow.value(part) for part in node.elts])
    if isinstance(node, ast.Dict):
        return _dict(flow, node)
    if isinstance(node, ast.JoinedStr):
        return filled_in(flow, node)
    return _made(flow, node)


def _listed(flow: Flow, values: list[Value]) -> Value:
    """Several values; of ("svm", SVC()) the first is what the second is called."""
    if len(values) > 1:
        for value in values[1:]:
            flow.trace.name(value, values[0].constant)
    return gathered(values)


def _dict(flow: Flow, node: ast.Dict) -> Value:
    pairs = [(None if key is None else flow.value(key), flow.value(value))
             for key, value in zip(node.keys, node.values, strict=True)]
    for key, value in pairs:
        flow.trace.name(value, None if key is None else key.constant)
    items = {key.constant: value for key, value in pairs if key is not None and _hashable(key.constant)}
    return replace(joined(value for _, value in pairs), items=items if len(items) == len(pairs) else None)


def _made(flow: Flow, node: ast.expr) -> Value:  # noqa: PLR0911 - one line a kind of expression
    if isinstance(node, ast.BinOp):
        left, right = flow.value(node.left), flow.value(node.right)
        listed = multiplied(node, left, right)
        made = listed if listed is not None else _against(flow, node, [left, right])
        mask = both(flow, node, left, right)
        left_over = less(left, right) if isinstance(node.op, ast.Sub) else None
        return replace(made, side=mask[-1] if mask else None, before=mask[:-1], names=left_over,
                       constant=computed(node, left, right))
    if isinstance(node, ast.Compare):
        return judged(flow, node, _compared(flow, node))
    if isinstance(node, ast.Lambda):
        flow.closures[node] = list(flow.scopes)
        return Value(function=node)
    if isinstance(node, ast.IfExp):
        flow.value(node.test)
        made = either(flow.value(node.body), flow.value(node.orelse), f"either side of line {flow.at(node)}")
        return the_greater(flow, node, made)
    if isinstance(node, Comprehension):
        return _comprehension(flow, node)
    if isinstance(node, ast.UnaryOp):
        held = flow.value(node.operand)
        if isinstance(node.op, ast.USub) and isinstance(held.constant, int | float):
            return replace(held, constant=-held.constant)
        return _turned(flow, node, held) if isinstance(node.op, ast.Invert) else joined([held])
    if isinstance(node, ast.Yield | ast.YieldFrom):
        return _yielded(flow, node)
    if isinstance(node, ast.NamedExpr):
        held = flow.value(node.value)
        flow.store(node.target, held)
        return held
    return joined(flow.value(part) for part in ast.iter_child_nodes(node) if isinstance(part, ast.expr))


def _turned(flow: Flow, node: ast.UnaryOp, held: Value) -> Value:
    """~mask: the rows that it leaves; of a part of a part these are not one part."""
    side = held.side if held.side is not None or held.index else as_mask(flow, node.operand, held)
    whole = not held.before and not isinstance(side, Some)
    return replace(others(held), side=other_way(side) if whole else None, before=(), index=held.index or not whole)


def _yielded(flow: Flow, node: ast.Yield | ast.YieldFrom) -> Value:
    """A value that a generator gives; what is sent into it is not followed."""
    held = NONE if node.value is None else flow.value(node.value)
    if flow.yielded:
        flow.yielded[-1].append(element_of(held) if isinstance(node, ast.YieldFrom) else held)
    return NOTHING


def _compared(flow: Flow, node: ast.Compare) -> Value:
    sides = [flow.value(node.left), *(flow.value(other) for other in node.comparators)]
    said = [side for side in sides if side.models]
    if said and isinstance(node.ops[0], ast.Gt | ast.GtE | ast.Lt | ast.LtE):
        for loop in {loop for side in sides if not side.models for loop in side.loops}:
            loop.thresholds = True
        return replace(joined(sides), answers="labels")
    if isinstance(node.ops[0], ast.Eq | ast.NotEq) and said:
        return _against(flow, node, sides)
    units = next((side.units for side in sides if side.units), "")
    if sides[0].names is not None:
        return Value(names=less(sides[0], sides[1]) if isinstance(node.ops[0], ast.NotEq) else None)
    return replace(joined(sides), side=mask_of(flow, node), constant=None, units=units)


def _against(flow: Flow, node: ast.expr, sides: list[Value]) -> Value:
    """Predictions held against the truth of the same rows, by == or -, are a score."""
    said, truth = [s for s in sides if s.models], [s for s in sides if s.rows and not s.models]
    exact = isinstance(node, ast.Compare) or isinstance(getattr(node, "op", None), ast.Sub)
    if said and truth and exact:
        told = flow.scored(node, joined(said), joined(truth))
        for evaluation in told.evaluations:
            evaluation.each = True
        return replace(told, cuts=joined(sides).cuts)
    return joined(sides)


def _comprehension(flow: Flow, node: Comprehension) -> Value:
    made = [node.key, node.value] if isinstance(node, ast.DictComp) else [node.elt]
    flow.scopes.append({})
    try:
        through = flow.value(node.generators[0].iter)
        items = list((through.items or {}).values())
        if through.rows and not through.models and through.items is None and goes_through_names(node):
            return Value(names=kept(flow, node, Value(names=through.table)))
        if len(node.generators) == 1 and 0 < len(items) <= UNROLLED and (
                all(i.rows or i.side is not None for i in items) or are_parts(items)):
            return _each(flow, node, items)
        entered, cuts = [], frozenset[Cut]()
        for generator in node.generators:
            passed = flow.value(generator.iter)
            loop = Loop(line=flow.at(node), folds=is_folds(passed), stride=passed.stride,
                        rows=rows_of(passed), windows=bool(passed.lagged))
            element = each_of(passed, loop)
            flow.store(generator.target, element := replace(element, loops=element.loops | {loop}))
            flow.loops.append(loop)
            entered.append(loop)
            tests = [flow.value(test) for test in generator.ifs]
            cuts = cuts.union(*(test.cuts for test in tests))
            if tests and has_rows(element) and (holds_tables(passed) or passed.table is None):
                flow.store(generator.target, narrowed(element, _kept(flow, generator, tests)))
        one = flow.value(made[-1])
        if len(entered) == 1:
            one = replace(one, lagged=inside_rows(one.lagged, entered[0]))
        del flow.loops[len(flow.loops) - len(entered):]
        one = whole_again(sorted_out(one, cuts), entered)
        return replace(joined([one]), element=one, names=kept(flow, node, through), constant=_words(flow, node, items))
    finally:
        flow.scopes.pop()


def _kept(flow: Flow, generator: ast.comprehension, tests: list[Value]) -> Part:
    """The part that the tests of a comprehension keep."""
    side = tests[0].side if len(tests) == 1 else None
    return side if side is not None else Some(exactly(flow, ast.BoolOp(op=ast.And(), values=generator.ifs))
                                              if len(tests) > 1 else exactly(flow, generator.ifs[0]))


def _words(flow: Flow, node: Comprehension, items: list[Value]) -> tuple[str, ...] | None:
    """[f"lag_{k}" for k in (1, 7)]: each word; None where one is not known."""
    one = node.generators[0]
    if not isinstance(node, ast.ListComp) or len(node.generators) > 1 or one.ifs or not isinstance(
            node.elt, ast.JoinedStr) or not 0 < len(items) <= UNROLLED:
        return None
    found: list[str] = []
    for item in items:
        flow.store(one.target, item)
        found += words_of([flow.value(node.elt)])
    return tuple(found) if len(found) == len(items) else None


def _each(flow: Flow, node: Comprehension, items: list[Value]) -> Value:
    """Parts of rows, gone through one by one; a dictionary of them by its keys."""
    found: dict[Any, Value] = {}
    for number, item in enumerate(items):
        flow.store(node.generators[0].target, item)
        key: Any = flow.value(node.key).constant if isinstance(node, ast.DictComp) else number
        made = node.value if isinstance(node, ast.DictComp) else node.elt
        found[key if _hashable(key) else number] = flow.value(made)
    return replace(gathered(found.values()), items=found)


def _hashable(constant: object) -> bool:
    return constant is not None and isinstance(constant, str | int | float | bool | tuple)
