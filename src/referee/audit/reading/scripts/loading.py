"""Rows of files and of published data sets."""

from __future__ import annotations

from dataclasses import replace

from referee.audit.reading.scripts.given import Call
from referee.audit.reading.scripts.libraries import PUBLISHED, TWO_SETS
from referee.audit.reading.scripts.rows import Side
from referee.audit.reading.scripts.values import Value, gathered, joined
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
        return Value(rows=frozenset({(home, Side("published", str(which)))} if which is not None else {(home,)}))
    days = made.named.get("parse_dates")
    when = f"parse_dates (line {made.line})" if days is not None and days.constant is not False else ""
    whole = Value(rows=frozenset({(text,)}), dated=when, loops=joined(made.given).loops)
    both = made.says("return_X_y", is_=True) or made.name.startswith("make_")
    return replace(whole, items={0: whole, 1: replace(whole, columns=frozenset({"target"}))}) if both else whole
