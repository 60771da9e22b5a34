"""What the ledger holds, and what a ledger must do.

A record is written once, whole, and never rewritten. Arrays are stored as checksummed binary, never
pickled: opening a stranger's ledger runs no code.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from functools import lru_cache
from typing import TYPE_CHECKING, Any, Protocol

import numpy as np

from referee.data.problem import Problem
from referee.designs.card import PlanCard
from referee.designs.split import Split
from referee.fingerprint import fingerprint
from referee.kinds import Array, Json

if TYPE_CHECKING:
    from referee.declaration import Declaration  # brings pydantic, which nobody who only fits needs


@lru_cache(maxsize=8192)      # asked for again when a record is written, and when it is read
def job_key(problem: str, learner: str, split: str) -> str:
    """The address of one fit: the same problem, learner and split are never fitted twice."""
    return fingerprint("job", problem, learner, split)


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


class Ledger(Protocol):
    """The durable store. Adding what is already there does nothing."""

    def add_problem(self, problem: Problem) -> None:
        """Write the rows' targets, groups and ids (not the features)."""

    def add_plan(self, card: PlanCard, splits: Iterable[Split]) -> None:
        """Write a plan with the row numbers of its splits."""

    def add_learner(self, card: LearnerCard) -> None:
        """Write what a learner is."""

    def add_study(self, card: StudyCard) -> None:
        """Write a declared analysis, with the time."""

    def append(self, records: Iterable[Record]) -> None:
        """Write records, each whole or not at all; a job already recorded is left as it is."""

    def add_looks(self, looks: Iterable[Look]) -> None:
        """Count readings; one whose address is there already is left as it is."""

    def keys(self, *, problem: str | None = None, failed: bool = True) -> set[str]:
        """The jobs recorded; without the failed ones if asked."""

    def read(self, job: str) -> Record:
        """One record, verified."""

    def read_many(self, jobs: Iterable[str]) -> Iterator[Record]:
        """Records in the order asked for, verified, a few at a time in memory."""

    def problem(self, fingerprint: str) -> Problem:
        """A problem without its features."""

    def plan(self, fingerprint: str) -> PlanCard:
        """A plan's card."""

    def split(self, fingerprint: str) -> Split:
        """The row numbers of one split."""

    def splits(self, fingerprints: Iterable[str]) -> Iterator[Split]:
        """Splits in the order asked for; all of those asked for may be in memory at once."""

    def learner(self, fingerprint: str) -> LearnerCard:
        """A learner's card."""

    def studies(self) -> list[StudyCard]:
        """The declared analyses, oldest first."""

    def add_vault(self, card: VaultCard) -> None:
        """Write which rows are set aside."""

    def vaults(self) -> list[VaultCard]:
        """The vaults, oldest first."""

    def add_use(self, use: VaultUse) -> bool:
        """Write what was learned from a vault; False, and nothing written, if its number is taken."""

    def uses(self, vault: str) -> list[VaultUse]:
        """What was learned from a vault, in order."""

    def looks(self, *, problem: str | None = None) -> list[Look]:
        """The readings, oldest first."""

    def summary(self) -> list[dict[str, Any]]:
        """One row a problem: how many plans, learners, records, failures, looks."""

    def check(self) -> list[str]:
        """A sentence for everything stored that does not match its checksum; empty when all is well."""

    def close(self) -> None:
        """Let go of the file or the connection."""
