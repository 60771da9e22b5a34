"""What the ledger holds.

A record is written once, whole, and never rewritten; only one of a fit that failed gives way when the fit is tried
again. Arrays are stored as checksummed binary, never pickled: opening a stranger's ledger runs no code.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import lru_cache
from typing import TYPE_CHECKING

import numpy as np

from referee.fingerprint import fingerprint
from referee.kinds import Array, Json
from referee.ledger.intact import addresses

if TYPE_CHECKING:
    from referee.declaration import Declaration  # brings pydantic, which nobody who only fits needs


@lru_cache(maxsize=8192)      # asked for again when a record is written, and when it is read
def job_key(problem: str, learner: str, split: str) -> str:
    """The address of one fit: the same problem, learner and split are never fitted twice.

    >>> job_key("p", "l", "s") == fingerprint("job", "p", "l", "s")
    True
    """
    return addresses(problem, learner, [split])[0]


@lru_cache(maxsize=32)
def job_keys(problem: str, learner: str, splits: tuple[str, ...]) -> tuple[str, ...]:
    """The addresses of many fits of one learner; asked for when they are sought, written, read and scored."""
    return tuple(addresses(problem, learner, splits))


def whole_plan(plan: str, shuffle: str, number: int) -> str:
    """In the place of a split: all splits of a plan at once, on a shuffle of the data.

    Such a record holds what was said of all test rows, split after split.
    """
    return f"{plan}/{shuffle}/{number}"


@dataclass(frozen=True, slots=True, kw_only=True)
class LearnerCard:
    """A learner by its contents: what it is, with which parameters and library versions."""

    fingerprint: str
    name: str                       # as shown in results
    recipe: Json                    # class path and parameters: what the fingerprint is made of
    versions: dict[str, str] = field(default_factory=dict)
    baseline: bool = False


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Record:
    """What came of one job: predictions for the test rows in the order of the split, or the error."""

    problem: str
    learner: str
    split: str
    labels: Array | None = None          # class codes
    scores: Array | None = None
    probabilities: Array | None = None
    values: Array | None = None
    quantiles: Array | None = None       # of numbers: (rows, 2 × levels), the quantiles, then the levels they are of
    fit_seconds: float = 0.0
    predict_seconds: float = 0.0
    error: str = ""                      # one sentence; empty when the job went well
    traceback: str = ""
    warnings: tuple[str, ...] = ()
    notes: Json = field(default_factory=dict)      # complexity, "exact shortcut", …
    created: str = ""                    # UTC, ISO 8601; set by the ledger

    @property
    def job(self) -> str:
        """The address of the job."""
        return job_key(self.problem, self.learner, self.split)

    @property
    def failed(self) -> bool:
        """Whether there are no predictions."""
        return bool(self.error)

    @property
    def nbytes(self) -> int:
        """How much its arrays hold."""
        size = 0
        for array in (self.labels, self.scores, self.probabilities, self.values, self.quantiles):
            if array is not None:
                size += array.nbytes
        return size


@dataclass(frozen=True, slots=True, kw_only=True)
class StudyCard:
    """A declared analysis, as it was written down before anyone looked."""

    name: str
    problem: str
    plan: str
    learners: tuple[str, ...]            # fingerprints, in the order given
    declaration: Declaration
    created: str = ""                    # UTC, ISO 8601; set by the ledger
    stored: str = ""                     # the fingerprint it is stored under, where a ledger gave it back

    @property
    def fingerprint(self) -> str:
        """Name of what was declared; the time does not enter. One that an older version gave is kept."""
        return self.stored or fingerprint("study", self.name, self.problem, self.plan, list(self.learners),
                                          self.declaration.to_dict())


@dataclass(frozen=True, slots=True, kw_only=True)
class Look:
    """A recorded reading of a result on test rows."""

    problem: str
    plan: str
    learner: str
    metric: str
    purpose: str = "compare"             # "compare", "evaluate", "tune", …
    created: str = ""
    who: str = ""                        # set by the ledger where it is not said
    address: str = ""                    # a look with the address of another is that look, written again


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class VaultCard:
    """Rows set aside: what is needed to know them again, and nothing that would show them."""

    name: str
    problem: str                         # fingerprint of the data from which they were taken
    columns: tuple[str, ...]             # features and targets, by name
    cells: Array                         # a 32-bit mark of each value, rows by columns
    n_rows: int                          # of the data, sealed rows and open ones
    fraction: float
    seed: int
    created: str = ""                    # UTC, ISO 8601; set by the ledger
    who: str = ""

    @property
    def n_sealed(self) -> int:
        """How many rows are in the vault."""
        return int(self.cells.shape[0])

    @property
    def fingerprint(self) -> str:
        """Name of the rows, in whatever order they are met."""
        order = np.lexsort(self.cells.T[::-1])
        return fingerprint("vault", list(self.columns), self.cells[order])


@dataclass(frozen=True, slots=True, kw_only=True)
class VaultUse:
    """Something learned from the rows of a vault: an opening, or the answer to one query."""

    vault: str
    number: int                          # 1, 2, …: each number is taken once
    kind: str                            # "open", "ladder", "thresholdout"
    content: Json
    created: str = ""
    who: str = ""
