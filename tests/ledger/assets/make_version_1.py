"""Makes version_1.db, a ledger as the first version of the schema wrote it. Run once; the file is kept for ever."""

import contextlib
import sqlite3
from pathlib import Path

import numpy as np

from referee.ledger import Look, StudyCard, open_ledger
from referee.testing.ledger_samples import a_learner, a_plan, a_problem, a_record, some_splits


def make(path):
    problem, learner, splits = a_problem(), a_learner(), some_splits()
    plan = a_plan(problem, splits)
    ledger = open_ledger(path)
    ledger.add_problem(problem)
    ledger.add_plan(plan, splits)
    ledger.add_learner(learner)
    ledger.append([a_record(problem, learner, split, probabilities=np.tile([0.25, 0.75], (split.n_test, 1)))
                   for split in splits[:3]])
    failed = {"labels": None, "scores": None, "probabilities": None, "error": "it did not converge.", "traceback": "…"}
    ledger.append([a_record(problem, learner, splits[3], **failed)])
    ledger.add_study(StudyCard(name="first", problem=problem.fingerprint, plan=plan.fingerprint,
                               learners=(learner.fingerprint,), declared={"level": 0.95, "metrics": ["auc"]}))
    ledger.add_looks([Look(problem=problem.fingerprint, plan=plan.fingerprint, learner=learner.fingerprint,
                           metric="auc")])
    assert ledger.check() == []
    ledger.close()
    shrink(path)


def shrink(path):
    """Smaller pages, because the file is kept with the source; SQLite reads any size."""
    with contextlib.closing(sqlite3.connect(path, isolation_level=None)) as connection:
        for statement in ("journal_mode=DELETE", "page_size=512"):
            connection.execute(f"PRAGMA {statement}")
        connection.execute("VACUUM")
        connection.execute("PRAGMA journal_mode=WAL")


if __name__ == "__main__":
    make(Path(__file__).with_name("version_1.db"))
