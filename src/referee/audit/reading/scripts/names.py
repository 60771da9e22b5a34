"""Lists of the names of columns: df.columns, less some of them."""

from __future__ import annotations

import ast
from dataclasses import replace
from typing import TYPE_CHECKING

from referee.audit.reading.scripts.columns import Table
from referee.audit.reading.scripts.given import Call
from referee.audit.reading.scripts.values import Value, words_of

if TYPE_CHECKING:
    from referee.audit.reading.scripts.flow import Flow

Comprehension = ast.ListComp | ast.SetComp | ast.GeneratorExp | ast.DictComp
SAME = {"tolist", "to_list", "copy", "sort", "sort_values", "unique", "union"}
OF_WORDS = {"startswith", "endswith", "lower", "upper", "split", "isdigit", "match", "search", "fullmatch", "strip"}
WITHOUT = {"drop", "difference", "remove", "discard", "symmetric_difference", "delete"}


def of_names(made: Call, owner: Value, names: Table) -> Value:
    """A method of such a list; nothing, where what it leaves is not known."""
    words = words_of(made.args)
    if made.name in SAME:
        return owner
    if made.name in WITHOUT and words:
        left = replace(owner, names=names.without(words))
        if made.name in {"remove", "discard"} and isinstance(made.node.func, ast.Attribute):
            made.flow.store(made.node.func.value, left)
        return left
    return Value(names=names.of(words)) if made.name == "isin" and words else Value()


def others(held: Value) -> Value:
    """~columns.isin([…]): all but these."""
    names = held.names
    if names is None or names.only is None:
        return held
    return replace(held, names=Table(gone=names.only, made=names.made))


def less(left: Value, right: Value) -> Table | None:
    """set(df.columns) - {"a"}, df.columns != "a": the names that are left."""
    words = words_of([right])
    return left.names.without(words) if left.names is not None and words else None


def goes_through_names(node: Comprehension) -> bool:
    """[c for c in df if c.startswith("x")]: a frame gone through gives its columns' names, as its tests show."""
    one = node.generators[0]
    if isinstance(node, ast.DictComp) or len(node.generators) != 1 or not isinstance(one.target, ast.Name) or (
            ast.unparse(node.elt) != one.target.id):
        return False
    return any(_of_a_word(part, one.target.id) for test in one.ifs for part in ast.walk(test))


def _of_a_word(node: ast.AST, name: str) -> bool:
    """Whether it asks of this name what only a word can be asked."""
    if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute):
        return node.func.attr in OF_WORDS and name in {ast.unparse(part) for part in [node.func.value, *node.args]}
    if not isinstance(node, ast.Compare) or ast.unparse(node.left) != name:
        return False
    return any(isinstance(part, ast.Constant) and isinstance(part.value, str)
               for other in node.comparators for part in ast.walk(other))


def kept(flow: Flow, node: Comprehension, through: Value) -> Table | None:
    """[c for c in df.columns if c not in ("a", "b")]; None where the test asks for something else."""
    names, one = through.names, node.generators[0]
    if names is None or isinstance(node, ast.DictComp) or len(node.generators) != 1 or (
            ast.unparse(node.elt) != ast.unparse(one.target)):
        return None
    tests = [part for test in one.ifs for part in (test.values if isinstance(test, ast.BoolOp) else [test])]
    for test in tests:
        if not isinstance(test, ast.Compare) or not isinstance(test.ops[0], ast.NotIn | ast.NotEq):
            return None
        words = words_of([flow.value(test.comparators[0])])
        if not words:
            return None
        names = names.without(words)
    return names
