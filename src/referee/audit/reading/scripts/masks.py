"""What a comparison takes of rows: those below a value of a column, those with a word in it; and those it leaves."""

from __future__ import annotations

import ast
from typing import TYPE_CHECKING

from referee.audit.reading.scripts.rows import Side, Span
from referee.audit.reading.scripts.wording import wording

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


def both(flow: Flow, node: ast.BinOp, left: Side | Span | None,
         right: Side | Span | None) -> Side | Span | None:
    """The rows that two masks take together, by & or |; None where these are no masks."""
    if left is None or right is None or not isinstance(node.op, ast.BitAnd | ast.BitOr):
        return None
    spans = isinstance(left, Span) and isinstance(right, Span) and left.along == right.along
    if spans and isinstance(node.op, ast.BitAnd) and isinstance(left, Span) and isinstance(right, Span):
        if left.low is None and right.high is None:
            return Span(left.along, right.low, left.high)
        if left.high is None and right.low is None:
            return Span(left.along, left.low, right.high)
    return somewhere(flow, node)


def asked_for(flow: Flow, text: object) -> Side | Span | None:
    """The rows that a query in words takes, as `year < 2019`."""
    try:
        said = ast.parse(text, mode="eval").body if isinstance(text, str) else None
    except SyntaxError:
        return None
    if said is None:
        return None
    return mask_of(flow, said) if isinstance(said, ast.Compare) else somewhere(flow, said)


def other_way(side: Side | Span | None) -> Side | Span | None:
    """The rows that a mask leaves."""
    if isinstance(side, Side):
        return Side(side.division, {"in": "out", "out": "in"}.get(side.side, f"not {side.side}"))
    if side is None or (side.low is not None and side.high is not None):
        return None
    return Span(side.along, side.high, None) if side.low is None else Span(side.along, None, side.low)
