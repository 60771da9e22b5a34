"""What a learner is given to learn: features and their target, with what is known of their columns."""

from __future__ import annotations

import ast
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace

from referee.audit.reading.scripts.columns import Table
from referee.audit.reading.scripts.given import Call
from referee.audit.reading.scripts.values import Thing, Value

CHOOSERS = {"ColumnTransformer", "make_column_transformer"}
BY_A_FUNCTION = {"FunctionTransformer", "ColumnSelector", "DataFrameMapper", "ItemSelector"}


@dataclass(frozen=True, slots=True, kw_only=True)
class Taught:
    """A learner's features and target at one place."""

    line: int
    call: str
    learner: str
    table: Table
    target: frozenset[str]          # columns that the target is made of
    several: bool                   # targets, and not one of several columns


@dataclass(frozen=True, slots=True, kw_only=True)
class Learned:
    """What a learner was given, as far as the names of columns go."""

    line: int
    target: frozenset[str]          # columns that the target is made of
    table: Table | None             # of the features; None: not known which


def teach(made: Call, things: tuple[Thing, ...], data: Value, target: Value) -> None:
    """Keep what was given, where the columns are known and the rows of both are the same.

    What learns to give back what it is given (`fit(X, X)`, an autoencoder) has no target.
    """
    given = [ast.unparse(part) for part in made.node.args[:2]]
    if len(given) == 2 and given[0] == given[1]:
        return
    if target.rows and not target.models and (target.columns or target.told):
        made.flow.trace.learned.append(Learned(
            line=made.line, target=target.columns or target.told, table=_reaching(things, data.table)))
    if data.table is None or not target.told or not data.rows or data.rows != target.rows or target.models:
        return
    table = _reaching(things, data.table)
    if table is None:
        return
    name = things[0].name if things else made.name
    made_of = dict(target.table.made) | dict(table.made) if target.table is not None else table.made
    numbers = table.numbers and not _of_numbers([name, *(part.name for thing in things for part in thing.parts)])
    if name.startswith("Dummy") or numbers:
        return
    several = target.table is not None and target.table.only is not None and len(target.table.only) > 1
    made.flow.trace.taught.append(Taught(line=made.line, call=made.text, learner=name, target=target.told,
                                         table=replace(table, made=made_of), several=several))


def _reaching(things: tuple[Thing, ...], table: Table | None) -> Table | None:
    """The columns that reach what is fitted; None where that is not known."""
    for thing in things:
        table = None if table is None else _chosen(thing, table)
    return table


def _of_numbers(names: list[str]) -> bool:
    """Whether the target is a number, by the name of what is fitted."""
    return any(("Regress" in name and "Logistic" not in name) or name in {"Ridge", "Lasso", "ElasticNet", "SVR"}
               for name in names)


def _chosen(thing: Thing, table: Table) -> Table | None:
    """The columns that reach the learner of a pipeline; None where that is not known."""
    for part in (thing, *thing.parts):
        if (part.body is not None and part is not thing) or part.name in BY_A_FUNCTION:
            return None
        if part.name in CHOOSERS:
            words = list(_words(part.given.values()))
            if "passthrough" not in words:
                return table.of(word for word in words if table.holds(word)) if words else None
    return table


def _words(values: Iterable[Value]) -> Iterator[str]:
    """All words in lists within lists."""
    for value in values:
        if isinstance(value.constant, str):
            yield value.constant
        elif value.items is not None:
            yield from _words(value.items.values())
        elif isinstance(value.constant, tuple):
            yield from (word for word in value.constant if isinstance(word, str))
