"""E-32 to E-35: settings, seeds and sizes, chosen or varied."""

from __future__ import annotations

from dataclasses import replace

from referee.advice.habits import Habit
from referee.advice.rule import Rule
from referee.advice.situation import Goal, Situation

MANY_SETTINGS, OUTER, INNER, LONG = 10, 10, 5, 3600.0
SEEDS = 5
CHOOSING = frozenset({Goal.SELECT, Goal.ABSOLUTE})


def _costly(s: Situation) -> bool:
    """Whether tuning in every training part is out of reach: more fits than can be afforded, or more than an hour."""
    fits = OUTER * (s.settings * INNER + 1)
    return not s.affords(fits) or (s.seconds is not None and s.seconds * fits > LONG)


def _one_pass(s: Situation) -> str | None:
    """One pass of folds: tuning multiplies the fits by the settings and the inner splits."""
    units = s.n if s.n_groups is None else s.n_groups
    known = s.settings > 1 and s.goal in {Goal.ABSOLUTE, Goal.COMPARE_LEARNERS, Goal.SELECT, Goal.EQUIVALENCE}
    return f"kfold:folds={min(10, units)}" if known and units > 1 and s.budget != 1 and not s.ordered else None


CHOICES = (
    Rule(
        code="E-32",
        when="settings are chosen by the data",
        condition=lambda s: Habit.TUNED in s.habits or s.settings > 1,
        advice="choose the settings inside each training part, and test on rows that took no part in the choice",
        warning="the score of the best setting, nor settings chosen on the test rows",
        reason="every training part is tuned in afresh, which multiplies the fits, so the rows are divided once",
        source="Salzberg 1997, 3.3; Flexer 1996; Reich & Barai 1999, 5.1; Varma & Simon 2006",
        design=_one_pass,
    ),
    Rule(
        code="E-33",
        when="ten settings or more, and too many fits to choose inside each training part",
        condition=lambda s: s.settings >= MANY_SETTINGS and _costly(s),
        advice="cross-validate all settings once, keep every prediction, and correct the best score by BBC-CV",
        warning="the correction of Tibshirani and Tibshirani on few rows",
        reason="tuning in every training part would take too many fits, and this takes no further one",
        source="Tsamardinos, Greasidou & Borboudakis 2018",
        shape=lambda s, recipe: replace(recipe, correction="bbc", tuning="") if s.goal in CHOOSING else recipe,
    ),
    Rule(
        code="E-34",
        when="a learner draws random numbers of its own",
        condition=lambda s: Habit.STOCHASTIC in s.habits,
        advice=f"let the seed vary with every split, as is done here, and see with {SEEDS} seeds on each split how "
               f"much of the spread is theirs (components)",
        warning="seeds as if they were new data, nor the best seed",
        reason="a learner here draws random numbers of its own, which move its score",
        source="Reich & Barai 1999, 2.1; Flexer 1996; Bouthillier et al. 2021",
        shape=lambda _, recipe: replace(recipe, seeds=SEEDS),
    ),
    Rule(
        code="E-35",
        when="learners are compared over training sizes",
        condition=lambda s: s.goal is Goal.CURVE,
        advice="use the same folds at every size, and declare one size beforehand or correct over all of them (max-T)",
        warning="a t test at every size",
        reason="twenty sizes are twenty chances of a false alarm",
        source="Mooney's slides",
    ),
)
