"""Rows in an order by chance: what is cut from them is divided at random."""

from __future__ import annotations

import ast
from dataclasses import replace
from typing import TYPE_CHECKING

from referee.audit.reading.scripts.given import Call
from referee.audit.reading.scripts.rows import Part, Side, Span
from referee.audit.reading.scripts.values import NOTHING, Value, gathered, joined

if TYPE_CHECKING:
    from referee.audit.reading.scripts.flow import Flow

ORDERS = {"permutation", "randperm", "permuted"}


def permuted(made: Call) -> Value:
    """np.random.permutation(n), torch.randperm(n): numbers of rows, or rows, in an order by chance."""
    made.flow.divided_anew(joined(made.args), made.named.get("generator", NOTHING))
    return replace(joined(made.args), things=(), items=None, element=None, constant=None, shuffled=made.text)


def in_place(made: Call) -> Value:
    """random.shuffle(order); sklearn.utils.shuffle gives the same rows in another order, each thing by itself."""
    if made.path.startswith("sklearn"):
        mixed = [replace(value, shuffled=made.text) for value in made.args]
        return mixed[0] if len(mixed) == 1 else gathered(mixed)
    if made.node.args and isinstance(made.node.args[0], ast.Name | ast.Attribute):
        made.flow.store(made.node.args[0], replace(made.args[0], shuffled=made.text))
    return NOTHING


def cut_at_random(flow: Flow, node: ast.expr, rows: Value, by: Value) -> None:
    """Keep that rows were divided at random where a part of a mixed order is taken; whole units are no rows."""
    if rows.rows and by.shuffled and not by.units and not rows.models:
        flow.trace.divided([rows], line=flow.at(node), call=ast.unparse(node)[:70], how="at random",
                           name=_name(by.side), inside=any(loop.units for loop in flow.loops))


def _name(side: Part | None) -> str:
    return side.division if isinstance(side, Side) else side.along if isinstance(side, Span) else ""
