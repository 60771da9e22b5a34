"""What a ledger must do; keeping vaults is a contract of its own, which a ledger may leave out.

Looks are part of the first: a ledger that did not count them would let every comparison pass for the only one.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, Protocol, runtime_checkable

from referee.data.problem import Problem
from referee.data.row_keys import RowKeys
from referee.designs.card import PlanCard
from referee.designs.split import Split
from referee.errors import LedgerError
from referee.ledger._base import LearnerCard, Look, Record, StudyCard, VaultCard, VaultUse

if TYPE_CHECKING:              # these bring SQLAlchemy, which is loaded when the first ledger is opened
    from referee.ledger.block import Block
    from referee.ledger.claims import Claims
    from referee.ledger.exporting import Table
    from referee.ledger.merging import Merged
    from referee.ledger.news import Marks
    from referee.ledger.pruning import Pruned, Unwanted


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

    def looks(self, *, problem: str | None = None) -> list[Look]:
        """The readings, oldest first."""

    def summary(self) -> list[dict[str, Any]]:
        """One row a problem: how many plans, learners, records, failures, looks."""

    def check(self) -> list[str]:
        """A sentence for everything stored that does not match its checksum; empty when all is well."""

    def close(self) -> None:
        """Let go of the file or the connection."""


@runtime_checkable
class KeepsBlocks(Protocol):
    """A ledger to which many small fits of one learner can be given, and which gives them back, in one piece."""

    def append_blocks(self, blocks: Iterable[Block]) -> None:
        """Write fits by the block, each block whole or not at all; a job already recorded is left as it is."""

    def read_together(self, jobs: Sequence[str]) -> Iterator[Block | Record]:
        """Fits, verified, in any order, those that were written together in one piece."""


@runtime_checkable
class Scrubs(Protocol):
    """A ledger from which passwords can be taken that an older version wrote into it."""

    def scrub(self) -> int:
        """Mask them; how many rows were changed."""


@runtime_checkable
class Serviced(Protocol):
    """A ledger that can take in another, be copied, pruned and compacted."""

    def take_in(self, other: Ledger) -> Merged:
        """Take in what another ledger holds, checked; what is there stays, what disagrees is named."""

    def back_up(self, file: Path) -> None:
        """Copy it into a new file, while others write."""

    def export(self, folder: Path, kind: str, more: Iterable[Table] = ()) -> None:
        """Write everything but vaults as tables into a folder."""

    def take_export(self, folder: Path) -> Merged:
        """Take in what was exported, checked as another ledger is."""

    def prune(self, unwanted: Unwanted, *, only_count: bool = False) -> Pruned:
        """Remove records, or only count them."""

    def prunings(self) -> list[dict[str, Any]]:
        """What was removed, and when."""

    def compact(self) -> None:
        """Give back the room of what was removed."""


def serviced(ledger: Ledger) -> Serviced:
    """The ledger, to be merged, copied, pruned or compacted; a sentence if it is of a kind that cannot."""
    if not isinstance(ledger, Serviced):
        raise LedgerError(f"{ledger!r} cannot be merged, copied, pruned or compacted; a file or a PostgreSQL ledger "
                          f"can.")
    return ledger


@runtime_checkable
class KeepsVaults(Protocol):
    """A ledger in which rows can be set aside."""

    def add_vault(self, card: VaultCard) -> None:
        """Write which rows are set aside."""

    def vaults(self) -> list[VaultCard]:
        """The vaults, oldest first."""

    def add_use(self, use: VaultUse) -> bool:
        """Write what was learned from a vault; False, and nothing written, if its number is taken."""

    def uses(self, vault: str) -> list[VaultUse]:
        """What was learned from a vault, in order."""


@runtime_checkable
class KnowsRows(Protocol):
    """A ledger that knows rows again which come in another order, in part, or with other names."""

    def add_row_keys(self, of: str, keys: RowKeys) -> None:
        """Write by what the rows of a problem, or of a vault, are known again."""

    def row_keys(self, of: str) -> RowKeys | None:
        """By what they are known again; None where nothing was written of it."""


@runtime_checkable
class TriesAgain(Protocol):
    """A ledger in which a fit that failed can be recorded again."""

    def retrying(self) -> Ledger:
        """The same ledger for one run: failed fits count as missing, and give way to what comes of them now."""


@runtime_checkable
class SharesWork(Protocol):
    """A ledger in which processes can claim what they are going to fit."""

    def sharing(self, *, waits: bool = True) -> Ledger:
        """The same ledger for one run that shares its work; it keeps the contract `Claimed` too."""


@runtime_checkable
class Claimed(Protocol):
    """A ledger of a run that shares its work."""

    waits: bool          # for what others have claimed, when nothing else is left; or the run ends there, unfinished

    def claims(self) -> Claims:
        """The claims of one process."""


@runtime_checkable
class CountsLooks(Protocol):
    """A ledger that knows how many looks were ever written to it."""

    def rows_missing(self) -> list[str]:
        """A sentence on looks, or uses of vaults, that were written and are gone."""


@runtime_checkable
class Tallies(Protocol):
    """A ledger that knows what was written to it."""

    def not_as_written(self, problem: str | None = None) -> list[str]:
        """A sentence on rows that were removed, added or changed by other means; of fits, those of a problem."""

    def tallied_from(self) -> str:
        """Since when, for a ledger that is older than its tallies; empty where they are as old."""


@runtime_checkable
class TellsNews(Protocol):
    """A ledger that can be watched while others write."""

    def marks(self) -> Marks | None:
        """What changes when something is written, problem by problem; None for a ledger that keeps no such thing."""

    def last_written(self, problem: str) -> str:
        """When the last fit on a problem was written (UTC, ISO 8601); empty where there is none."""


def retrying(ledger: Ledger) -> Ledger:
    """The ledger, for a run that tries failed fits again; a sentence if it is of a kind that keeps them for good."""
    if not isinstance(ledger, TriesAgain):
        raise LedgerError(f"{ledger!r} keeps failed fits for good; use a ledger that does not, such as a file.")
    return ledger.retrying()


def sharing(ledger: Ledger, *, waits: bool = True) -> Ledger:
    """The ledger, for a run that shares its work; a sentence if it is of a kind that cannot."""
    if not isinstance(ledger, SharesWork):
        raise LedgerError(f"{ledger!r} keeps no claims, so that work cannot be shared there; use a file or PostgreSQL.")
    return ledger.sharing(waits=waits)


def with_vaults(ledger: Ledger) -> KeepsVaults:
    """The ledger, to keep vaults in; a sentence if it is of a kind that keeps none."""
    if not isinstance(ledger, KeepsVaults):
        raise LedgerError(f"{ledger!r} keeps no vaults; use a ledger that does, such as a file.")
    return ledger
