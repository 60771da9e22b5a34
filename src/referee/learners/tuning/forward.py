"""Parts of a training part that keep time: each is told by models of what came before it, and perhaps of other groups.

Where the outer test part holds groups that were not trained on, so does each part in here: the groups are dealt into
as many parts as there are origins, and at each origin another part of them is told by the past of the rest. That is as
much fitting as without groups.
"""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from referee.data.problem import Problem
from referee.designs import Split, Units
from referee.designs.rolling import Rolling
from referee.errors import BadInput
from referee.kinds import Array

Part = tuple[Array, Array]


def forward(time: Array, *, splits: int, gap: int = 0, share: float | None = None, groups: Array | None = None
            ) -> list[Part]:
    """Places to train on and to test on, of rows measured at these times; `groups` are those to be told as new ones.

    With a `share` the last share of the times is tested; without, test parts are as long as the first training part.

    >>> forward(np.array([0, 0, 1, 2, 3]), splits=1, share=0.5)[0]
    (array([0, 1, 2]), array([3, 4]))
    >>> for train, test in forward(np.repeat(np.arange(3), 2), splits=2, groups=np.tile([7, 9], 3)):
    ...     print(train, test)
    [1] [2]
    [0 2] [5]
    """
    known, codes = np.unique(time, return_inverse=True)
    codes, times = codes.reshape(-1), known.size
    horizon = (times - gap) // (splits + 1) if share is None else round(share * times)
    rolling = Rolling(splits=splits, gap=gap, horizon=max(1, horizon), seed=0)
    if objection := rolling.objection(Units(n_rows=codes.size, time=codes, by_time=True)):
        raise BadInput(f"cannot tune inside a training part of {codes.size} rows: {objection}.")
    parts = [(np.isin(codes, train), np.isin(codes, test)) for train, test in rolling.parts(times)
             if train is not None]
    if groups is not None:
        parts = list(_of_new_groups(parts, _dealt(groups, splits if share is None else round(1 / share))))
    found = [(np.flatnonzero(train), np.flatnonzero(test)) for train, test in parts if train.any() and test.any()]
    if not found:
        raise BadInput(f"cannot tune inside a training part of {codes.size} rows: no group is measured before and "
                       f"another after one and the same time.")
    return found


def _of_new_groups(parts: list[Part], dealt: Array) -> Iterator[Part]:
    """At each origin the next part of the groups, on a model of the others."""
    many = int(dealt.max()) + 1
    for number, (train, test) in enumerate(parts):
        yield train & (dealt != number % many), test & (dealt == number % many)


def _dealt(groups: Array, parts: int) -> Array:
    """The part of each row's group: the largest groups first, each into the part with the fewest rows."""
    codes = np.unique(groups, return_inverse=True)[1].reshape(-1)
    sizes = np.bincount(codes)
    if sizes.size < 2:
        raise BadInput("cannot tune for new groups inside a training part of one group: no other group is left to be "
                       "told; leave new groups away, or tune nothing.")
    part, rows = np.empty(sizes.size, dtype=np.int64), np.zeros(min(max(2, parts), sizes.size))
    for group in np.argsort(-sizes, kind="stable"):
        part[group] = rows.argmin()
        rows[part[group]] += sizes[group]
    return np.asarray(part[codes])


def gap_before(problem: Problem, split: Split) -> int:
    """How many times lie between training and test part, where the one ends before the other begins."""
    known = problem.time if problem.time is not None else np.arange(problem.n_rows)
    return between(known, split)


def between(times: Array, split: Split) -> int:
    """The same by the time of each row."""
    return max(0, int(times[split.test].min()) - int(times[split.train_rows].max()) - 1)


def asks_of_new_groups(groups: Array | None, split: Split) -> bool:
    """Whether no group of the test part was trained on."""
    return groups is not None and not np.isin(groups[split.test], groups[split.train_rows]).any()
