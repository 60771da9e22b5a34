"""Ls: the vaults of a ledger, and everything that was learned from them."""

from __future__ import annotations

from pathlib import Path

from referee.api.ledger import opened
from referee.ledger import Ledger, VaultCard, VaultUse, with_vaults


def ls(ledger: str | Path | Ledger) -> list[tuple[VaultCard, list[VaultUse]]]:
    """Each vault, oldest first, with its openings and queries in order."""
    with opened(ledger, create=False, read_only=True) as store:
        vaults = with_vaults(store)
        return [(vault, vaults.uses(vault.fingerprint)) for vault in vaults.vaults()]
