"""Plans that allow for structure which was noticed: whole groups held out, or later rows, in three small parts.

They are no designs to be chosen: they stand beside the design of a study, to say what it would change if rows that hang
together were kept on one side; or, where whole groups are left out, what rows of groups that were seen would score.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

import numpy as np

from referee.data.features import Features
from referee.data.problem import Problem
from referee.data.rows import row_hashes
from referee.data.structure import Kind, Noticed
from referee.designs.named import make_plan
from referee.designs.plan import Plan
from referee.kinds import Array
from referee.seeds import stream

PARTS = 3
FIRST, LATER = 0.4, 0.2         # of the rows: trained on at first, tested on next; then 0.6, then 0.8

Pair = tuple[Array, Array]


def kept_together(problem: Problem, noticed: Noticed, *, seed: int) -> Plan | None:
    """A plan of three parts that allows for what was noticed; None where none can be made or none is called for."""
    features = problem.features
    if features is None or noticed.kind not in {Kind.GROUPS, Kind.TIME, Kind.ORDER}:
        return None
    if noticed.kind is Kind.GROUPS:
        pairs = _whole(units_of(features, noticed), seed)
    else:
        pairs = _later(_places(features, noticed), problem.n_rows)
    return make_plan(pairs, problem, seed=seed) if _fit_to_train(problem, pairs) else None


def plain_parts(problem: Problem, *, seed: int) -> Plan | None:
    """As many parts of rows at random, of whole groups or in order of time where the problem has them."""
    rows = np.arange(problem.n_rows)
    pairs = (_whole(rows if problem.groups is None else problem.groups, seed) if problem.time is None else
             _later(rows, problem.n_rows))
    return make_plan(pairs, problem, seed=seed) if _fit_to_train(problem, pairs) else None


def rows_of_groups(problem: Problem, *, seed: int) -> Plan | None:
    """Three parts of rows at random, whatever groups they are of."""
    pairs = _whole(np.arange(problem.n_rows), seed)
    return make_plan(pairs, problem, seed=seed) if _fit_to_train(problem, pairs) else None


def units_of(features: Features, noticed: Noticed) -> Array:
    """Which rows belong together: equal in the columns of the groups."""
    chosen = [i for i, column in enumerate(features.columns) if column.name in noticed.columns]
    return np.unique(row_hashes(features.matrix[:, chosen]), return_inverse=True)[1].reshape(-1)


def _places(features: Features, noticed: Noticed) -> Array:
    """The rows in the order of time: by the column that says when, or as they stand."""
    if not noticed.columns:
        return np.arange(features.n_rows)
    position = [column.name for column in features.columns].index(noticed.columns[0])
    return np.argsort(features.matrix[:, position], kind="stable")


def _whole(units: Array, seed: int) -> list[Pair]:
    """Units dealt at random, the largest first, each into the part with the fewest rows."""
    sizes = np.bincount(units)
    if sizes.size < PARTS:
        return []
    order = stream(seed, "kept together").permutation(sizes.size)
    part, rows = np.empty(sizes.size, dtype=np.int64), np.zeros(PARTS)
    for unit in order[np.argsort(-sizes[order], kind="stable")]:
        part[unit] = rows.argmin()
        rows[part[unit]] += sizes[unit]
    return [(np.flatnonzero(part[units] != p), np.flatnonzero(part[units] == p)) for p in range(PARTS)]


def _later(places: Array, n: int) -> list[Pair]:
    """Trained on the earlier rows, tested on the next."""
    cuts = [round(n * (FIRST + LATER * part)) for part in range(PARTS + 1)]
    return [(np.sort(places[:cut]), np.sort(places[cut:after])) for cut, after in pairwise(cuts)]


def _fit_to_train(problem: Problem, pairs: Sequence[Pair]) -> bool:
    """Whether each part has rows, and the training rows all classes."""
    classes = problem.n_classes
    return bool(pairs) and all(
        test.size and train.size > 1 and (classes is None or np.unique(problem.y[train]).size == classes)
        for train, test in pairs)
