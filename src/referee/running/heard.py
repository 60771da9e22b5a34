"""What a learner raises and warns of, as text: whatever it is, however long it is, even if it cannot say itself."""

from __future__ import annotations

import signal
import traceback
import warnings
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from referee.errors import Stopped

LONGEST = 500           # characters of an error or a warning that are kept …
LONGEST_TRACE = 10_000  # … and of where it was raised
WARNINGS_KEPT = 5
WARNINGS_HEARD = 1_000  # of one fit, before it is not listened to any more


def sentence(error: BaseException) -> str:
    """The kind of an error and the first line of what it says.

    >>> sentence(ValueError("no such thing\\nand more"))
    'ValueError: no such thing'
    """
    first = _first_line(error)
    return cut(f"{_kind(error)}: {first}" if first else _kind(error), LONGEST)


def trace(error: BaseException) -> str:
    """Where it was raised; of a long story the end, which says most."""
    try:
        text = "".join(traceback.format_exception(error))
    except Exception:  # noqa: BLE001 - a stranger's exception may be unable to say anything of itself
        text = "".join(traceback.format_tb(error.__traceback__)) + _kind(error)
    return text if len(text) <= LONGEST_TRACE else f"…{text[1 - LONGEST_TRACE:]}"


def cut(text: str, longest: int) -> str:
    """A text that ends where it would become too long.

    >>> cut("abcdef", 4)
    'abc…'
    """
    return text if len(text) <= longest else f"{text[:longest - 1]}…"


@contextmanager
def listening(heard: list[str]) -> Iterator[None]:
    """Catch a learner's warnings instead of printing a thousand of them; keep a few different ones."""
    count = 0

    def hear(message: Any, category: type[Warning], *_: Any, **__: Any) -> None:
        nonlocal count
        count += 1
        if count > WARNINGS_HEARD:
            warnings.simplefilter("ignore")
        elif len(heard) < WARNINGS_KEPT:
            text = cut(f"{category.__name__}: {_first_line(message)}", LONGEST)
            if text not in heard:
                heard.append(text)

    with warnings.catch_warnings():
        warnings.simplefilter("always")
        warnings.showwarning = hear
        yield


def is_the_users(error: BaseException) -> bool:
    """Whether it is the user who stops the program; a worker does not listen to Ctrl-C, so there it is the learner."""
    listened_to = signal.getsignal(signal.SIGINT) is not signal.SIG_IGN
    return isinstance(error, Stopped) or (isinstance(error, KeyboardInterrupt) and listened_to)


def _first_line(thing: Any) -> str:
    try:
        return (str(thing)[:10 * LONGEST].strip().splitlines() or [""])[0]
    except Exception:  # noqa: BLE001
        return "(it cannot say what is wrong)"


def _kind(error: BaseException) -> str:
    return str(type.__getattribute__(type(error), "__name__"))
