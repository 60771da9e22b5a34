"""What the records of a ledger say of the rows of a problem, split by split."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

import numpy as np

from referee.data.problem import Problem
from referee.designs.card import PlanCard
from referee.designs.split import Split
from referee.kinds import Array, Task
from referee.ledger import Ledger, Record, job_key
from referee.metrics import Metric, Predictions
from referee.metrics.past import Past
from referee.metrics.priors import smoothed_prior

NEVER_LACKING = 50            # rows of a class that no random part or bootstrap sample misses altogether


def records_of(ledger: Ledger, plan: PlanCard, learner: str) -> Iterator[tuple[Split, Record]]:
    """What is recorded of one learner (by fingerprint) on a plan, split by split."""
    done = ledger.keys(problem=plan.problem)
    entries = [e for e in plan.entries if job_key(plan.problem, learner, e.split) in done]
    yield from zip(ledger.splits([e.split for e in entries]),
                   ledger.read_many(job_key(plan.problem, learner, e.split) for e in entries), strict=True)


def may_lack_a_class(problem: Problem) -> bool:
    """Whether some class is so rare that training parts may miss it."""
    return problem.task is Task.CLASSIFICATION and int(np.bincount(problem.y).min()) <= NEVER_LACKING


def lacks_a_class(problem: Problem, split: Split) -> bool:
    """Whether some class is missing from the training rows, so that a model of them cannot know it."""
    if not may_lack_a_class(problem):
        return False
    if split.train is not None and not split.train.size:        # predictions made elsewhere: training is not known
        return False
    there = np.bincount(problem.y, minlength=len(problem.classes)) > 0
    return bool((there & (_trained_on(problem, split) == 0)).any())


def prior_of(problem: Problem, split: Split) -> Array | None:
    """The class shares of the training rows, never 0 or 1: (n_i + 1/k)/(N + 1); None in regression."""
    if problem.task is Task.REGRESSION or not problem.classes:
        return None
    return smoothed_prior(_trained_on(problem, split))


def _trained_on(problem: Problem, split: Split) -> Array:
    """How many training rows each class has."""
    k = len(problem.classes)
    if split.train is None:
        return np.bincount(problem.y, minlength=k) - np.bincount(problem.y[split.test], minlength=k)
    return np.bincount(problem.y[split.train], minlength=k)


@dataclass(frozen=True, slots=True, eq=False)
class Trained:
    """What metrics know of the rows trained on in a split."""

    prior: Array | None
    past: Past | None = None


def trained_of(problem: Problem, split: Split, metrics: Iterable[Metric]) -> Trained:
    """The class shares, and the past of the series where a metric asks for it."""
    past = None
    if any(metric.season is not None for metric in metrics):
        past = Past.of(problem.y, problem.groups, train=split.train_rows, test=split.test)
    return Trained(prior_of(problem, split), past)


def predictions_of(problem: Problem, record: Record, split: Split, prior: Array | None = None,
                   past: Past | None = None) -> Predictions:
    """What was said of the test rows, next to the truth."""
    return Predictions(
        truth=problem.y[split.test], n_classes=len(problem.classes) or None, labels=record.labels,
        scores=record.scores, probabilities=record.probabilities, values=record.values, prior=prior, past=past,
        quantiles=record.quantiles,
        classes=problem.classes, weights=None if problem.weights is None else problem.weights[split.test],
        costs=None if problem.costs is None else problem.costs[split.test],
    )
