"""What a comparison takes of rows: those below a value of a column, those with a word in it; and those it leaves."""

from __future__ import annotations

import ast
from typing import TYPE_CHECKING

from referee.audit.reading.scripts.rows import Part, Side, Span
from referee.audit.reading.scripts.values import Value
from referee.audit.reading.scripts.wording import exactly, wording

if TYPE_CHECKING:
    from referee.audit.reading.scripts.flow import Flow


def mask_of(flow: Flow, node: ast.Compare) -> Side | Span:
    """The rows for which a comparison holds."""
    if len(node.ops) != 1:
        return somewhere(flow, node)
    left, bound, op = ast.unparse(node.left), wording(flow, node.comparators[0]), node.ops[0]
    along = left.split("[")[-1].strip("]'\"") if "[" in left else left.split(".")[-1]
    along = along.removeprefix("col(").strip("()'\"")
    if "rand" in left:
        along = f"{along}@{node.lineno}"
    if isinstance(op, ast.Eq | ast.NotEq):
        return Side(f"where {along}", bound if isinstance(op, ast.Eq) else f"not {bound}")
    if isinstance(op, ast.Lt | ast.LtE):
        return Span(along, None, bound)
    return Span(along, bound, None) if isinstance(op, ast.Gt | ast.GtE) else somewhere(flow, node)


def somewhere(flow: Flow, node: ast.expr) -> Side:
    """Rows for which something holds that is not taken apart: the same words take the same rows."""
    return Side(f"where {wording(flow, node)}", "in")


def both(flow: Flow, node: ast.BinOp, left: Value, right: Value) -> tuple[Part, ...]:
    """The rows that two masks take together, by & or |, part by part; none where these are no masks."""
    one, other = left.takes, right.takes
    if not isinstance(node.op, ast.BitAnd | ast.BitOr) or not (one or other):
        return ()
    if isinstance(node.op, ast.BitOr):
        return (somewhere(flow, node),) if one and other else ()
    if not one or not other:                    # valid & (year < 2009): those of the second alone that are valid
        return (*one, *other, Side(f"where {exactly(flow, node.right if one else node.left)}", "in"))
    for number, part in enumerate(one):
        between = _between(part, other[0])
        if between is not None:
            return (*one[:number], between, *one[number + 1:], *other[1:])
    return (somewhere(flow, node),) if len(one) == len(other) == 1 else (*one, *other)


def _between(one: Part, other: Part) -> Span | None:
    """From where one begins to where the other ends."""
    if not isinstance(one, Span) or not isinstance(other, Span) or one.along != other.along:
        return None
    if one.low is None and other.high is None:
        return Span(one.along, other.low, one.high)
    return Span(one.along, one.low, other.high) if one.high is None and other.low is None else None


def asked_for(flow: Flow, text: object) -> Side | Span | None:
    """The rows that a query in words takes, as `year < 2019`."""
    try:
        said = ast.parse(text, mode="eval").body if isinstance(text, str) else None
    except SyntaxError:
        return None
    if said is None:
        return None
    return mask_of(flow, said) if isinstance(said, ast.Compare) else somewhere(flow, said)


def other_way(side: Part | None) -> Side | Span | None:
    """The rows that a mask leaves."""
    if isinstance(side, Side):
        return Side(side.division, {"in": "out", "out": "in"}.get(side.side, f"not {side.side}"))
    if not isinstance(side, Span) or (side.low is not None and side.high is not None):
        return None
    return Span(side.along, side.high, None) if side.low is None else Span(side.along, None, side.low)
