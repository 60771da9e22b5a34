"""Methods that take a part of rows, or some of their columns: sample, drop, isin, query, head and what is left."""

from __future__ import annotations

import ast
from dataclasses import replace

from referee.audit.reading.scripts.columns import Table
from referee.audit.reading.scripts.copies import copied, repeated
from referee.audit.reading.scripts.given import Call
from referee.audit.reading.scripts.groups import pieces
from referee.audit.reading.scripts.left_out import asked_in_words, left
from referee.audit.reading.scripts.looks import column
from referee.audit.reading.scripts.masks import asked_for, somewhere
from referee.audit.reading.scripts.rows import Part, Side, Span
from referee.audit.reading.scripts.shuffled import cut_at_random
from referee.audit.reading.scripts.values import NOTHING, Cut, Value, words_of

MASKS = {"notna", "notnull", "between", "contains", "startswith", "endswith", "is_in", "is_between", "duplicated"}


def part_of(made: Call, owner: Value) -> Value | None:  # noqa: PLR0911 - one line a kind of method
    """The part of rows or columns that a method takes; None where it takes none."""
    name = made.name
    if name in {"sample", "repeat"}:
        return _drawn(made, owner)
    if name in {"drop", "isin", "is_in", "pop"}:
        return _named(made, owner)
    if name in {"query", "filter"}:
        side = asked_for(made.flow, made.arg(0, "expr").constant) if name == "query" else made.arg(0).side
        cuts = made.arg(0).cuts if name == "filter" else asked_in_words(
            made.flow, made.node, owner, made.arg(0, "expr").constant)
        return left(made.flow, owner, _cut(owner, side), cuts) if side is not None else None
    if name in MASKS:
        return replace(owner, side=somewhere(made.flow, made.node))
    if name in {"head", "tail"} and not made.node.args:
        return Value(loops=owner.loops)
    if name in {"take", "skip", "head", "tail"} and made.node.args:
        cut_at_random(made.flow, made.node, owner, owner)
        bound = ast.unparse(made.node.args[0])
        return _cut(owner, {"take": Span("position", None, bound), "skip": Span("position", bound, None),
                            "head": Span("position", None, bound), "tail": Span("position", f"-{bound}", None)}[name])
    return None


def _cut(owner: Value, side: Part) -> Value:
    return replace(owner, rows=frozenset((*way, side) for way in owner.rows))


def _drawn(made: Call, owner: Value) -> Value | None:
    if made.name == "repeat":
        return repeated(made, owner)
    if made.says("replace", is_=True) or made.says("with_replacement", is_=True):
        return copied(made, owner)
    some = "frac" in made.named or "fraction" in made.named or "n" in made.named or made.args
    share = made.named.get("frac", made.named.get("fraction", made.named.get("n", made.arg(0)))).constant
    if share == 1 and "n" not in made.named and not made.args:
        return replace(owner, shuffled=made.text)                       # all of them, in another order
    if some:
        made.flow.divided_anew(owner, made.named.get("random_state", made.named.get("seed", NOTHING)))
    return _cut(owner, Side(f"sample@{made.line}", "in")) if some else None


def _named(made: Call, owner: Value) -> Value | None:
    """Rows or columns by what they are called."""
    name, args = made.name, made.given
    if name == "pop":
        first = made.args[0].constant if made.args else None
        if not isinstance(first, str):
            return None
        if isinstance(made.node.func, ast.Attribute) and owner.table is not None:
            made.flow.change(made.node.func.value, replace(owner, table=owner.table.without([first])))
        return column(owner, {first})
    rest = left_out(owner, args[0]) if args else None
    if rest is not None:
        return left(made.flow, owner, rest, args[0].dropped) if name == "drop" else replace(owner, side=_taken(rest))
    if name == "drop":
        words = words_of([*made.args, *made.named.values()])
        pieces(made.flow.trace, owner, words, made.line, made.text)
        left_over = {k: v for k, v in owner.by_column.items() if k not in words}
        dropped = args[0].dropped if args else frozenset[Cut]()
        return left(made.flow, owner, replace(owner, by_column=left_over, columns=None, table=_without(made, owner)),
                    dropped)
    side = args[0].side if args else None
    if side is not None:
        return replace(owner, side=side, before=args[0].before)
    return replace(owner, side=somewhere(made.flow, made.node))


def _without(made: Call, owner: Value) -> Table | None:
    """The columns that are left; None where it is not known which were dropped."""
    given = [made.named["columns"]] if "columns" in made.named else made.args
    if owner.table is None or "index" in made.named or made.named.get("axis", NOTHING).constant in {0, "index"}:
        return owner.table
    known = all(isinstance(value.constant, str | tuple) for value in given[:1]) and given
    return owner.table.without(words_of(given)) if known else None


def left_out(owner: Value, index: Value) -> Value | None:
    """The rows that are left when those of a part are dropped."""
    for way in index.rows:
        if len(way) > 1 and isinstance(way[-1], Side | Span) and way[:-1] in owner.rows:
            last = way[-1]
            other = Side(last.division, "out") if isinstance(last, Side) else Span(last.along, last.high, None)
            return replace(owner, rows=frozenset((*one, other) for one in owner.rows))
    return None


def _taken(left: Value) -> Side | Span | None:
    """What `isin` takes: the rows that dropping would leave out."""
    last = next(iter(left.rows))[-1]
    if isinstance(last, Side):
        return Side(last.division, "in")
    return Span(last.along, None, last.low) if isinstance(last, Span) else None
