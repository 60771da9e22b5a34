"""How the halves of a plan divide the rows: its units, and whether they hold the class shares fixed."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from enum import Enum

import numpy as np

from referee.data.problem import Problem
from referee.designs.split import Split
from referee.designs.traits import Traits
from referee.estimates.halves.cells import UnitCounts
from referee.kinds import Array, Task


class Unit(Enum):
    """What always stands on one side."""

    ROW = "rows"
    BLOCK = "blocks of rows"
    GROUP = "groups"


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Halving:
    """The halves of a plan."""

    unit: Unit
    unit_of: Array         # the unit of each row
    stratum_of: Array      # the class of each row, where class weights are kept; else zeros
    counted: UnitCounts
    n_classes: int         # 0 in regression
    smallest: int | None   # units (rows, where these are blocks) of the rarest class; None in regression
    sizes: Array           # rows of each unit

    @property
    def n_units(self) -> int:
        """How many units there are."""
        return int(self.sizes.size)

    @property
    def holds_shares(self) -> bool:
        """Whether all halves have the class shares of the whole."""
        return bool(self.counted.counts.shape[2] > 1)

    @property
    def effective(self) -> float:
        """Kish's effective number of units: as many as there are where they are of one size."""
        return float(self.sizes.sum() ** 2 / (self.sizes**2).sum())


def halving_of(splits: Iterable[Split], problem: Problem, traits: Traits) -> Halving:
    """Look at the splits of the halves once; `splits` are all of the plan, in order.

    Of each repeat one bit a row is kept: which half it was tested in.
    """
    n, first = problem.n_rows, traits.full_folds
    sides = [_bits(split.test, n) for i, split in enumerate(splits) if i >= first and (i - first) % 2 == 0]
    unit, unit_of = _units(sides, problem, traits)
    n_units = int(unit_of.max()) + 1
    classes = problem.y if problem.task is Task.CLASSIFICATION else None
    held = classes is not None and _holds_shares(sides, unit_of, classes, blocks=unit is Unit.BLOCK)
    stratum_of = classes if held and classes is not None else np.zeros(n, dtype=np.int64)
    n_strata = int(stratum_of.max()) + 1
    cell_of = unit_of * n_strata + stratum_of
    rows = np.bincount(cell_of, minlength=n_units * n_strata)
    tested = [np.bincount(cell_of[_rows(bits, n)], minlength=rows.size) for bits in sides]
    counts = np.stack([part for one in tested for part in (one, rows - one)])
    return Halving(
        n_classes=len(problem.classes), unit=unit, unit_of=unit_of, stratum_of=stratum_of,
        smallest=_rarest(unit, unit_of, classes), sizes=np.bincount(unit_of),
        counted=UnitCounts(counts=counts.reshape(-1, n_units, n_strata), blocks=held and unit is Unit.BLOCK))


def _bits(rows: Array, n: int) -> Array:
    inside = np.zeros(n, dtype=bool)
    inside[rows] = True
    return np.packbits(inside)


def _rows(bits: Array, n: int) -> Array:
    return np.flatnonzero(np.unpackbits(bits, count=n))


def _units(sides: list[Array], problem: Problem, traits: Traits) -> tuple[Unit, Array]:
    """Groups where there are any; blocks where the halves never part some rows; else rows."""
    if problem.groups is not None:
        return Unit.GROUP, np.unique(problem.groups, return_inverse=True)[1].reshape(-1)
    if not traits.kept_together:
        return Unit.ROW, np.arange(problem.n_rows)
    block = np.zeros(problem.n_rows, dtype=np.int64)
    for bits in sides:                                    # each halving parts the blocks found so far
        block = np.unique(2 * block + np.unpackbits(bits, count=problem.n_rows), return_inverse=True)[1].reshape(-1)
    return Unit.BLOCK, block


def _holds_shares(sides: list[Array], unit_of: Array, classes: Array, *, blocks: bool) -> bool:
    """Whether every half has as many units of each class as the other, within one; blocks: whether all are alike."""
    n, k = classes.size, int(classes.max()) + 1
    table = np.zeros((int(unit_of.max()) + 1, k), dtype=np.int64)
    np.add.at(table, (unit_of, classes), 1)
    if blocks:
        return bool((np.ptp(table, axis=0) <= 1).all())
    if ((table > 0).sum(axis=1) > 1).any():
        return False
    of_class = np.bincount(table.argmax(axis=1), minlength=k)
    stands = np.zeros(n, dtype=bool)
    stands[np.unique(unit_of, return_index=True)[1]] = True          # one row a unit stands for it
    for bits in sides:
        test = _rows(bits, n)
        inside = np.bincount(classes[test[stands[test]]], minlength=k)
        if (np.abs(2 * inside - of_class) > 1).any():
            return False
    return True


def _rarest(unit: Unit, unit_of: Array, classes: Array | None) -> int | None:
    """Rows of the rarest class; the groups that hold it, where units are groups."""
    if classes is None:
        return None
    if unit is not Unit.GROUP:
        return int(np.bincount(classes).min())
    pairs = np.unique(np.stack([classes, unit_of]), axis=1)
    return int(np.bincount(pairs[0]).min())
