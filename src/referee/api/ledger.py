"""A ledger for as long as it is needed."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from referee.errors import LedgerError
from referee.ledger import Ledger, open_ledger
from referee.ledger.contract import Scrubs


@contextmanager
def opened(where: str | Path | Ledger | None, *, create: bool = True, read_only: bool = False) -> Iterator[Ledger]:
    """A ledger for as long as it is needed; one kept only in memory if no place is named."""
    if where is not None and not isinstance(where, str | Path):
        yield where
        return
    store = open_ledger(where if where is not None else ":memory:", create=create, read_only=read_only)
    try:
        yield store
    finally:
        store.close()


def scrubbed(where: str | Path | Ledger) -> int:
    """Mask the passwords of databases that an older version wrote into a ledger; how many rows were changed."""
    with opened(where, create=False) as store:
        if not isinstance(store, Scrubs):
            raise LedgerError(f"{store!r} cannot be scrubbed; a file or a PostgreSQL ledger can.")
        return store.scrub()
