"""E-15 to E-18: rare classes, groups, time."""

from __future__ import annotations

from referee.advice.habits import Habit
from referee.advice.rule import Rule
from referee.advice.rules.halving import FEWEST_GROUPS, GROUPED_FOLDS, SPLITS_OF_60, halves
from referee.advice.situation import Goal, Situation
from referee.kinds import Task

RARE, FEW_POSITIVES = 0.2, 50
FEWEST_SCORED = 5                    # groups of both classes, for what compares rows of one group
TOGETHER = "rows of a group tell of each other, which flatters the model and shrinks the standard error"
IN_TURN = ", so each group is tested on a model of the others"


def leaves_one_out(s: Situation) -> bool:
    """Whether each group is left out in turn: few groups, each of which can be scored by itself, and fits enough."""
    if s.n_groups is None or not 2 <= s.n_groups < FEWEST_GROUPS or not s.affords(s.n_groups):
        return False
    return not s.ranks or s.mixed_groups is None or s.mixed_groups >= min(s.n_groups, FEWEST_SCORED)


def _whole_groups(s: Situation) -> str | None:
    """Halves of whole groups; each in turn where there are few; folds where that cannot be; a hold-out for one fit."""
    if s.n_groups is None or s.n_groups < 2:
        return None
    if s.budget == 1:
        return "holdout:test=0.2"
    if leaves_one_out(s):
        return "loo"
    keeps = s.goal is Goal.COMPARE_LEARNERS and Habit.KEEPS in s.habits
    if (spec := halves(s, SPLITS_OF_60 if keeps else GROUPED_FOLDS)) is not None:
        return spec
    folds = min(10, s.budget or 10)
    if folds >= s.n_groups:                 # a group a fold can be divided in one way only, and leaves no spread
        return f"kfold:folds={max(2, s.n_groups // 2)}"
    return f"kfold:folds={folds},repeats={5 if s.budget is None else min(5, s.budget // folds)}"


def _in_time(s: Situation) -> str | None:
    """Each part tested by what came before it; one row between them, where nobody has said how far ahead is meant."""
    splits = min(10, (s.n_times or s.n) // 20, s.budget or 10)
    return f"rolling:splits={splits},gap=1" if splits > 1 else None


def _of_both_classes(s: Situation) -> str:
    """What notices a rare class; where rows are in order, something that has a value for each of them."""
    return "brier" if s.ordered else "roc_auc" if s.classes == 2 else "balanced_accuracy"


ROWS = (
    Rule(
        code="E-15",
        when="the rarest class has less than 20% of the rows",
        condition=lambda s: s.task is Task.CLASSIFICATION and s.minority is not None and s.minority < RARE,
        advice="stratify; judge by AUC, average precision, balanced accuracy, Brier or log loss, next to the baseline",
        warning="by accuracy alone, nor by F1 without the class's share",
        reason="always saying the common class is accurate already",
        source="Reich & Barai 1999, 2.2.5",
        shape=lambda s, recipe: recipe.led_by(_of_both_classes(s)) if s.zero_one else recipe,
    ),
    Rule(
        code="E-16",
        when="fewer than 50 rows of the rarer of two classes are tested on, and the metric is no mean over rows",
        condition=lambda s: (s.minority_test is not None and s.minority_test < FEW_POSITIVES and s.classes == 2
                             and not s.decomposable),
        advice="give the counts, and exact intervals for recall and precision",
        warning="a ranking by F1, or areas without their intervals",
        reason=f"fewer than {FEW_POSITIVES} rows of the rarer class decide",
        source="DeLong, DeLong & Clarke-Pearson 1988; Brown, Cai & DasGupta 2001",
        shape=lambda s, recipe: (recipe.led_by("roc_auc") if s.by_f else recipe).beside("recall", "precision"),
    ),
    Rule(
        code="E-17",
        when="rows belong to groups: patients, documents, users",
        condition=lambda s: s.n_groups is not None,
        advice="test whole groups on models that never saw them, each in turn where there are fewer than ten; take the "
               "standard error over groups",
        warning="random rows",
        reason=TOGETHER,
        here=lambda s: f"{TOGETHER}{IN_TURN}" if leaves_one_out(s) else TOGETHER,
        source="Miller 2024; Kapoor & Narayanan 2023",
        design=lambda s: _whole_groups(s) if s.goal in {Goal.ABSOLUTE, Goal.COMPARE_LEARNERS} else None,
    ),
    Rule(
        code="E-18",
        when="rows follow each other in time",
        condition=lambda s: s.ordered,
        advice="train on the past and test on what follows, with a gap of at least the horizon",
        warning="shuffled folds",
        reason="a model that has seen the future is not asked to predict it",
        source="Diebold & Mariano 1995; Harvey, Leybourne & Newbold 1997",
        design=lambda s: _in_time(s) if s.goal in {Goal.ABSOLUTE, Goal.COMPARE_LEARNERS} else None,
        divides=("rolling",),
    ),
)
