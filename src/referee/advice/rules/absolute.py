"""E-05 to E-10: how good one learner is, without an independent test set."""

from __future__ import annotations

from referee.advice.habits import Habit
from referee.advice.rule import Rule
from referee.advice.situation import Goal, Situation

FEW, VERY_FEW, MANY, TOO_FEW_TO_NEST = 500, 100, 5000, 20
SPLITS, HALVES_FITS = 25, 105             # fits of 25 random splits; of 10 halvings with 5 splits each, and 5 more
NESTED_ROUND, NESTED_ROUNDS, NESTED_LEAST = 15, 20, 5
REPEATED, FOLDS = 100, 10


def _untested(s: Situation) -> bool:
    return s.goal is Goal.ABSOLUTE and s.n_test is None and not s.simulator


def _splits(s: Situation) -> str:
    repeats = SPLITS if s.budget is None else min(SPLITS, s.budget)
    return f"holdout:test=0.1,repeats={repeats}"


def _nested(s: Situation) -> str:
    """Nested cross-validation where the metric and the budget allow it, else repeated folds, else random splits."""
    rounds = NESTED_ROUNDS if s.budget is None else min(NESTED_ROUNDS, s.budget // NESTED_ROUND)
    if s.n >= TOO_FEW_TO_NEST and s.decomposable and rounds >= NESTED_LEAST:
        return f"nested:folds=5,repeats={rounds}"
    repeats = REPEATED // FOLDS if s.budget is None else min(REPEATED, s.budget) // FOLDS
    return f"kfold:folds={FOLDS},repeats={repeats}" if repeats and s.n >= FOLDS else _splits(s)


def _halves(s: Situation) -> bool:
    many = s.n >= MANY or (Habit.TREES in s.habits and s.n >= TOO_FEW_TO_NEST)
    return _untested(s) and many and s.affords(HALVES_FITS)


ABSOLUTE = (
    Rule(
        code="E-05",
        when="one learner, no test set, more than 500 rows",
        condition=lambda s: _untested(s) and s.n > FEW and s.budget != 1,
        advice="the mean over 25 random splits of 90%, with the corrected resampled t",
        warning="splits of two thirds",
        reason=f"above {FEW} rows 25 random splits of 90% give an interval that holds",
        source="Nadeau & Bengio 2003; Schulz-Kümpel et al. 2024",
        design=_splits,
    ),
    Rule(
        code="E-06",
        when="one learner, no test set, 100 to 500 rows",
        condition=lambda s: _untested(s) and VERY_FEW <= s.n <= FEW and s.budget != 1,
        advice="nested cross-validation (5 folds, 20 times) for the interval",
        warning="the central limit over folds alone, nor a t over repeats",
        reason=f"up to {FEW} rows simpler intervals are too narrow",
        source="Bates, Hastie & Tibshirani 2023",
        design=_nested,
    ),
    Rule(
        code="E-07",
        when="one learner, no test set, fewer than 100 rows",
        condition=lambda s: _untested(s) and s.n < VERY_FEW and s.budget != 1,
        advice="nested cross-validation, and call the result imprecise",
        warning="a single hold-out",
        reason=f"below {VERY_FEW} rows any estimate is imprecise, and simpler intervals are too narrow",
        source="Reich & Barai 1999, 5.1; Efron & Tibshirani 1997; Bates, Hastie & Tibshirani 2023",
        design=_nested,
    ),
    Rule(
        code="E-08",
        when="one learner that is a tree or made of trees, or 5,000 rows and more; and 105 fits can be made",
        condition=_halves,
        advice="random splits of all rows and of halves of them, with the conservative z interval",
        warning="the corrected t on trees (0.89–0.92 of 0.95)",
        reason="with trees, or with 5,000 rows and more, the variance between halves of the rows gives the interval "
               "that holds best",
        source="Nadeau & Bengio 2003; Schulz-Kümpel et al. 2024",
        design=lambda s: "conservative-z" if s.n_groups is None else None,
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
    ),
    Rule(
        code="E-10",
        when="one learner, up to 5,000 rows, and 100 fits can be made",
        condition=lambda s: _untested(s) and s.n <= MANY and s.affords(REPEATED),
        advice="repeat the cross-validation ten times where only the estimate matters",
        warning="repeats as if they were replicates (a naive t over them rejects a true null in 0.54–0.64 of cases)",
        reason="one division into folds depends on luck",
        source="Reich & Barai 1999, 5.1; Salzberg 1997",
    ),
)
