"""A pair of models in a notebook: what can be said of the two in a sentence, and the interval against zero."""

from __future__ import annotations

from html import escape
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from referee.comparisons.verdict import Pair

WIDE, HIGH, EDGE = 320, 40, 14         # pixels
COLOURS = {"better": "#0072b2", "worse": "#d55e00"}      # as on the pages; grey for what is not decided


def pair_html(pair: Pair) -> str:
    """The line of the pair, and below it the difference with its interval on a scale that shows zero."""
    said = escape(repr(pair))
    return f'<div class="referee-pair"><div>{said}</div>{_drawn(pair)}</div>'


def _drawn(pair: Pair) -> str:
    """A point, a bar and the line of no difference; nothing where there is no interval."""
    at = pair.interval
    if at is None:
        return ""
    low, high = min(at.low, pair.difference, 0.0), max(at.high, pair.difference, 0.0)
    if not low < high:
        return ""

    def x(value: float) -> str:
        return f"{EDGE + (WIDE - 2 * EDGE) * (value - low) / (high - low):.1f}"

    colour, middle = COLOURS.get(pair.outcome.value, "#7a828c"), HIGH / 2
    return (
        f'<svg role="img" aria-label="{escape(repr(pair), quote=True)}" xmlns="http://www.w3.org/2000/svg" '
        f'width="{WIDE}" height="{HIGH}" viewBox="0 0 {WIDE} {HIGH}">'
        f'<line x1="{x(0.0)}" x2="{x(0.0)}" y1="3" y2="{HIGH - 13}" stroke="currentColor" stroke-dasharray="3 3"/>'
        f'<text x="{x(0.0)}" y="{HIGH - 2}" font-size="10" text-anchor="middle" fill="currentColor">0</text>'
        f'<line x1="{x(at.low)}" x2="{x(at.high)}" y1="{middle - 5}" y2="{middle - 5}" stroke="{colour}" '
        f'stroke-width="4"/><circle cx="{x(pair.difference)}" cy="{middle - 5}" r="5" fill="{colour}"/></svg>')
