"""Splits that the user made, or that any scikit-learn splitter makes."""

from __future__ import annotations

import copy
import inspect
import warnings
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from referee.data.problem import Problem
from referee.designs._base import DESIGNS, Design, Hand
from referee.designs.observing import traits_of
from referee.designs.places import places
from referee.designs.split import Split
from referee.designs.units import Deck, Units
from referee.errors import BadInput
from referee.kinds import Array
from referee.seeds import seed_for


@DESIGNS.add
@dataclass(frozen=True, slots=True, kw_only=True)
class Given(Design):
    """Splits made elsewhere; `origin` says where."""

    name = "given"
    summary = "splits given as (train rows, test rows) pairs, or made by a scikit-learn splitter"
    can_stratify = False
    can_be_named = False

    stratified: bool = False
    origin: str = "the user"

    def deal(self, deck: Deck, draw: np.random.Generator) -> Iterator[Hand]:  # noqa: ARG002
        """Nothing is dealt: the plan holds the splits."""
        raise BadInput("given splits cannot be dealt again; hand over the splits themselves.")

    def objection(self, units: Units) -> str | None:  # noqa: ARG002 - checked split by split
        """None: each split was checked when it was taken over."""
        return None

    def describe(self) -> str:
        """For example: splits given by the user."""
        return f"splits given by {self.origin}"


def splits_of_splitter(splitter: Any, problem: Problem, seed: int) -> list[Split]:
    """Ask a splitter for its splits; in a copy of it, an open random_state is set from the seed."""
    own, called = copy.copy(splitter), type(splitter).__name__
    if getattr(own, "random_state", 0) is None and getattr(own, "shuffle", True):
        own.random_state = seed_for(seed, "splitter", called)
    X = np.zeros((problem.n_rows, 1))
    try:
        with warnings.catch_warnings():         # what a division does to groups is seen from its splits, and told
            warnings.filterwarnings("ignore", message="The groups parameter is ignored", category=UserWarning)
            pairs = list(own.split(X, problem.y, problem.groups) if _takes_groups(own) else own.split(X, problem.y))
    except Exception as error:
        what = str(error) if isinstance(error, ValueError) else f"{type(error).__name__}: {error}"
        raise BadInput(f"{called} cannot divide {problem.name}: {what}") from error
    return checked_splits(pairs, problem.n_rows)


def origin_of(splitter: Any) -> str:
    """Where splits come from, for sentences."""
    ours = type(splitter).__module__.partition(".")[0] == "sklearn"
    return f"scikit-learn's {type(splitter).__name__}" if ours else type(splitter).__name__


def _takes_groups(splitter: Any) -> bool:
    """Whether `split` can be called with (X, y, groups)."""
    try:
        inspect.signature(splitter.split).bind("X", "y", "groups")
    except TypeError:
        return False
    return True


def checked_splits(pairs: Iterable[tuple[Any, Any]], n_rows: int) -> list[Split]:
    """Take over (train, test) pairs, refusing rows that do not exist and rows on both sides."""
    splits = []
    for i, pair in enumerate(pairs):
        try:
            train, test = (_row_numbers(side, n_rows) for side in pair)
        except (TypeError, ValueError) as error:
            raise BadInput(f"split {i} is not a pair of row numbers (train, test): {error}") from error
        shared = np.intersect1d(train, test).size
        if shared:
            rows = "1 row is" if shared == 1 else f"{shared} rows are"
            raise BadInput(f"split {i}: {rows} both trained and tested on; the two parts must not meet.")
        if np.unique(test).size < test.size:
            row = int(np.flatnonzero(np.bincount(test) > 1)[0])
            raise BadInput(f"split {i} tests row {row} more than once; name each row to test on once.")
        if not train.size or not test.size:
            raise BadInput(f"split {i}: rows to train on: {train.size}, rows to test on: {test.size}; both need some.")
        everyone_else = train.size + test.size == n_rows and np.unique(train).size == train.size
        splits.append(Split(label=str(i), n_rows=n_rows, test=np.sort(test),
                            train=None if everyone_else else np.sort(train)))
    if not splits:
        raise BadInput("no splits were given; a plan needs at least one.")
    return labelled(in_passes(splits))


def in_passes(splits: list[Split]) -> list[Split]:
    """The same splits, those of one pass over the rows after each other; as they are where they make no passes.

    Each is put into the first pass that it does not meet. Folds of different repeats nearly always share a row, so
    that folds given in any order find their own pass again.
    """
    n_rows = splits[0].n_rows
    times = np.bincount(np.concatenate([split.test for split in splits]), minlength=n_rows)
    if times.min() != times.max() or times.max() < 2:
        return splits
    covered = [np.zeros(n_rows, dtype=bool) for _ in range(int(times.max()))]
    passes: list[list[Split]] = [[] for _ in covered]
    for split in splits:
        place = next((i for i, rows in enumerate(covered) if not rows[split.test].any()), None)
        if place is None:
            return splits
        covered[place][split.test] = True
        passes[place].append(split)
    return [split for one in passes for split in one]


def labelled(splits: list[Split]) -> list[Split]:
    """Labels as a design of this house would give them to such splits: repeat and fold."""
    traits = traits_of(splits, n_rows=splits[0].n_rows)
    return [replace(split, label=label) for split, label in zip(splits, places(traits), strict=True)]


def _row_numbers(side: Any, n_rows: int) -> Array:
    rows = np.asarray(side)
    if rows.dtype == bool:
        if rows.size != n_rows:
            raise ValueError(f"a mask of {rows.size} for {n_rows} rows")
        return np.flatnonzero(rows)
    if rows.dtype.kind not in "iu" or rows.ndim != 1:
        raise ValueError("row numbers are a list of whole numbers")
    if rows.size and (rows.min() < 0 or rows.max() >= n_rows):
        raise ValueError(f"row {rows.min() if rows.min() < 0 else rows.max()} is not among 0 … {n_rows - 1}")
    return rows.astype(np.int64)
