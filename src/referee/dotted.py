"""Things by the path one would import them from: ``sklearn.svm.NuSVC``, ``my_module.my_cost``."""

from __future__ import annotations

import importlib
from typing import Any

from referee.errors import BadInput, did_you_mean


def load(path: str) -> Any:
    """What stands at a dotted path.

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
    if not all(part.isidentifier() for part in path.split(".")):
        raise BadInput(f"{path!r} is not a dotted path such as sklearn.svm.NuSVC.")
    module = _module(module_name, path)
    if not hasattr(module, attribute):
        public = [name for name in dir(module) if not name.startswith("_")]
        raise BadInput(f"{module_name} has no {attribute!r}{did_you_mean(attribute, public)}")
    return getattr(module, attribute)


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
