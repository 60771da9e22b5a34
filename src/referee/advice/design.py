"""Which design to use when none was named, and why.

The rules decide: E-05 … E-09 for the estimate of a single learner, E-22 … E-25 for comparing, E-17 for rows in groups,
E-32 for learners that are tuned. Of several that hold, the last is the most special, and its design is taken where the
rows allow it. Where they allow none of these, something is laid that they do allow, and what it gives up is said.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace

from referee.advice.giving_up import given_up, without_strata
from referee.advice.rule import Rule
from referee.advice.rules import fired
from referee.advice.situation import Goal, Situation, situation_of
from referee.data.problem import Problem
from referee.designs import make_plan
from referee.designs.units import Units
from referee.errors import BadInput
from referee.learners import Learner
from referee.metrics import Metric

MANY_ROWS = 5000
GOALS = {"compare": Goal.COMPARE_LEARNERS, "evaluate": Goal.ABSOLUTE}


@dataclass(frozen=True, slots=True)
class DesignAdvice:
    """A design as one would type it, the sentence that defends it, and the rules that hold here."""

    spec: str
    why: str
    rules: tuple[Rule, ...] = ()
    by: str = ""                       # the code of the rule whose design it is


def advise_design(problem: Problem, *, goal: str = "compare", primary: Metric | None = None,
                  learners: Iterable[Learner] = (), budget: int | None = None) -> DesignAdvice:
    """The design for comparing learners on one data set, or (goal "evaluate") for the interval of each by itself.

    >>> from referee.data import bundled
    >>> from referee.metrics import METRICS
    >>> advise_design(bundled("iris")).spec
    'halves:repeats=50'
    >>> advise_design(bundled("iris"), goal="evaluate", primary=METRICS["accuracy"]).spec
    'halves:repeats=50,passes=5'
    >>> advise_design(bundled("iris"), goal="evaluate", budget=1).why
    'one fit can only speak of itself (rule E-09)'
    """
    situation = situation_of(problem, goal=GOALS[goal], learners=learners, metric=primary, budget=budget)
    return choose_design(situation, problem)


def choose_design(situation: Situation, problem: Problem) -> DesignAdvice:
    """The design of the most special rule whose design these rows allow."""
    rules = fired(situation)
    lost = given_up(problem)
    for rule in reversed(rules):
        spec = rule.design(situation) if rule.design else None
        if spec is not None and _can_be_laid(spec, problem):
            return DesignAdvice(spec, _but(rule.why(situation), lost), rules, rule.code)
    usual = _where_no_rule_speaks(situation, rules)
    if _can_be_laid(usual.spec, problem):
        return replace(usual, why=_but(usual.why, lost))
    return DesignAdvice(without_strata(problem, situation.budget), given_up(problem, stratified=False), rules)


def _but(why: str, lost: str) -> str:
    """The reason, and what these rows leave out."""
    return f"{why}; {lost}" if lost else why


def one_pass(usual: DesignAdvice, problem: Problem, why: str) -> DesignAdvice:
    """The rows divided into folds once: by class where every class has rows enough, else as they come."""
    folds = max(2, min(10, len(Units.of(problem, stratified=False))))
    spec = f"kfold:folds={folds}"
    if _can_be_laid(spec, problem):
        return replace(usual, spec=spec, why=_but(why, given_up(problem)))
    return replace(usual, spec=f"{spec},stratified=false", why=_but(why, given_up(problem, stratified=False)))


def _can_be_laid(spec: str, problem: Problem) -> bool:
    """Whether the rows allow it: every class must have rows enough."""
    try:
        make_plan(spec, problem, seed=0)
    except BadInput:
        return False
    return True


def _where_no_rule_speaks(situation: Situation, rules: tuple[Rule, ...]) -> DesignAdvice:
    """The habit of the field, for goals without a rule of their own and rows that allow no better."""
    if situation.n > MANY_ROWS:
        return DesignAdvice("holdout:test=0.1,repeats=25", "25 random splits of so many rows are enough", rules)
    return DesignAdvice("kfold:folds=10,repeats=10", "one division into folds depends on luck; ten of them even it out",
                        rules)
