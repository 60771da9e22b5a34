"""The text of a table in a file: its encoding, and the lines in which its header stands again among the rows.

Tables that were put under one another keep their headers. A line is taken for one only where it repeats the first line
byte by byte and a column of numbers shows that it is no row.
"""

from __future__ import annotations

import gzip
import io
import re
import zlib
from codecs import BOM_UTF8, getincrementaldecoder
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import IO

from referee.errors import BadInput
from referee.foreign_file import opened

BLOCK = 1 << 20
NEW_LINE = b"\n"
LONGEST_HEADER = 1 << 16
NOT_WINDOWS = re.compile(rb"[\x81\x8d\x8f\x90\x9d]")         # bytes that stand for nothing in Windows-1252


@dataclass(frozen=True, slots=True, kw_only=True)
class TextTable:
    """A text table whose bytes were looked at; `header` is its first line where that stands among the rows again."""

    path: Path
    encoding: str
    header: bytes = b""

    def opened(self) -> IO[bytes]:
        """The bytes, without the repeated header."""
        if not self.header:
            return opened(self.path)
        with opened(self.path) as file:
            first, *rest = file.read().splitlines(keepends=True)
        return io.BytesIO(first + b"".join(line for line in rest if line.rstrip(b"\r\n") != self.header))


def look_at(path: Path) -> TextTable:
    """The encoding of a table, and whether its first line comes again.

    UTF-8 where the bytes are, Windows-1252 where they are not; a refusal where they are no text at all.
    """
    decoder, is_utf8, is_empty, odd, lines = getincrementaldecoder("utf-8")(), True, True, "", 1
    header, tail, again = b"", b"", False
    for block in _blocks(path):
        if b"\x00" in block:
            raise BadInput(f"{path} is not a text table but binary data (or UTF-16 text); save it as CSV in UTF-8.")
        is_empty = is_empty and not block.strip()
        if not odd and (found := NOT_WINDOWS.search(block)):
            odd = f"line {lines + block.count(NEW_LINE, 0, found.start())} holds the byte 0x{found[0].hex()}"
        lines += block.count(NEW_LINE)
        header = header or _first_line(block)
        again = again or (bool(header) and NEW_LINE + header in tail + block)
        tail = block[-len(header) - 1:]
        try:
            decoder.decode(block)
        except UnicodeDecodeError:
            is_utf8 = False
    if is_empty:
        raise BadInput(f"{path} is empty.")
    if not is_utf8 and odd:
        raise BadInput(f"{path} is neither UTF-8 nor Windows-1252 text: {odd}; save it as CSV in UTF-8.")
    return TextTable(path=path, encoding="utf8" if is_utf8 else "cp1252", header=header if again else b"")


def _blocks(path: Path) -> Iterator[bytes]:
    try:
        with opened(path) as file:
            while block := file.read(BLOCK):
                yield block
    except (EOFError, zlib.error, gzip.BadGzipFile) as error:
        raise BadInput(f"{path} is not a gzip file, or no longer whole.") from error


def _first_line(block: bytes) -> bytes:
    """The first line without its end; nothing where it is too long to be a header."""
    line = block.removeprefix(BOM_UTF8).split(NEW_LINE, 1)[0].rstrip(b"\r")
    return line if len(line) <= LONGEST_HEADER else b""
