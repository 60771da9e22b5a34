"""Attributes and subscripts: a column, a slice, one side of a division, the best score of a search."""

from __future__ import annotations

import ast
from collections.abc import Mapping
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from referee.audit.reading.scripts.copies import named_again
from referee.audit.reading.scripts.groups import owned, owner_among
from referee.audit.reading.scripts.left_out import errors_left, ranked_part, taken
from referee.audit.reading.scripts.libraries import HOLDS_NO_ROWS
from referee.audit.reading.scripts.one_of import as_mask, from_elsewhere, holds_tables, picked_by
from referee.audit.reading.scripts.rows import Side, Some, Span, Way
from referee.audit.reading.scripts.scores import at_the_end
from referee.audit.reading.scripts.settings import setting
from referee.audit.reading.scripts.shuffled import cut_at_random
from referee.audit.reading.scripts.values import Fit, Value, joined
from referee.audit.reading.scripts.windows import across, moving, thinned
from referee.audit.reading.scripts.wording import exactly, wording

if TYPE_CHECKING:
    from referee.audit.reading.scripts.flow import Flow

PUBLISHED_PARTS = {"train", "test", "validation", "valid", "val", "dev", "unsupervised"}
LEARNED = {"feature_importances_", "coef_", "ranking_", "support_", "scores_", "pvalues_"}
INDEX = {"index", "indices"}
SAME = {"iloc", "loc", "values", "T", "data", "target", "at", "index", "indices", "str", "dt",
        "cat", "frame", "dataset", "x", "y"}


def look_at(flow: Flow, node: ast.Attribute, base: Value) -> Value:  # noqa: PLR0911 - one line a kind of attribute
    """An attribute of a value."""
    set_so = setting(flow, node.attr, base)
    if set_so is not None:
        return set_so
    if base.path and not base.rows:
        return Value(path=f"{base.path}.{node.attr}")
    own = [thing.fields[node.attr] for thing in base.things if node.attr in thing.fields]
    if own:
        return own[0] if len(own) == 1 else joined(own)
    if node.attr in {"best_score_", "best_value", "best_trial", "best_params_", "best_params", "cv_results_"}:
        return _best(node, base)
    if node.attr in LEARNED and any(thing.rows for thing in base.things):
        return _learned(node, base)
    if base.rows and node.attr in HOLDS_NO_ROWS:
        return Value(loops=base.loops, names=base.table if node.attr == "columns" else None)
    if base.models and node.attr == "metrics":          # what a trainer says of rows comes with their scores
        return flow.scored(node, base, joined([base]))
    if base.rows and not base.models and node.attr not in SAME:
        return column(base, {node.attr})
    if node.attr in INDEX:                              # which rows, and nothing of what stands in them
        return replace(base, constant=None, told=frozenset(), index=bool(base.rows))
    return replace(base, constant=None)


def _learned(node: ast.Attribute, base: Value) -> Value:
    """What a model learned of the columns: what is chosen by it went through that fit."""
    fits = frozenset(Fit(step=f"{thing.name}.{node.attr}", call=ast.unparse(node), line=node.lineno, rows=thing.rows,
                         sees="target") for thing in base.things if thing.rows)
    return Value(fits=fits, loops=base.loops)


def _best(node: ast.Attribute, base: Value) -> Value:
    picks = frozenset(thing.picked for thing in base.things if thing.picked is not None)
    if node.attr in {"best_score_", "best_value", "best_trial"}:
        for pick in picks:
            if pick.search is not None and not pick.reported:      # told where the number is taken
                pick.line, pick.call = node.lineno, ast.unparse(node)
        return Value(picks=picks, evaluations=frozenset().union(*(pick.of for pick in picks)))
    return Value(loops=base.loops, follows=picks) if picks else base


def column(base: Value, names: set[str]) -> Value:
    """Some columns of a frame, with what these went through."""
    told = base.said.get(next(iter(names))) if len(names) == 1 else None
    if told is not None:
        return told
    fits = {f for f in base.fits if not (f.step == "correlation" and f.columns is None)}
    fits |= {Fit(step=f.step, call=f.call, line=f.line, rows=f.rows, sees=f.sees, columns=frozenset(names))
             for f in base.fits - fits}
    of_names = {name: base.by_column[name] for name in names if name in base.by_column}
    return replace(base, columns=frozenset(names), fits=frozenset(fits), by_column=of_names, items=None, element=None,
                   constant=None, told=frozenset(names), table=None if base.table is None else base.table.of(names))


def look_into(flow: Flow, node: ast.Subscript, base: Value) -> Value:  # noqa: C901, PLR0911 - one line a kind of part
    """A part of a value: an item, some columns, some rows."""
    first = node.slice.elts[0] if isinstance(node.slice, ast.Tuple) and node.slice.elts else node.slice
    if isinstance(first, ast.Slice):
        return _sliced(flow, node, first, base)
    key = flow.value(first)
    best = at_the_end(flow, node, base, key.constant)
    if best is not None:
        return best
    if isinstance(node.slice, ast.Tuple):
        base, fits = _second(flow, node.slice, base)
        key = replace(key, fits=key.fits | fits)
    if base.items is not None and _plain(key.constant) and (held := _item(base, base.items, key.constant)) is not None:
        return held
    if (base.models or base.answers) and key.side is not None and key.units:
        owned(flow.trace, joined([base, key]), owner_among([key.units]), node.lineno, ast.unparse(node))
    if holds_tables(base) and key.side is None and key.names is None:
        return picked_by(flow, base, first)
    if base.rows or base.fits:
        if key.side is None:
            surely = isinstance(node.slice, ast.Tuple) or (
                isinstance(node.value, ast.Attribute) and node.value.attr in {"loc", "iloc"})
            key = _taking(flow, first, base, replace(key, index=key.index or (surely and from_elsewhere(key))))
        if key.side is not None:
            cut_at_random(flow, node, base, key)
        return taken(flow, base, _of_rows(base, key), key)
    if base.evaluations and key.cuts:
        return errors_left(flow, base, key.cuts)
    if base.side is not None and key.side is not None:
        return replace(base, side=key.side, before=(*base.takes, *key.before))
    whole = joined([base, key])
    return replace(whole, items=None)


def _item(base: Value, items: Mapping[Any, Value], key: Any) -> Value | None:
    """An item by its place or name; nothing, where a dictionary of rows has no such entry yet."""
    if key in items:
        return items[key]
    if isinstance(key, int) and key < 0:
        return items.get(len(items) + key, joined([base]))
    return Value(loops=base.loops) if base.rows and items and isinstance(key, str) and all(
        isinstance(name, str) for name in items) else None


def _second(flow: Flow, node: ast.Tuple, base: Value) -> tuple[Value, frozenset[Fit]]:
    """The columns that a subscript takes, behind its rows; and what these went through."""
    fits: frozenset[Fit] = frozenset()
    for other in node.elts[1:]:
        if isinstance(other, ast.Slice):
            base = base if other.lower is None and other.upper is None else replace(base, table=None)
            continue
        picked = flow.value(other)
        fits |= picked.fits
        base = base if base.models or not base.rows else _columns(base, picked)
    return base, fits


def _columns(base: Value, picked: Value) -> Value:
    """Some columns: by name, by place, by a list of names."""
    if isinstance(picked.constant, str):
        return column(base, {picked.constant})
    if isinstance(picked.constant, tuple) and all(isinstance(name, str) for name in picked.constant):
        return column(base, set(picked.constant))
    if base.table is None:
        return base
    if isinstance(picked.constant, int):
        place = f"#{picked.constant}"
        return replace(base, told=frozenset({place}), table=base.table.of({place}))
    return replace(base, table=None if picked.names is None else base.table.like(picked.names))


def _of_rows(base: Value, key: Value) -> Value:  # noqa: PLR0911 - one line a kind of key
    if isinstance(key.constant, str) and key.constant in PUBLISHED_PARTS and _published(base):
        return replace(base, rows=frozenset((*way, Side("published", key.constant)) for way in base.rows))
    if isinstance(key.constant, str):
        return column(base, {key.constant})
    if isinstance(key.constant, tuple) and all(isinstance(name, str) for name in key.constant):
        return column(base, set(key.constant))
    if key.words and all(word in base.said for word in key.words):      # gone through one by one
        return joined(base.said[word] for word in key.words)
    if key.side is None and not key.rows and not isinstance(key.constant, int):
        base = _columns(base, key)
    fits = base.fits | key.all_fits | named_again(base, key)
    if key.side is None and not key.models and part_of(key.rows, base.rows):    # X.loc[train.index], X[part.indices]
        return replace(base, rows=key.rows, fits=fits, items=None, element=None, loops=base.loops | key.loops)
    if key.side is not None and base.rows:
        rows = _part(base, key)
        return replace(base, rows=rows, fits=fits, items=None, element=None, loops=base.loops | key.loops)
    lost = base.lost | (key.lost if not key.rows else frozenset())
    return replace(base, fits=fits, lost=lost, items=None, element=None, picks=base.picks | key.picks,
                   evaluations=base.evaluations | key.evaluations, constant=None,
                   loops=base.loops | key.loops)


def _taking(flow: Flow, node: ast.expr, base: Value, key: Value) -> Value:
    """A key with what it takes of rows: as a mask, or as numbers of rows that come from elsewhere."""
    if not base.rows or base.models or key.models or isinstance(key.constant, str | int | tuple):
        return key
    if key.index:
        return key if key.rows else replace(key, side=Some(exactly(flow, node)))
    if key.rows == base.rows or (key.rows and key.columns and not part_of(key.rows, base.rows)):
        return replace(key, side=as_mask(flow, node, key))
    foreign = key.rows and {way[0] for way in key.rows}.isdisjoint(way[0] for way in base.rows)
    return replace(key, side=Some(" ".join(sorted(map(str, key.rows))))) if foreign else key


def _part(base: Value, key: Value) -> frozenset[Way]:
    """The rows that a key takes; of what models said of one part after another, that which was said of this part."""
    own = frozenset(way for way in base.rows if len(way) > 1 and way[-len(key.takes):] == key.takes)
    return own if base.models and own else frozenset((*way, *key.takes) for way in base.rows)


def part_of(some: frozenset[Way], rows: frozenset[Way]) -> bool:
    """Whether rows were parted from others."""
    return bool(some) and some != rows and all(any(way[:len(home)] == home for home in rows) for way in some)


def _published(base: Value) -> bool:
    """Whether it is a data set that comes in parts, all of them yet."""
    return bool(base.rows) and all(len(way) == 1 and str(way[0]).startswith("load_dataset") for way in base.rows)


def _sliced(flow: Flow, node: ast.Subscript, part: ast.Slice, base: Value) -> Value:
    """From one place to the next; a window that moves with a loop is made of rows before."""
    ends = [flow.value(end) for end in (part.lower, part.upper) if end is not None]
    if isinstance(node.slice, ast.Tuple):
        base, fits = _second(flow, node.slice, base)
        base = replace(base, fits=base.fits | fits)
    plain = replace(base, items=None, element=None, constant=None)
    if not ends and part.step is not None and base.rows:
        return replace(plain, lagged=thinned(base, wording(flow, part.step)))
    if not ends:
        return replace(plain, lagged=across(flow, node, base)) if base.rows and not base.models else plain
    if base.rows and any(end.loops for end in ends) and not base.models:
        moved = base.loops.union(*(end.loops for end in ends))
        return replace(plain, loops=moved, lagged=moving(flow, node, part, base, ends))
    cut_at_random(flow, node, base, base)
    low, high = (None if end is None else wording(flow, end) for end in (part.lower, part.upper))
    low = None if low == "0" else low
    if base.rows:
        cut = Span("position", low, high)
        return replace(plain, rows=frozenset((*way, cut) for way in base.rows))
    if base.evaluations or base.models or base.fits:
        return ranked_part(node, plain)
    return replace(plain, side=Span(f"order of {ast.unparse(node.value)}", low, high))


def _plain(constant: object) -> bool:
    return isinstance(constant, str | int | float | bool)

