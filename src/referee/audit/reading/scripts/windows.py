"""Windows along the rows: cut in a loop, by a data set of this file, by a library; and whether two of them overlap."""

from __future__ import annotations

import ast
from dataclasses import replace
from typing import TYPE_CHECKING

from referee.audit.reading.scripts.given import Call
from referee.audit.reading.scripts.values import NOTHING, Loop, Value
from referee.audit.reading.scripts.wording import wording

if TYPE_CHECKING:
    from referee.audit.reading.scripts.flow import Flow

ALONG = "windows along the rows"
APART = "windows side by side"          # none has a row of another
INSIDE = "windows inside each row"      # of which the row is made
BY_LIBRARIES = {                        # the places of the width and of the stride, and how the stride is called
    "sliding_window_view": (1, -1, "step"), "view_as_windows": (1, 2, "step"), "unfold": (1, 2, "step"),
    "timeseries_dataset_from_array": (2, 3, "sequence_stride"), "TimeseriesGenerator": (2, 4, "stride"),
    "frame": (1, 2, "hop_length"),
}
WIDTHS = ("window_shape", "sequence_length", "length", "frame_length", "size")


def by_library(made: Call, data: Value) -> Value | None:
    """Windows as a library cuts them; None for all other functions."""
    if made.name not in BY_LIBRARIES or not data.rows or (made.name == "frame" and "librosa" not in made.path):
        return None
    of_width, of_stride, called = BY_LIBRARIES[made.name]
    width = _text(made, made.arg(of_width, *WIDTHS))
    stride = _text(made, made.arg(of_stride, called)) or "1"
    kind = APART if width and _at_least(stride, width) else ALONG
    return replace(data, items=None, element=None, constant=None, window=width,
                   lagged=data.lagged or f"{kind} ({made.text}, line {made.line})")


def _text(made: Call, given: Value) -> str:
    """An argument as words: what it holds, or how it is written."""
    if given.constant is not None:
        return str(given.constant)
    node = next((node for node in [*made.node.args, *(word.value for word in made.node.keywords)]
                 if isinstance(node, ast.Name) and made.flow.named(node.id) is given), None)
    return "" if given is NOTHING or node is None else wording(made.flow, node)


def moving(flow: Flow, node: ast.Subscript, part: ast.Slice, base: Value, ends: list[Value]) -> str:
    """How rows are called that a slice takes which moves with a loop."""
    loops = frozenset().union(*(end.loops for end in ends))
    kind = ALONG if _overlapping(flow, part, loops) is not False else APART
    return base.lagged or f"{kind} ({ast.unparse(node)}, line {node.lineno})"


def across(flow: Flow, node: ast.Subscript, base: Value) -> str:
    """The same along the second axis, as x[:, i:i + width], where they overlap for sure: they may be columns."""
    for part in node.slice.elts[1:] if isinstance(node.slice, ast.Tuple) else ():
        if isinstance(part, ast.Slice):
            ends = [flow.value(end) for end in (part.lower, part.upper) if end is not None]
            loops = frozenset[Loop]().union(*(end.loops for end in ends))
            if loops and _overlapping(flow, part, loops):
                return base.lagged or f"{ALONG} ({ast.unparse(node)}, line {node.lineno})"
    return base.lagged


def thinned(base: Value, step: str) -> str:
    """Every so many of windows: where that is their width, none has a row of another."""
    if base.window and base.lagged.startswith(ALONG) and _at_least(step, base.window):
        return base.lagged.replace(ALONG, APART, 1)
    return base.lagged


def inside_rows(lagged: str, loop: Loop) -> str:
    """Windows that a loop through rows cuts of one row, and puts together to one again; windows it went through stay.

    >>> lagged, rows = "windows along the rows (x[i:i + 9], line 3)", frozenset({("a.csv",)})
    >>> inside_rows(lagged, Loop(line=1, rows=rows))
    'windows inside each row (x[i:i + 9], line 3)'
    >>> inside_rows(lagged, Loop(line=1, rows=rows, windows=True)) == lagged
    True
    """
    one_by_one = bool(loop.rows) and not loop.windows
    return lagged.replace(ALONG, INSIDE, 1) if one_by_one and lagged.startswith(ALONG) else lagged


def each_a_row(lagged: str) -> str:
    """Windows that were cut of one row each, all put below each other."""
    return lagged.replace(INSIDE, ALONG, 1) if lagged.startswith(INSIDE) else lagged


def _overlapping(flow: Flow, part: ast.Slice, loops: frozenset[Loop]) -> bool | None:
    """Whether the slice has rows of the one before it; None where that is not known."""
    if part.lower is None or part.upper is None:
        return None
    width, factor = _width(part.lower, part.upper), _factor(part.lower)
    strides = {loop.stride for loop in loops if loop.stride}        # a loop around, through files, has none
    if width is None or len(strides) != 1:
        return None
    stride = strides.pop()
    if factor is not None:
        if stride != "1":
            return None
        stride = wording(flow, factor)
    return not _at_least(stride, wording(flow, width))


def _width(lower: ast.expr, upper: ast.expr) -> ast.expr | None:
    """The part that the upper end adds to the lower one: i:i + w has w, i * w:(i + 1) * w has w too."""
    if isinstance(upper, ast.BinOp) and isinstance(upper.op, ast.Add):
        for one, other in ((upper.left, upper.right), (upper.right, upper.left)):
            if ast.dump(one) == ast.dump(lower):
                return other
    if isinstance(upper, ast.BinOp) and isinstance(upper.op, ast.Mult) and (factor := _factor(lower)) is not None:
        return factor if ast.dump(upper.right) == ast.dump(factor) or ast.dump(upper.left) == ast.dump(factor) else None
    return None


def _factor(lower: ast.expr) -> ast.expr | None:
    return lower.right if isinstance(lower, ast.BinOp) and isinstance(lower.op, ast.Mult) else None


def _at_least(stride: str, width: str) -> bool:
    """Whether one number is at least the other, as far as their texts tell."""
    try:
        return float(stride) >= float(width)
    except ValueError:
        return stride == width
