"""E-22 to E-25: which of some learners is better on one data set.

What is the default was measured (docs/levels.md): the corrected t over 10×10-fold keeps its level for linear learners
and trees, and rejects a true null twice as often as it says for learners that answer from single training rows;
there 60% to train on holds it at every n, where METHODS first thought of two thirds and small n only.
"""

from __future__ import annotations

from referee.advice.habits import Habit
from referee.advice.rule import Rule
from referee.advice.situation import Goal, Situation

MANY_ROWS, REPEATED, SPLITS, FEWEST_SPLITS = 5000, 100, 25, 10
STICKS = ("{who} may answer from single training rows, and then 10-fold would find differences that are not there "
          "twice as often as it says; trained on 60% of the rows the test holds, and the numbers speak of that size")
LEARNERS_COMPARED = frozenset({Goal.COMPARE_LEARNERS, Goal.SELECT, Goal.EQUIVALENCE})


def compared(s: Situation) -> bool:
    """Whether learners are compared on the rows of one data set, without a test set apart."""
    return s.goal in LEARNERS_COMPARED and s.n_data_sets == 1 and s.n_test is None


def _enough(s: Situation) -> bool:
    return s.n <= MANY_ROWS and s.affords(REPEATED)


def _random_splits(s: Situation) -> str | None:
    return None if _bound(s) else f"holdout:test=0.1,repeats={min(SPLITS, s.budget or SPLITS)}"


def _bound(s: Situation) -> bool:
    """Whether rows belong together or follow each other, which an earlier rule has a design for."""
    return s.n_groups is not None or s.ordered


def _sixty(s: Situation) -> str | None:
    if s.ordered:
        return None
    wanted = SPLITS if s.n_groups is not None or s.n > MANY_ROWS else REPEATED
    return f"holdout:test=0.4,repeats={min(wanted, s.budget or wanted)}"


TWO_LEARNERS = (
    Rule(
        code="E-22",
        when="learners on one data set of up to 5,000 rows, and 100 fits of each can be made",
        condition=lambda s: compared(s) and _enough(s),
        advice="use 10-fold cross-validation ten times with the corrected t, and give the difference with its interval",
        warning="the plain t or Wilcoxon's test over folds (they reject a true null in half of all studies)",
        reason="one division into folds depends on luck; ten of them even it out, and the correction allows for the "
               "rows that training parts share",
        source="Nadeau & Bengio 2003; Bouckaert & Frank 2004",
        design=lambda s: "kfold:folds=10,repeats=10" if not _bound(s) and s.n >= 10 else None,
    ),
    Rule(
        code="E-23",
        when="learners on one data set, with fewer fits or more rows",
        condition=lambda s: compared(s) and not _enough(s) and s.budget != 1,
        advice="use up to 25 random splits of 90% with the corrected resampled t; for stable learners 5×2cv F will do",
        warning="5×2cv t, whose answer depends on the order of the folds",
        reason="with many rows, or few fits to spend, 25 random splits decide as well; more fits would add little",
        source="Nadeau & Bengio 2003; Alpaydin 1999",
        design=_random_splits,
    ),
    Rule(
        code="E-24",
        when="learners on one data set, and one fit of each",
        condition=lambda s: compared(s) and s.budget == 1,
        advice="use McNemar's test on one hold-out, and speak of these two models only",
        warning="a claim about the learners",
        reason="one fit of each can only speak of itself",
        source="Dietterich 1998",
        design=lambda s: "holdout:test=0.2" if s.n > 1 and not _bound(s) else None,
    ),
    Rule(
        code="E-25",
        when="one of the learners compared answers from single training rows, as nearest neighbours do",
        condition=lambda s: compared(s) and Habit.KEEPS in s.habits and s.affords(FEWEST_SPLITS),
        advice="compare over random splits that train on 60% of the rows, and say that the numbers speak of that size",
        warning="10-fold (0.10–0.12 of 0.05 for the nearest neighbour), nor a z over cases (0.11–0.15)",
        reason=STICKS.format(who="a learner here"),
        source="measured: docs/levels.md",
        design=_sixty,
        here=lambda s: STICKS.format(who=s.keeper or "a learner here"),
    ),
)
