"""One registry class for every kind of named thing.

Three ways in, one way out. A file of ours that defines a thing adds it; a file of the registry's home room is imported
when the registry is first asked for something it does not hold. A package of others brings its things by entry point,
in the group `referee.metrics`, `referee.designs` and so on: installed ones are looked for once, when things are listed
or a name is not known. A thing by itself is never registered: whoever has the object gives the object.
"""

from __future__ import annotations

import pkgutil
import warnings
from collections.abc import Callable, Iterator
from importlib import import_module
from importlib.metadata import EntryPoint, entry_points
from typing import Any, Generic, Protocol, TypeVar

from referee.errors import BadInput, BrokenPlugin, RefereeError, UnknownName


class Named(Protocol):
    """Anything with a name."""

    @property
    def name(self) -> str: ...  # noqa: D102


T = TypeVar("T", bound=Named)


class Registry(Generic[T]):
    """Things by name; files that define a thing add it, packages of others add theirs by entry point.

    `home` is a package whose files add things when they are imported. `admit` takes a thing that a plug-in brings and
    the name of its entry point, gives it back as it may be used, or refuses it with a sentence (a path such as
    "package.module:function" is loaded when a plug-in is there to be admitted); without it the registry is closed to
    plug-ins.

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

    def __init__(self, kind: str, *, home: str = "", admit: Callable[[Any, str], T] | str | None = None) -> None:
        self.kind, self._home, self._admit = kind, home, admit
        self._items: dict[str, T] = {}
        self._faults: dict[str, str] = {}      # of plug-ins that cannot be used, by name
        self._complete = False

    def add(self, item: T) -> T:
        """Register an item under its name and give it back: `SHELF.add(thing)`, or `@SHELF.add` above a class."""
        if item.name in self._items:
            raise RefereeError(f"two {self.kind}s are called {item.name!r}; rename one.")
        self._items[item.name] = item
        return item

    def put(self, item: T) -> T:
        """Register an item, in place of one that has its name."""
        self._items[item.name] = item
        return item

    def __getitem__(self, name: str) -> T:
        if not isinstance(name, str):
            raise BadInput(f"a {self.kind} goes by its name, and {type(name).__name__} is none; see docs/extending.md.")
        if name not in self._items:
            self._fill(asked=name)
        if name in self._faults and name not in self._items:
            raise BadInput(self._faults[name])
        if name not in self._items:
            hint = f"`referee list {self.kind}s` shows all {len(self._items)}"
            raise UnknownName(self.kind, name, self._items, hint=hint)
        return self._items[name]

    def get(self, name: str) -> T | None:
        """The item of that name, or None."""
        return self._items[name] if name in self else None

    def __contains__(self, name: object) -> bool:
        if name not in self._items:
            self._fill()
        return name in self._items

    def __iter__(self) -> Iterator[T]:
        self._fill()
        return iter(list(self._items.values()))

    def __len__(self) -> int:
        self._fill()
        return len(self._items)

    @property
    def faults(self) -> tuple[str, ...]:
        """One sentence for each installed plug-in that cannot be used."""
        self._fill()
        return tuple(self._faults.values())

    def _fill(self, *, asked: str = "") -> None:
        """Import the files of the home room, then look at what is installed: once, and not before it is needed."""
        if self._complete:
            return
        self._complete = True
        if self._home:
            for module in pkgutil.iter_modules(import_module(self._home).__path__):
                import_module(f"{self._home}.{module.name}")
        if self._admit is None:
            return
        for point in entry_points(group=f"referee.{self.kind}s"):
            self._take(point)
        for name, sentence in self._faults.items():
            if name != asked:       # what was asked for is refused with the sentence itself
                warnings.warn(sentence, BrokenPlugin, stacklevel=3)

    def _admission(self) -> Callable[[Any, str], T]:
        assert self._admit is not None
        if isinstance(self._admit, str):
            module, _, function = self._admit.partition(":")
            self._admit = getattr(import_module(module), function)
        assert callable(self._admit)
        return self._admit

    def _take(self, point: EntryPoint) -> None:
        """What one entry point brings; it may have added itself already when it was imported."""
        try:
            brought = point.load()
            taken = self._admission()(brought, point.name)
            if taken.name != point.name:
                raise BadInput(f"it calls itself {taken.name!r}; make the two names one")  # noqa: TRY301 - one fault
            if self._items.get(point.name, brought) is not brought:
                raise BadInput(f"there is a {self.kind} of that name already; rename it")  # noqa: TRY301 - another
            self._items[point.name] = taken
        except (Exception, SystemExit) as error:  # noqa: BLE001 - whatever a stranger's code raises
            what = str(error) if isinstance(error, RefereeError) else f"{type(error).__name__}: {error}"
            package = point.dist.name if point.dist else point.value
            self._faults[point.name] = (f"the {self.kind} {point.name!r} of the package {package} cannot be used: "
                                        f"{' '.join(what.split()).rstrip('.')}.")


def instance_of(kind: type[T], what: str) -> Callable[[Any, str], T]:
    """Admits what is of a kind.

    >>> instance_of(str, "a text")(7, "seven")
    Traceback (most recent call last):
    ...
    referee.errors.BadInput: it is of type int, not a text
    """

    def admit(item: Any, _name: str) -> T:
        if not isinstance(item, kind):
            raise BadInput(f"it is of type {type(item).__name__}, not {what}")
        return item

    return admit
