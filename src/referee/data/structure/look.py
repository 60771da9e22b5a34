"""A table as the detector of structure looks at it: each column as codes, made once."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from unicodedata import combining, normalize

import numpy as np

from referee.data.column import Column
from referee.data.features import Features
from referee.data.target import Target
from referee.kinds import Array, Task

PARTS_OF_A_NAME = re.compile(r"[A-Z]?[a-z]+|[A-Z]+(?![a-z])|[A-Za-z]+|\d+")


@dataclass(frozen=True, eq=False)
class Look:
    """The columns and the first target of a table."""

    features: Features
    target: Target

    @property
    def matrix(self) -> Array:
        """All columns as numbers."""
        return self.features.matrix

    @property
    def columns(self) -> tuple[Column, ...]:
        """What is known of them."""
        return self.features.columns

    @property
    def n_rows(self) -> int:
        """How many rows there are."""
        return self.features.n_rows

    @cached_property
    def codes(self) -> Sequence[Array]:
        """For each column the rank of its value among its distinct ones; being missing is one, the last."""
        return [_ranks(self.matrix[:, position]) for position in range(len(self.columns))]

    @cached_property
    def sizes(self) -> tuple[int, ...]:
        """For each column how many distinct values it has."""
        return tuple(int(codes.max()) + 1 for codes in self.codes)

    @cached_property
    def answer(self) -> Array:
        """The first target as ranks, or as class codes."""
        first = self.target.y if self.target.y.ndim == 1 else self.target.y[:, 0]
        return _ranks(first)

    @property
    def classes(self) -> bool:
        """Whether the target holds classes."""
        return self.target.task is Task.CLASSIFICATION


def _ranks(values: Array) -> Array:
    return np.unique(values, return_inverse=True)[1].reshape(-1)


def parts_of(name: str) -> tuple[str, ...]:
    """The words a name is made of, without accents.

    >>> parts_of("motor_UPDRS"), parts_of("patientId2"), parts_of("subject#"), parts_of("Hôpital")
    (('motor', 'updrs'), ('patient', 'id', '2'), ('subject',), ('hopital',))
    """
    plain = "".join(sign for sign in normalize("NFKD", name) if not combining(sign))
    return tuple(part.lower() for part in PARTS_OF_A_NAME.findall(plain))
