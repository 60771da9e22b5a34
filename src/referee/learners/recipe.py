"""What a learner is, in JSON: equal recipes are equal learners, and different ones differ.

Estimators are their class and parameters, and so on down; arrays, functions and lambdas go by content.
An int and a float of the same value are told apart, because scikit-learn does (max_features=1 is one
feature, max_features=1.0 all of them). Any other object is described by what it would be pickled from;
nothing goes by its memory address, and nothing is unpickled.
"""

from __future__ import annotations

import enum
import functools
import hashlib
import json
import math
import types
from collections.abc import Callable
from pickle import PicklingError
from typing import Any

import numpy as np

from referee.data.fit_parameters import routed
from referee.errors import BadInput
from referee.fingerprint import LENGTH, fingerprint
from referee.kinds import Json
from referee.learners.code import code_digest, installed, own_members, path_of

LONG = 200      # items of a sequence that are written out; a longer one goes by its digest
Above = tuple[int, ...]


def recipe_of(estimator: Any) -> Json:
    """The recipe of an estimator.

    >>> from sklearn.tree import DecisionTreeRegressor
    >>> recipe_of(DecisionTreeRegressor(max_depth=3))["parameters"]["max_depth"]
    3
    """
    described: Json = describe(estimator)
    return described


def describe(thing: Any, above: Above = ()) -> Any:
    """Any value as JSON, by its content."""
    if thing is None or type(thing) in {bool, int, str}:
        return thing
    if id(thing) in above:
        return {"above": len(above) - above.index(id(thing))}
    for fits, describe_atom in ATOMS:
        if fits(thing):
            return describe_atom(thing)
    for fits, describe_whole in WHOLES:
        if fits(thing):
            return describe_whole(thing, (*above, id(thing)))
    return _by_parts(thing, (*above, id(thing)))


def _float(thing: float) -> Any:
    return thing if math.isfinite(thing) else {"float": str(thing)}


def _scalar(thing: Any, above: Above) -> Any:
    value = thing.item()
    return describe(value, above) if not isinstance(value, np.generic) else {"scalar": [str(thing.dtype), str(thing)]}


def _array(thing: Any, above: Above) -> Json:
    shape = list(thing.shape)
    if thing.dtype.hasobject:
        return {"array": _shortened([describe(value, above) for value in thing.ravel().tolist()]), "shape": shape}
    return {"array": fingerprint(thing), "dtype": str(thing.dtype), "shape": shape}


def _sequence(thing: Any, above: Above) -> Any:
    items = _shortened([describe(value, above) for value in thing])
    return items if type(thing) is list else {"tuple": items}


def _mapping(thing: Any, above: Above) -> Json:
    pairs = [[describe(key, above), describe(value, above)] for key, value in thing.items()]
    return {"dict": _shortened(sorted(pairs, key=_text))}


def _set(thing: Any, above: Above) -> Json:
    return {"set": _shortened(sorted((describe(value, above) for value in thing), key=_text))}


def _estimator(thing: Any, above: Above) -> Json:
    parameters = thing.get_params(deep=False)
    wants = getattr(thing, "__dict__", {}).get("_metadata_request")        # what it asks for, where that was said
    return _class(type(thing), above) | {"parameters": {k: describe(v, above) for k, v in sorted(parameters.items())}
                                         } | ({"asks_for": repr(wants)} if wants is not None and routed() else {})


def _class(thing: type, above: Above) -> Json:
    said: Json = {"class": path_of(thing)}
    members = [[name, _member(value, above)] for name, value in own_members(thing)]
    return said | ({"code": fingerprint(members)} if members else {})


def _member(value: Any, above: Above) -> Any:
    """What a class holds; of a lock, a logger or the like only the kind."""
    try:
        return describe(value, above)
    except BadInput:
        return {"class": path_of(type(value))}


def _function(thing: types.FunctionType, above: Above) -> Json:
    said: Json = {"function": path_of(thing)}
    if not installed(thing):
        said["code"] = code_digest(thing.__code__)
    cells = [cell.cell_contents for cell in thing.__closure__ or ()]
    extras = {"closure": cells, "defaults": thing.__defaults__, "kwdefaults": thing.__kwdefaults__}
    return said | {name: describe(value, above) for name, value in extras.items() if value}


def _partial(thing: functools.partial[Any], above: Above) -> Json:
    return {"partial": [describe(part, above) for part in (thing.func, thing.args, thing.keywords)]}


def _method(thing: Any, above: Above) -> Json:
    """A method with what it is bound to; for a function written in C that is often its module."""
    return {"method": thing.__name__, "of": describe(thing.__self__, above)}


def _ufunc(thing: np.ufunc) -> Json:
    """Numpy's own by name; one made from a Python function does not show what it was made from."""
    if getattr(np, thing.__name__, None) is not thing:
        raise BadInput(f"the ufunc {thing.__name__!r} does not show its contents; give a plain function instead.")
    return {"function": f"numpy.{thing.__name__}"}


def _distribution(thing: Any, above: Above) -> Json:
    """A frozen law of scipy; the generator that it carries along is not part of what it is."""
    return {"distribution": thing.dist.name, "args": describe(thing.args, above), "kwds": describe(thing.kwds, above)}


def _by_parts(thing: Any, above: Above) -> Json:
    """What it would be pickled from: a callable, its arguments and the state."""
    try:
        parts = thing.__reduce_ex__(4)
    except (TypeError, AttributeError, PicklingError):
        return _opaque(thing)
    if isinstance(parts, str):
        return {"global": f"{type(thing).__module__}.{parts}"}
    plain = [list(part) if i >= 3 and part is not None else part for i, part in enumerate(parts)]
    return {"object": [describe(part, above) for part in plain]}


def _opaque(thing: Any) -> Json:
    """What cannot be taken apart, by how it prints, unless that is an address."""
    text, kind = repr(thing), path_of(type(thing))
    if " at 0x" in text:
        raise BadInput(f"a parameter of type {kind} cannot be told apart from others of its kind; build it inside "
                       f"the model's fit instead.")
    return {"class": kind, "repr": text}


def _shortened(items: list[Any]) -> Any:
    return items if len(items) <= LONG else {"digest": fingerprint(items), "length": len(items)}


def _text(value: Any) -> str:
    return json.dumps(value, sort_keys=True)


def _is_estimator(thing: Any) -> bool:
    return hasattr(thing, "get_params") and not isinstance(thing, type)


def _is_distribution(thing: Any) -> bool:
    return type(thing).__module__.startswith("scipy.stats") and hasattr(thing, "dist") and hasattr(thing, "kwds")


def _of(*kinds: type) -> Callable[[Any], bool]:
    return lambda thing: isinstance(thing, kinds)


def _exactly(*kinds: type) -> Callable[[Any], bool]:
    return lambda thing: type(thing) in kinds


ATOMS: tuple[tuple[Callable[[Any], bool], Callable[[Any], Any]], ...] = (
    (_exactly(float), _float),
    (_of(enum.Enum), lambda thing: {"enum": f"{path_of(type(thing))}.{thing.name}"}),
    (_exactly(bytes), lambda thing: {"bytes": hashlib.sha256(thing).hexdigest()[:LENGTH]}),
    (_of(types.CodeType), lambda thing: {"code": code_digest(thing)}),
    (_of(np.ufunc), _ufunc),
    (_of(types.ModuleType), lambda thing: {"module": thing.__name__}),
)
WHOLES: tuple[tuple[Callable[[Any], bool], Callable[[Any, Above], Any]], ...] = (
    (_of(np.generic), _scalar),
    (_exactly(np.ndarray), _array),
    (_exactly(list, tuple), _sequence),
    (_exactly(dict), _mapping),
    (_exactly(set, frozenset), _set),
    (_of(type), _class),
    (_is_estimator, _estimator),
    (_of(types.FunctionType), _function),
    (_of(functools.partial), _partial),
    (_of(types.MethodType, types.BuiltinFunctionType), _method),
    (_is_distribution, _distribution),
)
