"""A ledger looked after: copied while it is written, pruned, compacted, its indexes checked; kills lose nothing."""

import contextlib
import os
import shutil
import signal
import sqlite3
import threading
import time

import numpy as np
import pytest

import referee
from referee import api
from referee.errors import BadInput, LedgerError
from referee.ledger import LearnerCard, Record, open_ledger
from referee.testing.ledger_samples import a_learner, a_plan, a_problem, a_record, some_splits
from referee.testing.ledgers import fill


@pytest.fixture(scope="module")
def filled(tmp_path_factory):
    path = tmp_path_factory.mktemp("filled") / "study.db"
    with contextlib.closing(open_ledger(path)) as ledger:
        fill(ledger)
    return path


@pytest.fixture
def path(filled, tmp_path):
    """A ledger of one's own."""
    return shutil.copy(filled, tmp_path / "study.db")


def big(path, learners=300):
    """A few megabytes: some learners, four fits each."""
    problem, splits = a_problem(), some_splits()
    with contextlib.closing(open_ledger(path)) as ledger:
        ledger.add_problem(problem)
        ledger.add_plan(a_plan(problem, splits), splits)
        for i in range(learners):
            ledger.add_learner(a_learner(f"m{i}"))
            ledger.append([a_record(problem, a_learner(f"m{i}"), split) for split in splits])
    return path


def keys(path):
    with contextlib.closing(open_ledger(path, create=False)) as ledger:
        assert ledger.check() == []
        return ledger.keys()


# ---- check

def test_an_index_that_does_not_say_what_its_table_says_is_found(path):
    with contextlib.closing(sqlite3.connect(path, isolation_level=None)) as connection:
        connection.execute("PRAGMA writable_schema=ON")
        kept = connection.execute("SELECT * FROM sqlite_master WHERE name = 'looks_by_problem'").fetchone()
        connection.execute("DELETE FROM sqlite_master WHERE name = 'looks_by_problem'")
    with contextlib.closing(sqlite3.connect(path, isolation_level=None)) as connection:
        connection.execute("UPDATE looks SET problem = problem || 'x'")
        connection.execute("UPDATE looks SET problem = substr(problem, 1, length(problem) - 1)")
        connection.execute("INSERT INTO looks SELECT id + 1, problem, plan, learner, metric, purpose, created, "
                           "checksum, who, 'another' FROM looks")
        connection.execute("PRAGMA writable_schema=ON")
        connection.execute("INSERT INTO sqlite_master VALUES (?, ?, ?, ?, ?)", kept)
    with contextlib.closing(open_ledger(path, read_only=True)) as ledger:
        assert any("missing from index looks_by_problem" in fault for fault in ledger.check())


def test_of_many_lost_parents_some_are_named_and_the_rest_are_counted(path):
    with contextlib.closing(open_ledger(path)) as ledger:
        ledger.append([Record(problem=f"p{i}", learner="l", split="s") for i in range(100)])
        found = [fault for fault in ledger.check() if "records name the problem" in fault]
    assert len(found) == 21
    assert found[-1].endswith("80 records name the problem of 80 more that are not there.")


@pytest.mark.parametrize("value", ["1e400", "-1", "'x'", "X'00'", "NULL", "7.5"])
@pytest.mark.parametrize("column", ["failed", "size", "fit_seconds", "job", "split", "warnings", "predictions",
                                    "checksum"])
def test_the_sweep_sees_what_the_reader_sees(path, column, value):
    """Nothing that a verified reading would refuse passes the sweep."""
    with contextlib.closing(sqlite3.connect(path, isolation_level=None)) as connection, \
            contextlib.suppress(sqlite3.IntegrityError):
        connection.execute(f"UPDATE records SET {column} = {value} WHERE rowid = 2")
    with contextlib.closing(open_ledger(path, read_only=True)) as ledger:
        refused = 0
        for job in sorted(ledger.keys(), key=str):
            try:
                ledger.read(job)
            except (LedgerError, TypeError):
                refused += 1
        assert (refused > 0) == (sum("the record of" in fault for fault in ledger.check()) > 0)


@pytest.mark.slow
def test_a_large_file_is_swept_by_processes_and_one_damaged_record_is_named(tmp_path):
    path = big(tmp_path / "large.db", 3_000)
    assert len(keys(path)) == 12_000
    with contextlib.closing(sqlite3.connect(path, isolation_level=None)) as connection:
        connection.execute("UPDATE records SET notes = '{\"a\": 1}' WHERE rowid = 7777")
    with contextlib.closing(open_ledger(path, read_only=True)) as ledger:
        (fault,) = ledger.check()
    assert "does not match its checksum" in fault


# ---- backup

def test_a_copy_is_made_while_others_write_and_is_of_one_moment(path, tmp_path):
    stop = threading.Event()

    def write():
        with contextlib.closing(open_ledger(path)) as ledger:
            for i in range(10_000):
                ledger.append([Record(problem="p", learner=f"l{i}", split=s) for s in "ab"])
                if stop.is_set():
                    return

    writer = threading.Thread(target=write)
    writer.start()
    try:
        for i in range(5):
            time.sleep(0.02)
            copy = api.back_up_ledger(path, tmp_path / f"copy-{i}.db")
            with contextlib.closing(open_ledger(copy, read_only=True)) as ledger:
                assert len(ledger.keys()) % 2 == 0, "two records are written in one transaction"
    finally:
        stop.set()
        writer.join()
    assert sorted(p.name for p in tmp_path.glob("copy-0*")) == ["copy-0.db"]


def test_a_copy_is_the_ledger_and_nothing_is_written_over(path, tmp_path):
    api.back_up_ledger(path, tmp_path / "copy.db")
    assert keys(tmp_path / "copy.db") == keys(path)
    with pytest.raises(BadInput, match=r"copy.db is there already; name a new file for the copy\."):
        api.back_up_ledger(path, tmp_path / "copy.db")


def test_a_server_is_copied_into_a_file(postgres, tmp_path):
    with contextlib.closing(open_ledger(postgres)) as server:
        fill(server)
        there = server.keys()
    api.back_up_ledger(postgres, tmp_path / "copy.db")
    assert keys(tmp_path / "copy.db") == there


# ---- prune and compact

def test_predictions_go_and_what_was_tried_stays(tmp_path):
    path = tmp_path / "study.db"
    result = referee.compare(["lda", "tree"], "iris", design="kfold:folds=5", jobs=1, ledger=path)
    before = len(keys(path))
    counted = api.prune_ledger(path, learner="tree", only_count=True)
    assert (counted.fits, len(keys(path))) == (5, before)
    assert api.prune_ledger(path, learner="tree").fits == 5
    with contextlib.closing(open_ledger(path)) as ledger:
        assert len(ledger.keys()) == before - 5
        assert {look.learner for look in ledger.looks()} >= set(ledger.studies()[0].learners)
        (note,) = ledger.prunings()
    assert (note["fits"], note["learner"]) == (5, "tree")
    again = referee.compare(["lda", "tree"], "iris", design="kfold:folds=5", jobs=1, ledger=path)
    assert str(again) == str(result)
    assert again.done.fitted == 5


def test_only_what_meets_every_demand_goes(tmp_path):
    path = big(tmp_path / "study.db", 3)
    assert api.prune_ledger(path, learner="m1", before="1999-12-31").fits == 0
    assert api.prune_ledger(path, problem="wine", learner="m1", before="2999-12-31").fits == 4
    assert len(keys(path)) == 8


@pytest.mark.parametrize(("what", "words"), [
    ({}, "nothing says which fits are to go; name a learner, a problem or a date"),
    ({"learner": "nobody"}, "has no learner 'nobody'"), ({"problem": "beer"}, "has no problem 'beer'"),
    ({"before": "yesterday"}, "'yesterday' is no date; write it like 2026-01-31"),
])
def test_what_cannot_be_meant_is_refused(path, what, words):
    with pytest.raises(BadInput, match=words):
        api.prune_ledger(path, **what)


@pytest.mark.slow
def test_the_room_is_given_back(tmp_path):
    path = big(tmp_path / "study.db")
    api.prune_ledger(path, problem="wine")
    held = path.stat().st_size
    api.compact_ledger(path)
    assert path.stat().st_size < held / 3
    assert keys(path) == set()


@pytest.mark.slow
def test_a_server_is_pruned_compacted_and_scrubbed(postgres):
    card = LearnerCard(fingerprint="f" * 16, name="postgresql ledger", recipe={"class": "x"})
    with contextlib.closing(open_ledger(postgres)) as server:
        fill(server)
        server.add_learner(card)
    import psycopg

    from referee.ledger.seals import _checksum
    with psycopg.connect(postgres, autocommit=True) as connection:
        cursor = connection.execute("SELECT * FROM studies")
        row = dict(zip([c.name for c in cursor.description], cursor.fetchone(), strict=True))
        row["declared"] = row["declared"][:-1] + ', "command": "--ledger postgresql://ann:s3cret@host/db"}'
        connection.execute("UPDATE studies SET declared = %s, checksum = %s", (row["declared"], _checksum(row)))
    with contextlib.closing(open_ledger(postgres)) as server:
        assert any("keeps a password (declared)" in fault for fault in server.check())
        assert server.scrub() == 1
        assert not any("password" in fault for fault in server.check())
    assert api.prune_ledger(postgres, problem="wine").fits == 4
    api.compact_ledger(postgres)
    with psycopg.connect(postgres) as connection:
        (said,) = connection.execute("SELECT declared FROM studies").fetchone()
    assert "ann:***@" in said


@pytest.mark.slow
@pytest.mark.parametrize("work", ["prune", "compact", "backup"])
def test_kills_in_the_midst_lose_nothing(tmp_path, work):
    path = big(tmp_path / "study.db", 600)
    if work == "compact":
        api.prune_ledger(path, learner="m1")
    before, outcomes = keys(path), set()
    for i, pause in enumerate(np.linspace(0.0, 0.12, 15)):
        pid = os.fork()
        if pid == 0:
            time.sleep(0.05)
            {"prune": lambda: api.prune_ledger(path, problem="wine"), "compact": lambda: api.compact_ledger(path),
             "backup": lambda i=i: api.back_up_ledger(path, tmp_path / f"copy-{i}.db")}[work]()
            os._exit(0)
        time.sleep(0.05 + pause)
        os.kill(pid, signal.SIGKILL)
        os.waitpid(pid, 0)
        now = keys(path)
        assert now in (before, set())
        outcomes.add(len(now))
        if not now:
            break
        copy = tmp_path / f"copy-{i}.db"
        assert not copy.exists() or keys(copy) == before
    assert work == "prune" or outcomes == {len(before)}
