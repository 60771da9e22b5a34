"""What a report must say of a vault: which opening this is, and what else was learned from its rows."""

from __future__ import annotations

from dataclasses import dataclass

from referee.ledger import Ledger, StudyCard

OPENED = "open"


@dataclass(frozen=True, slots=True, kw_only=True)
class VaultNote:
    """One opening of a vault among all that was learned from its rows."""

    vault: str            # fingerprint
    sealed: str           # when
    rows: int
    opening: int          # which opening this is: 1, 2, …; 0 if it was never recorded
    openings: int         # how many there have been so far
    queries: int          # answers given by Ladder or Thresholdout so far


def vault_note(ledger: Ledger, card: StudyCard) -> VaultNote | None:
    """What is known of the vault whose rows a study tests on; None for other studies."""
    name = card.declared.get("vault")
    found = [vault for vault in ledger.vaults() if vault.fingerprint == name] if name else []
    if not found:
        return None
    uses = ledger.uses(found[0].fingerprint)
    openings = [use.content["study"] for use in uses if use.kind == OPENED]
    return VaultNote(
        vault=found[0].fingerprint, sealed=found[0].created, rows=found[0].n_sealed,
        opening=openings.index(card.fingerprint) + 1 if card.fingerprint in openings else 0,
        openings=len(openings), queries=len(uses) - len(openings))
