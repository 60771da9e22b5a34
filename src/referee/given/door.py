"""The door of every function on arrays: what its annotations promise is checked before it starts.

`float` is a finite number, `int` a whole one, `Literal` one of its words, `Bounds` two numbers in order, `Array` an
array of finite numbers, a class a thing of that class. Some names mean the same everywhere: a `level` is a fraction.
Columns with an index must number their rows alike. Arithmetic that breaks down is `Undefined`, not a warning.
"""

from __future__ import annotations

import functools
import inspect
import types
import typing
from collections.abc import Callable
from typing import Any, ParamSpec, TypeVar, overload

import numpy as np

from referee.errors import BadInput, Undefined, UnknownName
from referee.given.columns import column, same_rows
from referee.given.numbers import number, numbers, whole
from referee.kinds import Array

P = ParamSpec("P")
T = TypeVar("T")
Check = Callable[[Any, str], Any]
FRACTIONS = {"level": 0.95, "error_rate": 0.05, "power": 0.8}
MANY = {"resamples", "draws", "flips"}
MOST = 10**8
SHARES = {"accuracy": 0.0, "other": 0.0, "disagreement": 0.0, "wins": 0.0, "correlation": -1.0}      # … to 1
AT_LEAST = {"n": 1, "J": 1, "count": 1, "resamples": 1, "draws": 1, "flips": 1, "seed": 0, "rope": 0, "noise": 0,
            "variance": 0, "threshold": 0, "lost": 0, "horizon": 1,
            "block": 1, "tests": 1, "exponent": 0, "step": 0, "budget": 0, "standard_error": 0}
ABOVE_ZERO = {"prior", "sd", "df"}
MAY_BE_INFINITE = {"df"}
COLUMNS = {"clusters", "folds", "groups", "truth", "labels", "predictions"}      # names, or labels read further on
ARRAY = typing.get_origin(Array)


@overload
def door(function: Callable[P, T], /) -> Callable[P, T]: ...
@overload
def door(*, paired: bool = True, **reads: Check) -> Callable[[Callable[P, T]], Callable[P, T]]: ...


def door(function: Callable[P, T] | None = None, /, *, paired: bool = True, **reads: Check) -> Any:
    """Check what a function on arrays is given; `reads` says how single parameters are read instead.

    >>> @door
    ... def doubled(values: Array, *, level: float = 0.95) -> Array:
    ...     return 2 * values
    >>> doubled([1, 2]), doubled([1, 2], level=95)
    Traceback (most recent call last):
    ...
    referee.errors.BadInput: level is a fraction such as 0.95, not 95.
    """
    if function is None:
        return functools.partial(door, paired=paired, **reads)
    takes = inspect.signature(function).parameters.values()
    names = [one.name for one in takes if one.kind is one.POSITIONAL_OR_KEYWORD]
    options = [one.name for one in takes if one.kind in {one.POSITIONAL_OR_KEYWORD, one.KEYWORD_ONLY}]
    anything = any(one.kind is one.VAR_KEYWORD for one in takes)
    known = functools.cache(lambda: _checks(function) | reads)         # annotations are read at the first call

    @functools.wraps(function)
    def checked(*args: Any, **kwargs: Any) -> T:
        for word in () if anything else kwargs:
            if word not in options:
                raise UnknownName(f"keyword of {function.__name__}", word, options, hint=(
                    f"It takes: {', '.join(options)}"))
        checks = known()
        given = dict(zip(names, args, strict=False)) | kwargs if len(args) <= len(names) else dict(kwargs)
        if paired:
            same_rows(given)
        read = [checks[name](value, name) if name in checks else value
                for name, value in zip(names, args, strict=False)] + list(args[len(names):])
        given_by_name = {name: checks[name](value, name) if name in checks else value
                         for name, value in kwargs.items()}
        try:
            with np.errstate(over="raise", invalid="raise", divide="raise"):
                result = function(*read, **given_by_name)
        except (FloatingPointError, OverflowError, ZeroDivisionError) as why:
            raise Undefined(f"the arithmetic breaks down ({why}); are the numbers too large, or too small?") from None
        _in_bounds(result, given_by_name.get("bounds"))
        return result

    return checked


def _checks(function: Callable[..., Any]) -> dict[str, Check]:
    hints = typing.get_type_hints(function)
    return {name: made for name in inspect.signature(function).parameters
            if name in hints and (made := _check(hints[name], name)) is not None}


def _check(hint: Any, name: str) -> Check | None:
    """How a parameter of this annotation and name is read; None where anything is taken."""
    origin, parts = typing.get_origin(hint), typing.get_args(hint)
    if origin in {typing.Union, types.UnionType}:
        inner = [_check(part, name) for part in parts if part is not type(None)]
        only = inner[0] if len(inner) == 1 else None
        return _optional(only) if only is not None and type(None) in parts else only
    if origin is typing.Literal:
        return functools.partial(_word, known=parts)
    if hint in {float, int}:
        return _number_check(hint, name)
    known: dict[Any, Check] = {ARRAY: column if name in COLUMNS else _filled, Callable: _callable}
    if origin in known:
        return known[origin]
    return _class_check(hint)


def _class_check(hint: Any) -> Check | None:
    if hint == tuple[float, float]:
        return ordered
    if hint is str:
        return _text
    plain = inspect.isclass(hint) and hint not in {bool, object, Any} and not getattr(hint, "_is_protocol", False)
    return functools.partial(_thing, kind=hint) if plain else None


def _optional(check: Check) -> Check:
    return lambda value, name: None if value is None else check(value, name)


def _number_check(hint: type, name: str) -> Check:
    if name in FRACTIONS:
        return fraction
    read: Check = whole if hint is int else functools.partial(number, infinite=name in MAY_BE_INFINITE)
    if name in SHARES:
        return functools.partial(_share, least=SHARES[name])
    if name in ABOVE_ZERO:
        return functools.partial(_at_least, read=read, least=0, above=True)
    if name in AT_LEAST and (hint is int or name != "n"):         # shares of n cases say for themselves what n is
        return functools.partial(_at_least, read=read, least=AT_LEAST[name])
    return read


def fraction(value: Any, name: str) -> float:
    """A number above 0 and below 1."""
    if not isinstance(value, bool) and isinstance(value, int | float | np.number) and 0 < value < 1:
        return float(value)
    raise BadInput(f"{name} is a fraction such as {FRACTIONS.get(name, 0.5)}, not {value!r}.")


def ordered(value: Any, name: str) -> tuple[float, float]:
    """Two numbers, the smaller one first; either may be infinite.

    >>> ordered((1, 0), "bounds")
    Traceback (most recent call last):
    ...
    referee.errors.BadInput: bounds are (1, 0); give two numbers, the smaller one first.
    """
    try:
        low, high = (number(end, name, infinite=True) for end in value)
    except (TypeError, ValueError):
        low, high = 1.0, 0.0
    if not low < high:
        raise BadInput(f"{name} are {value!r}; give two numbers, the smaller one first.")
    return low, high


def _at_least(value: Any, name: str, *, read: Check, least: float, above: bool = False) -> Any:
    given = read(value, name)
    if given < least or (above and given == least):
        raise BadInput(f"{name} is {given:g}; it is {'above' if above else 'at least'} {least:g}.")
    if name in MANY and given > MOST:
        raise BadInput(f"{name} is {given:g}; at most {MOST:,} can be made.")
    return given


def _share(value: Any, name: str, *, least: float) -> float:
    given = number(value, name)
    if not least <= given <= 1:
        raise BadInput(f"{name} is {given:g}; it lies between {least:g} and 1.")
    return given


def _filled(value: Any, name: str) -> Array:
    read = numbers(value, name)
    if not read.size:
        raise Undefined(f"there are no {name}.")
    return read


def _in_bounds(result: Any, bounds: tuple[float, float] | None) -> None:
    """Refuse bounds that the estimate itself leaves: per cent told as shares."""
    value = getattr(result, "value", None)
    if bounds is None or not isinstance(value, float):
        return
    slack = 1e-9 * max(1.0, abs(value))
    if not bounds[0] - slack <= value <= bounds[1] + slack:
        raise BadInput(f"the value is {value:g}, outside the bounds {bounds[0]:g} to {bounds[1]:g}; say which "
                       f"bounds it cannot leave (0 and 100 for per cent).")


def _word(value: Any, name: str, *, known: tuple[str, ...]) -> str:
    if not isinstance(value, str) or value not in known:
        raise BadInput(f"{name} is {value!r}; choose {', '.join(known[:-1])} or {known[-1]}.")
    return value


def _text(value: Any, name: str) -> str:
    if not isinstance(value, str):
        raise BadInput(f"{name} is {type(value).__name__}; it is a word.")
    return value


def _callable(value: Any, name: str) -> Any:
    if not callable(value):
        raise BadInput(f"{name} must be a function, not {type(value).__name__}.")
    return value


def _thing(value: Any, name: str, *, kind: type) -> Any:
    if not isinstance(value, kind):
        raise BadInput(f"{name} must be a {kind.__name__}, not {type(value).__name__}.")
    return value
