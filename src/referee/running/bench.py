"""What a worker needs in front of it: the data in the forms its learners take, laid out once for all jobs."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from typing import Any

import numpy as np

from referee.data.features import Features
from referee.data.fit_parameters import routed
from referee.data.forms import is_sparse, take_rows
from referee.data.problem import Problem
from referee.errors import BadInput
from referee.kinds import Array, Task
from referee.learners import Learner, Takes
from referee.learners.known import is_known


@dataclass(frozen=True, slots=True, kw_only=True)
class Bench:
    """Data and learners for the jobs of one run."""

    problem: str                        # fingerprint
    task: Task
    classes: tuple[Any, ...]
    y: Array                            # class codes or values
    matrix: Array | None                # for learners that take the encoded matrix
    given: Any                          # for learners that take the table as the user gave it
    finite: bool                        # no missing value anywhere in the matrix
    learners: tuple[Learner, ...]
    seed: int
    fit_parameters: Mapping[str, Any] = field(default_factory=dict)     # what fits are handed beside X and y
    groups: Array | None = None         # of the rows; a model that divides its training rows keeps them whole
    times: Array | None = None          # the place of each row in time, where the rows are a series
    routed: bool = False                # the user's models are asked what they want of it, by scikit-learn's routing

    def rows(self, takes: Takes, rows: Array) -> Any:
        """Some rows of the features, in the form asked for."""
        if takes is Takes.MATRIX:
            assert self.matrix is not None
            return self.matrix[rows]
        if takes is Takes.TIMES:
            assert self.times is not None
            return self.times[rows, None]
        return take_rows(self.given, rows)

    def targets(self, takes: Takes, rows: Array) -> Array:
        """The targets of some rows; class codes, or the user's own labels for the user's own models."""
        if takes is Takes.MATRIX or self.task is Task.REGRESSION:
            return self.y[rows]
        if self.y.ndim == 1:
            return np.asarray(self.classes)[self.y[rows]]
        return np.column_stack([np.asarray(names)[self.y[rows, j]] for j, names in enumerate(self.names(takes))])

    def names(self, takes: Takes) -> tuple[Sequence[Any], ...]:
        """What a learner calls the classes of each of several targets; where they are of unlike kinds, by codes."""
        kinds = {np.asarray(classes).dtype.kind for classes in self.classes}
        if takes is Takes.MATRIX or len(kinds) > 1:
            return tuple(range(len(classes)) for classes in self.classes)
        return tuple(self.classes)

    def coded(self) -> Bench:
        """The same rows with codes for labels."""
        if self.y.ndim == 1:
            return replace(self, classes=tuple(range(len(self.classes))))
        return replace(self, classes=tuple(tuple(range(len(classes))) for classes in self.classes))


def lay_out(problem: Problem, learners: tuple[Learner, ...], *, seed: int) -> Bench:
    """Put the data on the bench, each form only if some learner takes it."""
    features = problem.features
    if features is None:
        raise BadInput(f"{problem.name} was read from a ledger and has no features; it can be analysed, not fitted.")
    wanted = {learner.takes for learner in learners}
    return ready(Bench(
        problem=problem.fingerprint, task=problem.task, classes=problem.classes, y=problem.y,
        matrix=_matrix(features, [learner for learner in learners if learner.takes is Takes.MATRIX]),
        given=features.given if Takes.GIVEN in wanted else None,
        finite=all(column.missing == 0 for column in problem.columns),
        learners=learners, seed=seed, fit_parameters=features.fit_parameters, groups=problem.groups,
        times=problem.time, routed=routed(),
    ))


def _matrix(features: Features, learners: Sequence[Learner]) -> Array | None:
    """The encoded matrix, where a learner takes it; a sparse one is not made dense for baselines, which look away."""
    if not learners:
        return None
    if is_sparse(features.given) and all(learner.baseline for learner in learners):
        return np.zeros((features.n_rows, 1))
    return features.matrix


def ready(bench: Bench) -> Bench:
    """Load the learners' libraries: the first fit's clock should run for the fit alone."""
    import sklearn  # noqa: F401 - fits turn its checks on and off

    for learner in bench.learners:
        get_ready(learner)
    return bench


def get_ready(learner: Learner) -> None:
    """Load what a learner needs; of a foreign one nothing is run that is not a fit."""
    if is_known(learner):
        with suppress(Exception):       # whatever is wrong with it will be recorded when it is fitted
            learner.make(0)
