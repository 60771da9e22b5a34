"""A ledger that the first version of the schema wrote still reads, to the last number."""

import shutil
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from referee.declaration import Declaration
from referee.ledger import Look, Record, VaultCard, open_ledger
from referee.testing.ledger_samples import a_learner, a_plan, a_problem, same_array, some_splits

STUDY = "f5209522686248f1"          # as the first version named it
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
    card = replace(a_plan(a_problem(), splits), fingerprint="c01e41868ed7db2a")      # as plans were named then
    assert ledger.plan(card.fingerprint) == card
    assert same_array(ledger.split(splits[3].fingerprint).train, splits[3].train)
    assert ledger.learner(a_learner().fingerprint) == a_learner()
    good, failed = ledger.keys(failed=False), ledger.keys() - ledger.keys(failed=False)
    assert len(good) == 3
    for record in ledger.read_many(good):
        assert np.array_equal(record.probabilities, [[0.25, 0.75]] * 4)
        assert (record.fit_seconds, record.notes, record.warnings) == (0.1 + 0.2, {"leaves": 7}, ("did not converge",))
    assert [ledger.read(job).error for job in failed] == ["it did not converge."]
    (first,) = ledger.studies()
    assert (first.name, first.fingerprint) == ("first", STUDY)
    assert first.declaration == Declaration(verb="compare", names=(a_learner().fingerprint,), metrics=("auc",),
                                            level=0.95, family="declared")


def test_it_can_be_written_to(ledger):
    ledger.append([Record(problem="p", learner="l", split="s")])
    assert len(ledger.keys()) == 5


def test_its_looks_name_nobody_and_new_ones_do(ledger):
    ledger.add_looks([Look(problem="p", plan="q", learner="l", metric="auc", who="ann")])
    assert [look.who for look in ledger.looks()] == ["", "ann"]
    assert ledger.check() == []


def test_read_only_it_stays_as_it_is(tmp_path):
    path = shutil.copy(ASSET, tmp_path / "old.db")
    before = path.read_bytes()
    ledger = open_ledger(path, create=False, read_only=True)
    assert len(ledger.looks()) == 1
    assert (ledger.vaults(), ledger.uses("v"), ledger.check()) == ([], [], [])
    ledger.close()
    assert path.read_bytes() == before


def test_opened_twice_it_is_brought_up_to_date_once(tmp_path):
    path = shutil.copy(ASSET, tmp_path / "old.db")
    for expected in (1, 2):
        ledger = open_ledger(path)
        ledger.add_vault(VaultCard(name="v", problem="p", columns=("a",), cells=np.array([[7]], np.uint32), n_rows=5,
                                   fraction=0.2, seed=0))
        assert len(ledger.vaults()) == 1
        ledger.add_looks([Look(problem="p", plan="q", learner="l", metric="auc")])
        assert len(ledger.looks()) == 1 + expected
        ledger.close()
