"""Records gathered for about a second and written in one transaction.

A commit costs far more than a row, and many fits of one learner in one piece far less than one by one. A process killed
between two commits loses what was gathered since the first: records that came within `every_seconds`. Where it is not
told before whoever gives them waits, they also took no more than that to make.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from types import TracebackType
from typing import Self

import numpy as np

from referee.ledger._base import Record
from referee.ledger.block import Block
from referee.ledger.contract import KeepsBlocks, Ledger

AT_MOST = 0.02         # of the time goes into writing what is dear before `every_seconds` are over


class BatchWriter:
    """Gathers records and appends them to a ledger together.

    They are written when the last writing was `every_seconds` ago, or when their arrays have `at_most` bytes. What was
    dear to make, fits that together took `every_seconds`, is written at once, since the next may be long in coming;
    from one who calls `pause` before waiting, in the first pause, and if writing would take too much of the time that
    way, in a later one. `told` hears of those that are written.

    >>> from referee.ledger import Record, open_ledger
    >>> ledger = open_ledger(":memory:")
    >>> with BatchWriter(ledger, every_seconds=60) as writer:
    ...     writer.add(Record(problem="p", learner="l", split="s"))
    ...     print(len(ledger.keys()), "written before the end")
    0 written before the end
    >>> len(ledger.keys())
    1
    >>> ledger.close()
    """

    def __init__(self, ledger: Ledger, *, every_seconds: float = 1.0, at_most: int = 8_000_000,
                 told: Callable[[Sequence[Record | Block]], None] | None = None) -> None:
        self.ledger = ledger
        self.told = told
        self.every_seconds = every_seconds
        self.at_most = at_most
        self._gathered: list[Record | Block] = []
        self._bytes = 0
        self._work = 0.0
        self._written = time.monotonic()
        self._took = 0.0                      # seconds, the last writing
        self._hears_of_pauses = False

    def add(self, record: Record | Block) -> None:
        """Take a record, or a block of them; write all that is gathered if it is time."""
        self._gathered.append(record)
        self._bytes += record.nbytes
        took = record.fit_seconds + record.predict_seconds
        self._work += took if isinstance(took, float) else float(np.sum(took))
        dear = self._dear and not self._hears_of_pauses
        if dear or self._waited >= self.every_seconds or self._bytes >= self.at_most:
            self.flush()

    def pause(self) -> float | None:
        """Nothing more comes for a while: write what must not wait.

        After so many seconds, if nothing has come, this is to be called again; None where nothing is gathered.
        """
        self._hears_of_pauses = True
        if not self._gathered:
            return None
        after = min(self.every_seconds, self._took / AT_MOST) if self._dear else self.every_seconds
        left = after - self._waited
        if left > 0:
            return left
        self.flush()
        return None

    @property
    def _dear(self) -> bool:
        return self._work >= self.every_seconds

    @property
    def _waited(self) -> float:
        return time.monotonic() - self._written

    def flush(self) -> None:
        """Write all that is gathered now; if that fails it stays gathered, and can be tried again."""
        begun = time.monotonic()
        blocks = [one for one in self._gathered if isinstance(one, Block)]
        self.ledger.append(one for one in self._gathered if isinstance(one, Record))
        if isinstance(self.ledger, KeepsBlocks):
            self.ledger.append_blocks(blocks)
        else:
            self.ledger.append(record for block in blocks for record in block.records())
        if self.told is not None:
            self.told(self._gathered)
        self._gathered = []
        self._bytes, self._work = 0, 0.0
        self._written = time.monotonic()
        self._took = self._written - begun

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.flush()

