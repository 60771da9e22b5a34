"""Answers of several classes whose names went round: what is called a is b, what is called b is c, and c is a."""

from __future__ import annotations

import numpy as np
from scipy.optimize import linear_sum_assignment

from referee.kinds import Array

FEWEST, MOST = 10, 200      # rows of a class that counts; classes whose names are looked at
MOSTLY = 0.5                # of the rows of a class have its other name
CLEARLY = 5.0               # standard errors by which they are more than those under its own


def turned_classes(truth: Array, said: Array, n_classes: int) -> dict[int, int]:
    """Of each class that goes by another's name that name; empty where none does, or some names only swallow others.

    A model that takes most wolves for dogs takes dogs for dogs: names that went round are a permutation of a few.
    """
    if not 3 <= n_classes <= MOST:
        return {}
    counts = np.zeros((n_classes, n_classes))
    np.add.at(counts, (truth, said), 1)
    rows, columns = linear_sum_assignment(-counts)
    found = {int(one): int(other) for one, other in zip(rows, columns, strict=True) if one != other and _is_other(
        counts[one], int(one), int(other))}
    return found if found and set(found) == set(found.values()) else {}


def _is_other(row: Array, own: int, other: int) -> bool:
    """Whether a class mostly goes by the other name, and clearly more than by its own."""
    n = float(row.sum())
    if n < FEWEST or row[other] <= MOSTLY * n:
        return False
    return float(row[other] - row[own]) > CLEARLY * float(np.sqrt(row[other] + row[own]))
