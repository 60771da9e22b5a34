"""Groups of models of which no two were told apart: the bars of a critical-difference picture.

Bron, C. and Kerbosch, J. (1973). Algorithm 457: finding all cliques of an undirected graph. CACM 16, 575–577.

"Not told apart" need not carry over from neighbour to neighbour, so a group need not be a run of neighbours in rank.
With many models there can be very many groups; beyond a limit only runs of neighbours are given, and it is said.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import islice

from referee.kinds import Array

MOST = 24


@dataclass(frozen=True, slots=True, kw_only=True)
class Groups:
    """Groups of places (0 is the best) of which no two were told apart, each with two members at least."""

    members: tuple[tuple[int, ...], ...]
    neighbours_only: bool = False


def groups_alike(alike: Array) -> Groups:
    """The largest groups in a symmetric table of "these two were not told apart", in order of place.

    >>> import numpy as np
    >>> alike = np.array([[1, 1, 0], [1, 1, 1], [0, 1, 1]], bool)
    >>> groups_alike(alike).members
    ((0, 1), (1, 2))
    """
    near = [{j for j in range(len(alike)) if j != i and alike[i, j]} for i in range(len(alike))]
    found = list(islice((c for c in _cliques(set(), set(range(len(near))), set(), near) if len(c) > 1), MOST + 1))
    if len(found) <= MOST:
        return Groups(members=tuple(sorted(tuple(sorted(clique)) for clique in found)))
    return Groups(members=tuple(_runs(alike)), neighbours_only=True)


def _cliques(chosen: set[int], open_: set[int], done: set[int], near: list[set[int]]) -> Iterator[set[int]]:
    if not open_ and not done:
        yield chosen
        return
    pivot = max(open_ | done, key=lambda v: len(near[v] & open_))
    for v in sorted(open_ - near[pivot]):
        yield from _cliques(chosen | {v}, open_ & near[v], done & near[v], near)
        open_, done = open_ - {v}, done | {v}


def _runs(alike: Array) -> Iterator[tuple[int, ...]]:
    """Runs of neighbours in rank, as long as possible."""
    last = -1
    for start in range(len(alike)):
        end = start
        while end + 1 < len(alike) and alike[start:end + 1, end + 1].all():
            end += 1
        if end > max(start, last):
            yield tuple(range(start, end + 1))
            last = end
