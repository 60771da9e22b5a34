"""Between the keys by which rows are known again and the rows of their table; what comes back has been verified."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np

from referee.data.row_keys import Keys, RowKeys
from referee.errors import LedgerCorrupt
from referee.kinds import Array
from referee.ledger.blobs import pack, unpack
from referee.ledger.rows import Row
from referee.ledger.seals import require_intact, sealed


def key_row(of: str, found: RowKeys, created: str) -> Row:
    """The keys of the rows of a problem, or of a vault."""
    arrays: dict[str, Array] = {}
    for keys in found.kinds:
        kind = f"{keys.by} {keys.digits}"
        arrays |= {f"{kind} rows": keys.rows, f"{kind} keys": keys.keys, f"{kind} chance": np.array([keys.chance]),
                   f"{kind} limit": np.array([keys.limit], dtype=np.uint64)}
    return sealed({"of": of, "n_rows": found.n_rows, "created": created, "keys": pack(arrays)})


def keys_of(row: Mapping[str, Any]) -> RowKeys:
    """The keys, as many of each kind as it has rows."""
    require_intact(row)
    arrays = unpack(row["keys"])
    kinds = [name.removesuffix(" keys") for name in arrays if name.endswith(" keys")]
    return RowKeys(n_rows=row["n_rows"], kinds=tuple(_kind(kind, arrays, row["n_rows"]) for kind in kinds))


def _kind(kind: str, arrays: Mapping[str, Any], n_rows: int) -> Keys:
    by, digits = kind.rsplit(" ", 1)
    found = Keys(by=by, digits=int(digits), chance=float(arrays[f"{kind} chance"][0]), rows=arrays[f"{kind} rows"],
                 keys=arrays[f"{kind} keys"], limit=int(arrays[f"{kind} limit"][0]))
    rows, keys = found.rows, found.keys
    if keys.ndim != 2 or keys.shape[0] != rows.size or (rows.size and not 0 <= rows.min() <= rows.max() < n_rows):
        raise LedgerCorrupt("the keys of rows do not fit the rows.")
    return found
