"""What every test must keep: a conformance suite for people who add one.

A test covers plans and metrics by facts or objects in a clause; it never covers an error on training rows. Where it
covers, it gives a p-value between 0 and 1, turns around when the two learners change places, and its interval holds the
difference and grows with the level.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from typing import Any

import numpy as np
from sklearn.model_selection import TimeSeriesSplit

from referee.comparisons._base import Comparison
from referee.data import Problem
from referee.designs import make_plan
from referee.designs.traits import Seen
from referee.errors import RefereeError
from referee.learners import resolve
from referee.ledger import open_ledger
from referee.metrics import METRICS, Metric
from referee.reading.method import Cases, Method
from referee.reading.scores import ScoreTable
from referee.reading.scoring import score
from referee.running import Local, run
from referee.testing.small_problems import grouped, in_words, two_classes

DESIGNS: tuple[Any, ...] = (
    "kfold:folds=5", "kfold:folds=2,repeats=5", "kfold:folds=4,repeats=3", "holdout:test=0.5", "holdout:repeats=5",
    "loo", "bootstrap:resamples=10", "resubstitution", "halves:repeats=12",
)
PANEL = "rolling:splits=4,new_groups=3"
IN_TIME = ("rolling:splits=8,horizon=10", "rolling:splits=8,horizon=10,window=30", "blocked:folds=5")
ASKED = ("accuracy", "error_rate", "roc_auc", "brier", "f1")
A, B = "lda", "tree:max_depth=2"
SLACK = 1e-9


def check_method(method: Method, *, same_p: float = SLACK) -> None:
    """Run every check; `same_p` is how far p may move when the two learners change places, where it is simulated.

    >>> from referee.reading.differences.named import TESTS
    >>> check_method(TESTS["corrected-t"])
    """
    for what in ("name", "title", "summary"):
        assert str(getattr(method, what)).strip(), f"test {method.name} has no {what}"
    covered = 0
    for table in _tables():
        for metric in table.metrics:
            if check_objection(method, table, metric) is None:
                covered += 1
                check_result(method, table, metric, same_p)
    assert covered, (f"{method.name} covers none of {len(DESIGNS) + len(IN_TIME) + 1} ordinary designs by "
                     f"{', '.join(ASKED)}")


def check_objection(method: Method, table: ScoreTable, metric: Metric) -> str | None:
    """None, or a clause; training rows are always objected to."""
    said = method.covers(table.plan.traits, metric, Cases.of(table.problem))
    assert said is None or (isinstance(said, str) and said.strip()), f"{method.name} objects with {said!r}"
    if table.plan.traits.seen is Seen.ALL:
        assert said is not None, f"{method.name} covers an error on training rows"
    return said


def check_result(method: Method, table: ScoreTable, metric: Metric, same_p: float) -> None:
    """A p-value, and everything the other way round when the two change places."""
    try:
        one, other, wide = (_run(method, table, a, b, metric, level)
                            for a, b, level in ((A, B, 0.9), (B, A, 0.9), (A, B, 0.99)))
    except RefereeError as refusal:       # it may be undefined for these very numbers
        in_words(refusal, f"{method.name} refuses")
        return
    where = f"{method.name} by {metric.name} over {table.plan.description}"
    assert 0 <= one.p <= 1, f"{where} gives p = {one.p}"
    turned = math.isclose(one.difference, -other.difference, abs_tol=SLACK)
    assert turned, f"{where}: A − B is {one.difference}, and B − A is {other.difference}"
    assert abs(one.p - other.p) <= same_p, f"{where}: p is {one.p}, and {other.p} the other way round"
    if one.interval is not None and wide.interval is not None:
        low, high = one.interval.low, one.interval.high
        assert low - SLACK <= high, f"{where}: the interval ends before it begins"
        assert wide.interval.low <= low + SLACK, f"{where}: a higher level gives a narrower interval"
        assert wide.interval.high >= high - SLACK, f"{where}: a higher level gives a narrower interval"


def _run(method: Method, table: ScoreTable, a: str, b: str, metric: Metric, level: float) -> Comparison:
    assert method.test is not None, f"{method.name} is no test"
    return method.test(table, a, b, metric, level)


def _tables() -> Iterator[ScoreTable]:
    """Two learners on five problems, divided in every ordinary way."""
    yield from (_table(two_classes(), design) for design in (*DESIGNS, TimeSeriesSplit(4)))
    yield from (_table(grouped(), design) for design in DESIGNS)
    yield from (_table(two_classes(120, time=np.arange(120)), design) for design in IN_TIME)
    yield _table(two_classes(600, groups=np.arange(600) % 6, time=np.arange(600) // 6), PANEL)
    yield from (_table(two_classes(weights=1.0 + np.arange(60) % 3, weights_are="sampling"), design)
                for design in DESIGNS[:4])


def _table(problem: Problem, design: Any) -> ScoreTable:
    plan = make_plan(design, problem, seed=0)
    learners = resolve({A: A, B: B}, problem)
    ledger = open_ledger(":memory:")
    try:
        run(problem, plan, learners, ledger=ledger, engine=Local(workers=1), seed=0)
        names = {learner.name: learner.fingerprint(0) for learner in learners}
        return score(ledger, ledger.plan(plan.fingerprint), names, [METRICS[name] for name in ASKED])
    finally:
        ledger.close()
