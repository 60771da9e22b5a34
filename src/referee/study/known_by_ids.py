"""Cases that come without features, known again by their ids and their truth: those of predictions made elsewhere.

An id alone says little, because most files count from 0 or 1. Cases under the same ids are the same if their truths go
together, under whatever names, far more closely than chance would have it. Where ids only count and the truths stand
there class by class, they would do so in any two files, and nothing is claimed.
"""

from __future__ import annotations

import numpy as np

from referee.data.known_rows import Known
from referee.data.problem import Problem
from referee.kinds import Array, Task
from referee.study.same_target import association

LEAST = 30                 # cases in common
FAR_BEYOND = 25.0          # association squared times cases, about a chi-squared of one degree of freedom: 6e-7
RUNS = 3                   # for each class: as many runs of one class as that are no order


def known_by_ids(one: Problem, other: Problem, *, tested: Array | None = None, there: Array | None = None,
                 ) -> Known | None:
    """The share of our cases that are among theirs; None where nothing can be said."""
    if one.ids is None or other.ids is None:
        return None
    mine, theirs = np.asarray(one.ids).astype(str), np.asarray(other.ids).astype(str)
    _, ours, where = np.intersect1d(mine, theirs, return_indices=True)
    if ours.size < LEAST or (_count_only(one.ids) and _class_by_class(one)):
        return None
    if association(one, other, (ours, where)) ** 2 * ours.size < FAR_BEYOND:
        return None
    counts = (True if tested is None else tested[ours]) & np.asarray(True if there is None else there[where])
    kept = np.broadcast_to(counts, ours.shape)
    of = one.n_rows if tested is None else int(tested.sum())
    return Known(share=float(kept.sum()) / max(of, 1), ours=ours[kept], theirs=where[kept])


def _count_only(ids: Array) -> bool:
    """Whether the ids are 0, 1, 2, … or the like, in whatever order."""
    try:
        numbers = np.sort(np.asarray(ids).astype(np.int64))
    except (ValueError, OverflowError):
        return False
    return bool((np.diff(numbers) == 1).all())


def _class_by_class(problem: Problem) -> bool:
    if problem.task is not Task.CLASSIFICATION or problem.has_several:
        return False
    order = np.argsort(np.asarray(problem.ids).astype(np.int64)) if problem.ids is not None else slice(None)
    return bool((np.diff(problem.y[order]) != 0).sum() < RUNS * len(problem.classes))
