"""Results written down for JSON and read back: every field by its name, nothing lost."""

from __future__ import annotations

import math
import types
import typing
from dataclasses import fields, is_dataclass
from enum import Enum
from typing import Any, Self

import numpy as np

from referee.kinds import Json, frozen_array

INFINITE = {"inf": math.inf, "-inf": -math.inf}       # JSON has no word for them


class Written:
    """A frozen result that can be written to JSON and made again from it."""

    __slots__ = ()

    def to_dict(self) -> Json:
        """For JSON: plain numbers, text and lists."""
        return {field.name: _plain(getattr(self, field.name)) for field in fields(self)}    # type: ignore[arg-type]

    @classmethod
    def from_dict(cls, said: Json) -> Self:
        """The result that was written down."""
        hints = typing.get_type_hints(cls)
        return cls(**{name: _made(hints[name], value) for name, value in said.items()})


def _plain(value: Any) -> Any:
    if isinstance(value, Written):
        return value.to_dict()
    if isinstance(value, Enum):
        return value.value
    if isinstance(value, np.ndarray | np.generic):
        return _plain(value.tolist())
    if isinstance(value, list | tuple):
        return [_plain(one) for one in value]
    if isinstance(value, float) and math.isinf(value):
        return "inf" if value > 0 else "-inf"
    return value


def _made(hint: Any, value: Any) -> Any:
    """A value of the annotated kind from what was written."""
    origin, parts = typing.get_origin(hint), typing.get_args(hint)
    if value is None:
        return None
    if origin in {typing.Union, types.UnionType}:
        return _made(_fitting(parts, value), value)
    if origin is np.ndarray:
        return frozen_array(_inner(value))
    if origin is tuple:
        each = parts[:1] * len(value) if parts[-1] is Ellipsis else parts
        return tuple(_made(part, one) for part, one in zip(each, value, strict=True))
    return _thing(hint, value) if isinstance(hint, type) else _inner(value)


def _thing(hint: type, value: Any) -> Any:
    if issubclass(hint, Written):
        return hint.from_dict(value)
    return hint(value) if issubclass(hint, Enum) else _inner(value)


def _fitting(parts: tuple[Any, ...], value: Any) -> Any:
    """The part of a union that was written."""
    known = [part for part in parts if part is not type(None)]
    if isinstance(value, list):
        return next((part for part in known if typing.get_origin(part) in {tuple, np.ndarray}), Any)
    if isinstance(value, dict):
        return next((part for part in known if isinstance(part, type) and is_dataclass(part)), Any)
    return Any


def _inner(value: Any) -> Any:
    if isinstance(value, list):
        return tuple(_inner(one) for one in value)
    return INFINITE.get(value, value) if isinstance(value, str) else value
