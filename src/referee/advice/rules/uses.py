"""E-41 to E-46: what the numbers are used for."""

from __future__ import annotations

from dataclasses import replace

from referee.advice.recipe import Recipe
from referee.advice.rule import Rule
from referee.advice.situation import DIVIDE_BY_THE_TARGET, Goal, Situation
from referee.kinds import Task

A_MINUTE = 60.0
ALL_ESTIMATORS, MOST_LEFT_OUT = 311, 2000     # resubstitution, 200 samples, 10×10-fold, 10 hold-outs; and leave-one-out


def _cheap(s: Situation) -> bool:
    """Whether all estimators together take less than a minute, as measured."""
    fits = ALL_ESTIMATORS + (s.n if s.n <= MOST_LEFT_OUT else 0)
    return s.affords(fits) and s.seconds is not None and s.seconds * fits <= A_MINUTE


def _of_probabilities(s: Situation, recipe: Recipe) -> Recipe:
    """By a score of probabilities first; where one was asked for, by that."""
    scores = ("log_loss", "brier") + (("bir",) if (s.classes or 2) > 2 else ())
    return recipe.beside(*scores) if s.proper else recipe.led_by(*scores[:2]).beside(*scores)


def _of_costs(s: Situation, recipe: Recipe) -> Recipe:
    """What the decisions are worth that the probabilities call for at these prices, and the net benefit there."""
    if s.prices is None:
        return recipe
    alarm, miss = s.prices
    return recipe.led_by(f"optimal_value:matrix=((0,{-alarm:g}),({-miss:g},0))",
                         f"net_benefit:threshold={alarm / (alarm + miss):.4g}")


USES = (
    Rule(
        code="E-41",
        when="somebody acts on the probabilities",
        condition=lambda s: s.probabilities and s.task is Task.CLASSIFICATION,
        advice="judge by log loss and Brier score, show the reliability curve (CORP), and with more than two classes "
               "the information reward",
        warning="by accuracy alone, nor by one calibration error from one set of bins",
        reason="a right label may come with a wrong probability",
        source="Guo 2024, 4.1; Dimitriadis, Gneiting & Jordan 2021",
        shape=_of_probabilities,
    ),
    Rule(
        code="E-42",
        when="what each kind of error costs is known",
        condition=lambda s: s.costs and s.task is Task.CLASSIFICATION,
        advice="judge by expected cost with its interval, cut at c_FP / (c_FP + c_FN), and show net benefit over "
               "thresholds",
        warning="by metrics that cut at 0.5",
        reason="errors of different price need another threshold",
        source="Guo 2024, 4.1; Reich & Barai 1999, 2.2.5; Vickers & Elkin 2006",
        shape=_of_costs,
    ),
    Rule(
        code="E-43",
        when="a relative error is asked for, and the target is 0 somewhere or changes its sign",
        condition=lambda s: s.relative and s.crosses_zero and s.task is Task.REGRESSION,
        advice="judge by MAE, RMSE or an error scaled by the spread of the target",
        warning="by a relative error",
        reason="the target comes to 0 or changes its sign, where dividing by it means nothing",
        source="Reich & Barai 1999, 3.2",
        shape=lambda _, recipe: recipe.without(*DIVIDE_BY_THE_TARGET).led_by("mae", "rmse"),
    ),
    Rule(
        code="E-44",
        when="a machine scored the cases, and people only a part of them",
        condition=lambda s: s.human is not None and s.human < s.n,
        advice="correct the machine's mean by the cases that people scored too (prediction-powered inference: "
               "referee.estimates.ppi_mean)",
        warning="the machine's mean as the truth",
        reason="a machine that scores answers errs in a direction of its own",
        source="Angelopoulos et al. 2023",
    ),
    Rule(
        code="E-45",
        when="one learner whose fits are so fast that all estimators take less than a minute",
        condition=lambda s: s.goal is Goal.ABSOLUTE and s.n_test is None and not s.simulator and _cheap(s),
        advice="run all estimators (panorama) and look at their order; ask why where it is not the usual one",
        reason="together they take less than a minute here, and an unusual order tells of a problem",
        source="Reich & Barai 1999, figure 2 and 5.1",
        shape=lambda _, recipe: replace(recipe, every_estimator=True),
    ),
    Rule(
        code="E-46",
        when="a panorama was made, and its estimators differ by less than the tolerance",
        condition=lambda s: s.tolerance is not None and s.estimators_differ is not None
        and s.estimators_differ < s.tolerance,
        advice="take a cheap estimator: ten folds, once",
        reason="the estimators differ by less than the use of the result needs",
        source="Reich & Barai 1999, 5.3",
        design=lambda _: "kfold:folds=10",
        divides=("kfold",),
    ),
)
