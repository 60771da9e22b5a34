"""Language models that are asked about rows: examples in a prompt are what they learn from."""

from __future__ import annotations

import ast
import re
from dataclasses import replace

from referee.audit.reading.scripts.given import Call
from referee.audit.reading.scripts.rows import Side
from referee.audit.reading.scripts.values import Thing, Trained, Value, joined

ASKS = re.compile(r"(?:completions?|messages|responses|chat|llm|client|model)\."
                  r"(?:create|complete|invoke|generate\w*|chat)$")
PROMPT = "prompt"


def answered(made: Call) -> Value | None:
    """What a language model says of a row, with other rows before the question; None where there are none."""
    if not ASKS.search(ast.unparse(made.node.func)):
        return None
    whole = joined(made.given)
    asked_about = next((loop.rows for loop in reversed(made.flow.loops) if loop.rows), frozenset())
    shown = whole.rows - asked_about
    if not shown or not asked_about <= whole.rows:
        return None
    thing = Thing(name=PROMPT, line=made.line, rows=shown)
    said = Trained(thing=thing, rows=shown, through=frozenset(), watched=(), lost=frozenset())
    return Value(rows=asked_about, models=frozenset({said}), loops=whole.loops, lost=whole.lost, answers="values")


def some_of(made: Call) -> Value:
    """random.sample(rows, k): some of them, each once."""
    data = made.arg(0, "population")
    some = Side(f"sample@{made.line}", "in")
    return replace(data, rows=frozenset((*way, some) for way in data.rows), items=None, element=None, constant=None)
