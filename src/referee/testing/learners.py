"""What every learner must keep: a conformance suite for people who add one.

It fits the learner as a run does, on small problems of the tasks it serves: predictions for every row, classes that
exist, probabilities that sum to one, the same numbers for the same seed, data left as they were, and a recipe in JSON.
"""

from __future__ import annotations

import json
from typing import Any

import numpy as np

from referee.data import Problem
from referee.designs import Split
from referee.errors import BadInput
from referee.kinds import Task
from referee.learners import Learner, resolve
from referee.ledger import Record
from referee.metrics import check_probabilities
from referee.running.bench import Bench, lay_out
from referee.running.fit import fit_one
from referee.testing.small_problems import in_words, numbers, series, three_classes, two_classes


def check_learner(model: Any) -> None:
    """Run every check; `model` is whatever stands for one: a name, a class, an object, a NamedLearner.

    >>> check_learner("lda")
    """
    fitted = 0
    for problem in (two_classes(), three_classes(), numbers(), series()):
        try:
            (learner,) = resolve(model, problem)
        except BadInput as refusal:      # of a task that it does not serve, or of rows that are no series
            in_words(refusal, f"{model} refuses {problem.name}")
            continue
        fitted += 1
        check_recipe(learner, resolve(model, problem)[0])
        check_fit(learner, problem)
    assert fitted, f"{model} serves neither classification nor regression"


def check_recipe(learner: Learner, again: Learner) -> None:
    """What it is can be written down, is the same each time, and gives a fresh estimator each time."""
    assert learner.name.strip(), "a learner needs a name"
    json.dumps(learner.recipe)
    assert learner.fingerprint(0) == again.fingerprint(0), f"{learner.name} is another learner when it is made again"
    assert learner.fingerprint(0) != learner.fingerprint(1), f"{learner.name} is the same with every seed"
    assert learner.make(0) is not learner.make(0), f"{learner.name} gives the same estimator twice"


def check_fit(learner: Learner, problem: Problem) -> None:
    """Fitted on two thirds, it says something of every other row, the same each time, and changes no data.

    Of a series the last third is told.
    """
    bench = lay_out(problem, (learner,), seed=0)
    every = np.arange(problem.n_rows)
    test = every[::3] if problem.time is None else every[2 * problem.n_rows // 3:]
    split = Split(label="0/0", n_rows=problem.n_rows, test=test)
    before = _copy(bench)
    record = fit_one(bench, learner, split)
    assert not record.failed, f"{learner.name} failed on {problem.name}: {record.error}"
    check_said(learner, record, split, problem)
    again = fit_one(bench, learner, split)
    for kind in ("labels", "scores", "probabilities", "values", "quantiles"):
        assert np.array_equal(getattr(record, kind), getattr(again, kind)), \
            f"{learner.name} gives other {kind} with the same seed"
    assert all(np.array_equal(a, b) for a, b in zip(before, _copy(bench), strict=True)), \
        f"{learner.name} changes the data it is fitted on"


def check_said(learner: Learner, record: Record, split: Split, problem: Problem) -> None:
    """One answer a row, of the kind the task asks for."""
    if problem.task is Task.REGRESSION:
        assert record.values is not None, f"{learner.name} gives no values"
        assert record.values.shape[0] == split.n_test, f"{learner.name} gives {record.values.shape[0]} values"
        assert np.isfinite(record.values).all(), f"{learner.name} gives values that are no numbers"
        return
    assert record.labels is not None, f"{learner.name} gives no labels"
    assert record.labels.shape == (split.n_test,), f"{learner.name} gives labels of shape {record.labels.shape}"
    if record.probabilities is not None:
        check_probabilities(record.probabilities, len(problem.classes))


def _copy(bench: Bench) -> list[Any]:
    return [np.array(part) for part in (bench.matrix, bench.given, bench.y) if part is not None]
