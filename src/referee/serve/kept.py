"""A ledger kept open to be read: opened anew where another file has taken its place, or reading it went wrong."""

from __future__ import annotations

import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from referee.errors import RefereeError
from referee.ledger import Ledger, open_ledger

LONGEST_KEPT = 60.0          # seconds: an older ledger may be brought up to date by whoever writes
Place = tuple[int, int] | None


class Kept:
    """One place, for one thread at a time. Nothing is written there: a file is opened so that it cannot be."""

    def __init__(self, where: str) -> None:
        self.where = where
        self._ledger: Ledger | None = None
        self._place: Place = None
        self._since = 0.0

    @contextmanager
    def opened(self) -> Iterator[Ledger]:
        """The ledger; a refusal closes it, so that the next look begins anew."""
        try:
            place = self.place()
            if self._ledger is None or place != self._place or time.monotonic() - self._since > LONGEST_KEPT:
                self.close()
                self._ledger = open_ledger(self.where, create=False, read_only=True, patience=0)
                self._place, self._since = place, time.monotonic()
            yield self._ledger
        except RefereeError:
            self.close()
            raise

    def place(self) -> Place:
        """Which file it is; None for a server, and where there is none."""
        if "://" in self.where:
            return None
        try:
            found = Path(self.where).expanduser().stat()
        except OSError:          # whoever opens it says so
            return None
        return found.st_dev, found.st_ino

    def close(self) -> None:
        """Let go of it."""
        if self._ledger is not None:
            self._ledger.close()
            self._ledger = None
