"""A learner as bytes for another process, with the code that process could not import by itself.

Classes of a notebook, of a script, or of a module that is on no search path travel whole; the rest by name.
"""

from __future__ import annotations

import pickletools
import sys
import sysconfig
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager
from importlib.machinery import ModuleSpec
from pathlib import Path
from types import ModuleType
from typing import Any

OURS = __name__.partition(".")[0]       # a worker has loaded us already, and a second copy of a kind is another kind


def dumped(thing: Any, *, elsewhere: bool = False) -> bytes:
    """The thing, ready to be loaded where the search path is the same; or `elsewhere`, where the same is installed."""
    import cloudpickle

    plain: bytes = cloudpickle.dumps(thing)
    lost = [module for name in _modules_named(plain) if (module := sys.modules.get(name))
            and not (_can_be_found(name) and not (elsewhere and _is_local(name)))]
    if not lost:
        return plain
    with ExitStack() as stack:
        for module in lost:
            stack.enter_context(_by_value(module))
        whole: bytes = cloudpickle.dumps(thing)
    return whole


def _modules_named(pickled: bytes) -> set[str]:
    """Every text in it that is the name of a module."""
    said = (text for _, text, _ in pickletools.genops(pickled) if isinstance(text, str))
    return {text for text in said if text in sys.modules} - {"__main__"}       # that one is taken whole anyway


def _can_be_found(name: str) -> bool:
    """Whether a fresh process with the same search path would find a module of this name, in the same place."""
    if name in sys.builtin_module_names or name in sys.stdlib_module_names or name.partition(".")[0] == OURS:
        return True
    path: Sequence[str] | None = None
    found = None
    for i, _ in enumerate(parts := name.split(".")):
        found = _spec(".".join(parts[:i + 1]), path)
        if found is None:
            return False
        path = found.submodule_search_locations
    file = getattr(sys.modules[name], "__file__", None)
    return found is not None and (file is None or found.origin is None or found.origin == file)


def _is_local(name: str) -> bool:
    """Whether a module is of this machine: neither Python's own, nor ours, nor installed."""
    top = name.partition(".")[0]
    if top in sys.stdlib_module_names or top in sys.builtin_module_names or top == OURS:
        return False
    file = getattr(sys.modules[name], "__file__", None)
    installed = (Path(sysconfig.get_path(kind)).resolve() for kind in ("purelib", "platlib"))
    return file is not None and not any(Path(file).resolve().is_relative_to(place) for place in installed)


def _spec(name: str, path: Sequence[str] | None) -> ModuleSpec | None:
    specs = (finder.find_spec(name, path) for finder in sys.meta_path if hasattr(finder, "find_spec"))
    return next((spec for spec in specs if spec is not None), None)


@contextmanager
def _by_value(module: ModuleType) -> Iterator[None]:
    import cloudpickle

    already = module.__name__ in cloudpickle.list_registry_pickle_by_value()
    if not already:
        cloudpickle.register_pickle_by_value(module)
    try:
        yield
    finally:
        if not already:
            cloudpickle.unregister_pickle_by_value(module)
