"""Which design to use when none was named, and why.

For comparing, repeated k-fold with the corrected t is the habit of the field and holds its level for stable
learners (Bouckaert & Frank 2004); with many rows, 25 splits of 90% decide as well at a quarter of the cost
(Nadeau & Bengio 2003; Schulz-Kümpel et al. 2024).

For the estimate of a single learner the interval decides: nested cross-validation up to 500 rows, where simpler ones
are too narrow (Bates, Hastie & Tibshirani 2023), 25 splits of 90% above. Nested cross-validation needs one value for
each row, so metrics that are no means over rows, and rows in groups, get repeated folds.
"""

from __future__ import annotations

from dataclasses import dataclass

from referee.data.problem import Problem
from referee.metrics import Metric

MANY_ROWS = 5000
FEW_ROWS, TOO_FEW_TO_NEST = 500, 20


@dataclass(frozen=True, slots=True)
class DesignAdvice:
    """A design as one would type it, and the sentence that defends it."""

    spec: str
    why: str


def advise_design(problem: Problem, *, goal: str = "compare", primary: Metric | None = None,
                  tuned: bool = False) -> DesignAdvice:
    """The design for comparing learners on one data set, or (goal "evaluate") for the interval of each by itself.

    Tuning multiplies the fits by the settings and the inner splits, so `tuned` learners get one pass of folds; so does
    the goal "best of", whose correction needs one prediction a row.

    >>> from referee.data import bundled
    >>> from referee.metrics import METRICS
    >>> advise_design(bundled("iris")).spec
    'kfold:folds=10,repeats=10'
    >>> advise_design(bundled("iris"), goal="evaluate", primary=METRICS["accuracy"]).spec
    'nested:folds=5,repeats=20'
    """
    if tuned or goal == "best of":
        return _one_pass(problem, "every training part is tuned in afresh, which multiplies the fits, so the rows are "
                                  "divided once" if tuned else "the best score is corrected from one prediction a row")
    if goal == "evaluate" and problem.groups is None and problem.n_rows >= TOO_FEW_TO_NEST:
        return _for_an_interval(problem, primary)
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


def _one_pass(problem: Problem, why: str) -> DesignAdvice:
    units = problem.n_rows if problem.groups is None else int(problem.groups.max()) + 1
    return DesignAdvice(f"kfold:folds={min(10, units)}", why)


def _for_an_interval(problem: Problem, primary: Metric | None) -> DesignAdvice:
    """METHODS B.2: the corrected t over 25 splits of 90% above 500 rows, nested cross-validation below."""
    n = problem.n_rows
    if n > FEW_ROWS:
        return DesignAdvice("holdout:test=0.1,repeats=25",
                            f"above {FEW_ROWS} rows 25 random splits of 90% give an interval that holds")
    if primary is None or primary.per_row is None:
        return DesignAdvice("kfold:folds=10,repeats=10",
                            f"with {n:,} rows one division into folds depends on luck; ten of them even it out")
    return DesignAdvice("nested:folds=5,repeats=20", f"below {FEW_ROWS} rows simpler intervals are too narrow")
