"""A cabinet of vicious learners: each fails alone, by name, and its neighbours say what they would have said alone."""

import os
import shutil
import subprocess
import sys
import tempfile
import time
from pathlib import Path

import numpy as np
import pytest

from referee.data import load
from referee.designs import make_plan
from referee.learners import Learner, Takes, resolve
from referee.ledger import open_ledger
from referee.running import Local, pool, run
from referee.running.crew import Crew
from referee.running.starting import FromScratch
from running import cabinet, strangers

PROBLEM = load("iris")
PLAN = make_plan("kfold:folds=2", PROBLEM, seed=1)
NEIGHBOURS = ["tree", "logistic"]
LIMITED = {cabinet.Eats: {"memory_limit": 700}, cabinet.Hangs: {"time_limit": 1.5},
           cabinet.Freezes: {"time_limit": 1.5}}
QUICK = [cabinet.Segfaults, cabinet.LeavesAtOnce, cabinet.Exits, cabinet.Interrupts, cabinet.Forks, cabinet.KillsLater,
         cabinet.ClosesAllFiles, cabinet.SaysSeven]

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="the cabinet uses signals and forks")


@pytest.fixture(scope="module", autouse=True)
def _no_workers_left_behind():
    yield
    pool.dismiss()


def fitted(learners, engine=None, plan=PLAN):
    ledger = open_ledger(":memory:")
    run(PROBLEM, plan, tuple(learners), ledger=ledger, engine=engine or Local(workers=2), seed=7)
    records = {(learner.name, record.split): record for learner in learners
               for record in ledger.read_many(sorted(ledger.keys())) if record.learner == learner.fingerprint(7)}
    ledger.close()
    return records


def by_name(kinds):
    return resolve([*NEIGHBOURS, *(f"{kind.__module__}.{kind.__name__}" for kind in kinds)], PROBLEM)


def check_fates(kinds, records):
    """Each vicious one came to its own end, and the neighbours said what they say alone."""
    names = list(dict.fromkeys(name for name, _ in records))
    alone = fitted(resolve(NEIGHBOURS, PROBLEM), Local(workers=1))
    for key, record in alone.items():
        assert records[key].error == ""
        assert np.array_equal(records[key].probabilities, record.probabilities)
    assert len(names) == len(NEIGHBOURS) + len(kinds)
    for kind, name in zip(kinds, names[len(NEIGHBOURS):], strict=True):
        for (whose, _), record in records.items():
            if whose == name:
                fate = (cabinet.FATES | strangers.FATES)[kind]
                assert record.fit_seconds >= 0
                assert (fate in record.error) if fate else record.error == "", (kind, record.error)


@pytest.mark.slow
def test_the_worst_of_the_cabinet_together_fail_each_for_itself():
    records = fitted(by_name(QUICK))
    check_fates(QUICK, records)
    (trace, *_) = {record.traceback for (name, _), record in records.items() if name == "segfaults"}
    assert "Segmentation fault" in trace
    assert "misbehave" in trace            # the stack of the crash is in the record


def test_nothing_that_a_learner_does_to_its_worker_is_waited_for():
    check_fates(list(strangers.FATES)[:4], fitted(by_name(list(strangers.FATES)[:4])))


class Sweeps(cabinet.Tame):
    """Removes whatever lies about of this run, as one that cleans up temporary files would."""

    def misbehave(self, *given):  # noqa: ARG002
        for folder in Path(tempfile.gettempdir()).glob("referee-bench-*"):
            shutil.rmtree(folder, ignore_errors=True)


@pytest.mark.slow
def test_data_that_vanish_are_laid_out_again(tmp_path, monkeypatch):
    pool.dismiss()
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    monkeypatch.setenv("TMPDIR", str(tmp_path))
    learners = [*resolve(NEIGHBOURS, PROBLEM), *resolve({"sweeps": Sweeps()}, PROBLEM)]
    plan = make_plan("kfold:folds=5", PROBLEM, seed=1)
    records, alone = fitted(learners, plan=plan), fitted(resolve(NEIGHBOURS, PROBLEM), Local(workers=1), plan=plan)
    assert len(records) == 15
    assert all(np.array_equal(records[key].probabilities, record.probabilities) for key, record in alone.items())
    pool.dismiss()


@pytest.mark.slow
@pytest.mark.parametrize("kind", strangers.FATES)
def test_each_stranger_fails_alone(kind):
    check_fates([kind], fitted(by_name([kind])))


@pytest.mark.slow
@pytest.mark.parametrize("kind", cabinet.FATES)
def test_each_of_the_cabinet_fails_alone(kind):
    check_fates([kind], fitted(by_name([kind]), Local(workers=2, **LIMITED.get(kind, {}))))


@pytest.mark.slow
@pytest.mark.parametrize("kind", [cabinet.Segfaults, cabinet.LeavesAtOnce, cabinet.Exits, cabinet.Interrupts])
def test_where_there_is_no_nursery_each_fails_alone_as_well(kind, monkeypatch):
    pool.dismiss()
    monkeypatch.setattr(pool, "Crew", lambda: Crew(starter=FromScratch()))
    check_fates([kind], fitted(by_name([kind])))
    pool.dismiss()


@pytest.mark.slow
def test_one_core_and_known_learners_beside_it_change_nothing():
    check_fates([cabinet.Segfaults], fitted(by_name([cabinet.Segfaults]), Local(workers=1)))


class DiesOnce(cabinet.Tame):
    """Ends its process after the second fit in it: never the fault of the fit that is being made."""

    fits = 0

    def misbehave(self, *given):  # noqa: ARG002
        type(self).fits += 1
        if type(self).fits > 2:
            os._exit(5)


def test_a_fit_that_dies_in_a_used_process_is_tried_again_and_not_blamed():
    records = fitted(resolve({"once": DiesOnce()}, PROBLEM), plan=make_plan("kfold:folds=10", PROBLEM, seed=1))
    assert len(records) == 10
    assert not any(record.failed for record in records.values())


class Unsendable(cabinet.Tame):
    def __getstate__(self):
        raise TypeError("stays at home")


def test_a_learner_that_cannot_be_sent_fails_alone():
    class Made:
        def __call__(self, seed):  # noqa: ARG002
            return Unsendable()

        def __reduce__(self):
            raise TypeError("stays at home")

    home = Learner(name="home", make=Made(), recipe={"class": "Unsendable"}, takes=Takes.MATRIX)
    records = fitted([*resolve(NEIGHBOURS, PROBLEM), home])
    assert {record.error for record in records.values() if record.failed} == {
        "it cannot be sent to a worker process: TypeError: stays at home"}
    assert sum(record.failed for record in records.values()) == 2


def test_a_death_costs_a_fork_not_the_loading_of_libraries():
    with pool.crew() as crew:
        before = crew.starter.process.pid
    fitted(by_name([cabinet.LeavesAtOnce]), plan=make_plan("kfold:folds=5", PROBLEM, seed=1))
    with pool.crew() as crew:
        assert crew.starter.process.pid == before


@pytest.mark.slow
def test_a_program_goes_on_and_says_which_fits_failed(tmp_path):
    words = ["compare", "iris", "--models", "tree,running.cabinet.Segfaults,running.cabinet.Prints", "--design",
             "kfold:folds=3", "--jobs", "2", "--no-report", "--ledger", str(tmp_path / "l.db")]
    code = "import sys; from referee.cli.main import main; sys.argv[0] = 'referee'; main()"
    began = time.monotonic()
    done = subprocess.run([sys.executable, "-c", code, *words], capture_output=True, text=True, check=False,
                          env=os.environ | {"PYTHONPATH": os.pathsep.join(sys.path)})
    assert done.returncode == 3
    assert "segfaults" in done.stdout
    assert "SIGSEGV" in done.stdout
    assert "loud" not in done.stdout + done.stderr
    assert time.monotonic() - began < 120
    assert Path(tmp_path / "l.db").exists()
