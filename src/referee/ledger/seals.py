"""A checksum over a whole row, so that a changed name, time or error text is noticed as well."""

from __future__ import annotations

import json
from collections.abc import Mapping
from hashlib import sha256
from json.encoder import encode_basestring_ascii as _quoted
from typing import Any

from referee.discreet import masked
from referee.errors import LedgerCorrupt
from referee.ledger.blobs import digest_of

UNSEALED = frozenset({"id", "checksum"})      # a number the database gives, and the seal itself


def sealed(row: dict[str, Any]) -> dict[str, Any]:
    """The row with its checksum; no text in it keeps the password of a database.

    >>> row = sealed({"name": "iris", "n_rows": 150})
    >>> require_intact(row)
    >>> require_intact({**row, "n_rows": 151})
    Traceback (most recent call last):
    ...
    referee.errors.LedgerCorrupt: the row does not match its checksum.
    """
    kept = {name: masked(value) if isinstance(value, str) else value for name, value in row.items()}
    return {**kept, "checksum": _checksum(kept)}


def require_intact(row: Mapping[str, Any]) -> None:
    """Refuse a row that is not as it was written; its blobs are verified when they are unpacked."""
    if row["checksum"] != _checksum(row):
        raise LedgerCorrupt("the row does not match its checksum.")


def _checksum(row: Mapping[str, Any]) -> str:
    """Blobs enter by the digest that they carry: nothing long is hashed twice."""
    said = ", ".join([f'["{k}", {_as_json(row[k])}]' for k in sorted(row) if k not in UNSEALED])
    return sha256(f"[{said}]".encode()).hexdigest()[:32]


def _as_json(value: Any) -> str:
    """As `json.dumps` writes it, which takes longer to begin than to write."""
    if type(value) is str:
        return _quoted(value)
    if type(value) is int:
        return repr(value)
    return json.dumps(digest_of(value) if isinstance(value, bytes) else value)
