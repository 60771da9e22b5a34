"""Things by the path one would import them from: ``sklearn.svm.NuSVC``, ``my_module.my_cost``.

Whose word a path is decides what may become of it. What a user typed is imported from packages that he allowed
(`allowed`); what a file names is told before it is imported, and functions only where he allowed the package by name;
what stands in a file that is only read is not imported at all. Classes are taken for what they have before one is made.
"""

from __future__ import annotations

import importlib
import inspect
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass, field
from typing import Any

from referee.allowed import SETTING, place, require_allowed, said_to_be
from referee.errors import BadInput, did_you_mean


@dataclass(frozen=True, slots=True)
class Word:
    """Whose word the paths are: the user's, if nothing else is said; a file's, with whoever is told of imports."""

    file: bool = False
    read_only: bool = False
    typed: frozenset[str] = frozenset()                # what the user himself named all the same
    tell: Callable[[str], None] | None = None
    told: set[str] = field(default_factory=set)


_word: ContextVar[Word] = ContextVar("whose word paths are", default=Word())     # noqa: B039 - frozen; told is unused


@contextmanager
def named_in_a_file(tell: Callable[[str], None]) -> Iterator[None]:
    """Paths in here come from a file that is carried out: `tell` hears of each before it is imported."""
    with _meaning(Word(file=True, tell=tell)):
        yield


@contextmanager
def only_reading(typed: Iterable[Any] = ()) -> Iterator[None]:
    """Nothing named by a path is imported in here, but for what the user typed himself."""
    names = (text.partition(":")[0].strip() for text in typed if isinstance(text, str))
    with _meaning(Word(file=True, read_only=True, typed=frozenset(names))):
        yield


def is_only_read(path: str) -> bool:
    """Whether a path may not be imported here because it stands in a file that is only read."""
    return _word.get().read_only and path not in _word.get().typed


def load_class(path: str, *methods: str, what: str) -> type:
    """A class that has the methods it should have, by its path; nothing is called, and nothing made.

    >>> load_class("sklearn.model_selection.KFold", "split", what="design").__name__
    'KFold'
    >>> load_class("sklearn.datasets.load_iris", "split", what="design")
    Traceback (most recent call last):
    ...
    referee.errors.BadInput: sklearn.datasets.load_iris is a function, not a class with split.
    """
    _permitted(path)
    require_allowed(path)
    _tell(path)
    found = load(path)
    if not inspect.isclass(found):
        raise BadInput(f"{path} is a {type(found).__name__}, not a class with {' and '.join(methods)}.")
    missing = [method for method in methods if not callable(getattr(found, method, None))]
    if missing:
        raise BadInput(f"{path} has no {' and no '.join(missing)}; a {what} needs {' and '.join(methods)}.")
    return found


def load_function(path: str) -> Any:
    """A function or another object of a user's own, by its path; one that a file names, only where he allowed that."""
    _permitted(path)
    if _word.get().file and path not in _word.get().typed and not said_to_be(path):
        top = path.partition(".")[0]
        raise BadInput(f"{path} is a function that a file names, and it would be called; if you trust it, allow its "
                       f"package: --allow {top}, or {SETTING}={top}.")
    _tell(path)
    return load(path)


def load(path: str) -> Any:
    """What stands at a dotted path of our own.

    >>> load("sklearn.svm.NuSvmC")
    Traceback (most recent call last):
    ...
    referee.errors.BadInput: sklearn.svm has no 'NuSvmC'; did you mean 'NuSVC'?
    >>> load("no_such_package.Model")
    Traceback (most recent call last):
    ...
    referee.errors.BadInput: no module is called 'no_such_package'; `pip install no_such_package`, or add the \
folder of a module of your own to PYTHONPATH.
    """
    module_name, _, attribute = path.rpartition(".")
    _require_path(path)
    module = _module(module_name, path)
    if not hasattr(module, attribute):
        public = [name for name in dir(module) if not name.startswith("_")]
        raise BadInput(f"{module_name} has no {attribute!r}{did_you_mean(attribute, public)}")
    return getattr(module, attribute)


@contextmanager
def _meaning(word: Word) -> Iterator[None]:
    token = _word.set(word)
    try:
        yield
    finally:
        _word.reset(token)


def _permitted(path: str) -> None:
    _require_path(path)
    if is_only_read(path):
        raise BadInput(f"{path} stands in a file that is only read, and nothing that a file names is imported by "
                       f"reading it.")


def _tell(path: str) -> None:
    word = _word.get()
    if word.tell is not None and path not in word.told:
        word.told.add(path)
        word.tell(f"The file names {path}, which is imported now ({place(path.partition('.')[0])}).")


def _require_path(path: str) -> None:
    if not all(part.isidentifier() for part in path.split(".")):
        raise BadInput(f"{path!r} is not a dotted path such as sklearn.svm.NuSVC.")


def _module(name: str, path: str) -> Any:
    try:
        return importlib.import_module(name)
    except ModuleNotFoundError as error:
        lost, top = str(error.name), name.partition(".")[0]
        if lost == top:
            raise BadInput(f"no module is called {top!r}; `pip install {top}`, or add the folder of a module of "
                           f"your own to PYTHONPATH.") from None
        if name == lost or name.startswith(f"{lost}."):
            parent, _, last = lost.rpartition(".")
            known = [n for n in dir(importlib.import_module(parent)) if not n.startswith("_")]
            raise BadInput(f"{path}: {parent} has no module {last!r}{did_you_mean(last, known)}") from None
        raise BadInput(f"{path} cannot be imported: it needs {lost!r}; `pip install {lost.partition('.')[0]}`."
                       ) from error
    except ImportError as error:
        raise BadInput(f"{path} cannot be imported: {error}.") from error
