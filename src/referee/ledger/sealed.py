"""Which rows of a problem lie in a vault, known by their values: reordered, in part, with other columns or names.

By the names of columns every sealed row is known that is there as it was; by keys (data/row_keys.py) those whose
columns have other names, whose classes were relabelled, whose values were rounded or in part corrected.
Where only some columns are shared with the sealed data, every row that is equal to a sealed one in the shared columns
is taken for it: some open rows may be withheld too.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from referee.data.cells import Cells, cells_of, cells_of_features
from referee.data.feature_columns import build_features
from referee.data.features import Features
from referee.data.known_rows import known_mask
from referee.data.problem import Problem
from referee.data.row_keys import row_keys
from referee.data.rows import row_hashes
from referee.data.table import as_table
from referee.errors import SealedRows
from referee.kinds import Array
from referee.ledger._base import VaultCard
from referee.ledger.contract import KeepsVaults, KnowsRows, Ledger


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
    return _found(ledger, vaults, cells_of(problem), problem.features)


def sealed_in_frame(ledger: Ledger, frame: Any, where: str) -> list[Sealed]:
    """The vaults that hold rows of a table in which there is more than features: what models said, for instance."""
    found = []
    for vault in ledger.vaults() if isinstance(ledger, KeepsVaults) else []:
        shared = [name for name in frame.columns if str(name) in vault.columns]
        features, _, _ = build_features(as_table(frame[shared] if len(shared) > 1 else frame, where))
        found += _found(ledger, [vault], cells_of_features(features), features)
    return found


def _found(ledger: Ledger, vaults: list[VaultCard], cells: Cells, features: Features) -> list[Sealed]:
    known = {vault.fingerprint: ledger.row_keys(vault.fingerprint) for vault in vaults} \
        if isinstance(ledger, KnowsRows) else {}
    ours = row_keys(features, most=None) if any(known.values()) else None
    found = []
    for vault in vaults:
        mask, theirs = _mask(vault, cells), known.get(vault.fingerprint)
        if ours is not None and theirs is not None:
            mask = mask | known_mask(ours, theirs)
        found.append(Sealed(vault=vault, mask=mask))
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
