"""What was typed, as the verbs take it: names and numbers separated by commas, what is what in the data."""

from __future__ import annotations

import shlex
import sys
from collections.abc import Callable
from typing import Any, TypeVar

from referee.discreet import masked
from referee.errors import BadInput
from referee.spec import split_specs

T = TypeVar("T")


def names(text: str | None) -> list[str] | None:
    """Learners, metrics or columns, separated by commas; those with parameters keep theirs.

    >>> names("forest:n_estimators=300,max_depth=3,lda"), names(None)
    (['forest:n_estimators=300,max_depth=3', 'lda'], None)
    """
    return split_specs(text) if text else None


def words(text: str) -> list[str]:
    """Plain words, separated by commas."""
    return [part.strip() for part in text.split(",") if part.strip()]


def numbers(text: str | None, kind: Callable[[str], T], what: str) -> list[T] | None:
    """Numbers separated by commas; `what` begins the sentence that refuses others."""
    if text is None:
        return None
    try:
        return [kind(part) for part in text.split(",")]
    except ValueError:
        raise BadInput(f"{what} separated by commas, not {text!r}.") from None


def rows_or_share(text: str) -> float:
    """A share of the rows where there is a point in it, else a number of them."""
    return float(text) if "." in text else int(text)


def pair(text: str | None, what: str) -> tuple[str, str] | None:
    """Two of something; `what` begins the sentence that refuses more or fewer."""
    if text is None:
        return None
    parts = split_specs(text)
    if len(parts) != 2:
        raise BadInput(f"{what}, separated by a comma, not {text!r}.")
    return parts[0], parts[1]


def engine_at(engine: str | None, address: str | None) -> str | None:
    """An engine, with the place where it is.

    >>> engine_at("dask", "tcp://head:8786"), engine_at(None, None)
    ('dask:address=tcp://head:8786', None)
    """
    if address is None:
        return engine
    if engine is None:
        raise BadInput("an address is for an engine that is elsewhere; say which: --engine dask.")
    return f"{engine}{',' if ':' in engine else ':'}address={address}"


def of_data(*, target: str | None = None, drop: str | None = None, **columns: Any) -> dict[str, Any]:
    """What is what in the data, as far as it was said.

    >>> of_data(target="a, b", drop=None, groups="who", ids=None)
    {'groups': 'who', 'target': ['a', 'b']}
    """
    targets, dropped = words(target or ""), words(drop or "")
    said = columns | {"target": targets[0] if len(targets) == 1 else targets or None, "drop": dropped or None}
    return {name: value for name, value in said.items() if value is not None}


def command_line() -> str:
    """The command as it was typed, to reproduce the study with; but for passwords."""
    return masked("referee " + " ".join(shlex.quote(word) for word in sys.argv[1:]))
