"""What is fixed beforehand: no field that nobody knows, and nothing changes afterwards."""

from __future__ import annotations

import json
from typing import Annotated, Any

from pydantic import BaseModel, BeforeValidator, ConfigDict, ValidationError


class Fixed(BaseModel):
    """Something that is written down once."""

    model_config = ConfigDict(extra="forbid", frozen=True, defer_build=True)


def _plain(value: Any) -> Any:
    """A value as JSON gives it back: tuples as lists, numpy's numbers as numbers, what it has no word for as text."""
    return json.loads(json.dumps(value, default=lambda x: x.tolist() if hasattr(x, "tolist") else str(x)))


Plain = Annotated[Any, BeforeValidator(_plain)]
"""Any value that JSON has, in the form in which JSON has it."""


def first_fault(error: ValidationError) -> str:
    """The first thing that is wrong, as a clause: level is 2, and input should be less than 1."""
    first = error.errors()[0]
    message = str(first["msg"]).removeprefix("Value error, ").rstrip(".")
    message = f"{message[:1].lower()}{message[1:]}"
    field = ".".join(str(part) for part in first["loc"])
    return f"{field} is {first['input']!r}, and {message}" if field else message
