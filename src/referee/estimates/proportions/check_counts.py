"""The check that every interval for a proportion begins with."""

from __future__ import annotations

from referee.errors import BadInput


def check_counts(k: float, n: float) -> tuple[float, float]:
    """Refuse counts that are none.

    >>> check_counts(5, 3)
    Traceback (most recent call last):
    ...
    referee.errors.BadInput: 5 of 3 is no proportion; k lies between 0 and n, and n is at least 1.
    """
    if not (n >= 1 and 0 <= k <= n):
        raise BadInput(f"{k} of {n} is no proportion; k lies between 0 and n, and n is at least 1.")
    return float(k), float(n)
