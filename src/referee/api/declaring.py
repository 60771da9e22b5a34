"""What every verb does to declare its study: how the design was asked for, and what was at work."""

from __future__ import annotations

import platform
from collections.abc import Sequence
from importlib.metadata import version
from typing import Any

from referee.data import Problem
from referee.declaration import Declaration, DesignDeclared
from referee.designs import PlanCard
from referee.ledger import StudyCard

VERSIONED = ("referee", "numpy", "scipy", "scikit-learn", "pandas")


def study_card(problem: Problem, plan: PlanCard, learners: Sequence[str], declaration: Declaration) -> StudyCard:
    """A declared study over one problem; `learners` are fingerprints, in the order given."""
    return StudyCard(name=problem.name, problem=problem.fingerprint, plan=plan.fingerprint, learners=tuple(learners),
                     declaration=declaration)


def design_declared(plan: PlanCard, asked: Any = None) -> DesignDeclared:
    """A design as it was typed, or as one would type it, with its description."""
    return DesignDeclared(asked=asked if isinstance(asked, str) else plan.spec, name=plan.design,
                          parameters=plan.parameters, description=plan.description)


def versions() -> dict[str, str]:
    """What is at work as a study is declared."""
    return {name: version(name) for name in VERSIONED} | {"python": platform.python_version()}
