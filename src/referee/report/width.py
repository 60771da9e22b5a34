"""How wide an answer is printed: 100 columns, or what a terminal has.

>>> with at_width(80):
...     width(), width_of_text()
(80, 80)
>>> with at_width(400):
...     width(), width_of_text()
(200, 120)
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar

USUAL, LEAST, MOST = 100, 80, 200
MOST_OF_TEXT = 120           # longer lines are hard to follow; tables may be wider

_WIDTH: ContextVar[int] = ContextVar("width", default=USUAL)


def width() -> int:
    """The columns there are."""
    return _WIDTH.get()


def width_of_text() -> int:
    """The columns of a paragraph."""
    return min(width(), MOST_OF_TEXT)


@contextmanager
def at_width(columns: int) -> Iterator[None]:
    """Print so wide, within reason."""
    before = _WIDTH.set(min(max(columns, LEAST), MOST))
    try:
        yield
    finally:
        _WIDTH.reset(before)
