"""Arrays as checksummed bytes, never pickled.

One blob holds a few named arrays: the magic ``RFA1``, the first 16 bytes of the SHA-256 of all that follows, the
length of a header (u32), the header (JSON: name, stored type, given type, shape, length of each array), then
the arrays, little-endian, in row order, each beginning at a multiple of 8. Whole numbers are stored in the
smallest type that holds them and come back in the type in which they were given; text is stored as JSON.
A header names no type but those listed here, so a stranger's blob can do nothing but be read or refused.
"""

from __future__ import annotations

import json
import math
import struct
from collections.abc import Iterable, Mapping
from functools import lru_cache
from hashlib import sha256
from typing import Any

import numpy as np

from referee.errors import BadInput, LedgerCorrupt
from referee.kinds import Array, frozen_array
from referee.ledger.intact import ALIGN, BODY, BYTES, DIGEST_BYTES, LENGTH, MAGIC

TEXT = "text"
DTYPES = {name: np.dtype(name) for name in BYTES}
WHOLE = (("|u1", 2**8 - 1), ("<u2", 2**16 - 1), ("<u4", 2**32 - 1), ("<u8", 2**64 - 1))      # and the largest of each
SIGNED = (("|i1", 2**7 - 1), ("<i2", 2**15 - 1), ("<i4", 2**31 - 1), ("<i8", 2**63 - 1))
COMPACT = json.JSONEncoder(separators=(",", ":"))


def pack(arrays: Mapping[str, Array]) -> bytes:
    """Arrays by name as one bytes object that carries its own checksum.

    >>> import numpy as np
    >>> blob = pack({"labels": np.array([0, 1, 1]), "ids": np.array(["a", "b", "c"])})
    >>> unpack(blob)
    {'labels': array([0, 1, 1]), 'ids': array(['a', 'b', 'c'], dtype='<U1')}
    """
    header: list[Any] = []
    pieces: list[bytes | memoryview] = []
    for name, array in arrays.items():
        stored, given, data = _encode(name, np.asarray(array))
        header.append((name, stored, given, np.shape(array), len(data)))
        pieces += [data, b"\0" * (-len(data) % ALIGN)]
    pieces.insert(0, _header(tuple(header)))
    return b"".join([MAGIC, _digest(pieces), *pieces])


def pack_whole(name: str, numbers: Array) -> bytes:
    """One array of whole numbers, as `pack` does it, in short: of small ones there may be thousands.

    >>> pack_whole("test", np.array([300, 7])) == pack({"test": np.array([300, 7])})
    True
    """
    stored = _smallest(numbers)
    data = numbers.astype(DTYPES[stored]).tobytes()
    body = b"".join((_header(((name, stored, numbers.dtype.newbyteorder("<").str, numbers.shape, len(data)),)), data,
                     b"\0" * (-len(data) % ALIGN)))
    return b"".join((MAGIC, sha256(body).digest()[:DIGEST_BYTES], body))


def pack_number(name: str, number: int) -> bytes:
    """One whole number from 0 on, as `pack` does it of an array, in shorter: leave-one-out has one for each row.

    >>> pack_number("test", 300) == pack({"test": np.array([300])})
    True
    """
    body = _header_of_number(name, number.bit_length()) + number.to_bytes(ALIGN, "little")       # padded with zeros
    return MAGIC + sha256(body).digest()[:DIGEST_BYTES] + body


@lru_cache(maxsize=256)
def _header_of_number(name: str, bits: int) -> bytes:
    stored = next(kind for kind, most in WHOLE if 2**bits - 1 <= most)
    return _header(((name, stored, "<i8", (1,), BYTES[stored]),))


@lru_cache(maxsize=1024)                 # many blobs hold arrays of the same names, types and shapes
def _header(said: tuple[Any, ...]) -> bytes:
    text = COMPACT.encode(said).encode()
    # The header is padded so that the first array, and with it every array, is aligned in memory.
    text += b" " * (-(BODY + LENGTH.size + len(text)) % ALIGN)
    return LENGTH.pack(len(text)) + text


def unpack(blob: bytes) -> dict[str, Array]:
    """The arrays of a blob, verified and read-only; LedgerCorrupt if a single bit has changed.

    >>> blob = bytearray(pack({"labels": np.array([0, 1, 1])}))
    >>> blob[-8] ^= 1
    >>> unpack(bytes(blob))
    Traceback (most recent call last):
    ...
    referee.errors.LedgerCorrupt: the stored arrays do not match their checksum.
    """
    body = memoryview(blob)[BODY:]
    if blob[: len(MAGIC)] != MAGIC or digest_of(blob) != _digest([body]).hex():
        raise LedgerCorrupt("the stored arrays do not match their checksum.")
    try:
        return _decode(blob, body)
    except (ValueError, TypeError, KeyError, struct.error, MemoryError):
        raise LedgerCorrupt("the stored arrays have a header that cannot be read.") from None


def digest_of(blob: bytes) -> str:
    """The checksum that a blob carries, without verifying it."""
    return bytes(blob[len(MAGIC) : BODY]).hex()


def _digest(pieces: Iterable[bytes | memoryview]) -> bytes:
    digest = sha256()
    for piece in pieces:
        digest.update(piece)
    return digest.digest()[:DIGEST_BYTES]


def _encode(name: str, array: Array) -> tuple[str, str, bytes | memoryview]:
    """How an array is stored, in which type it was given, and its bytes (not copied where they lie in order)."""
    if array.dtype.kind == "U":
        return TEXT, TEXT, json.dumps(array.ravel().tolist()).encode()
    given = array.dtype.newbyteorder("<").str
    if given not in DTYPES:
        raise BadInput(
            f"{name!r} is an array of {array.dtype}, which a ledger does not store; "
            f"give numbers of at most 64 bits, truth values or text."
        )
    stored = _smallest(array) if array.dtype.kind in "iu" else given
    flat = np.ascontiguousarray(array, dtype=DTYPES[stored]).reshape(-1)
    return stored, given, flat.view(np.uint8).data


def _smallest(array: Array) -> str:
    """The name of the smallest type that holds all the whole numbers of an array."""
    if array.size == 0:
        return "|u1"
    low, high = (int(array.min()), int(array.max())) if array.size > 1 else (int(array.flat[0]),) * 2
    # Below zero the type must be signed: it holds `high` exactly if it holds -high - 1.
    return next(name for name, most in (WHOLE if low >= 0 else SIGNED) if (high if low >= 0 else max(-low - 1, high))
                <= most)


def _decode(blob: bytes, body: memoryview) -> dict[str, Array]:
    """Read the header, then each array where it begins; refuse lengths that do not fit."""
    (n_header,) = LENGTH.unpack(body[: LENGTH.size])
    begin = BODY + LENGTH.size + n_header
    header = _parsed(bytes(body[LENGTH.size : LENGTH.size + n_header]))
    arrays: dict[str, Array] = {}
    for name, stored, given, shape, n_bytes in header:
        if min([n_bytes, *shape]) < 0 or begin + n_bytes > len(blob):
            raise ValueError(name)
        if stored == TEXT:
            arrays[name] = _text(blob[begin : begin + n_bytes], shape)
        else:
            arrays[name] = _numbers(blob, begin, (DTYPES[stored], DTYPES[given]), shape)
            if arrays[name].size * DTYPES[stored].itemsize != n_bytes:
                raise ValueError(name)
        begin += n_bytes + -n_bytes % ALIGN
    return arrays


@lru_cache(maxsize=1024)
def _parsed(header: bytes) -> Any:
    return json.loads(header)


def _text(data: bytes, shape: list[int]) -> Array:
    """An array of text from its JSON."""
    values: list[Any] = json.loads(data)
    if not all(isinstance(value, str) for value in values):
        raise ValueError("not text")
    return frozen_array(np.array(values, dtype=np.str_).reshape(shape))


def _numbers(blob: bytes, begin: int, types: tuple[np.dtype[Any], np.dtype[Any]], shape: list[int]) -> Array:
    """A view of the blob, or a copy in the type in which the array was given where that is wider."""
    stored, given = types
    flat = np.frombuffer(blob, dtype=stored, count=math.prod(shape), offset=begin)
    return frozen_array(flat.reshape(shape), given)
