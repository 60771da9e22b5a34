"""Flexer on twenty tests."""

from __future__ import annotations

from referee.comparisons import false_alarm_risk, level_per_test
from referee.replications._base import Found, How, Item, number, told


def redo(_: How) -> Found:
    """The risk of twenty tests at 0.05, and the level that mends it."""
    return Found(rows=[
        number("chance of one false difference at least in 20 tests", 0.64, false_alarm_risk(20), digits=2),
        told("level of each, 0.05 divided by 20", f"{1 - level_per_test(20):.4f}")])


ITEM = Item(name="twenty-tests", title="Twenty tests (3.2)", data="none: 20 tests at 0.05",
            procedure="the risk of a family of independent tests; division by their number", redo=redo)
