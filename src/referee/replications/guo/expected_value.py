"""Expected value of decisions: on random networks, whatever they are worth; on red wine, by steps of quality."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from referee.lab.metric_study import metric_study
from referee.replications._base import How, Row, told
from referee.replications.guo.agreement import error, taus
from referee.replications.guo.classifiers import RIGHT
from referee.replications.guo.cloud import Point
from referee.replications.guo.study import Asked, problem_of, scores_of, sets_at_hand
from referee.replications.guo.values import steps


def on_networks(points: list[Point]) -> Iterator[Row]:
    """Which metric ranks learners as the worth of their decisions does, whatever decisions are worth."""
    for what, title in (("bir", "BIR"), ("brier", "Brier score"), ("accuracy", "accuracy")):
        found = taus(points, "worth", what, turned=what == "brier")
        yield told(f"expected value: agreement of {title} with the ranking by it",
                   f"{np.mean(found):.2f} ± {error(found):.2f}",
                   "decisions by the learner's probabilities, worth 1 if right and between 0 and 1 if not, 50 matrices "
                   "drawn; Kendall's tau-b and its standard error over networks")


def on_wine(how: How) -> Iterator[Row]:
    """Expected value on red wine, where classes are in order and a step off costs 1."""
    red = next(one for one in sets_at_hand(how) if one.name == "red")
    problem, asked = problem_of(red, how), Asked.of(red, how)
    worth = f"optimal_value:matrix={str(steps(len(problem.classes))).replace(' ', '')}"
    study = metric_study([problem], models=RIGHT, sizes=asked.sizes[:1], test_rows=asked.test, repeats=asked.repeats,
                         metrics=["accuracy", "bir", worth], seed=how.seed, jobs=how.jobs, ledger=how.ledger,
                         progress=how.progress)
    scores = scores_of(study, problem.name, asked.sizes[0])
    own = scores.metrics[-1].name
    for name in sorted(scores.classifiers, key=lambda name: -scores.means[name, own]):
        yield told(f"expected value on red wine: {name}", f"{scores.means[name, own]:.3f}",
                   "a step of quality off costs 1, decided by probabilities; metric-study … --metrics "
                   "'optimal_value:matrix=…'")
