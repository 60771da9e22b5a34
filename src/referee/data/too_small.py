"""Targets too small to be scored: errors are squared, and for the spread of the squares squared again."""

from __future__ import annotations

import numpy as np

from referee.errors import BadInput
from referee.kinds import Array

SMALLEST = 1e-70        # its fourth power is a number with all its digits


def require_large_enough(y: Array, what: str) -> None:
    """Refuse numbers that are all nearly 0, and not all 0.

    >>> require_large_enough(np.array([0.0, 1e-310]), "target 'y'")
    Traceback (most recent call last):
    ...
    referee.errors.BadInput: target 'y' has no number above 1e-310 in size, too small for errors to be squared; give it
    in another unit.
    """
    largest = float(np.abs(y).max(initial=0.0))
    if 0 < largest < SMALLEST:
        raise BadInput(f"{what} has no number above {largest:.3g} in size, too small for errors to be squared; give it "
                       f"in another unit.")
