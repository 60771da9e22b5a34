"""A call with what it was given, before anybody says what it does."""

from __future__ import annotations

import ast
from dataclasses import dataclass
from typing import TYPE_CHECKING

from referee.audit.reading.scripts.values import NOTHING, Thing, Value

if TYPE_CHECKING:
    from referee.audit.reading.scripts.flow import Flow


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Call:
    """A call with what it was given."""

    flow: Flow
    node: ast.Call
    name: str                        # the last word of what is called
    path: str                        # of an imported one: sklearn.svm.SVC; empty: a method
    args: list[Value]
    named: dict[str, Value]

    @property
    def line(self) -> int:
        """Where it stands."""
        return self.node.lineno

    @property
    def text(self) -> str:
        """The call, cut where it is long."""
        text = ast.unparse(self.node)
        return text if len(text) <= 70 else f"{text[:69]}…"

    @property
    def given(self) -> list[Value]:
        """Everything it was given."""
        return [*self.args, *self.named.values()]

    def arg(self, place: int, *names: str) -> Value:
        """An argument by its place or name; what is not given holds nothing."""
        for name in names:
            if name in self.named:
                return self.named[name]
        return self.args[place] if 0 <= place < len(self.args) else NOTHING

    def says(self, name: str, *, is_: object) -> bool:
        """Whether an argument is that constant."""
        return name in self.named and self.named[name].constant is is_


def method_of(flow: Flow, thing: Thing, name: str) -> ast.FunctionDef | None:
    """A method as a class of this file has it, or one it comes from."""
    body = thing.body
    for _ in range(4):
        if body is None:
            return None
        for node in body.body:
            if isinstance(node, ast.FunctionDef) and node.name == name:
                return node
        body = next((flow.classes[base.id] for base in body.bases
                     if isinstance(base, ast.Name) and base.id in flow.classes), None)
    return None
