"""The place of each split in its plan, by what the plan is: "1/3" is the fourth part of the second pass.

Whoever divided the rows, and whatever the labels were, the same splits stand in the same places. For plans that the
designs of this package make these are the labels that they have always had, so that a plan laid today has the name
under which older ledgers hold it.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations

from referee.designs.traits import Traits


def places(traits: Traits) -> Iterator[str]:
    """A place for each split, in order.

    >>> from referee.designs.split import Split
    >>> from referee.designs.observing import traits_of
    >>> halves = [Split(label=f"0/{i}", n_rows=4, test=rows) for i, rows in enumerate([[0, 1], [2, 3], [0, 2], [1, 3]])]
    >>> list(places(traits_of(halves, n_rows=4)))
    ['0/0', '0/1', '1/0', '1/1']
    """
    if traits.halves:
        parts = [*[traits.full_parts] * traits.full_passes, *[2] * traits.halves]
        return (f"{number}/{part}" for number, size in enumerate(parts) for part in range(size))
    names = _names_of_a_repeat(traits)
    return (f"{i // len(names)}/{names[i % len(names)]}" for i in range(traits.splits))


def _names_of_a_repeat(traits: Traits) -> list[str]:
    """What the splits of one repeat are called; each split is a repeat of its own where parts overlap as they will."""
    if traits.nested_folds:
        pairs = combinations(range(traits.nested_folds), 2)
        return [*map(str, range(traits.nested_folds)), *(f"{f}-{g}" for f, g in pairs)]
    if traits.halvings:
        of_all = range(traits.splits_of_all)
        return [*map(str, of_all), *(f"{halving}.{half}-{split}" for halving in range(traits.halvings)
                                     for half in range(2) for split in of_all)]
    if traits.passes:
        return [str(part) for part in range(traits.parts)]
    one_repeat = traits.one_test_set or traits.every_set or traits.tests_each_case_once
    return [str(part) for part in range(traits.splits if one_repeat else 1)]
