"""E-05 to E-10: how good one learner is, without an independent test set."""

from __future__ import annotations

from referee.advice.habits import Habit
from referee.advice.rule import Rule
from referee.advice.rules.halving import (
    FEWEST_FITS,
    NESTED,
    PAIRED_HALVES,
    PASSES,
    REPEATED_FOLDS,
    SPLITS_OF_90,
    halves,
    where_affordable,
)
from referee.advice.situation import Goal, Situation

FEW, VERY_FEW, MANY, TOO_FEW_TO_NEST = 500, 100, 5000, 20
SPLITS, REPEATED = 25, 100
BOTH_SIZES = "ten folds give the score at nearly all rows, halves how much it would move with other rows"
ALONE = "so few fits allow halves alone, and the score is that of training on half of the rows"


def _untested(s: Situation) -> bool:
    return s.goal is Goal.ABSOLUTE and s.n_test is None and not s.simulator


def _at_cost(s: Situation, cost: float, *, passes: int = 1) -> str | None:
    """Passes of folds and halves; where the budget allows too few of them, random splits."""
    if s.n_groups is not None or s.ordered:
        return None
    return halves(s, cost, passes=passes) or (f"holdout:test=0.1,repeats={min(SPLITS, s.budget)}" if s.budget else None)


def _few_rows(s: Situation) -> str | None:
    """Five passes: what nested cross-validation cost, or repeated folds for a metric that is no mean over rows."""
    return _at_cost(s, NESTED if s.decomposable else REPEATED_FOLDS, passes=PASSES)


def _trees_or_many(s: Situation) -> bool:
    many = s.n >= MANY or (Habit.TREES in s.habits and s.n >= TOO_FEW_TO_NEST)
    return _untested(s) and many and s.affords(FEWEST_FITS)


ABSOLUTE = (
    Rule(
        code="E-05",
        when="one learner, no test set, more than 500 rows",
        condition=lambda s: _untested(s) and s.n > FEW and s.budget != 1,
        advice="the score of ten folds, with the interval of the halves jackknife over a few repeats",
        warning="splits of two thirds",
        reason=f"{BOTH_SIZES}; above {FEW} rows a few repeats are enough",
        source="measured: docs/halves.md, docs/levels.md",
        design=lambda s: _at_cost(s, SPLITS_OF_90),
        divides=("halves", "holdout"),
        here=where_affordable(f"{BOTH_SIZES}; above {FEW} rows a few repeats are enough", ALONE),
    ),
    Rule(
        code="E-06",
        when="one learner, no test set, 100 to 500 rows",
        condition=lambda s: _untested(s) and VERY_FEW <= s.n <= FEW and s.budget != 1,
        advice="the score of five passes of ten folds, with the interval of the halves jackknife",
        warning="the central limit over folds alone, nor a t over repeats",
        reason=BOTH_SIZES,
        source="measured: docs/halves.md, docs/levels.md",
        design=_few_rows,
        divides=("halves", "holdout"),
        here=where_affordable(BOTH_SIZES, ALONE),
    ),
    Rule(
        code="E-07",
        when="one learner, no test set, fewer than 100 rows",
        condition=lambda s: _untested(s) and s.n < VERY_FEW and s.budget != 1,
        advice="the same, and call the result imprecise",
        warning="a single hold-out",
        reason=f"{BOTH_SIZES}; below {VERY_FEW} rows any estimate is imprecise",
        source="measured: docs/halves.md; Reich & Barai 1999, 5.1; Efron & Tibshirani 1997",
        design=_few_rows,
        divides=("halves", "holdout"),
        here=where_affordable(f"{BOTH_SIZES}; below {VERY_FEW} rows any estimate is imprecise", ALONE),
    ),
    Rule(
        code="E-08",
        when="one learner that is a tree or made of trees, or 5,000 rows and more",
        condition=_trees_or_many,
        advice="one pass of ten folds and up to 35 repeats of halves",
        warning="the corrected t on trees (0.89–0.92 of 0.95)",
        reason=f"{BOTH_SIZES}; with trees, or so many rows, one pass and fewer halves do",
        source="measured: docs/halves.md, docs/levels.md",
        design=lambda s: _at_cost(s, PAIRED_HALVES),
        divides=("halves", "holdout"),
        here=where_affordable(f"{BOTH_SIZES}; with trees, or so many rows, one pass and fewer halves do", ALONE),
    ),
    Rule(
        code="E-09",
        when="only one fit can be made",
        condition=lambda s: _untested(s) and s.budget == 1,
        advice="one hold-out of 20%, and use that very model",
        warning="a model refitted on all rows under the old interval",
        reason="one fit can only speak of itself",
        source="Bates, Hastie & Tibshirani 2023",
        design=lambda s: "holdout:test=0.2" if s.n > 1 else None,
        divides=("holdout",),
    ),
    Rule(
        code="E-10",
        when="one learner, up to 5,000 rows, and 100 fits can be made",
        condition=lambda s: _untested(s) and s.n <= MANY and s.affords(REPEATED),
        advice="repeat the cross-validation ten times where only the estimate matters",
        warning="repeats as if they were replicates (a naive t over them rejects a true null in 0.54–0.64 of cases)",
        reason="one division into folds depends on luck",
        source="Reich & Barai 1999, 5.1; Salzberg 1997",
        usual=True,
    ),
)
