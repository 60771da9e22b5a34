"""What the cells of a table say, whatever their columns are called: a token and a weight for each.

A number is known by its first three significant digits, so that it is the same after it was rounded to three or more; a
word by its letters; a word that is a number as the number. The weight is how much a cell helps to tell rows apart, in
decimal digits, and is made of as little of the table as can be, so that half of the rows give the same weights:
a column of few values weighs little, a zero or a missing value nothing. The target is no part of it: relabelled or
corrected classes do not matter.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import groupby, islice

import numpy as np

from referee.data.column import Column, ColumnKind
from referee.data.features import Features
from referee.data.rows import count_distinct, mixed
from referee.kinds import Array

DIGITS = 3
LEAST, MOST = -290, 308        # powers of ten that are told apart
POWERS = 10.0 ** (np.arange(LEAST, MOST + 1) - DIGITS + 1)
ONCE = 100_000                 # cells of several columns that are worked on at a time
ENOUGH = 20_000                # rows by which a column is seen to be fine or coarse
COARSE, FEW = 0.5, 8           # the weight of a value of a column with so few of them
MIDDLING, SOME = 1.5, 80       # and of a word of a column with so few words
SEVERAL = 3                    # a column is fine where its values are on average in fewer rows than this
FINE = 4.0                     # digits that a fine column of numbers may tell
LETTERS_A_DIGIT, LONGEST = 2.0, 8.0


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Tokens:
    """Cells by what they say: rows by columns."""

    tokens: Array          # uint64
    weights: Array         # float32, in decimal digits
    capacity: float        # how many rows the columns could tell apart, as a power of ten


def tokens_of(features: Features) -> Tokens:
    """A token and a weight for each cell.

    >>> from referee.data import make_problem
    >>> one = tokens_of(make_problem([[1.2345, 7], [0.0, 8]], [1.0, 2.0]).require_features())
    >>> other = tokens_of(make_problem([[8, 0.0], [7, 1.23]], [1.0, 2.0]).require_features())
    >>> bool((one.tokens[0, 0] == other.tokens[1, 1]) and (one.tokens[1, 1] == other.tokens[0, 0]))
    True
    """
    tokens, weights, capacities = zip(*_columns(features.columns, features.matrix), strict=True)
    return Tokens(tokens=np.column_stack(tokens), weights=np.column_stack(weights).astype(np.float32),
                  capacity=float(sum(capacities)))


def _columns(columns: tuple[Column, ...], matrix: Array) -> Iterator[tuple[Array, Array, float]]:
    """Column by column; a few of numbers are worked on at a time where they are short."""
    many = max(1, ONCE // max(1, matrix.shape[0]))
    for words, some in groupby(range(len(columns)), key=lambda i: columns[i].kind is ColumnKind.CATEGORY):
        if words:
            yield from (_words(columns[i].categories, matrix[:, i]) for i in some)
        while not words and (places := list(islice(some, many))):
            numbers = np.ascontiguousarray(matrix[:, places[0] : places[-1] + 1].T, dtype=np.float64)
            yield from map(_numbers, *number_tokens(numbers))


def _numbers(tokens: Array, digits: Array) -> tuple[Array, Array, float]:
    distinct = count_distinct(tokens[:ENOUGH])
    fine = distinct * SEVERAL > min(tokens.size, ENOUGH)
    weights = np.minimum(digits, COARSE) if distinct <= FEW and not fine else digits
    return tokens, weights, FINE if fine and digits.max(initial=0) == DIGITS else float(np.log10(max(distinct, 1)))


def number_tokens(values: Array) -> tuple[Array, Array]:
    """The tokens of numbers, and how many digits of the first three they have.

    >>> tokens, digits = number_tokens(np.array([0.012349, 0.0123, -0.0123, 12.0, 0.0, np.nan]))
    >>> bool(tokens[0] == tokens[1]), bool(tokens[1] == tokens[2]), digits.tolist()
    (True, False, [3.0, 3.0, 3.0, 2.0, 0.0, 0.0])
    """
    known = np.isfinite(values) & (values != 0)
    size = np.where(known, np.abs(values), 1.0)
    power = np.clip(np.floor(np.log10(size)), LEAST, MOST).astype(np.int64)
    first = np.rint(size / POWERS[power - LEAST]).astype(np.int64)
    over = first >= 10**DIGITS
    first, power = np.where(over, first // 10, first), power + over
    digits = np.where(first % 100 == 0, 1.0, np.where(first % 10 == 0, 2.0, 3.0))
    tokens = ((first * 2 + (values < 0)) * 1024 + power + 512).astype(np.uint64)
    return mixed(np.where(known, tokens, np.uint64(0))), np.where(known, digits, 0.0)


def _words(words: tuple[str, ...], codes: Array) -> tuple[Array, Array, float]:
    known = np.isfinite(codes)
    where = np.where(known, codes, 0).astype(np.int64)
    each = [word_token(word) for word in words] or [(np.uint64(0), 0.0)]
    tokens = np.array([token for token, _ in each], dtype=np.uint64)[where]
    digits = np.array([weight for _, weight in each])[where]
    distinct = len(words)
    fine = distinct * SEVERAL > codes.size
    most = DIGITS if fine or distinct > SOME else COARSE if distinct <= FEW else MIDDLING
    letters = sum(map(len, words)) / max(distinct, 1)
    capacity = min(LONGEST, max(letters / LETTERS_A_DIGIT, np.log10(max(distinct, 1)))) if fine \
        else np.log10(max(distinct, 1))
    return np.where(known, tokens, np.uint64(0)), np.where(known, np.minimum(digits, most), 0.0), float(capacity)


def word_token(word: str) -> tuple[np.uint64, float]:
    """The token of a word, and its weight in a column of many words."""
    plain = {"true": "1", "false": "0"}.get(word.lower(), word)
    try:
        (token,), (digits,) = number_tokens(np.array([float(plain)]))
    except (ValueError, OverflowError):
        return hashed(plain), float(DIGITS)
    return np.uint64(token), float(digits)


def hashed(text: str) -> np.uint64:
    """One number for a text."""
    return np.uint64(int.from_bytes(hashlib.sha256(text.encode("utf-8", "replace")).digest()[:8], "little"))
