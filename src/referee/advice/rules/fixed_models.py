"""E-19 to E-21, E-26, E-27: models that are fitted already, and several outputs."""

from __future__ import annotations

from dataclasses import replace

from referee.advice.rule import Rule
from referee.advice.situation import COMPARING, Goal, Situation


def _fixed(s: Situation) -> bool:
    return s.goal is Goal.COMPARE_MODELS and s.n_test is not None


FIXED_MODELS = (
    Rule(
        code="E-19",
        when="two fixed models on one test set, by a share of right answers",
        condition=lambda s: _fixed(s) and s.n_models == 2 and s.zero_one,
        advice="use McNemar's test (mid-p) with Tango's interval, and print the four counts",
        warning="two shares compared as if they came from different cases, nor an unpaired t",
        reason="both models answered the same cases, and only those on which they disagree tell them apart",
        source="Salzberg 1997; Dietterich 1998; Fagerland, Lydersen & Laake 2013",
    ),
    Rule(
        code="E-20",
        when="two fixed models on one test set, by another loss of each case",
        condition=lambda s: _fixed(s) and s.n_models == 2 and not s.zero_one and not s.area,
        advice="flip signs or bootstrap the differences case by case",
        warning="two separate intervals by eye (where two of 95% just touch, p is 0.0056)",
        reason="the difference has an interval of its own, and it is narrower than the two look",
        source="Flexer 1996",
        shape=lambda s, recipe: replace(recipe, test="signflip") if s.decomposable else recipe,
    ),
    Rule(
        code="E-21",
        when="fixed models on one test set, by the area under the ROC curve",
        condition=lambda s: _fixed(s) and s.area,
        advice="use DeLong's paired test; with groups, a bootstrap of whole groups",
        warning="Hanley and McNeil's formula with a guessed correlation",
        reason="both areas are of the same cases, whose correlation can be computed",
        source="DeLong, DeLong & Clarke-Pearson 1988",
    ),
    Rule(
        code="E-26",
        when="more than two fixed models on one test set",
        condition=lambda s: _fixed(s) and s.n_models > 2,
        advice="flip signs jointly for all models (Westfall and Young's max-T), or Cochran's Q and then McNemar's "
               "tests by Holm",
        warning="all pairs uncorrected (6 models: 15 tests, a false alarm in 0.54 of studies)",
        reason="each further pair is a further chance of a false alarm",
        source="Reich & Barai 1999, 5.2; Flexer 1996",
        shape=lambda _, recipe: replace(recipe, adjust="max-t"),
    ),
    Rule(
        code="E-27",
        when="models with several outputs are compared",
        condition=lambda s: s.n_targets > 1 and s.goal in COMPARING,
        advice="test all outputs at once by Hotelling's T², then each by Holm",
        warning="a t test for each output by itself",
        reason="the outputs are correlated, and each test is a further chance of a false alarm",
        source="Reich & Barai 1999, 5.2",
    ),
)
