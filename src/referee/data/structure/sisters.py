"""Sister targets: columns that are known when the target is, because they are the target in another form.

A column is a sister when it and the target tell each other: the target from the column and the column from the target,
each by a step function (`told_by`, on ranks), with classes by the share of their entropy (Theil's U, both ways). One
way is not enough: a good feature tells the target, but the target does not tell a good feature. Names count: less must
be told where column and target share half of the words of their names (`motor_UPDRS`, `total_UPDRS`).
"""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from referee.data.column import ColumnKind
from referee.data.structure.look import Look, parts_of
from referee.data.structure.noticed import Kind, Noticed
from referee.data.structure.shares import told_by
from referee.data.wording import share
from referee.kinds import Array

FEWEST_ROWS = 30
ENOUGH = 0.95           # of both variances, whatever the names
ENOUGH_OF_KIN = 0.55    # where the names are kin
ENOUGH_OF_CLASSES = 0.9
EXACT = 1 - 1e-9
MOST_ROWS = 20_000
MOST_TOLD = 3


def sisters(look: Look) -> Iterator[Noticed]:
    """Columns that tell the target and are told by it; those that give it away exactly are told elsewhere."""
    if look.n_rows < FEWEST_ROWS:
        return
    rows = slice(None) if look.n_rows <= MOST_ROWS else np.linspace(0, look.n_rows - 1, MOST_ROWS).astype(np.int64)
    answer, name = look.answer[rows], look.target.names[0]
    kindred = _kindred(look, name)
    found = []
    for position, column in enumerate(look.columns):
        values = look.codes[position][rows]
        if look.classes:
            told, enough = _of_classes(values, answer), ENOUGH_OF_CLASSES
        elif column.kind is ColumnKind.NUMBER and look.sizes[position] * 4 >= int(answer.max()) + 1:
            told, enough = _of_numbers(values, answer), ENOUGH_OF_KIN if position in kindred else ENOUGH
        else:
            continue
        if enough <= told < EXACT:
            found.append((told, column.name))
    for told, column_name in sorted(found, reverse=True)[:MOST_TOLD]:
        yield Noticed(
            kind=Kind.SISTER, columns=(column_name,), evidence=(("told", round(told, 4)),),
            sentence=f"column {column_name!r} and the target {name!r} nearly tell each other (each explains at least "
                     f"{share(told)} of the other): unless it is known before the target is, say "
                     f"drop={column_name!r}.")


def _kindred(look: Look, name: str) -> frozenset[int]:
    """The columns whose names are kin to the target's; none where most are, as where all are called alike."""
    found = frozenset(i for i, column in enumerate(look.columns) if kin(column.name, name))
    return found if 2 * len(found) <= len(look.columns) else frozenset()


def _of_numbers(values: Array, answer: Array) -> float:
    values, answer = values.astype(np.float64), answer.astype(np.float64)
    forward = told_by(answer, values)
    return forward if forward < ENOUGH_OF_KIN else min(forward, told_by(values, answer))


def _of_classes(values: Array, answer: Array) -> float:
    """Theil's U in its worse direction: the share of entropy that the one takes from the other."""
    classes = int(answer.max()) + 1
    if int(values.max()) + 1 > 2 * classes:
        return 0.0
    joint = np.bincount(values * classes + answer) / answer.size
    both, one, other = (_entropy(p) for p in (joint, np.bincount(values) / values.size,
                                              np.bincount(answer) / answer.size))
    return min((one + other - both) / h for h in (one, other)) if min(one, other) > 0 else 0.0


def _entropy(p: Array) -> float:
    p = p[p > 0]
    return float(-(p @ np.log(p)))


def kin(one: str, other: str) -> bool:
    """Whether two names share half of their words.

    >>> kin("motor_UPDRS", "total_UPDRS"), kin("Target_2", "Target"), kin("flow_rate", "price")
    (True, True, False)
    """
    a, b = set(parts_of(one)), set(parts_of(other))
    return 2 * len(a & b) >= max(len(a), len(b), 1)
