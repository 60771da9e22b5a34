"""What is fixed beforehand: no field that nobody knows, and nothing changes afterwards."""

from __future__ import annotations

import json
from typing import Annotated, Any

from pydantic import BaseModel, BeforeValidator, ConfigDict


class Fixed(BaseModel):
    """Something that is written down once."""

    model_config = ConfigDict(extra="forbid", frozen=True)


def _plain(value: Any) -> Any:
    """A value as JSON gives it back: tuples as lists, numpy's numbers as numbers, what it has no word for as text."""
    return json.loads(json.dumps(value, default=lambda x: x.tolist() if hasattr(x, "tolist") else str(x)))


Plain = Annotated[Any, BeforeValidator(_plain)]
"""Any value that JSON has, in the form in which JSON has it."""
