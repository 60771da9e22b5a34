"""E-36 to E-40: what somebody wants to say in the end."""

from __future__ import annotations

from referee.advice.rule import Rule
from referee.advice.situation import Goal

CLAIMS = (
    Rule(
        code="E-36",
        when="the claim is that there is no difference",
        condition=lambda s: s.goal is Goal.EQUIVALENCE,
        advice="declare the smallest difference that matters and test against it from both sides; say what the study "
               "could have seen",
        warning="a large p-value as proof of equality",
        reason="that nothing was found may mean that nothing could be found",
        source="Salzberg 1997, 3.1; Schuirmann 1987",
    ),
    Rule(
        code="E-37",
        when="a study is being planned",
        condition=lambda s: s.goal is Goal.PLAN,
        advice="compute first how many cases show the difference you care about, or which difference the cases show "
               "that you have",
        warning="a study that could not see what it is looking for",
        reason="what two models can differ by depends on how often they disagree",
        source="Connor 1987; Dietterich 1998",
    ),
    Rule(
        code="E-38",
        when="cases keep coming in, and one wants to look meanwhile",
        condition=lambda s: s.goal is Goal.GROWING,
        advice="use an e-value or a confidence sequence, which hold whenever one looks",
        warning="a test for a fixed number of cases, again and again",
        reason="whoever looks often enough finds p < 0.05 in the end",
        source="Ville 1939; Waudby-Smith & Ramdas 2024",
    ),
    Rule(
        code="E-39",
        when="a public leaderboard, or a test set that was used before",
        condition=lambda s: s.goal is Goal.LEADERBOARD or s.test_reused,
        advice="count the looks and correct for them (the ledger does); on a list answer only where a score has really "
               "improved (Ladder, Thresholdout); get new test rows from time to time",
        warning="exact scores for whoever asks, as often as they ask",
        reason="each score that is read lets the next model fit the test rows",
        source="Blum & Hardt 2015; Dwork et al. 2015; Salzberg 1997",
    ),
    Rule(
        code="E-40",
        when="the question is whether it is better than chance",
        condition=lambda s: s.goal is Goal.CHANCE,
        advice="compare with a baseline on the same rows, and shuffle the labels through the whole procedure (999 "
               "times or more)",
        warning="a t test of fold accuracies against one in so many classes",
        reason="chance is what the same procedure reaches where there is nothing to learn",
        source="Ojala & Garriga 2010; Salzberg 1997",
    ),
)
