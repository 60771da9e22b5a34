"""Files of others, behind one guard: whatever goes wrong in reading one is a sentence with the file and a remedy.

Limits stand here too: what a compressed file may unpack to, how deep and how large a text may be. Nothing that a file
names is imported or called (`dotted`); nothing is unpacked to disk.
"""

from __future__ import annotations

import gzip
import io
import json
import zipfile
import zlib
from collections.abc import Iterator
from contextlib import AbstractContextManager, contextmanager, nullcontext
from pathlib import Path
from typing import IO, Any, Self

from referee.errors import BadInput, RefereeError

RATIO = 200                     # times its size that a compressed file may unpack to …
AT_LEAST = 64 << 20             # … or to so many bytes, if that is more
MOST_TEXT = 256 << 20           # bytes of a file that is read into memory as one text
ZSTANDARD = 93                  # how zip files say that a member is compressed by Zstandard
SAVE_AGAIN = "save it again with the program that wrote it, or give another copy"


@contextmanager
def guarded(where: str | Path) -> Iterator[None]:
    """Read a file in here; refusals pass, anything else is one sentence.

    >>> with guarded("scores.csv"):
    ...     int("x")
    Traceback (most recent call last):
    ...
    referee.errors.BadInput: scores.csv cannot be read (ValueError: invalid literal for int() with base 10: 'x'); save \
it again with the program that wrote it, or give another copy.
    """
    try:
        yield
    except RefereeError:
        raise
    except RecursionError as error:
        raise BadInput(f"{where} is nested too deeply to be read; {SAVE_AGAIN}.") from error
    except MemoryError as error:
        raise BadInput(f"{where} needs more memory than there is; give a part of it.") from error
    except (EOFError, zlib.error, gzip.BadGzipFile, zipfile.BadZipFile) as error:
        raise BadInput(f"{where} is no compressed file, or no longer whole ({_why(error)}); {SAVE_AGAIN}.") from error
    except OSError as error:
        raise BadInput(f"{where} cannot be read: {error.strerror or _why(error)}; check the path and your rights."
                       ) from error
    except Exception as error:
        raise BadInput(f"{where} cannot be read ({_why(error)}); {SAVE_AGAIN}.") from error


def guarded_source(source: Any) -> AbstractContextManager[None]:
    """The guard, where what is read is a file; objects of a notebook are not behind it."""
    return guarded(source) if isinstance(source, str | Path) else nullcontext()


def opened(path: Path) -> IO[bytes]:
    """A file as bytes; one that ends in .gz is unpacked as it is read, up to a limit."""
    if path.suffix.lower() != ".gz":
        return path.open("rb")
    return io.BufferedReader(_Unpacking(path))


def text_of(path: Path, most: int = MOST_TEXT) -> str:
    """A whole file as text in UTF-8."""
    with opened(path) as file:
        data = file.read(most + 1)
    if len(data) > most:
        raise BadInput(f"{path} is too long to be read as one text: more than {most >> 20} MB; give a part of it.")
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = data[:error.start].count(b"\n") + 1
        raise BadInput(f"{path}, line {line} is not text in UTF-8 (byte 0x{data[error.start]:02x}); save it as UTF-8."
                       ) from error


def json_of(text: str | bytes, where: str | Path) -> Any:
    """What a JSON text says; what is none is told with its line."""
    try:
        return json.loads(text)
    except json.JSONDecodeError as error:
        raise BadInput(f"{where}, line {error.lineno} is not JSON ({error.msg}); {SAVE_AGAIN}.") from error
    except (ValueError, RecursionError) as error:       # a number of thousands of digits, a list of lists of lists …
        raise BadInput(f"{where} cannot be read ({type(error).__name__}); {SAVE_AGAIN}.") from error


class Archive:
    """A zip file whose members are read in memory, all of them together up to a limit."""

    def __init__(self, path: Path) -> None:
        self._path, self._zip, self._read = path, zipfile.ZipFile(path), 0
        self.names = self._zip.namelist()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._zip.close()

    def read(self, name: str) -> bytes:
        """A member, whole."""
        left = _most(self._path) - self._read
        member = self._zip.getinfo(name)
        if member.compress_type == ZSTANDARD:           # which Python's own zipfile reads from 3.14 on
            data = self._by_zstandard(member, left + 1)
        else:
            with self._zip.open(member) as file:
                data = file.read(left + 1)
        if len(data) > left:
            raise _bomb(self._path)
        self._read += len(data)
        return data

    def _by_zstandard(self, member: zipfile.ZipInfo, most: int) -> bytes:
        """At most so many bytes of a member, unpacked by Arrow; whole ones are held against their checksum."""
        import pyarrow as pa  # type: ignore[import-untyped]

        with self._path.open("rb") as file:
            file.seek(member.header_offset)
            head = file.read(30)                        # the lengths of name and extra are its last four bytes
            if head[:4] != b"PK\x03\x04":
                raise zipfile.BadZipFile(f"{member.filename} is not where the file says")
            file.seek(int.from_bytes(head[26:28], "little") + int.from_bytes(head[28:30], "little"), io.SEEK_CUR)
            packed = file.read(member.compress_size)
        try:
            with pa.CompressedInputStream(pa.BufferReader(packed), "zstd") as stream:
                data = bytes(stream.read(most))
        except (OSError, pa.ArrowException) as error:
            raise zipfile.BadZipFile(f"{member.filename} cannot be unpacked") from error
        if len(data) < most and zlib.crc32(data) != member.CRC:
            raise zipfile.BadZipFile(f"{member.filename} is not what its checksum says")
        return data


class _Unpacking(io.RawIOBase):
    """A gzip file that refuses to become much larger than it is."""

    def __init__(self, path: Path) -> None:
        super().__init__()
        self._path, self._file, self._left = path, gzip.open(path, "rb"), _most(path)  # noqa: SIM115 - closed with us

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: Any) -> int:
        data = self._file.read(len(buffer))
        self._left -= len(data)
        if self._left < 0:
            raise _bomb(self._path)
        buffer[:len(data)] = data
        return len(data)

    def close(self) -> None:
        self._file.close()
        super().close()


def _most(path: Path) -> int:
    return max(AT_LEAST, RATIO * path.stat().st_size)


def _bomb(path: Path) -> BadInput:
    return BadInput(f"{path} would unpack to more than {RATIO} times its size, {_most(path) >> 20} MB; if you trust "
                    f"it, unpack it yourself and give what comes out.")


def _why(error: BaseException) -> str:
    """The first line of what an exception says; one that cannot even say it is named."""
    try:
        lines = str(error).strip().splitlines()
    except Exception:  # noqa: BLE001 - whatever a foreign exception does when it is asked
        lines = []
    name = type(error).__name__
    return f"{name}: {lines[0].rstrip('.')}" if lines else name
