"""Rows of files and of published data sets."""

from __future__ import annotations

from dataclasses import replace

from referee.audit.reading.scripts.columns import Table
from referee.audit.reading.scripts.given import Call
from referee.audit.reading.scripts.libraries import PUBLISHED, TWO_SETS
from referee.audit.reading.scripts.rows import Side, Span
from referee.audit.reading.scripts.values import NOTHING, Value, gathered, joined, words_of
from referee.audit.reading.scripts.wording import wording


def loaded(made: Call) -> Value:
    """Rows of a file or a published data set."""
    text = wording(made.flow, made.node)
    if made.name in TWO_SETS:
        parts = [gathered([Value(rows=frozenset({(text, Side("published", side))}))] * 2) for side in ("train", "test")]
        return gathered(parts)
    if PUBLISHED.match(made.name) or made.name == "load_dataset":
        which = next((made.named[word].constant for word in ("train", "split") if word in made.named), None)
        home = f"{made.name} {made.args[0].constant if made.args else ''}"
        if which is None:
            return Value(rows=frozenset({(home,)}))
        return Value(rows=frozenset((home, *_published(part)) for part in str(which).split("+")))
    days = made.named.get("parse_dates")
    when = f"parse_dates (line {made.line})" if days is not None and days.constant is not False else ""
    whole = Value(rows=frozenset({(text,)}), dated=when, table=_table(made), loops=joined(made.given).loops)
    both = made.says("return_X_y", is_=True) or made.name.startswith("make_")
    if not both:
        return whole
    apart = replace(whole, table=None)
    return replace(whole, items={0: apart, 1: replace(apart, columns=frozenset({"target"}))})


def _published(part: str) -> list[Side | Span]:
    """"train", "train[:80%]": a part of a published data set, or some of its rows."""
    name, _, some = part.partition("[")
    low, colon, high = some.rstrip("]").partition(":")
    return [Side("published", name.strip()), *([Span("position", low or None, high or None)] if colon else [])]


def _table(made: Call) -> Table | None:
    """What the call says of the columns of a file; of other data nothing is known."""
    if not made.name.startswith(("read_", "scan_", "loadtxt", "genfromtxt")) and made.path != "numpy.load":
        return None
    table, some = Table(), words_of([made.named.get("usecols", made.named.get("columns", NOTHING))])
    index = made.named.get("index_col", NOTHING).constant
    table = table.without([index]) if isinstance(index, str) else table
    return table.of(some) if some else None if {"usecols", "columns", "names"} & set(made.named) else table
