"""What every verb does to declare its study: check the seed, write down what is fixed, and the versions at work."""

from __future__ import annotations

import platform
from collections.abc import Sequence
from functools import cache
from importlib.metadata import version
from typing import TYPE_CHECKING, Any

from pydantic import ValidationError

from referee.data import Problem
from referee.declaration import Declaration, DesignDeclared, Verb, first_fault
from referee.designs import PlanCard
from referee.discreet import masked
from referee.errors import BadInput
from referee.ledger import StudyCard
from referee.metrics import Metric

if TYPE_CHECKING:
    from referee.learners import Learner

VERSIONED = ("referee", "numpy", "scipy", "scikit-learn", "pandas")


def declared(  # noqa: PLR0913 - what every study fixes
    verb: Verb, problem: Problem, plan: PlanCard, learners: Sequence[Learner], *, seed: int,
    metrics: Sequence[Metric] = (), seeds: Sequence[int] | None = None, design: Any = None, **fixed: Any,
) -> StudyCard:
    """The study, written down: what all verbs fix, and what only this one does (`fixed`, fields of `Declaration`).

    `seeds` are those that each learner is fitted with, where it is not the study's own alone.
    """
    if isinstance(fixed.get("command"), str):
        fixed["command"] = masked(fixed["command"])
    try:
        declaration = Declaration(
            verb=verb, names=tuple(learner.name for learner in learners), metrics=tuple(m.name for m in metrics),
            seed=seed, design=design_declared(plan, design), versions=versions(), **fixed)
    except ValidationError as error:
        raise BadInput(f"this cannot be declared: {first_fault(error)}.") from error
    prints = tuple(learner.fingerprint(each) for learner in learners for each in seeds or (seed,))
    return study_card(problem.name, problem, plan, prints, declaration)


def study_card(name: str, problem: Problem, plan: PlanCard, learners: Sequence[str],
               declaration: Declaration) -> StudyCard:
    """A declared study over one problem; `learners` are fingerprints, in the order given."""
    return StudyCard(name=name, problem=problem.fingerprint, plan=plan.fingerprint, learners=tuple(learners),
                     declaration=declaration)


def design_declared(plan: PlanCard, asked: Any = None) -> DesignDeclared:
    """A design as it was typed, or as one would type it, with its description."""
    return DesignDeclared(asked=asked if isinstance(asked, str) else plan.spec, name=plan.design,
                          parameters=plan.parameters, description=plan.description)


def versions() -> dict[str, str]:
    """What is at work as a study is declared."""
    return dict(_versions())


@cache
def _versions() -> dict[str, str]:
    """Read from disk once: packages that are loaded stay the versions they are."""
    return {name: version(name) for name in VERSIONED} | {"python": platform.python_version()}
