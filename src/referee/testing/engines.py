"""What every engine must keep: a conformance suite for people who add one.

One record for each job, none twice, with the same predictions to the last bit as one fit after the other in this
process; a job that fails leaves a failed record, and the others go on.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from referee.designs import make_plan
from referee.kinds import Array
from referee.learners import resolve
from referee.ledger import Record
from referee.running import Engine
from referee.running.bench import lay_out
from referee.running.jobs import Job
from referee.testing.small_problems import two_classes

KINDS = ("labels", "scores", "probabilities", "values", "quantiles")


class Failing:
    """A model whose fit raises."""

    def fit(self, X: Array, y: Array) -> Any:
        """Raise."""
        raise ValueError(f"no fit of {len(X)} rows and {len(y)} targets")

    def predict(self, X: Array) -> Any:
        """Never reached."""
        raise NotImplementedError


def check_engine(engine: Engine) -> None:
    """Run every check.

    >>> from referee.running import Local
    >>> check_engine(Local(workers=1))
    """
    name, problem = type(engine).__name__, two_classes()
    learners = resolve({"lda": "lda", "forest": "forest:n_estimators=5", "failing": Failing()}, problem)
    bench = lay_out(problem, learners, seed=0)
    splits = list(make_plan("kfold:folds=4", problem, seed=0).splits())
    jobs = [Job(number, split) for split in splits for number in range(len(learners))]
    wanted = {_key(record): record for record in (job.do(bench) for job in jobs)}
    records = list(engine.run(bench, iter(jobs), len(jobs)))
    found = {_key(record): record for record in records}
    assert len(records) == len(found), f"{name} gives a job's record twice"
    assert set(found) == set(wanted), f"{name} gives {len(found)} records for {len(wanted)} jobs"
    for key, record in wanted.items():
        told = "fails" if record.failed else "succeeds"
        assert found[key].failed == record.failed, f"{name}: a job that {told} here does not there"
        for kind in KINDS:
            assert np.array_equal(getattr(found[key], kind), getattr(record, kind)), f"{name} gives other {kind}"
    assert list(engine.run(bench, iter(()), 0)) == [], f"{name} gives records for no jobs"


def _key(record: Record) -> tuple[str, str]:
    return record.learner, record.split
