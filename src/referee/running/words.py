"""What a worker says, taken from its connection as far as it is there.

A learner may write anything into the connection of its worker, or change what the worker writes with. So the rest of a
word that was begun is never waited for, and what cannot be a word is known as soon as its first byte is there.
"""

from __future__ import annotations

import os
import pickle
import struct
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

# A message of multiprocessing.connection: its length, or -1 and a longer length, then a pickle.
LENGTH = struct.Struct("!i")
LONG = -1
LONG_LENGTH = struct.Struct("!Q")
FIRST_OF_A_PICKLE = 0x80
AT_ONCE = 1 << 20


class Garbled(Exception):
    """What came is no word."""


@dataclass(slots=True)
class Ear:
    """One connection, and what of it was heard in part."""

    connection: Any
    heard: bytearray = field(default_factory=bytearray)

    def words(self) -> Iterator[Any]:
        """All words that are there; EOFError where the connection is closed, Garbled where something else came."""
        while self.connection.poll(0):
            if os.name == "nt":        # pipes of Windows give whole messages
                yield _word(self.connection.recv_bytes())
                continue
            more = os.read(self.connection.fileno(), AT_ONCE)
            if not more:
                raise EOFError
            self.heard += more
            while (whole := self._first()) is not None:
                yield _word(whole)

    def _first(self) -> bytes | None:
        """The first message; None while some of it has not come."""
        begin = LENGTH.size
        if len(self.heard) < begin:
            return None
        (n,) = LENGTH.unpack_from(self.heard)
        if n == LONG:
            if len(self.heard) < begin + LONG_LENGTH.size:
                return None
            (n,) = LONG_LENGTH.unpack_from(self.heard, begin)
            begin += LONG_LENGTH.size
        if n < 1 or self.heard[begin:begin + 1] not in (b"", bytes([FIRST_OF_A_PICKLE])):
            raise Garbled
        if len(self.heard) < begin + n:
            return None
        whole = bytes(self.heard[begin:begin + n])
        del self.heard[:begin + n]
        return whole


def _word(message: bytes) -> Any:
    try:
        return pickle.loads(message)          # noqa: S301 - from a process that runs with the same rights
    except Exception as error:
        raise Garbled from error
