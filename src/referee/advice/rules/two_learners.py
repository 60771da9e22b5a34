"""E-22 to E-25: which of some learners is better on one data set.

What is the default was measured (docs/levels.md): the halves jackknife keeps its level for every kind of learner and
metric that was tried, where the corrected t over 10×10-fold finds differences that are not there twice as often as it
says for learners that answer from single training rows and for areas with few positives.
"""

from __future__ import annotations

from referee.advice.habits import Habit
from referee.advice.rule import Rule
from referee.advice.rules.halving import REPEATED_FOLDS, SPLITS_OF_60, SPLITS_OF_90, halves, where_affordable
from referee.advice.situation import Goal, Situation

MANY_ROWS, ENOUGH_FITS, SPLITS, FEWEST_SPLITS = 5000, 34, 25, 10
FEWER = "with many rows, or few fits to spend, a few halves decide as well; more fits would add little"
STICKS = ("{who} may answer from single training rows; what the rows that training parts share do to it is seen in "
          "halves, and no fixed correction knows it")
LEARNERS_COMPARED = frozenset({Goal.COMPARE_LEARNERS, Goal.SELECT, Goal.EQUIVALENCE})


def compared(s: Situation) -> bool:
    """Whether learners are compared on the rows of one data set, without a test set apart."""
    return s.goal in LEARNERS_COMPARED and s.n_data_sets == 1 and s.n_test is None and not s.simulator


def _enough(s: Situation) -> bool:
    return s.n <= MANY_ROWS and s.affords(ENOUGH_FITS)


def _fewer(s: Situation) -> str | None:
    """Fewer halves, as many as cost no more than the splits they stand for; random splits where even they are too many.
    """
    if _bound(s):
        return None
    cost = SPLITS_OF_60 if Habit.KEEPS in s.habits else SPLITS_OF_90
    return halves(s, cost) or f"holdout:test=0.1,repeats={min(SPLITS, s.budget or SPLITS)}"


def _bound(s: Situation) -> bool:
    """Whether rows belong together or follow each other, which an earlier rule has a design for."""
    return s.n_groups is not None or s.ordered


TWO_LEARNERS = (
    Rule(
        code="E-22",
        when="learners on one data set of up to 5,000 rows, and 34 fits of each can be made",
        condition=lambda s: compared(s) and _enough(s),
        advice="use 50 repeats of complementary halves with the halves jackknife, and give the difference with its "
               "interval; ten folds beside them show the scores at nearly all rows",
        warning="the plain t or Wilcoxon's test over folds (they reject a true null in half of all studies)",
        reason="from halves one sees what each row does as a test case and as a training case, so the test holds its "
               "level for every kind of learner measured; the comparison speaks of training on half of the rows",
        source="measured: docs/halves.md, docs/levels.md",
        design=lambda s: None if _bound(s) else halves(s, REPEATED_FOLDS),
        divides=("halves",),
    ),
    Rule(
        code="E-23",
        when="learners on one data set, with fewer fits or more rows",
        condition=lambda s: compared(s) and not _enough(s) and s.budget != 1,
        advice="use 12 or more repeats of complementary halves; below 24 fits random splits of 90% with the corrected "
               "resampled t; for stable learners 5×2cv F will do",
        warning="5×2cv t, whose answer depends on the order of the folds",
        reason=FEWER,
        source="measured: docs/halves.md; Nadeau & Bengio 2003; Alpaydin 1999",
        design=_fewer,
        divides=("halves", "holdout"),
        here=where_affordable(FEWER),
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
        divides=("holdout",),
    ),
    Rule(
        code="E-25",
        when="one of the learners compared answers from single training rows, as nearest neighbours do",
        condition=lambda s: compared(s) and Habit.KEEPS in s.habits and s.affords(FEWEST_SPLITS),
        advice="compare on complementary halves, as all others",
        warning="10-fold with the corrected t (0.10–0.12 of 0.05 for the nearest neighbour), nor a z over cases "
                "(0.11–0.15)",
        reason=STICKS.format(who="a learner here"),
        source="measured: docs/levels.md",
        here=lambda s: STICKS.format(who=s.keeper or "a learner here"),
        divides=("halves",),
    ),
)
