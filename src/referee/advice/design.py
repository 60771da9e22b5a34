"""Which design to use when none was named, and why.

For comparing, repeated k-fold with the corrected t is the habit of the field and holds its level for stable
learners (Bouckaert & Frank 2004); with many rows, 25 splits of 90% decide as well at a quarter of the cost
(Nadeau & Bengio 2003; Schulz-Kümpel et al. 2024).
"""

from __future__ import annotations

from dataclasses import dataclass

from referee.data.problem import Problem

MANY_ROWS = 5000


@dataclass(frozen=True, slots=True)
class DesignAdvice:
    """A design as one would type it, and the sentence that defends it."""

    spec: str
    why: str


def advise_design(problem: Problem) -> DesignAdvice:
    """The design for estimating and comparing learners on one data set.

    >>> from referee.data import bundled
    >>> advise_design(bundled("iris")).spec
    'kfold:folds=10,repeats=10'
    """
    n = problem.n_rows
    units = int(problem.groups.max()) + 1 if problem.groups is not None else n
    if problem.groups is not None:
        folds = min(10, units)
        return DesignAdvice(
            f"kfold:folds={folds},repeats=5",
            f"{units} groups of rows: whole groups are tested on models that never saw them, five times over",
        )
    if n > MANY_ROWS:
        return DesignAdvice(
            "holdout:test=0.1,repeats=25",
            f"{n:,} rows are enough for 25 random splits; more fits would add little",
        )
    return DesignAdvice(
        "kfold:folds=10,repeats=10",
        f"with {n:,} rows one division into folds depends on luck; ten of them even it out",
    )
