"""What a room exports, each thing loaded with its file when it is first asked for (PEP 562).

Who judges predictions waits for no learner, no audit and no picture, and an interval for no other interval. Beside the
table of what is where, a room imports its exports once more `if TYPE_CHECKING`, for those who read and check types.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Mapping
from importlib import import_module
from types import ModuleType
from typing import Any


def on_asking(room: str, where: Mapping[str, str], *,
              called: Mapping[str, str] | None = None) -> tuple[Callable[[str], Any], Callable[[], list[str]]]:
    """The `__getattr__` and `__dir__` of a room, from names by module; `called` has those that differ there.

    A file beside the exports that is called like one of them, as the verb `judge` is in the file `judge`, does not take
    its place once it is imported.

    >>> look, _ = on_asking("referee.spec", {"math": "pi cos"})
    >>> look("cos")(0.0)
    1.0
    >>> look("sin")
    Traceback (most recent call last):
    ...
    AttributeError: module 'referee.spec' has no attribute 'sin'
    """
    module_of = {name: module for module, names in where.items() for name in names.split()}

    def look(name: str) -> Any:
        if name not in module_of:
            raise AttributeError(f"module {room!r} has no attribute {name!r}")
        return getattr(import_module(module_of[name]), (called or {}).get(name, name))

    class Room(ModuleType):
        def __setattr__(self, name: str, value: Any) -> None:
            if not (name in module_of and isinstance(value, ModuleType)):
                super().__setattr__(name, value)

    if room in sys.modules and sys.modules[room].__class__ is ModuleType:
        sys.modules[room].__class__ = Room
    return look, lambda: sorted(module_of)
