"""Are records as they were written? A hundred thousand in seconds, without making anything of them.

What is found wanting here is read again by `Reader`, which names it; so this may suspect too much, never too little.
Nothing but the standard library is needed: the file is also a program, of which `sweep` starts one for each core.

    python intact.py FILE FIRST LAST FIRST LAST      # of the numbers SQLite gives to rows of records, and of blocks

It answers with JSON.
"""

from __future__ import annotations

import json
import sqlite3
import struct
import sys
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, fields
from functools import lru_cache
from hashlib import sha256
from json.encoder import encode_basestring_ascii as _quoted
from typing import Any

MAGIC = b"RFA1"
DIGEST_BYTES = 16
ALIGN = 8
LENGTH = struct.Struct("<I")
BODY = len(MAGIC) + DIGEST_BYTES
BYTES = {"|b1": 1, "|i1": 1, "<i2": 2, "<i4": 4, "<i8": 8, "|u1": 1, "<u2": 2, "<u4": 4, "<u8": 8, "<f2": 2, "<f4": 4,
         "<f8": 8}                            # of one number of each type that a blob may hold

COLUMNS = ("job", "problem", "learner", "split", "failed", "size", "fit_seconds", "predict_seconds", "created", "error",
           "warnings", "notes", "traceback", "predictions", "checksum")
QUERY = f"SELECT {', '.join(COLUMNS)} FROM records WHERE rowid BETWEEN ? AND ?"  # noqa: S608 - our own names
OF_BLOCKS = ("block", "problem", "learner", "many", "size", "created", "told", "jobs", "splits", "predictions",
             "checksum")
BLOCK_QUERY = f"SELECT {', '.join(OF_BLOCKS)} FROM blocks WHERE rowid BETWEEN ? AND ?"  # noqa: S608 - our own names
LETTERS = {"|u1": "B", "<u2": "H", "<u4": "I", "<u8": "Q"}       # of whole numbers in a blob, for `struct`


@dataclass(slots=True)
class Seen:
    """What was seen of some records."""

    suspects: list[str] = field(default_factory=list)                # not as they were written, as far as one sees here
    tellers: list[str] = field(default_factory=list)                 # with text in which a password could stand
    problems: Counter[str] = field(default_factory=Counter)          # that they name, and how often
    learners: Counter[str] = field(default_factory=Counter)
    splits: Counter[str] = field(default_factory=Counter)
    blocks: list[str] = field(default_factory=list)                  # of fits, not as they were written

    def add(self, other: Seen) -> None:
        """Take in what was seen of others."""
        self.suspects += other.suspects
        self.tellers += other.tellers
        self.blocks += other.blocks
        for mine, more in ((self.problems, other.problems), (self.learners, other.learners),
                           (self.splits, other.splits)):
            mine.update(more)

    def to_json(self) -> str:
        """For another process."""
        return json.dumps({one.name: getattr(self, one.name) for one in fields(self)})

    @classmethod
    def from_json(cls, text: str) -> Seen:
        """What another process has seen."""
        said = json.loads(text)
        problems, learners, splits = (Counter(said[name]) for name in ("problems", "learners", "splits"))
        return cls(said["suspects"], said["tellers"], problems, learners, splits, said["blocks"])


def look_through(records: Iterable[Sequence[Any]], seen: Seen) -> None:
    """Look at records, each given by its `COLUMNS`."""
    for row in records:
        job, problem, learner, split = row[:4]
        if not type(job) is type(problem) is type(learner) is type(split) is str:
            seen.suspects.append(job)
            continue
        seen.problems[problem] += 1
        seen.learners[learner] += 1
        seen.splits[split] += 1
        try:
            text = sealed_text(row)
            good = (sha256(text.encode()).hexdigest()[:32] == row[-1] and blob_is_whole(row[-2])
                    and [job] == addresses(problem, learner, [split]) and _is_json(row[10]) and _is_json(row[11]))
        except (KeyError, TypeError, ValueError, AttributeError, struct.error):
            text, good = "=", False
        if not good:
            seen.suspects.append(job)
        if "=" in text or "@" in text:
            seen.tellers.append(job)


def look_through_blocks(blocks: Iterable[Sequence[Any]], seen: Seen) -> None:
    """Look at blocks of fits, each given by its columns `OF_BLOCKS`."""
    for row in blocks:
        name, problem, learner, many = row[:4]
        try:
            splits = row[8].split(" ")
            jobs = addresses(problem, learner, splits)
            good = _is_good(row, jobs, splits)
        except (KeyError, TypeError, ValueError, AttributeError, struct.error):
            seen.blocks.append(str(name))
            continue
        seen.problems[problem] += many
        seen.learners[learner] += many
        seen.splits.update(splits)
        if not good:
            seen.blocks.append(name)


def _is_good(row: Sequence[Any], jobs: list[str], splits: list[str]) -> bool:
    name, problem, learner, many, size, created, told, listed, of, blob, checksum = row
    text = (f'[["block", "{name}"], ["created", "{created}"], ["jobs", {_quoted(listed)}], ["learner", "{learner}"], '
            f'["many", {many}], ["predictions", "{blob[4:20].hex()}"], ["problem", "{problem}"], ["size", {size}], '
            f'["splits", {_quoted(of)}], ["told", {_quoted(told)}]]')
    return (sha256(text.encode()).hexdigest()[:32] == checksum and listed == "".join(jobs) and name == jobs[0]
            and many == len(splits) and blob_is_whole(blob) and _speaks_of(blob, many, len(json.loads(told))))


def _speaks_of(blob: bytes, many: int, told: int) -> bool:
    """Whether the arrays of a block speak of so many fits, and of all rows of these."""
    begin = BODY + LENGTH.size
    (n_header,) = LENGTH.unpack(blob[BODY:begin])
    header, begin = json.loads(blob[begin:begin + n_header]), begin + n_header
    rows = 0
    for name, stored, _, shape, n_bytes in header:
        if name in {"sizes", "told_by"}:
            numbers = struct.unpack(f"<{many}{LETTERS[stored]}", blob[begin:begin + n_bytes])
            if name == "sizes":
                rows = sum(numbers)
            elif max(numbers) >= told:
                return False
        of_fits = name in {"sizes", "told_by", "fit_seconds", "predict_seconds"}
        if shape[0] != (many if of_fits else rows):
            return False
        begin += n_bytes + -n_bytes % ALIGN
    return True


def sealed_text(row: Sequence[Any]) -> str:
    """What the seal of a record is made of, as `seals.py` writes it; addresses and times need no escapes."""
    (job, problem, learner, split, failed, size, fit, predict, created, error, warnings, notes, traceback, said,
     _) = row
    return (f'[["created", "{created}"], ["error", {_quoted(error)}], ["failed", {failed}], ["fit_seconds", {fit!r}], '
            f'["job", "{job}"], ["learner", "{learner}"], ["notes", {_quoted(notes)}], ["predict_seconds", '
            f'{predict!r}], ["predictions", "{said[4:20].hex()}"], ["problem", "{problem}"], ["size", {size}], '
            f'["split", "{split}"], ["traceback", {_quoted(traceback)}], ["warnings", {_quoted(warnings)}]]')


def blob_is_whole(blob: bytes) -> bool:
    """Whether a blob of numbers matches its checksum, and its header what follows."""
    if blob[:len(MAGIC)] != MAGIC or sha256(memoryview(blob)[BODY:]).digest()[:DIGEST_BYTES] != blob[len(MAGIC):BODY]:
        return False
    begin = BODY + LENGTH.size
    (n_header,) = LENGTH.unpack(blob[BODY:begin])
    return _fits(blob[begin:begin + n_header], len(blob) - begin - n_header)


@lru_cache(maxsize=4096)
def _fits(header: bytes, room: int) -> bool:
    """Whether arrays of numbers lie where their header says; one header serves all records of a split's size."""
    begin = 0
    for _, stored, given, shape, n_bytes in json.loads(header):
        size = BYTES[stored] * (BYTES[given] > 0)
        for extent in shape:
            size *= extent
        if size != n_bytes or min([n_bytes, *shape]) < 0 or begin + n_bytes > room:
            return False
        begin += n_bytes + -n_bytes % ALIGN
    return True


def addresses(problem: str, learner: str, splits: Iterable[str]) -> list[str]:
    """The addresses of some jobs of one learner: as `fingerprint("job", problem, learner, split)` makes them."""
    begun = sha256(f'json"job"\0json{_quoted(problem)}\0json{_quoted(learner)}\0json'.encode())
    found = []
    for split in splits:
        digest = begun.copy()
        digest.update(_quoted(split).encode() + b"\0")
        found.append(digest.hexdigest()[:16])
    return found


@lru_cache(maxsize=4096)
def _is_json(text: str) -> bool:
    json.loads(text)
    return True



def main(file: str, first: str, last: str, first_block: str, last_block: str) -> None:
    """Look through some records and blocks of a file, and say what was seen."""
    seen = Seen()
    connection = sqlite3.connect(file, uri=True)
    try:
        look_through(connection.execute(QUERY, (int(first), int(last))), seen)
        if int(last_block) >= int(first_block):
            look_through_blocks(connection.execute(BLOCK_QUERY, (int(first_block), int(last_block))), seen)
    finally:
        connection.close()
    sys.stdout.write(seen.to_json())


if __name__ == "__main__":
    main(*sys.argv[1:])
