"""One of several tables, or rows by numbers from elsewhere: that it is not followed which they are is kept."""

from __future__ import annotations

import ast
from collections.abc import Iterable
from dataclasses import replace
from typing import TYPE_CHECKING

from referee.audit.reading.scripts.libraries import NETWORKS
from referee.audit.reading.scripts.rows import Part, Side, Some, Way
from referee.audit.reading.scripts.values import Fit, Loop, Thing, Value, element_of
from referee.audit.reading.scripts.wording import exactly

if TYPE_CHECKING:
    from referee.audit.reading.scripts.flow import Flow


def narrowed(value: Value, part: Part) -> Value:
    """A part of all rows that a value holds, each thing in it by itself."""
    items = None if value.items is None else {key: narrowed(item, part) for key, item in value.items.items()}
    element = None if value.element is None else narrowed(value.element, part)
    value = value if value.side is None else replace(value, before=value.takes, side=part)
    return replace(value, rows=frozenset((*way, part) for way in value.rows), items=items, element=element)


def holds_tables(value: Value) -> bool:
    """Whether a value is a list, a dictionary or a generator of several sets of rows."""
    several = value.element is not None or bool(value.items)
    return several and bool(value.rows) and not value.models and not value.lagged and not value.one_by_one


def each_of(passed: Value, loop: Loop) -> Value:
    """What going through a value gives each time: of several tables one, or one group of the rows."""
    one = element_of(passed)
    listed = passed.rows or passed.items is not None or passed.element is not None
    if not listed and not any(map(_holds_models, one.things)):
        return replace(one, things=())          # the settings that a sampler gives are no samplers
    if holds_tables(passed) or (passed.grouped and passed.rows and not passed.models):
        return narrowed(one, Some("each", loop.number))
    return one


def _holds_models(thing: Thing) -> bool:
    """Whether going through a thing may give things of its kind: layers, trees, rows."""
    return bool(thing.body or thing.rows or thing.lost or thing.source or not thing.known) or (
        NETWORKS.search(thing.name) is not None)


def from_elsewhere(value: Value) -> bool:
    """Whether nothing is known of a value but that something gave it which is not followed, as a file."""
    return bool(value.things) and not value.rows and not value.names and value.constant is None and (
        not any(thing.known or thing.body for thing in value.things))


def has_rows(value: Value) -> bool:
    """Whether there are rows in a value or, by its place, in one of its parts."""
    return bool(value.rows and not value.models) or any(map(has_rows, (value.items or {}).values()))


def picked_by(flow: Flow, base: Value, node: ast.expr) -> Value:
    """tables[key], where which of the tables that is shows when it runs."""
    return narrowed(element_of(base), Some(exactly(flow, node)))


def as_mask(flow: Flow, node: ast.expr, held: Value) -> Side | None:
    """What rows a column takes as a mask, or what was made of the rows; None for all that is no such value."""
    if not held.rows or held.models or held.names is not None or held.items is not None or held.constant is not None:
        return None
    return Side(f"where entry {', '.join(sorted(held.columns))}" if held.columns else f"where {exactly(flow, node)}",
                "in")


def whole_again(value: Value, loops: Iterable[Loop]) -> Value:
    """What was gathered of all tables that loops went through is all of them; what models said of each stays apart."""
    over = {loop.number for loop in loops}
    items = None if value.items is None else {key: whole_again(item, loops) for key, item in value.items.items()}
    element = None if value.element is None else whole_again(value.element, loops)
    if value.models or not (_narrow(value.rows, over) or any(_narrow(fit.rows, over) for fit in value.all_fits)):
        return value
    by_column = {name: _of_all(fits, over) for name, fits in value.by_column.items()}
    return replace(value, rows=all_of(value.rows, over), items=items, element=element, by_column=by_column,
                   fits=_of_all(value.fits, over))


def _of_all(fits: frozenset[Fit], over: set[int]) -> frozenset[Fit]:
    """Means of one group after the other are, together, of all rows."""
    return frozenset(replace(fit, rows=all_of(fit.rows, over)) if _narrow(fit.rows, over) else fit for fit in fits)


def _narrow(rows: frozenset[Way], over: set[int]) -> bool:
    return any(_over(part, over) for way in rows for part in way)


def all_of(rows: frozenset[Way], over: set[int]) -> frozenset[Way]:
    """Rows without what only says which of several tables a loop was at."""
    return frozenset(tuple(part for part in way if not _over(part, over)) for way in rows)


def _over(part: object, over: set[int]) -> bool:
    return isinstance(part, Some) and part.loop in over
