"""Two ledgers become one: nothing of ours changes, what disagrees is named, and a stranger's file is checked first."""

import contextlib
import os
import signal
import sqlite3
import time
from dataclasses import replace

import numpy as np
import pytest

from referee.errors import BadInput, LedgerUnreadable
from referee.ledger import Look, Record, VaultCard, VaultUse, merging, open_ledger
from referee.testing.ledger_samples import a_learner, a_plan, a_problem, a_record, same_record, some_splits
from referee.testing.ledgers import fill


@contextlib.contextmanager
def both(tmp_path):
    with contextlib.closing(open_ledger(tmp_path / "ours.db")) as ours, \
            contextlib.closing(open_ledger(tmp_path / "theirs.db")) as theirs:
        yield ours, theirs


def change(path, statement, *values):
    with contextlib.closing(sqlite3.connect(path, isolation_level=None)) as connection:
        connection.execute(statement, values)


def everything(ledger):
    """All that a ledger gives back, with the times at which it was written."""
    return (sorted((r.job, r.created, str(r.labels), r.error, str(r.notes)) for r in ledger.read_many(ledger.keys())),
            [(s.fingerprint, s.created) for s in ledger.studies()], ledger.looks(), ledger.summary())


def small(ledger, *names, rows=12):
    """A problem, a plan, some learners and what they said."""
    problem, splits = a_problem(n=rows), some_splits(rows)
    ledger.add_problem(problem)
    ledger.add_plan(a_plan(problem, splits), splits)
    for name in names:
        ledger.add_learner(a_learner(name))
        ledger.append([a_record(problem, a_learner(name), split) for split in splits])
    return problem, splits


def test_an_empty_ledger_becomes_the_other(tmp_path):
    with both(tmp_path) as (ours, theirs):
        fill(theirs)
        merged = ours.take_in(theirs)
        assert everything(ours) == everything(theirs)
        assert (merged.conflicts, merged.there) == ((), 0)
        assert merged.taken == {"problems": 1, "learners": 2, "splits": 4, "plans": 1, "looks": 1, "records": 4,
                                "studies": 1}
        assert ours.check() == []


def test_merging_twice_changes_nothing(tmp_path):
    with both(tmp_path) as (ours, theirs):
        fill(theirs)
        ours.take_in(theirs)
        before = everything(ours)
        again = ours.take_in(theirs)
        assert everything(ours) == before
        assert (again.taken, again.there) == ({}, 4)


def test_each_brings_what_the_other_lacks_and_looks_add_up(tmp_path):
    with both(tmp_path) as (ours, theirs):
        problem, _ = small(ours, "forest", "tree")
        small(theirs, "tree", "knn")
        for ledger, names in ((ours, "ab"), (theirs, "cde")):
            ledger.add_looks([Look(problem=problem.fingerprint, plan="q", learner=n, metric="auc") for n in names])
        merged = ours.take_in(theirs)
        assert merged.taken == {"learners": 1, "records": 4, "looks": 3}
        assert (len(ours.keys()), merged.there, len(ours.looks())) == (12, 4, 5)
        assert ours.check() == []


def test_other_predictions_for_one_fit_are_named_and_ours_stay(tmp_path):
    with both(tmp_path) as (ours, theirs):
        problem, splits = small(ours, "forest")
        learner = a_learner("forest")
        small(theirs)
        theirs.add_learner(learner)
        other = [a_record(problem, learner, split) for split in splits]
        other[1] = replace(other[1], labels=1 - other[1].labels)
        theirs.append(other)
        before = everything(ours)
        merged = ours.take_in(theirs)
        (said,) = merged.conflicts
        assert said == ("the fit of learner 'forest' on problem 'wine', split 0/1 has other predictions there than "
                        "here; ours stays.")
        assert everything(ours) == before


def test_a_fit_that_failed_here_gives_way_and_its_error_is_kept(tmp_path):
    with both(tmp_path) as (ours, theirs):
        problem, splits = small(ours)
        learner = a_learner("forest")
        ours.add_learner(learner)
        failed = Record(problem=problem.fingerprint, learner=learner.fingerprint, split=splits[0].fingerprint,
                        error="MemoryError: no room")
        ours.append([failed])
        small(theirs, "forest")
        merged = ours.take_in(theirs)
        assert merged.taken["fits that had failed here"] == 1
        now = ours.read(failed.job)
        assert not now.failed
        assert now.notes["failed before"] == ["MemoryError: no room"]
        assert np.array_equal(now.labels, theirs.read(failed.job).labels)
        back = theirs.take_in(ours)
        assert back.conflicts == ()
        assert ours.check() == []


def test_a_fit_that_failed_there_alone_is_named(tmp_path):
    with both(tmp_path) as (ours, theirs):
        problem, splits = small(ours, "forest")
        small(theirs)
        learner = a_learner("forest")
        theirs.add_learner(learner)
        theirs.append([Record(problem=problem.fingerprint, learner=learner.fingerprint, split=s.fingerprint, error="no")
                       for s in splits])
        merged = ours.take_in(theirs)
        assert len(merged.conflicts) == 4
        assert "failed there and not here; ours stays" in merged.conflicts[0]
        assert ours.keys(failed=False) == ours.keys()


def test_one_problem_with_two_truths_is_not_taken_and_the_rest_is(tmp_path):
    with both(tmp_path) as (ours, theirs):
        small(ours, "forest")
        small(theirs, "knn")
        other = replace(a_problem("beer"), y=1 - a_problem().y)
        theirs.add_problem(other)
    # Made by hand: no ledger writes one fingerprint over two truths.
    forge(tmp_path / "theirs.db")
    with both(tmp_path) as (ours, theirs):
        assert theirs.check() == []
        merged = ours.take_in(theirs)
        assert merged.taken == {"problems": 1, "learners": 1}
        (said,) = merged.conflicts
        assert said == ("the problem 'wine' has other targets, classes or groups there than here, under one "
                        "fingerprint; nothing of it was taken.")
        assert len(ours.keys()) == 4


def forge(path):
    from referee.ledger.rows import problem_row

    changed = problem_row(replace(a_problem(), y=1 - a_problem().y), "2026")
    names = [name for name in changed if name != "fingerprint"]
    change(path, f"UPDATE problems SET {', '.join(f'{n} = ?' for n in names)} WHERE fingerprint = ?",
           *(changed[name] for name in names), changed["fingerprint"])


@pytest.mark.parametrize("damage", [
    "UPDATE records SET error = 'x' WHERE rowid = 2", "DELETE FROM splits WHERE rowid = 1",
    "UPDATE looks SET metric = 'other'", "DELETE FROM learners",
])
def test_nothing_is_taken_from_a_damaged_ledger(tmp_path, damage):
    with both(tmp_path) as (_, theirs):
        fill(theirs)
    change(tmp_path / "theirs.db", damage)
    with both(tmp_path) as (ours, theirs):
        with pytest.raises(BadInput, match=r"nothing was taken from .*theirs.db, which is not whole: in the ledger"):
            ours.take_in(theirs)
        assert ours.summary() == []


@pytest.mark.parametrize("trap", [
    "CREATE TRIGGER t AFTER INSERT ON looks BEGIN DELETE FROM looks; END",
    "CREATE VIEW v AS WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT i FROM n",
])
@pytest.mark.parametrize("read_only", [True, False])
def test_a_file_that_would_act_when_it_is_used_is_no_ledger(tmp_path, trap, read_only):
    with both(tmp_path) as (_, theirs):
        fill(theirs)
    change(tmp_path / "theirs.db", trap)
    with pytest.raises(LedgerUnreadable, match=r"has a (trigger|view), which no ledger has"):
        open_ledger(tmp_path / "theirs.db", read_only=read_only)


def test_a_view_in_the_place_of_a_table_is_no_ledger(tmp_path):
    with both(tmp_path) as (_, theirs):
        fill(theirs)
    change(tmp_path / "theirs.db", "ALTER TABLE learners RENAME TO others")
    change(tmp_path / "theirs.db", "CREATE VIEW learners AS SELECT * FROM others")
    with pytest.raises(LedgerUnreadable, match="has a view"):
        open_ledger(tmp_path / "theirs.db", read_only=True)


def test_passwords_of_an_older_version_are_masked_as_they_are_taken(tmp_path):
    from referee.ledger.seals import _checksum

    with both(tmp_path) as (_, theirs):
        fill(theirs)
    path = tmp_path / "theirs.db"
    with contextlib.closing(sqlite3.connect(path, isolation_level=None)) as connection:
        connection.row_factory = sqlite3.Row
        row = dict(connection.execute("SELECT * FROM looks").fetchone())
        row["purpose"] = "postgresql://ann:s3cret@host/db"
        connection.execute("UPDATE looks SET purpose = ?, checksum = ?", (row["purpose"], _checksum(row)))
        connection.execute("DROP TABLE tallies")
        connection.execute("UPDATE meta SET value = '5' WHERE key = 'schema'")
    with both(tmp_path) as (ours, theirs):
        ours.take_in(theirs)
        assert [look.purpose for look in ours.looks()] == ["postgresql://ann:***@host/db"]
        assert ours.check() == []
    assert b"s3cret" not in (tmp_path / "ours.db").read_bytes()


def test_what_was_learned_from_a_vault_in_two_places_is_all_kept(tmp_path):
    card = VaultCard(name="v", problem="p", columns=("a",), cells=np.arange(4, dtype=np.uint32)[:, None], n_rows=9,
                     fraction=0.4, seed=1)
    with both(tmp_path) as (ours, theirs):
        for ledger, kind in ((ours, "ladder"), (theirs, "open")):
            ledger.add_vault(card)
            assert ledger.add_use(VaultUse(vault=card.fingerprint, number=1, kind=kind, content={}))
        merged = ours.take_in(theirs)
        assert [(use.number, use.kind) for use in ours.uses(card.fingerprint)] == [(1, "ladder"), (2, "open")]
        assert merged.conflicts == ("use number 1 of a vault there is number 2 here: that number was taken.",)
        assert ours.take_in(theirs).taken == {}
        assert ours.check() == []


def counted(path):
    with contextlib.closing(sqlite3.connect(path)) as connection:
        return connection.execute("SELECT count(*) FROM records").fetchone()[0]


@pytest.mark.slow
def test_kills_in_the_midst_of_merging_lose_nothing_and_the_next_merge_ends_it(tmp_path, monkeypatch):
    monkeypatch.setattr(merging, "AT_ONCE", 20)
    with both(tmp_path) as (ours, theirs):
        small(ours, "forest")
        small(theirs, *(f"m{i}" for i in range(200)))
        mine = {record.job: record for record in ours.read_many(ours.keys())}
        n_theirs = len(theirs.keys())
    before = len(mine)
    for _ in range(4):
        pid = os.fork()
        if pid == 0:
            try:
                with both(tmp_path) as (ours, theirs):
                    ours.take_in(theirs)
            finally:
                os._exit(0)
        until = time.monotonic() + 60
        while counted(tmp_path / "ours.db") == before and time.monotonic() < until:
            time.sleep(0.005)
        os.kill(pid, signal.SIGKILL)
        os.waitpid(pid, 0)
        with contextlib.closing(open_ledger(tmp_path / "ours.db")) as ours:
            assert ours.check() == []
            assert all(same_record(ours.read(job), record) for job, record in mine.items())
            assert before < len(ours.keys()) < len(mine) + n_theirs, "killed half-way"
            before = len(ours.keys())
    with both(tmp_path) as (ours, theirs):
        ours.take_in(theirs)
        assert len(ours.keys()) == len(mine) + n_theirs
        assert ours.check() == []


@pytest.mark.slow
def test_a_server_takes_in_a_file_and_a_file_a_server(tmp_path, postgres):
    with both(tmp_path) as (ours, theirs), contextlib.closing(open_ledger(postgres)) as server:
        fill(theirs)
        assert server.take_in(theirs).conflicts == ()
        assert server.check() == []
        assert everything(server) == everything(theirs)
        ours.take_in(server)
        assert everything(ours) == everything(theirs)
        assert ours.take_in(server).taken == {}
