"""The text of a table in a file: its encoding, and the lines in which its header stands again among the rows.

Tables that were put under one another keep their headers. A line is taken for one only where it repeats the first line
byte by byte and a column of numbers shows that it is no row.
"""

from __future__ import annotations

import gzip
import io
import zlib
from codecs import BOM_UTF8, BOM_UTF16_BE, BOM_UTF16_LE, getincrementaldecoder
from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path
from typing import IO

from referee.data.charsets import SHOWN, Charset, charsets
from referee.data.remarks import LOOKED_AT, MOST, remarks_above
from referee.errors import BadInput
from referee.foreign_file import opened

BLOCK = 1 << 20
NEW_LINE = b"\n"
LONGEST_HEADER = 1 << 16
SAMPLE = 1 << 15        # bytes of lines beyond ASCII that an encoding is guessed from
UTF_16 = {BOM_UTF16_LE: "utf-16", BOM_UTF16_BE: "utf-16"}
SAVE = "save it as CSV in UTF-8"


@dataclass(frozen=True, slots=True, kw_only=True)
class TextTable:
    """A text table whose bytes were looked at; `header` is its first line where that stands among the rows again."""

    path: Path
    encoding: str = "utf8"
    shown: str = ""                     # the encoding and a word in it, where it is not UTF-8
    header: bytes = b""
    remarks: int = 0                    # lines above the header that begin with #

    def opened(self) -> IO[bytes]:
        """The bytes in UTF-8, without what stands above the header, and without the repeated header."""
        file = opened(self.path)
        if not self.encoding.startswith("utf-16"):
            for _ in range(self.remarks):
                file.readline()
        if self.encoding == "utf8" and not self.header:
            return file
        with file:
            data = file.read()
        if self.header:
            first, *rest = data.splitlines(keepends=True)
            data = first + b"".join(line for line in rest if line.rstrip(b"\r\n") != self.header)
        if self.encoding == "utf8":
            return io.BytesIO(data)
        return io.BytesIO(self._decoded(data).encode())

    def _decoded(self, data: bytes) -> str:
        """The text of bytes in another encoding; in UTF-16 the lines above the header go only now."""
        try:
            text = data.decode(self.encoding).removeprefix("\ufeff")
        except UnicodeDecodeError as error:
            line = data[:error.start].count(NEW_LINE) + 1
            raise BadInput(f"{self.path} is not UTF-8, and not {SHOWN[self.encoding]} throughout: line {line} holds "
                           f"the byte 0x{data[error.start]:02x}; {SAVE}.") from error
        return text.split("\n", self.remarks)[-1] if self.encoding.startswith("utf-16") else text


def look_at(path: Path) -> TextTable:
    """The encoding of a table, and whether its first line comes again.

    UTF-8 where the bytes are, else the encoding in which words look like words; a refusal where they are no text.
    """
    decoder, odd, lines, is_empty = getincrementaldecoder("utf-8")(), 0, 1, True
    header, tail, again, beyond, remarks = b"", b"", False, b"", 0
    for block in _blocks(path):
        if b"\x00" in block:
            return _wide(path, block)
        is_empty = is_empty and not block.strip()
        if lines == 1 and block.removeprefix(BOM_UTF8).startswith(b"#"):
            remarks = _remarks_in(block.removeprefix(BOM_UTF8).decode("latin-1"))
        header = header or _first_line(block, remarks)
        below = block if lines > 1 else block.split(NEW_LINE, remarks)[-1]          # else the header comes again there
        again = again or (bool(header) and NEW_LINE + header in tail + below)
        tail = block[-max(len(header), LONGEST_HEADER) - 1:]
        try:
            if not odd:
                decoder.decode(block)
        except UnicodeDecodeError as error:
            odd = lines + block.count(NEW_LINE, 0, error.start)
        lines += block.count(NEW_LINE)
        if odd and len(beyond) < SAMPLE:
            beyond += b"".join(line + NEW_LINE for line in block.split(NEW_LINE) if not line.isascii())[:SAMPLE]
    if is_empty:
        raise BadInput(f"{path} is empty.")
    if not odd and decoder.getstate()[0]:           # the last character is not whole, so it is another's
        odd, beyond = lines, tail.rsplit(NEW_LINE, 1)[-1] + NEW_LINE
    text = TextTable(path=path, header=header if again else b"", remarks=remarks)
    return _guessed(text, beyond, odd) if odd else text


def _guessed(text: TextTable, beyond: bytes, line: int) -> TextTable:
    """The encoding of a text that is not UTF-8 in some line, by its lines beyond ASCII."""
    found = charsets(beyond.rsplit(NEW_LINE, 1)[0])
    if not found:
        raise BadInput(f"{text.path}, line {line} is not UTF-8, and no words in the other usual encodings; {SAVE}.")
    if len(found) > 1 or not found[0].sure:
        may = " or ".join(fit.shown.replace(" text", "") for fit in found)
        raise BadInput(f"{text.path}, line {line} is not UTF-8, and may be {may}; {SAVE}.")
    return replace(text, encoding=found[0].encoding, shown=found[0].shown)


def _wide(path: Path, block: bytes) -> TextTable:
    """UTF-16, which has a zero in every second byte of plain text; anything else with zeros is no text."""
    even, odd = block[0:2000:2].count(0), block[1:2000:2].count(0)
    encoding = UTF_16.get(block[:2]) or ("utf-16-le" if odd > 8 + 4 * even else "utf-16-be" if even > 8 + 4 * odd
                                         else "")
    try:
        sample = block[:len(block) // 2 * 2].decode(encoding) if encoding else ""
    except UnicodeDecodeError:
        sample = ""
    if not sample or "\x00" in sample or NEW_LINE.decode() not in sample:
        raise BadInput(f"{path} is not a text table but binary data; {SAVE}.")
    return TextTable(path=path, encoding=encoding, shown=Charset(encoding, sample, 0.0).shown,
                     remarks=_remarks_in(sample.removeprefix("\ufeff")))


def _remarks_in(text: str) -> int:
    """How many lines of a text stand above its header; the first lines show that."""
    return remarks_above([line.rstrip("\r") for line in text.split("\n", MOST + LOOKED_AT + 1)[:MOST + LOOKED_AT]])


def _blocks(path: Path) -> Iterator[bytes]:
    try:
        with opened(path) as file:
            while block := file.read(BLOCK):
                yield block
    except (EOFError, zlib.error, gzip.BadGzipFile) as error:
        raise BadInput(f"{path} is not a gzip file, or no longer whole.") from error


def _first_line(block: bytes, remarks: int = 0) -> bytes:
    """The first line below remarks, without its end; nothing where it is too long to be a header."""
    line = block.removeprefix(BOM_UTF8).split(NEW_LINE, remarks + 1)[:remarks + 1][-1].rstrip(b"\r")
    return line if len(line) <= LONGEST_HEADER else b""
