"""One registry class for every kind of named thing."""

from __future__ import annotations

from collections.abc import Iterator
from importlib.metadata import entry_points
from typing import Generic, Protocol, TypeVar

from referee.errors import RefereeError, UnknownName


class Named(Protocol):
    """Anything with a name."""

    @property
    def name(self) -> str: ...  # noqa: D102


T = TypeVar("T", bound=Named)


class Registry(Generic[T]):
    """Things by name; files that define a thing add it, packages of others add theirs by entry point.

    >>> from types import SimpleNamespace
    >>> shelf = Registry[SimpleNamespace]("book")
    >>> _ = shelf.add(SimpleNamespace(name="emma"))
    >>> "emma" in shelf, len(shelf), [b.name for b in shelf]
    (True, 1, ['emma'])
    >>> shelf["ema"]
    Traceback (most recent call last):
    ...
    referee.errors.UnknownName: no book is called 'ema'; did you mean 'emma'? `referee list books` shows all 1.
    """

    def __init__(self, kind: str) -> None:
        self.kind = kind
        self._items: dict[str, T] = {}

    def add(self, item: T) -> T:
        """Register an item under its name and give it back."""
        if item.name in self._items:
            raise RefereeError(f"two {self.kind}s are called {item.name!r}; rename one.")
        self._items[item.name] = item
        return item

    def __getitem__(self, name: str) -> T:
        if name not in self._items:
            self._load_plugin(name)
        if name not in self._items:
            hint = f"`referee list {self.kind}s` shows all {len(self._items)}"
            raise UnknownName(self.kind, name, self._items, hint=hint)
        return self._items[name]

    def __contains__(self, name: object) -> bool:
        return name in self._items

    def __iter__(self) -> Iterator[T]:
        return iter(self._items.values())

    def __len__(self) -> int:
        return len(self._items)

    def _load_plugin(self, name: str) -> None:
        """Look for the name among installed plugins, on the first miss only: nothing is scanned at import."""
        for point in entry_points(group=f"referee.{self.kind}s", name=name):
            self.add(point.load())
