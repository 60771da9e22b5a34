"""What was read of a ledger and is soon asked for again: kept up to a limit, the oldest given up first."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from typing import Generic, TypeVar

T = TypeVar("T")


class Remembered(Generic[T]):
    """Things by name, as many as some number of rows allows.

    >>> kept = Remembered(most=5)
    >>> [kept.get(name, lambda name=name: name.upper(), size=len) for name in ("abc", "de", "abc")]
    ['ABC', 'DE', 'ABC']
    >>> kept.get("fgh", lambda: "FGH", size=len), sorted(kept.names)       # the oldest made room
    ('FGH', ['de', 'fgh'])
    """

    def __init__(self, *, most: int) -> None:
        self._most, self._held = most, 0
        self._kept: dict[Hashable, tuple[T, int]] = {}

    @property
    def names(self) -> list[Hashable]:
        """What is kept, oldest first."""
        return list(self._kept)

    def get(self, name: Hashable, make: Callable[[], T], *, size: Callable[[T], int]) -> T:
        """What was kept under a name, or is made now; nothing is not kept, since it may be there later."""
        if name in self._kept:
            return self._kept[name][0]
        made = make()
        if made is None:
            return made
        self._kept[name] = made, size(made)
        self._held += self._kept[name][1]
        while self._held > self._most and len(self._kept) > 1:
            self._held -= self._kept.pop(next(iter(self._kept)))[1]
        return made
