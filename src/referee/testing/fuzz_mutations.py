"""Ways to damage a file: bits, blocks, lines, words, packing. Each takes bytes and a generator and gives bytes."""

from __future__ import annotations

import gzip
import re
import zlib
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import numpy as np

HOSTILE = (
    b"9" * 400, b"1e999", b"-1e999", b"nan", b"NaN", b"inf", b"-0", b"0x10", b"9223372036854775808", b"9999-12-31",
    b"0001-01-01", b"2024-02-30", b"", b" ", b"\x00", b"\x81", b"\xff\xfe", b"\xed\xa0\x80", b"\\ud800", b"'" * 300,
    b'"', b'"' * 301, b"&a [*a]", b"*a", b"&a", b"!!python/object/apply:os.system ['true']", b"!!binary x",
    b"? [a]\n: b", b"[" * 3000, b'{"a":' * 2000, b"{", b"}", b"]", b"null", b"true", b"[]", b"{}", b"[1]", b'{"a": 1}',
    b"1:", b":1", b"fold1", b"cv" + b"1" * 40 + b"x", b"\r", b"\t", b",", b";", b"\x1b[2J", b"\x85", b"\xe2\x80\xa8",
    b"\xc2\xb2", b"os.system:command='true'", b"subprocess.getoutput", b"../../etc/passwd", b"x" * 70_000, b"%s%n{0}",
    b"=1+1", b"@data", b"?", b"@attribute x", b"--- a\n---", b"<<: *a", b"yes", b"1_000", b"1,5", b"50%",
    b"\xef\xbb\xbf",
)
WORD = re.compile(rb"[A-Za-z0-9_.+-]+")
Mutation = Callable[[bytes, "np.random.Generator"], bytes]


def _at(data: bytes, draw: np.random.Generator) -> int:
    return int(draw.integers(0, len(data) + 1))


def flip(data: bytes, draw: np.random.Generator) -> bytes:
    """Flip one to eight bits."""
    changed = bytearray(data)
    for _ in range(int(draw.integers(1, 9)) if data else 0):
        changed[int(draw.integers(0, len(data)))] ^= 1 << int(draw.integers(0, 8))
    return bytes(changed)


def cut_off(data: bytes, draw: np.random.Generator) -> bytes:
    """Keep the beginning."""
    return data[:_at(data, draw)]


def zeroed(data: bytes, draw: np.random.Generator) -> bytes:
    """A block of zeros."""
    at, long = _at(data, draw), int(draw.integers(1, 512))
    return data[:at] + b"\0" * min(long, len(data) - at) + data[at + long:]


def moved(data: bytes, draw: np.random.Generator) -> bytes:
    """A block put elsewhere."""
    a, b = sorted((_at(data, draw), _at(data, draw)))
    rest = data[:a] + data[b:]
    at = _at(rest, draw)
    return rest[:at] + data[a:b] + rest[at:]


def noise(data: bytes, draw: np.random.Generator) -> bytes:
    """Random bytes put in."""
    at = _at(data, draw)
    return data[:at] + draw.bytes(int(draw.integers(1, 64))) + data[at:]


def hostile_word(data: bytes, draw: np.random.Generator) -> bytes:
    """One word replaced by one that is hard to read."""
    words = [found.span() for found in WORD.finditer(data)] or [(0, 0)]
    begin, end = words[int(draw.integers(0, len(words)))]
    return data[:begin] + HOSTILE[int(draw.integers(0, len(HOSTILE)))] + data[end:]


def hostile_anywhere(data: bytes, draw: np.random.Generator) -> bytes:
    """A hostile word put in at any place."""
    at = _at(data, draw)
    return data[:at] + HOSTILE[int(draw.integers(0, len(HOSTILE)))] + data[at:]


def lines(data: bytes, draw: np.random.Generator) -> bytes:
    """A line left out, doubled, or put elsewhere."""
    some = data.splitlines(keepends=True)
    if not some:
        return data
    line = some.pop(int(draw.integers(0, len(some))))
    for _ in range(int(draw.integers(0, 4))):
        some.insert(int(draw.integers(0, len(some) + 1)), line)
    return b"".join(some)


def words(data: bytes, draw: np.random.Generator) -> bytes:
    """Two words exchanged."""
    found = [match.span() for match in WORD.finditer(data)]
    if len(found) < 2:
        return data
    (a, b), (c, d) = sorted(found[int(i)] for i in draw.choice(len(found), 2, replace=False))
    return data[:a] + data[c:d] + data[b:c] + data[a:b] + data[d:]


def other_text(data: bytes, draw: np.random.Generator) -> bytes:
    """Another alphabet, other ends of lines, other delimiters."""
    text = data.decode("utf-8", "replace")
    ways = (text.encode("utf-16"), text.encode("utf-8-sig"), data.replace(b"\n", b"\r\n"), data.replace(b"\n", b"\r"),
            data.replace(b",", b";"), data.replace(b",", b""), data.replace(b":", b""), data.replace(b"\n", b"\n\n"),
            data.upper(), text.encode("shift-jis", "replace"))
    return ways[int(draw.integers(0, len(ways)))]


def inside(data: bytes, draw: np.random.Generator) -> bytes:
    """Unpacked, damaged and packed again, where it is packed; else packed."""
    try:
        return gzip.compress(hostile_word(gzip.decompress(data), draw))
    except (OSError, EOFError, zlib.error):
        return gzip.compress(data)


MUTATIONS: Sequence[Mutation] = (flip, cut_off, zeroed, moved, noise, hostile_word, hostile_word, hostile_word,
                                 hostile_anywhere, lines, words, other_text, inside)


def mutated(data: bytes, draw: np.random.Generator) -> bytes:
    """Damaged in one to three ways."""
    for _ in range(int(draw.integers(1, 4))):
        data = MUTATIONS[int(draw.integers(0, len(MUTATIONS)))](data, draw)
    return data
