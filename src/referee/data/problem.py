"""A problem: rows, target, task, and what else is known about the rows."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from referee.data.features import Column, Features
from referee.kinds import Array, Task


@dataclass(frozen=True, kw_only=True, eq=False)
class Problem:
    """What is to be learned, and from which rows.

    In classification `y` holds class codes 0 … k-1, the positions in `classes`; with two classes the
    last one is the positive one. In regression `y` holds float64 values, (n,) or (n, targets).
    A problem read back from a ledger has no features: it can be analysed, not fitted again.
    """

    name: str
    task: Task
    y: Array
    targets: tuple[str, ...]
    classes: tuple[Any, ...] = ()
    groups: Array | None = None       # a code for each row; rows of one group are never on both sides of a split
    ids: Array | None = None          # the user's name of each row
    columns: tuple[Column, ...] = ()
    notices: tuple[str, ...] = ()     # sentences about what was noticed in the data
    features: Features | None = None
    fingerprint: str

    @property
    def n_rows(self) -> int:
        """How many rows there are."""
        return int(self.y.shape[0])
