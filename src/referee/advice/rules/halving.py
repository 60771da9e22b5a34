"""How many complementary halves, and passes of folds before them, for what the design before them cost.

A fit on m rows counts as m: fifty repeats of two halves cost as much as fifty fits on all rows, a pass of ten folds as
nine. Fewer than twelve repeats say too little of what single rows do to a score (docs/halves.md).
"""

from __future__ import annotations

from collections.abc import Callable

from referee.advice.situation import Situation

REPEATS, FEWEST_REPEATS, FOLDS, PASSES = 50, 12, 10, 5
A_PASS = FOLDS - 1                    # of ten folds, in fits on all rows
FEWEST_ROWS, FEWEST_GROUPS = 8, 10       # half of fewer groups is little to learn from: each is left out in turn
FEWEST_FITS = 2 * FEWEST_REPEATS
TOO_FEW = f"with fewer than {FEWEST_FITS} fits there are too few halves to read a variance from; random splits make do"

REPEATED_FOLDS, NESTED, SPLITS_OF_90, SPLITS_OF_60, PAIRED_HALVES, GROUPED_FOLDS = 90.0, 200.0, 22.5, 15.0, 44.5, 45.0


def where_affordable(reason: str, alone: str = "") -> Callable[[Situation], str]:
    """The reason for halves; another where the budget is too small for them, or (`alone`) for a pass of folds too."""
    return lambda s: (TOO_FEW if not s.affords(FEWEST_FITS) else
                      reason if s.affords(FEWEST_FITS + FOLDS) else alone or reason)


def halves(s: Situation, cost: float, *, passes: int = 1) -> str | None:
    """The halves that fit into a cost (in fits on all rows) and into the budget (in fits); None where too few do.

    >>> from referee.advice.situation import Goal
    >>> from referee.kinds import Task
    >>> s = Situation(goal=Goal.ABSOLUTE, task=Task.REGRESSION, n=300)
    >>> halves(s, REPEATED_FOLDS), halves(s, NESTED, passes=5), halves(s, SPLITS_OF_90), halves(s, SPLITS_OF_60)
    ('halves:repeats=50', 'halves:repeats=50,passes=5', 'halves:repeats=13', 'halves:repeats=15,passes=0')
    """
    units, fewest = (s.n, FEWEST_ROWS) if s.n_groups is None else (s.n_groups, FEWEST_GROUPS)
    if units < fewest:
        return None
    for some in dict.fromkeys((passes, 1, 0)):
        repeats = min(REPEATS, int(cost - A_PASS * some))
        if s.budget is not None:
            repeats = min(repeats, (s.budget - FOLDS * some) // 2)
        if repeats >= FEWEST_REPEATS:
            return f"halves:repeats={repeats}" + (f",passes={some}" if some != 1 else "")
    return None
