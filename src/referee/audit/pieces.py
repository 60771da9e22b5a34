"""Rows that are pieces of fewer things: windows, patches, slices, augmentations, known by ids such as P07_seg014.

What stands before the word for a piece is the thing itself, its stem. An id counts only where it has such a word and a
number after a stem, or is the stem of others (an image among its augmentations).
"""

from __future__ import annotations

import re
from dataclasses import dataclass

import numpy as np

from referee.audit.bundle import Bundle
from referee.data.column import ColumnKind
from referee.kinds import Array

WORDS = ("augmented|augment|aug|segment|seg|window|win|patch|slice|slc|crop|frame|chunk|tile|rotated|rot|flip|flipped|"
         "copy|piece|fragment|frag|beat|clip|snippet|sentence|sent|jitter|noisy|subimage|excerpt|cutout")
PIECE = re.compile(rf"^(?P<stem>.*?[^\W_].*?)[\s_\-.:/#]+(?:{WORDS})[\s_\-.:#]*(?P<number>\d+|[a-z])?(?:\.\w{{2,4}})?$",
                   re.IGNORECASE)
NUMBERED = re.compile(r"^(?P<stem>.*[^\W_])[\s_\-.:/#]+(?:\d+|[A-Za-z])$")
STEMS, ONE_TARGET = 8, 0.95             # stems; of which so many have one target
ENDING = re.compile(r"\.[A-Za-z]{2,4}$")
MOST, EACH, FEWEST = 0.8, 1.5, 20       # of the ids are pieces; pieces of a thing on average; rows


@dataclass(frozen=True, kw_only=True, eq=False)
class Pieces:
    """Which thing each row is a piece of."""

    codes: Array
    things: int
    example: str
    stem: str

    @property
    def sentence(self) -> str:
        """Both counts, and how the pieces are known."""
        return (f"{self.codes.size:,} rows are pieces of {self.things:,} cases, by ids such as {self.example!r}, a "
                f"piece of {self.stem!r}")


def pieces_of(ids: Array, target: Array | None = None) -> Pieces | None:
    """The things that rows of these names are pieces of; None where names do not say so.

    Names without a word for a piece (P07-014) say so only where all rows of a stem have one `target`.

    >>> found = pieces_of(np.array([f"P{p:02}_seg{s:03}" for p in range(5) for s in range(8)]))
    >>> found.things, found.stem
    (5, 'P00')
    """
    names = [str(name) for name in ids]
    if len(names) < FEWEST:
        return None
    matches = [PIECE.match(name) for name in names]
    stems = {match["stem"] for match in matches if match is not None}
    if not stems:
        return _numbered(names, target)
    things = [match["stem"] if match is not None else ENDING.sub("", name)
              for name, match in zip(names, matches, strict=True)]
    known = sum(match is not None or thing in stems for match, thing in zip(matches, things, strict=True))
    found, codes = np.unique(things, return_inverse=True)
    if known < MOST * len(names) or found.size < 2 or found.size * EACH > len(names):
        return None
    first = next(position for position, match in enumerate(matches) if match is not None)
    return Pieces(codes=codes.reshape(-1), things=int(found.size), example=names[first], stem=things[first])


def _numbered(names: list[str], target: Array | None) -> Pieces | None:
    """Rows under the same stem with numbers behind it that all have one target, as rows drawn one by one have not."""
    matches = [NUMBERED.match(ENDING.sub("", name)) for name in names]
    known = [match for match in matches if match is not None]
    if target is None or len(known) < len(names) or np.unique(target).size < 2:
        return None
    found, codes = np.unique([match["stem"] for match in known], return_inverse=True)
    codes = codes.reshape(-1)
    kinds = np.unique(target, return_inverse=True)[1].reshape(-1)
    if found.size < STEMS or found.size * EACH > len(names) or np.unique(kinds).size > found.size / 2:
        return None
    table = np.zeros((found.size, int(kinds.max()) + 1))
    np.add.at(table, (codes, kinds), 1)
    sizes, shares = table.sum(axis=1), np.bincount(kinds) / kinds.size
    by_chance = float((shares[None, :] ** sizes[:, None]).sum(axis=1)[sizes > 1].mean()) if (sizes > 1).any() else 1.0
    pure = float((table.max(axis=1) == sizes)[sizes > 1].mean()) if (sizes > 1).any() else 0.0
    if pure < ONE_TARGET or by_chance > ONE_TARGET / 2:
        return None
    return Pieces(codes=codes, things=int(found.size), example=names[0], stem=known[0]["stem"])


def pieces_among(bundle: Bundle) -> Pieces | None:
    """The same of the rows of a study: by their ids, or by a column of text that names each row."""
    problem = bundle.problem
    if problem is None:
        return None
    if problem.ids is not None:
        return pieces_of(problem.ids, problem.y)
    if problem.features is None or problem.features.form:
        return None
    for position, column in enumerate(problem.features.columns):
        if column.kind is ColumnKind.CATEGORY and len(column.categories) >= MOST * problem.n_rows:
            codes = np.asarray(problem.features.matrix[:, position], dtype=np.float64)
            if not np.isnan(codes).any():
                return pieces_of(np.array([str(column.categories[int(code)]) for code in codes]), problem.y)
    return None
