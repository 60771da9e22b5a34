"""A baseline belongs in every comparison: a model that does not beat it has learned nothing from the features."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from referee.data.problem import Problem
from referee.kinds import Task
from referee.learners._base import Learner
from referee.learners.resolve import resolve

BASELINES = {Task.CLASSIFICATION: "prior", Task.REGRESSION: "mean"}


def with_baseline(learners: Sequence[Learner], problem: Problem) -> tuple[Learner, ...]:
    """The learners, and last the class shares or the mean, unless a baseline is among them already."""
    if any(learner.baseline for learner in learners):
        return tuple(learners)
    (baseline,) = resolve(BASELINES[problem.task], problem)
    taken = {learner.name for learner in learners}
    while baseline.name in taken:
        baseline = replace(baseline, name=f"{baseline.name} (baseline)")
    return (*learners, baseline)
