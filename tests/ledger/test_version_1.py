"""A ledger that the first version of the schema wrote still reads, to the last number."""

import shutil
from pathlib import Path

import numpy as np
import pytest

from referee.ledger import Record, open_ledger
from referee.testing.ledger_samples import a_learner, a_plan, a_problem, same_array, some_splits

ASSET = Path(__file__).with_name("assets") / "version_1.db"


@pytest.fixture
def ledger(tmp_path):
    ledger = open_ledger(shutil.copy(ASSET, tmp_path / "old.db"), create=False)
    yield ledger
    ledger.close()


def test_it_is_whole(ledger):
    assert ledger.check() == []
    assert ledger.summary() == [{"problem": a_problem().fingerprint, "name": "wine", "task": "classification",
                                 "rows": 12, "plans": 1, "learners": 1, "records": 4, "failures": 1, "looks": 1}]


def test_its_values_are_those_that_were_written(ledger):
    splits = some_splits()
    problem = ledger.problem(a_problem().fingerprint)
    assert problem.ids[3] == "räw 3 “x”"
    assert problem.y.tolist() == [0, 1] * 6
    card = a_plan(a_problem(), splits)
    assert ledger.plan(card.fingerprint) == card
    assert same_array(ledger.split(splits[3].fingerprint).train, splits[3].train)
    assert ledger.learner(a_learner().fingerprint) == a_learner()
    good, failed = ledger.keys(failed=False), ledger.keys() - ledger.keys(failed=False)
    assert len(good) == 3
    for record in ledger.read_many(good):
        assert np.array_equal(record.probabilities, [[0.25, 0.75]] * 4)
        assert (record.fit_seconds, record.notes, record.warnings) == (0.1 + 0.2, {"leaves": 7}, ("did not converge",))
    assert [ledger.read(job).error for job in failed] == ["it did not converge."]
    assert [(s.name, s.declared) for s in ledger.studies()] == [("first", {"level": 0.95, "metrics": ["auc"]})]


def test_it_can_be_written_to(ledger):
    ledger.append([Record(problem="p", learner="l", split="s")])
    assert len(ledger.keys()) == 5
