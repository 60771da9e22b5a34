"""Names of cases that stand in several folds: copies of one case, or one case that was tested again."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from referee.kinds import Array

FEWEST = 6              # names that come again
IMPURE = 0.05           # of them, with more than one truth
CHANCE = 1e-4           # that names which mean nothing have one truth each
EXPECTED = 7.0          # pairs of one name in one part, where none is there: left out on purpose (chance e⁻⁷)


@dataclass(frozen=True, slots=True, kw_only=True)
class NamesAgain:
    """How often names come again, and where."""

    again: int          # names that stand there more than once
    shared: int         # of these, in more than one part
    one_truth: bool     # each of them has one truth, which chance would not give
    repeats: bool       # never twice in one part, though chance would put them there: one case tested again


def names_again(codes: Array, truth: Array, parts: list[Array]) -> NamesAgain:
    """What the names of cases do over the parts of a division; a case is in one part only.

    >>> twice = np.repeat(np.arange(50), 2)
    >>> halves = [np.arange(0, 100, 2), np.arange(1, 100, 2)]
    >>> names_again(twice, twice % 3, halves)
    NamesAgain(again=50, shared=50, one_truth=True, repeats=True)
    """
    pairs, counts = np.unique(np.column_stack([codes, np.unique(truth, return_inverse=True)[1].reshape(-1)]), axis=0,
                              return_counts=True)
    sizes = np.bincount(codes)
    several = sizes > 1
    impure = int((np.bincount(pairs[:, 0], minlength=sizes.size) > 1)[several].sum())
    shares = np.bincount(pairs[:, 1], weights=counts) / codes.size
    log_chance = float(np.log([np.power(shares, size).sum() for size in sizes[several]]).sum())
    places = [np.bincount(codes[part], minlength=sizes.size) for part in parts]
    inside = sum(int((place > 1).sum()) for place in places)
    in_parts = np.sum([place > 0 for place in places], axis=0) if places else np.zeros(sizes.size)
    expected = float((sizes * (sizes - 1) / 2).sum()) / max(len(parts), 1)
    return NamesAgain(again=int(several.sum()), shared=int((in_parts > 1).sum()),
                      one_truth=bool(impure <= IMPURE * several.sum() and log_chance < np.log(CHANCE)),
                      repeats=not inside and expected > EXPECTED)
