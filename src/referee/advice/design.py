"""Which design to use when none was named, and why.

For the estimate of a single learner the rules decide (E-05 … E-09, E-17). For comparing, repeated k-fold with the
corrected t is the habit of the field (Bouckaert & Frank 2004); with many rows, 25 splits of 90% decide as well at a
quarter of the cost (Nadeau & Bengio 2003; Schulz-Kümpel et al. 2024). Both hold their level for linear learners, trees
and forests and reject a true null about twice as often as they say for learners that keep single training rows, such as
nearest neighbours. There, splits that train on 60% of the rows hold it (measured: docs/levels.md), at the price that
the numbers speak of the procedure trained on 60% of the rows.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from referee.advice.rule import Rule
from referee.advice.rules import fired
from referee.advice.situation import Goal, Situation, situation_of
from referee.data.problem import Problem
from referee.designs import make_plan
from referee.errors import BadInput
from referee.learners import Learner, may_keep_cases
from referee.metrics import Metric

MANY_ROWS = 5000
FEWEST_SPLITS = 10
GOALS = {"compare": Goal.COMPARE_LEARNERS, "evaluate": Goal.ABSOLUTE}


@dataclass(frozen=True, slots=True)
class DesignAdvice:
    """A design as one would type it, the sentence that defends it, and the rules that hold here."""

    spec: str
    why: str
    rules: tuple[Rule, ...] = ()


def advise_design(problem: Problem, *, goal: str = "compare", primary: Metric | None = None,
                  learners: Iterable[Learner] = (), budget: int | None = None) -> DesignAdvice:
    """The design for comparing learners on one data set, or (goal "evaluate") for the interval of each by itself.

    >>> from referee.data import bundled
    >>> from referee.metrics import METRICS
    >>> advise_design(bundled("iris")).spec
    'kfold:folds=10,repeats=10'
    >>> advise_design(bundled("iris"), goal="evaluate", primary=METRICS["accuracy"]).spec
    'nested:folds=5,repeats=20'
    >>> advise_design(bundled("iris"), goal="evaluate", budget=1).why
    'one fit can only speak of itself (rule E-09)'
    >>> from referee.learners import resolve
    >>> advise_design(bundled("iris"), learners=resolve(["1nn", "tree"], bundled("iris"))).spec
    'holdout:test=0.4,repeats=100'
    """
    learners = tuple(learners)
    situation = situation_of(problem, goal=GOALS[goal], learners=learners, metric=primary, budget=budget)
    rules = fired(situation)
    keepers = [learner.name for learner in learners if may_keep_cases(learner)]
    if goal == "compare" and keepers and (budget is None or budget >= FEWEST_SPLITS):
        advice = _for_keepers(problem, keepers, rules, budget)
        if _can_be_laid(advice.spec, problem):
            return advice
    for rule in reversed(rules):              # the last is the most special
        spec = rule.design(situation) if rule.design else None
        if spec is not None and _can_be_laid(spec, problem):
            return DesignAdvice(spec, f"{rule.reason} (rule {rule.code})", rules)
    return _habit_of_the_field(situation, rules)


def _for_keepers(problem: Problem, keepers: list[str], rules: tuple[Rule, ...], budget: int | None) -> DesignAdvice:
    """METHODS G.1: 60% to train on holds the level for every learner that was measured."""
    repeats = 25 if problem.groups is not None or problem.n_rows > MANY_ROWS else 100
    return DesignAdvice(
        f"holdout:test=0.4,repeats={min(repeats, budget or repeats)}",
        f"{keepers[0]} may answer from single training rows, and then 10-fold would find differences that are not "
        f"there twice as often as it says; trained on 60% of the rows the test holds, and the numbers speak of that "
        f"size", rules)


def _can_be_laid(spec: str, problem: Problem) -> bool:
    """Whether the rows allow it: every class must have rows enough."""
    try:
        make_plan(spec, problem, seed=0)
    except BadInput:
        return False
    return True


def _habit_of_the_field(situation: Situation, rules: tuple[Rule, ...]) -> DesignAdvice:
    n = situation.n
    if n > MANY_ROWS:
        return DesignAdvice("holdout:test=0.1,repeats=25",
                            f"{n:,} rows are enough for 25 random splits; more fits would add little", rules)
    return DesignAdvice("kfold:folds=10,repeats=10",
                        f"with {n:,} rows one division into folds depends on luck; ten of them even it out", rules)
