"""Expressions as words by which rows are known again: with what their names hold, where that is plain."""

from __future__ import annotations

import ast
from collections.abc import Iterable
from typing import TYPE_CHECKING

from referee.audit.reading.scripts.rows import MARK
from referee.audit.reading.scripts.values import NOTHING, Value

if TYPE_CHECKING:
    from referee.audit.reading.scripts.flow import Flow


def wording(flow: Flow, node: ast.AST) -> str:
    """The text of an expression: constants for names that hold one; a name of a function's own with what it holds.

    In a function the same words may stand for other things each time it is called.
    """
    copy = ast.parse(ast.unparse(node), mode="eval").body
    return ast.unparse(_Named(flow).visit(copy))


def exactly(flow: Flow, node: ast.AST) -> str:
    """The text of an expression with every name marked by what it holds: the same text means the same value."""
    copy = ast.parse(ast.unparse(node), mode="eval").body
    return ast.unparse(_Marked(flow).visit(copy))


def source_of(flow: Flow, node: ast.Call, given: Iterable[Value]) -> str:
    """The call that makes a thing, by which its rows are known again; empty where a loop gives it other rows each time.

    The same words elsewhere may make other rows, where chance makes them: so its line stands behind them.
    """
    if any(value.loops or any(item.loops for item in (value.items or {}).values()) for value in given):
        return ""
    return f"{wording(flow, node)}{MARK}{node.lineno}"


class _Named(ast.NodeTransformer):
    """Names in place of which their constants stand, or which are marked by what they hold."""

    def __init__(self, flow: Flow) -> None:
        self.flow = flow

    def visit_Name(self, node: ast.Name) -> ast.AST:
        """One name."""
        held = self.flow.named(node.id)
        if isinstance(held.constant, str | int | float) and not held.rows:
            return ast.Constant(held.constant)
        plain = held.rows or held.path or held.function is not None or not self.flow.calling
        if plain or node.id not in self.flow.scopes[-1]:
            return node
        return ast.Name(id=f"{node.id}{MARK}{self._mark(held)}")

    def visit_JoinedStr(self, node: ast.JoinedStr) -> ast.AST:
        """A text that is filled in."""
        return self._known(node)

    def visit_Attribute(self, node: ast.Attribute) -> ast.AST:
        """A setting, as cfg.folder."""
        return self._known(node)

    def visit_Subscript(self, node: ast.Subscript) -> ast.AST:
        """A setting, as CONFIG["folder"]."""
        return self._known(node)

    def _known(self, node: ast.expr) -> ast.AST:
        names = [self.flow.named(n.id) for n in ast.walk(node) if isinstance(n, ast.Name)]
        held = NOTHING if not names or any(one.rows for one in names) else self.flow.value(node)
        if isinstance(held.constant, str | int | float) and not held.rows:
            return ast.Constant(held.constant)
        return self.generic_visit(node)

    def _mark(self, held: Value) -> int:
        if held is NOTHING:                     # nothing is known of it: each call may have another
            return self.flow.entered
        return self.flow.marks.setdefault(id(held), (len(self.flow.marks) + 1_000_000, held))[0]


class _Marked(_Named):
    """Every name with what it holds, wherever it stands."""

    def visit_Name(self, node: ast.Name) -> ast.AST:
        """One name."""
        held = self.flow.named(node.id)
        if isinstance(held.constant, str | int | float) and not held.rows:
            return ast.Constant(held.constant)
        known = held.path or held.function is not None
        return node if known else ast.Name(id=f"{node.id}{MARK}{self._mark(held)}")
