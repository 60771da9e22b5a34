"""Between vaults and the rows of their tables; what comes back has been verified."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

from referee.errors import LedgerCorrupt
from referee.ledger._base import VaultCard, VaultUse
from referee.ledger.blobs import pack, unpack
from referee.ledger.person import person_here
from referee.ledger.rows import Row, as_json, storable_name
from referee.ledger.seals import require_intact, sealed


def vault_row(card: VaultCard, created: str) -> Row:
    """Which rows are set aside."""
    return sealed({
        "fingerprint": card.fingerprint, "name": storable_name(card.name), "problem": card.problem,
        "columns": as_json(card.columns), "n_rows": card.n_rows, "fraction": float(card.fraction), "seed": card.seed,
        "created": card.created or created, "who": card.who or person_here(), "cells": pack({"cells": card.cells}),
    })


def vault_of(row: Mapping[str, Any]) -> VaultCard:
    """The vault, which must be stored under the name of its rows."""
    require_intact(row)
    card = VaultCard(
        name=row["name"], problem=row["problem"], columns=tuple(json.loads(row["columns"])), n_rows=row["n_rows"],
        cells=unpack(row["cells"])["cells"], fraction=row["fraction"], seed=row["seed"], created=row["created"],
        who=row["who"],
    )
    if card.fingerprint != row["fingerprint"]:
        raise LedgerCorrupt("the vault is stored under the name of other rows.")
    return card


def use_row(use: VaultUse, created: str) -> Row:
    """What was learned from a vault."""
    return sealed({
        "vault": use.vault, "number": use.number, "kind": use.kind, "content": as_json(use.content),
        "created": use.created or created, "who": use.who or person_here(),
    })


def use_of(row: Mapping[str, Any]) -> VaultUse:
    """What was learned from a vault."""
    require_intact(row)
    return VaultUse(vault=row["vault"], number=row["number"], kind=row["kind"], content=json.loads(row["content"]),
                    created=row["created"], who=row["who"])
