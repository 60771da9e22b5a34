"""E-11 to E-14: what learners do to estimators."""

from __future__ import annotations

from dataclasses import replace

from referee.advice.habits import Habit
from referee.advice.rule import Rule
from referee.advice.situation import Goal

DRAWN_TWICE = "bootstrap"         # the design that draws rows with replacement

LEARNERS = (
    Rule(
        code="E-11",
        when="somebody asks for the error on the training rows",
        condition=lambda s: s.asked == "resubstitution",
        advice="use the training error to see how much a learner memorises",
        warning="as an estimate of its error on new rows",
        reason="a model knows the rows it was trained on",
        source="Reich & Barai 1999, 2.2.1; Flexer 1996",
    ),
    Rule(
        code="E-12",
        when="a bootstrap is asked for, and a learner memorises its training rows or answers as the nearest of them do",
        condition=lambda s: s.asked == DRAWN_TWICE and bool(s.habits & {Habit.MEMORISES, Habit.NEIGHBOURS}),
        advice="use cross-validation; of the bootstrap only .632+",
        warning="the optimism or the .632 bootstrap (.632 says 0.32 for 1-NN on pure noise)",
        reason="a learner without training error makes them optimistic",
        source="Jain 1987; Weiss 1991; Bailey & Elkan 1993; Efron & Tibshirani 1997",
    ),
    Rule(
        code="E-13",
        when="a learner may fail on rows drawn twice, as neural nets do",
        condition=lambda s: Habit.DIVERGES in s.habits,
        advice="use cross-validation or random splits",
        warning="a bootstrap whose diverged samples are dropped",
        reason="some learners fail on rows drawn twice: Reich & Barai lost 8 of 100 samples",
        source="Reich & Barai 1999, 3.2",
        usual=True,
    ),
    Rule(
        code="E-14",
        when="settings of a linear model, or its variables, are to be selected",
        condition=lambda s: s.goal is Goal.SELECT and Habit.LINEAR in s.habits and s.settings > 1,
        advice="choose by folds inside each training part with the one-standard-error rule",
        warning="by leave-one-out",
        reason="leave-one-out goes on choosing too many variables however many rows there are",
        source="Shao 1993; Breiman et al. 1984, 3.4.3",
        shape=lambda _, recipe: replace(recipe, tuning="nested:rule=one-se"),
    ),
)
