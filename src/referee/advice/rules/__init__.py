"""The advice rules, one file a group; `fired` gives those that hold in a situation, in order."""

from __future__ import annotations

from referee.advice.recipe import Recipe
from referee.advice.rule import Rule
from referee.advice.rules.absolute import ABSOLUTE
from referee.advice.rules.choices import CHOICES
from referee.advice.rules.claims import CLAIMS
from referee.advice.rules.data_sets import DATA_SETS
from referee.advice.rules.fixed_models import FIXED_MODELS
from referee.advice.rules.learners import LEARNERS
from referee.advice.rules.rows import ROWS
from referee.advice.rules.test_set import TEST_SET
from referee.advice.rules.two_learners import TWO_LEARNERS
from referee.advice.rules.uses import USES
from referee.advice.situation import Situation
from referee.registry import Registry

RULES: Registry[Rule] = Registry("rule")
GROUPS = (TEST_SET, ABSOLUTE, LEARNERS, ROWS, FIXED_MODELS, TWO_LEARNERS, DATA_SETS, CHOICES, CLAIMS, USES)
for _rule in sorted((rule for group in GROUPS for rule in group), key=lambda rule: rule.code):
    RULES.add(_rule)


def shaped(situation: Situation, recipe: Recipe) -> Recipe:
    """The recipe as the rules that hold make it, each after the one before it."""
    for rule in fired(situation):
        recipe = rule.shape(situation, recipe) if rule.shape else recipe
    return recipe


def fired(situation: Situation) -> tuple[Rule, ...]:
    """The rules that hold, in the order of their codes.

    >>> from referee.advice.situation import Goal
    >>> from referee.kinds import Task
    >>> [rule.code for rule in fired(Situation(goal=Goal.ABSOLUTE, task=Task.REGRESSION, n=300, n_groups=12))]
    ['E-06', 'E-10', 'E-17']
    """
    return tuple(rule for rule in RULES if rule.condition(situation))
