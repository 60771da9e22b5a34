"""Processes that share a study: no fit is made twice, and each ends with the whole answer of an undisturbed run."""

import os
import random
import re
import signal
import subprocess
import sys
import threading
import time
import warnings
from collections import Counter
from contextlib import closing
from pathlib import Path

import numpy as np
import pytest
import sqlalchemy as sa

import referee
from ledger.conftest import own_server, postgres, postgres_server  # noqa: F401 - fixtures
from referee.errors import BadInput, RefereeError, WorkShared
from referee.ledger import open_ledger, sharing
from referee.ledger.claims import Claims
from referee.ledger.schema import claimants, claims
from referee.ledger.store import SharingLedger
from referee.running import run, together
from running import shared_study
from running.test_meanwhile import LEARNERS, PLAN, PROBLEM, Here

PROGRAM = Path(shared_study.__file__)
LEASE = 4.0


def done_by(place, engine, learners=LEARNERS, **options):
    with closing(open_ledger(place)) as ledger, warnings.catch_warnings(record=True) as told:
        warnings.simplefilter("always")
        done = run(PROBLEM, PLAN, learners, ledger=sharing(ledger), engine=engine, seed=7, **options)
    return done, [str(word.message) for word in told if word.category is WorkShared]


def said(place):
    with closing(open_ledger(place)) as ledger:
        return {r.job: r for r in ledger.read_many(sorted(ledger.keys()))}


def given_up(ledger):
    """All who claim something are taken for gone."""
    with ledger._database.writing() as connection:
        connection.execute(sa.update(claimants).values(expires=1.0))


class Diary(Here):
    """Notes what it fits."""

    def __init__(self, seconds=0.0, another=None):
        super().__init__(seconds, another)
        self.fitted = []

    def run(self, bench, jobs, total):
        for record in super().run(bench, jobs, total):
            self.fitted.append(record.job)
            yield record


def test_a_process_alone_does_all_and_tells_nothing(tmp_path):
    done, told = done_by(tmp_path / "l.db", Diary())
    assert (done.fitted, done.reused, told) == (160, 0, [])
    done, told = done_by(tmp_path / "l.db", Diary())
    assert (done.fitted, done.reused, told) == (0, 160, [])


def test_two_at_once_make_each_fit_once_and_both_know_all(tmp_path, monkeypatch):
    monkeypatch.setattr(together, "POLL_SECONDS", 0.05)
    place, engines, found = tmp_path / "l.db", [Diary(0.002), Diary(0.002)], {}
    open_ledger(place).close()
    steps = []

    def work(i):
        with closing(open_ledger(place)) as ledger:
            found[i] = run(PROBLEM, PLAN, LEARNERS, ledger=sharing(ledger), engine=engines[i], seed=7,
                           progress=(lambda *how, **_: steps.append(how)) if i else lambda *_, **__: None)

    with warnings.catch_warnings(record=True) as told:
        warnings.simplefilter("always")
        threads = [threading.Thread(target=work, args=(i,)) for i in range(2)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
    fitted = Counter(engines[0].fitted + engines[1].fitted)
    assert set(fitted.values()) == {1}
    assert len(fitted) == 160
    assert all(found[i].fitted == len(engines[i].fitted) > 20 for i in range(2))
    assert all(found[i].fitted + found[i].reused == 160 for i in range(2))
    assert steps[-1][:2] == (160, 160)
    assert any("1 other process is fitting" in str(word.message) for word in told)


def when_one_waits(monkeypatch, do):
    """Have something done when a process waits for others."""
    monkeypatch.setattr(together, "POLL_SECONDS", 0.02)
    wait = together.Together._wait

    def waiting(self, others):
        wait(self, others)
        do()

    monkeypatch.setattr(together.Together, "_wait", waiting)


def test_what_another_is_at_is_waited_for(tmp_path, monkeypatch):
    place, meanwhile, waits = tmp_path / "l.db", {}, threading.Event()
    when_one_waits(monkeypatch, waits.set)

    def another(done):
        if done == 30:                           # it has claimed some, and does not go on before the other waits
            thread = threading.Thread(target=lambda: meanwhile.update(done=done_by(place, Diary())))
            thread.start()
            meanwhile["thread"] = thread
            assert waits.wait(timeout=30)

    first = Diary(0, another)
    mine, _ = done_by(place, first)
    meanwhile["thread"].join()
    theirs, told = meanwhile["done"]
    assert mine.fitted + theirs.fitted == 160
    assert mine.fitted > 30
    assert any(word.startswith("nothing is left to claim: 1 other process is fitting the last") for word in told)


def test_what_was_claimed_by_one_that_is_gone_is_taken_over_with_a_word(tmp_path, monkeypatch):
    place = tmp_path / "l.db"
    with closing(open_ledger(place)) as ledger:
        todo = run(PROBLEM, PLAN, LEARNERS, ledger=ledger, engine=Here(0), seed=7)
        assert todo.fitted == 160
    wanted = sorted(said(place))
    other = tmp_path / "other.db"
    with closing(open_ledger(other)) as ledger:
        gone = sharing(ledger).claims()
        gone.take(wanted[:50])
        when_one_waits(monkeypatch, lambda: given_up(ledger))
        done, told = done_by(other, Diary())
    assert done.fitted == 160
    assert "nothing is left to claim: 1 other process is fitting the last 50 of 160 fits; waiting for that." in told
    assert "50 of the fits were claimed by a process that is gone, and taken over." in told


def test_one_that_was_held_up_for_long_goes_on_under_another_name(tmp_path, monkeypatch):
    monkeypatch.setattr(together, "POLL_SECONDS", 0.02)
    monkeypatch.setattr(SharingLedger, "claims", lambda self: Claims(database=self._database, lease=0.9))
    place, others = tmp_path / "l.db", []

    def another(done):
        if done == 30:                           # in the middle of a block
            with closing(open_ledger(place)) as ledger:
                given_up(ledger)
            others.append(done_by(place, Diary())[0].fitted)
            time.sleep(0.6)                      # it says that it is there, and hears that it is not

    done, _ = done_by(place, Diary(0, another))
    assert done.fitted == 31                     # nothing more of its block
    assert others[0] in range(160 - 31, 161)     # what was not written down yet is double
    assert len(said(place)) == 160


def test_an_engine_that_drops_jobs_is_named(tmp_path):
    class Idle:
        def run(self, bench, jobs, total):  # noqa: ARG002
            next(jobs)
            return iter(())

    with pytest.raises(RefereeError, match="gave no record for 1 jobs"):
        done_by(tmp_path / "l.db", Idle())
    with closing(open_ledger(tmp_path / "l.db")) as ledger:      # and what it had claimed is free
        assert ledger._database.rows(sa.select(claims)) == []


STUDY = """
problems: [{data: iris}, {data: wine}]
models: [tree, lda]
design: kfold:folds=5
metrics: [accuracy]
"""


def test_while_another_is_at_the_last_fits_of_a_problem_the_next_is_begun(tmp_path, monkeypatch):
    place, file, waited = tmp_path / "l.db", tmp_path / "study.yaml", []
    file.write_text(STUDY, encoding="utf-8")
    whole = referee.run(file, ledger=tmp_path / "whole.db", jobs=1)
    iris, wine = (result.analysis.problem.fingerprint for result in whole.results)
    with closing(open_ledger(tmp_path / "whole.db")) as ledger:
        trees = [r.job for r in said(tmp_path / "whole.db").values()
                 if r.problem == iris and ledger.learner(r.learner).name == "tree"]
        of_wine = ledger.keys(problem=wine)
    with closing(open_ledger(place)) as ledger:
        gone = sharing(ledger).claims()
        gone.take(trees[:3])

        def waits():
            waited.append(ledger.keys(problem=wine))
            given_up(ledger)

        when_one_waits(monkeypatch, waits)
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            shared = referee.run(file, ledger=place, jobs=1, share=True)
        assert waited[0] == of_wine              # all of the second problem was there already
    assert untimed(shared) == untimed(whole)


def untimed(answer):
    """What it says, but for when it was declared."""
    return re.sub(r"20\d\d-\d\d-\d\d \d\d:\d\d", "then", str(answer))


def test_shared_and_tried_again_exclude_each_other(tmp_path):
    with pytest.raises(BadInput, match="give retry_failed to one process"):
        shared_study.api.compare(["lda", "tree"], "iris", design="kfold:folds=5", jobs=1, ledger=tmp_path / "l.db",
                                 share=True, retry_failed=True)


@pytest.mark.slow
def test_a_server_that_is_gone_for_a_while_is_waited_for_and_nothing_is_lost(own_server):  # noqa: F811
    place, found = own_server.database(), {}

    def another(done):
        if done == 40:
            own_server.stop("immediate")
            threading.Timer(3.0, own_server.start).start()

    def work(engine):
        with closing(open_ledger(place)) as ledger:
            found[engine] = run(PROBLEM, PLAN, LEARNERS, ledger=sharing(ledger), engine=engine, seed=7)

    engines = [Diary(0.03, another), Diary(0.03)]
    open_ledger(place).close()
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        threads = [threading.Thread(target=work, args=(engine,)) for engine in engines]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
    assert len(said(place)) == 160
    assert all(done.fitted + done.reused == 160 for done in found.values())
    assert len(found) == 2
    fitted = Counter(engines[0].fitted + engines[1].fitted)
    assert fitted.total() == len(fitted) == 160


# Real processes.

class Process:
    """A process that shares the study."""

    def __init__(self, ledger, repeats, fits, jobs=1):
        words = [sys.executable, PROGRAM, ledger, jobs, repeats, LEASE, fits]
        self.process = subprocess.Popen([str(word) for word in words], stdin=subprocess.PIPE, stdout=subprocess.PIPE,
                                        stderr=subprocess.PIPE, text=True, start_new_session=True)

    def begin(self):
        self.process.stdout.readline()
        self.process.stdin.write("\n")
        self.process.stdin.flush()

    def kill(self):
        os.killpg(self.process.pid, signal.SIGKILL)
        self.process.communicate()

    def end(self):
        """How many it fitted, and its answer."""
        out, err = self.process.communicate(timeout=240)
        assert self.process.returncode == 0, err
        numbers, _, answer = out.partition("\n")
        return int(numbers.split()[0]), answer


def undisturbed(folder, repeats):
    result = shared_study.main(folder / "whole.db", 1, repeats, share=False)
    return contents(folder / "whole.db"), str(result)


def contents(ledger):
    with shared_study.api.opened(ledger, create=False) as store:
        assert store.check() == []
        return {r.job: r for r in store.read_many(sorted(store.keys()))}


def assert_same(found, whole):
    assert found.keys() == whole.keys()
    for job, record in whole.items():
        assert record.error == found[job].error == ""
        for kind in ("labels", "probabilities"):
            assert np.array_equal(getattr(record, kind), getattr(found[job], kind))


def shared(ledger, folder, *, processes, repeats, kills=0, draw=None):
    """So many processes at once; some are killed and started again. Numbers of fits, answers, and lines of fits."""
    fits = folder / "fits"
    fits.touch()
    running = [Process(ledger, repeats, fits) for _ in range(processes)]
    for process in running:
        process.begin()
    for _ in range(kills):
        time.sleep(draw.uniform(0.5, 4))
        i = draw.randrange(processes)
        running[i].kill()
        running[i] = Process(ledger, repeats, fits)
        running[i].begin()
    ended = [process.end() for process in running]
    return [many for many, _ in ended], {answer for _, answer in ended}, Counter(fits.read_text().split())


@pytest.mark.slow
@pytest.mark.parametrize("kind", ["file", "server"])
def test_processes_that_share_make_each_fit_once_and_say_the_same(kind, tmp_path, request):
    ledger = tmp_path / "shared.db" if kind == "file" else request.getfixturevalue("postgres")
    whole, answer = undisturbed(tmp_path, 8)
    fitted, answers, lines = shared(ledger, tmp_path, processes=3, repeats=8)
    assert_same(contents(ledger), whole)
    assert answers == {answer}
    assert lines.total() == 2 * 40                 # of two learners that note each fit
    assert min(fitted) > 0


@pytest.mark.slow
@pytest.mark.parametrize("kind", ["file", "server"])
def test_processes_that_are_killed_at_random_lose_and_double_nothing(kind, tmp_path, request):
    ledger = tmp_path / "shared.db" if kind == "file" else request.getfixturevalue("postgres")
    whole, answer = undisturbed(tmp_path, 8)
    _, answers, lines = shared(ledger, tmp_path, processes=2, repeats=8, kills=4, draw=random.Random(0))
    assert_same(contents(ledger), whole)
    assert answers == {answer}
    assert len(lines) == 40                        # seeds, of two learners each
