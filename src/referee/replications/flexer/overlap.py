"""Flexer on intervals that overlap."""

from __future__ import annotations

from referee.api import trials
from referee.comparisons._laws import reach
from referee.replications._base import Found, How, Item, Row, claim

RUNS = 10**6            # so many that the t is the normal law; the standard error of a mean is 1


def _p(gap: float) -> float:
    error = RUNS**0.5
    return trials(a=(gap, error, RUNS), b=(0.0, error, RUNS), higher_is_better=True)["A", "B"].p


def redo(_: How) -> Found:
    """Intervals that just touch, and a mean on the limit of the other's interval; equal standard errors."""
    touching, outside = _p(2 * reach(0.95)), _p(reach(0.95))
    rows: list[Row] = [
        claim("intervals of 95% that just touch", "a significant difference", f"p = {touching:.4f}",
              holds=touching <= 0.05, note="much stricter than 0.05: differences are missed"),
        claim("each mean just outside the other's interval", "not guaranteed to be significant", f"p = {outside:.3f}",
              holds=outside > 0.05)]
    return Found(rows=rows)


ITEM = Item(name="overlap", title="Intervals that do and do not overlap (3.2)",
            data="two means with equal standard errors, a million runs each",
            procedure="trials --a MEAN,SD,N --b MEAN,SD,N", redo=redo)
