"""Code by its content: a function or class that was edited is not the one it was.

Installed packages are named by path (their version is kept beside the recipe). The user's own code is
digested as Python compiled it, so that comments do not count, two lambdas on one line are told apart, and
a class redefined in a notebook is a new class. Known weaknesses: a changed function that this code calls
by a global name is not seen, and another version of Python compiles to another digest.
"""

from __future__ import annotations

import functools
import hashlib
import sys
import sysconfig
import types
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from referee.fingerprint import LENGTH

VERSIONED = {"referee", "builtins"}
UNTOLD = {"__dict__", "__weakref__", "__doc__", "__module__", "__qualname__", "__annotations__", "__firstlineno__",
          "__static_attributes__", "__annotate__", "__annotate_func__", "__annotations_cache__", "_abc_impl",
          "__abstractmethods__", "__slotnames__", "__dataclass_fields__", "__dataclass_params__",
          "__match_args__"}


def path_of(thing: Any) -> str:
    """Where one would import it from."""
    name = getattr(thing, "__qualname__", None) or thing.__name__
    return f"{getattr(thing, '__module__', None) or 'builtins'}.{name}"


def installed(thing: Any) -> bool:
    """Whether it belongs to Python or to an installed package rather than to the user's own code."""
    module = str(getattr(thing, "__module__", None) or "builtins")
    if "<" in path_of(thing) or module == "__main__":
        return False
    if module.partition(".")[0] in VERSIONED | sys.stdlib_module_names:
        return True
    where = getattr(sys.modules.get(module), "__file__", None)
    return where is not None and _library(Path(where))


def own_members(cls: type) -> Iterator[tuple[str, Any]]:
    """The attributes of a class and of those it inherits from, as far as they are the user's own, in a fixed order.

    >>> from fractions import Fraction
    >>> list(own_members(Fraction))
    []
    """
    for base in cls.__mro__:
        if not installed(base):
            for name in sorted(set(vars(base)) - UNTOLD):
                yield f"{path_of(base)}.{name}", _unwrapped(vars(base)[name])


def code_digest(code: types.CodeType) -> str:
    """The content of compiled code; where it stands, and what a function closes over, is not in it."""
    constants = [code_digest(c) if isinstance(c, types.CodeType) else _constant(c) for c in code.co_consts]
    parts = (code.co_code.hex(), constants, code.co_names, code.co_argcount, code.co_kwonlyargcount, code.co_flags)
    return hashlib.sha256(repr(parts).encode()).hexdigest()[:LENGTH]


def _unwrapped(value: Any) -> Any:
    """The functions behind a decorated method."""
    if isinstance(value, property):
        return [value.fget, value.fset, value.fdel]
    if isinstance(value, functools.cached_property):
        return value.func
    return value.__func__ if isinstance(value, staticmethod | classmethod) else value


def _constant(value: Any) -> str:
    """Sets have no order that lasts."""
    return repr(sorted(map(repr, value))) if isinstance(value, frozenset) else repr(value)


def _library(file: Path) -> bool:
    if {"site-packages", "dist-packages"} & set(file.parts):
        return True
    return any(file.is_relative_to(sysconfig.get_path(key)) for key in ("stdlib", "platstdlib"))
