"""Which rows of a problem lie in a vault, known by their values: reordered, in part, or with other columns.

Where only some columns are shared with the sealed data, every row that is equal to a sealed one in the shared columns
is taken for it: some open rows may be withheld too, never the other way round.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from referee.data.cells import Cells, cells_of
from referee.data.problem import Problem
from referee.data.rows import row_hashes
from referee.errors import SealedRows
from referee.kinds import Array
from referee.ledger._base import VaultCard
from referee.ledger.contract import KeepsVaults, Ledger


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Sealed:
    """A vault that holds rows of a problem, and which rows these are."""

    vault: VaultCard
    mask: Array


def sealed_rows(ledger: Ledger, problem: Problem) -> list[Sealed]:
    """The vaults that hold rows of this problem; none in most ledgers, at no cost."""
    vaults = ledger.vaults() if isinstance(ledger, KeepsVaults) else []
    if not vaults or problem.features is None:
        return []
    cells = cells_of(problem)
    found = [Sealed(vault=vault, mask=_mask(vault, cells)) for vault in vaults]
    return [sealed for sealed in found if sealed.mask.any()]


def require_open(ledger: Ledger, problem: Problem, *, vault: str | None = None) -> None:
    """Refuse a problem that holds rows of a vault, other than the one that is being opened."""
    for sealed in sealed_rows(ledger, problem):
        if sealed.vault.fingerprint != vault:
            n = int(sealed.mask.sum())
            raise SealedRows(
                f"{n:,} {'row' if n == 1 else 'rows'} of {problem.name} {'lies' if n == 1 else 'lie'} in the vault "
                f"sealed on {sealed.vault.created[:10]} in this ledger; use the open rows only, or open the vault "
                f"(`referee vault open`).")


def _mask(vault: VaultCard, cells: Cells) -> Array:
    shared = [name for name in vault.columns if name in cells.columns]
    if not _same_data(len(shared), len(vault.columns), len(cells.columns)):
        return np.zeros(cells.marks.shape[0], dtype=bool)
    where = [vault.columns.index(name) for name in shared]
    return np.isin(cells.of(shared), row_hashes(vault.cells[:, where].astype(np.int64)))


def _same_data(shared: int, sealed: int, met: int) -> bool:
    """Whether enough columns agree for two tables to be one: all of either, or half of both; never a single one."""
    return shared > 1 and (shared in {sealed, met} or 2 * shared >= max(sealed, met))
