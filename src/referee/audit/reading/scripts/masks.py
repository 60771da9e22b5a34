"""What a comparison takes of rows: those below a value of a column, those with a word in it; and those it leaves."""

from __future__ import annotations

import ast

from referee.audit.reading.scripts.rows import Side, Span


def mask_of(node: ast.Compare) -> Side | Span | None:
    """The rows for which a comparison holds; None where that is no plain one."""
    if len(node.ops) != 1:
        return None
    left, bound, op = ast.unparse(node.left), ast.unparse(node.comparators[0]), node.ops[0]
    along = left.split("[")[-1].strip("]'\"") if "[" in left else left.split(".")[-1]
    if "rand" in left:
        along = f"{along}@{node.lineno}"
    if isinstance(op, ast.Eq | ast.NotEq):
        return Side(f"where {along}", bound if isinstance(op, ast.Eq) else f"not {bound}")
    if isinstance(op, ast.Lt | ast.LtE):
        return Span(along, None, bound)
    return Span(along, bound, None) if isinstance(op, ast.Gt | ast.GtE) else None


def other_way(side: Side | Span | None) -> Side | Span | None:
    """The rows that a mask leaves."""
    if isinstance(side, Side):
        return Side(side.division, {"in": "out", "out": "in"}.get(side.side, f"not {side.side}"))
    if side is None or (side.low is not None and side.high is not None):
        return None
    return Span(side.along, side.high, None) if side.low is None else Span(side.along, None, side.low)
