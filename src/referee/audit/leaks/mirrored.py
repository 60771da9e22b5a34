"""Pairs that stand twice, once in each order: (A, B) and (B, A), with the columns of the two sides swapped.

Which columns belong to the two sides is told by their names, which differ in one word (length_a and length_b, home and
away goals), or by columns of the same values. The swap is a copy where far more rows have their mirror than things
drawn at random would, and the two have one target: teams that meet again on the other's ground have another.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import combinations

import numpy as np

from referee.audit.leaks.rows import Rows
from referee.audit.twins import row_hash
from referee.data.structure.look import parts_of
from referee.kinds import Array
from referee.seeds import stream

FEWEST, MANY = 8, 0.01          # pairs, and of the rows
CHANCE = 1e-6
FINE = 20                       # different values of columns that are put together by their values
SAME = 0.5                      # of the rows have a value in one that another row has in the other
MOST_WAYS, MOST_FINE = 50, 40   # of putting columns together; columns held against each other by their values
LEVELS = 5                      # of a column of the sides at least: what is only yes and no tells no things apart
MOST_CELLS = 30_000_000        # of all ways together: of a wide table only the first are tried
AGREED, EACH_TARGET = 0.8, 5    # of what chance leaves to the targets; different targets of numbers
BEYOND = 1.8                    # times as many mirrors as with columns dealt anew: 1.6 where all combinations occur
OWN_VALUE = 0.9                 # of the rows have a text of their own: it names the row

Swap = tuple[tuple[int, int], ...]


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Mirrored:
    """Columns that are swapped, and for each row its pair: rows of one code are one pair in either order."""

    columns: tuple[tuple[str, str], ...]
    units: Array
    here: Array             # a number for each row, and for its mirror
    there: Array

    def across(self, test: Array, train: Array) -> Array:
        """The test rows whose mirror was trained on."""
        there = self.there[test]
        found: Array = test[(there != self.here[test]) & np.isin(there, self.here[train])]
        return found


def mirrored(rows: Rows) -> Mirrored | None:
    """The way of swapping columns by which most rows have a mirror; None where none is beyond chance."""
    table, kept = _comparable(rows)
    best, most = None, 0
    for swap, compared in _ways(rows, table, kept):
        found, pairs = _under(rows, table, swap, compared)
        if found is not None and pairs > most:
            best, most = found, pairs
    return best


def _comparable(rows: Rows) -> tuple[Array, list[int]]:
    """The table with one code for a text in all columns, and the columns that do not name or number the rows."""
    table = rows.matrix.copy()
    code: dict[str, int] = {}
    for position in np.flatnonzero(rows.categories):
        texts = rows.texts.get(rows.names[position], ())
        codes = np.array([code.setdefault(text, len(code)) for text in texts], dtype=np.float64)
        known = ~np.isnan(table[:, position])
        table[known, position] = codes[table[known, position].astype(np.int64)] if texts else table[known, position]
    kept = [j for j in range(len(rows.names)) if rows.names[j] not in rows.when
            and not (rows.categories[j] and rows.distinct[j] > OWN_VALUE * rows.n)
            and not _numbers(rows, j)]
    return table, kept


def _numbers(rows: Rows, position: int) -> bool:
    """Whether a column only numbers the rows: another whole number for each."""
    return bool(rows.whole[position] and not rows.categories[position] and rows.distinct[position] == rows.n)


def _ways(rows: Rows, table: Array, kept: list[int]) -> Iterator[tuple[Swap, list[int]]]:
    """Ways of putting columns into two sides, and the columns that are compared: by names, then by values."""
    by_words: dict[tuple[str, str], list[tuple[int, int]]] = defaultdict(list)
    words = {j: parts_of(rows.names[j]) for j in kept}
    by_frame: dict[tuple[str, ...], list[int]] = defaultdict(list)
    for j in kept:
        for at in range(len(words[j])):
            by_frame[(str(at), *words[j][:at], "", *words[j][at + 1:])].append(j)
    for frame, members in by_frame.items():
        for one, other in combinations(members[:MOST_FINE], 2):
            sides = sorted((words[one][int(frame[0])], words[other][int(frame[0])]))
            if sides[0] != sides[1] and rows.categories[one] == rows.categories[other]:
                by_words[sides[0], sides[1]].append((one, other))
    named = sorted((pairs for pairs in by_words.values() if max(rows.distinct[one] for one, _ in pairs) >= LEVELS),
                   key=lambda pairs: (len(pairs), max(rows.distinct[one] for one, _ in pairs)), reverse=True)
    for pairs in named[:MOST_WAYS][:max(1, MOST_CELLS // max(1, rows.n * len(kept)))]:
        if len({j for pair in pairs for j in pair}) == 2 * len(pairs) and all(
                np.isin(table[:, one], table[:, other]).mean() >= MANY for one, other in pairs):
            yield tuple(pairs), kept
    swap, fine = _by_values(rows, table, kept)
    if swap:
        yield swap, fine


def _by_values(rows: Rows, table: Array, kept: list[int]) -> tuple[Swap, list[int]]:
    """Fine columns that have the same values, the most alike first; coarse ones are not compared."""
    fine = [j for j in kept if rows.distinct[j] >= FINE][:MOST_FINE]
    counted = {j: dict(zip(*np.unique(table[:, j], return_counts=True), strict=True)) for j in fine}
    alike = []
    for one, other in combinations(fine, 2):
        if rows.categories[one] == rows.categories[other]:
            few, many = sorted((counted[one], counted[other]), key=len)
            shared = sum(min(count, many.get(value, 0)) for value, count in few.items()) / rows.n
            alike.append((shared, one, other))
    taken: set[int] = set()
    found = []
    for shared, one, other in sorted(alike, reverse=True):
        if shared >= SAME and not taken & {one, other}:
            taken |= {one, other}
            found.append((one, other))
    return tuple(found), fine


def _under(rows: Rows, table: Array, swap: Swap, compared: list[int]) -> tuple[Mirrored | None, int]:
    """The rows that have a mirror if these columns are swapped; None where chance or other targets explain it."""
    order = {j: j for j in compared}
    for one, other in swap:
        order[one], order[other] = other, one
    sided = [j for pair in swap for j in pair]
    both = [j for j in compared if j not in sided]
    plain = table.copy()
    plain[:, both] = np.abs(plain[:, both])         # a difference of the sides changes its sign
    swapped = [order[j] for j in compared]
    here, there = row_hash(plain[:, compared], "mirror"), row_hash(plain[:, swapped], "mirror")
    values, first = np.unique(here, return_index=True)
    at = np.minimum(np.searchsorted(values, there), values.size - 1)
    has = (values[at] == there) & (here != there)
    units = np.unique(np.minimum(here, there), return_inverse=True)[1].reshape(-1)
    pairs = int(np.unique(units[has]).size)
    if pairs < FEWEST or pairs < MANY * rows.n or not _beyond_chance(pairs, plain, swap, both, here):
        return None, 0
    if _by_design(plain[np.unique(here, return_index=True)[1]], swap, both, compared, swapped):
        return None, 0
    if not _one_target(rows, np.flatnonzero(has), first[at[has]]):
        return None, 0
    columns = tuple((rows.names[one], rows.names[other]) for one, other in swap)
    return Mirrored(columns=columns, units=units, here=here, there=there), pairs


def _beyond_chance(pairs: int, table: Array, swap: Swap, both: list[int], here: Array) -> bool:
    """Whether things drawn at random into the two sides would hardly ever have so many mirrors.

    Pairs of rows that agree in the columns of both sides are counted, as these go together, and a mirror is at most as
    frequent among them as one column of the sides agrees crosswise.
    """
    from scipy.stats import poisson

    some = table[np.unique(here, return_index=True)[1]]
    n = some.shape[0]
    crosswise = min(_agree(some[:, one], some[:, other]) ** 2 for one, other in swap)
    alike = np.unique(row_hash(some[:, both], "design"), return_counts=True)[1] if both else np.array([n])
    expected = float((alike * (alike - 1.0)).sum()) / 2 * crosswise
    return pairs > 2 * expected and float(poisson.sf(pairs - 1, expected)) < CHANCE


def _by_design(some: Array, swap: Swap, both: list[int], compared: list[int], swapped: list[int]) -> bool:
    """Whether different rows have nearly as many mirrors if each column is dealt anew among rows that agree elsewhere.

    So it is where all combinations of two columns occur, as in tables that were made by rules.
    """
    draw = stream(0, "leaks", "mirrored")
    place = row_hash(some[:, both], "design") if both else np.zeros(some.shape[0], dtype=np.uint64)
    dealt, among = some.copy(), np.argsort(place, kind="stable")
    for _, other in swap:
        dealt[among, other] = some[np.lexsort((draw.random(place.size), place)), other]
    true, by_chance = _mirrors(some, compared, swapped), _mirrors(dealt, compared, swapped)
    return true < BEYOND * by_chance


def _mirrors(some: Array, compared: list[int], swapped: list[int]) -> int:
    """How many rows have a mirror that is another row."""
    here, there = row_hash(some[:, compared], "mirror"), row_hash(some[:, swapped], "mirror")
    return int((np.isin(there, here) & (there != here)).sum())


def _agree(one: Array, other: Array) -> float:
    """How often a value of one column, drawn at random, is one of another."""
    values, codes = np.unique(np.concatenate([one, other]), return_inverse=True)
    a, b = (np.bincount(side, minlength=values.size) / one.size for side in np.split(codes.reshape(-1), 2))
    return float((a * b).sum())


def _one_target(rows: Rows, one: Array, other: Array) -> bool:
    """Whether rows and their mirrors have one target, or one that is turned with the sides, beyond chance.

    Which of the two won turns with them; so does a difference of goals.
    """
    a, b = rows.y[one], rows.y[other]
    if rows.n_classes is None:
        near = 1e-9 * max(float(np.abs(rows.y).max()), 1.0)
        apart = (a - b, a + b - np.median(a + b))
        return np.unique(a).size >= EACH_TARGET and max(float((np.abs(d) <= near).mean()) for d in apart) > AGREED
    table = np.zeros((rows.n_classes, rows.n_classes))
    np.add.at(table, (a, b), 1)
    told, guessed = table.max(axis=1).sum() / a.size, table.sum(axis=0).max() / a.size
    return bool(guessed < 1 and told - guessed >= AGREED * (1 - guessed))
