"""Rows that were removed, added or changed by other means than referee are found; what referee does itself is not."""

import os
import shutil
import signal
import sqlite3
import subprocess
import sys
from contextlib import closing
from pathlib import Path

import pytest

import referee
from referee.ledger import Look, Record, open_ledger, with_vaults
from referee.ledger._base import VaultUse
from referee.ledger.pruning import Unwanted
from referee.ledger.seals import sealed

ASSETS = Path(__file__).parent / "assets"
QUICK = {"design": "kfold:folds=2", "metrics": "accuracy", "jobs": 1}


@pytest.fixture(scope="module")
def written(tmp_path_factory):
    """A ledger with fits, studies, looks, a vault and a use of it."""
    place = tmp_path_factory.mktemp("tally") / "l.db"
    vault = referee.vault.seal("iris", ledger=place).vault
    with closing(open_ledger(place)) as store:
        with_vaults(store).add_use(VaultUse(vault=vault.fingerprint, number=1, kind="ladder",
                                            content={"problem": vault.problem}))
    for depth in (1, 2):
        referee.compare([f"tree:max_depth={depth}", "gaussian-nb"], "iris", ledger=place, **QUICK)
    return place


@pytest.fixture
def place(written, tmp_path):
    return Path(shutil.copy(written, tmp_path / "l.db"))


def faults(place):
    with closing(open_ledger(place, read_only=True)) as store:
        return store.check()


def meddle(place, *statements):
    with closing(sqlite3.connect(place)) as connection:
        for statement, *values in statements:
            connection.execute(statement, values)
        connection.commit()


def resealed(place, table, change):
    """One row changed as somebody would who knows how rows are sealed."""
    with closing(sqlite3.connect(place)) as connection:
        connection.row_factory = sqlite3.Row
        row = dict(connection.execute(f"SELECT rowid AS row_, * FROM {table} LIMIT 1").fetchone())
    where = row.pop("row_")
    new = sealed({name: value for name, value in row.items() if name != "checksum"} | change)
    told = {name: value for name, value in new.items() if name != "id"}
    setting = ", ".join(f"{name} = ?" for name in told)
    meddle(place, (f"UPDATE {table} SET {setting} WHERE rowid = ?", *told.values(), where))


TABLES = ("records", "studies", "looks", "vaults", "vault_uses")
CALLED = {"records": "fits", "vault_uses": "uses of vaults"}


def test_a_ledger_that_nobody_touched_is_whole(place):
    assert faults(place) == []


@pytest.mark.parametrize("table", TABLES)
def test_a_row_that_is_deleted_is_found(table, place):
    meddle(place, (f"DELETE FROM {table} WHERE rowid = (SELECT max(rowid) FROM {table})",),
           ("UPDATE meta SET value = (SELECT count(*) FROM looks) WHERE key = 'looks written'",),
           ("UPDATE meta SET value = (SELECT count(*) FROM vault_uses) WHERE key = 'vault_uses written'",))
    assert any(f", {CALLED.get(table, table)} are not those that referee wrote" in fault for fault in faults(place))


@pytest.mark.parametrize(("table", "change"), [
    ("records", {"fit_seconds": 9.5}), ("studies", {"name": "another"}), ("looks", {"purpose": "inner"}),
    ("vaults", {"name": "another"}), ("vault_uses", {"kind": "open"})])
def test_a_row_that_is_changed_and_sealed_anew_is_found(table, change, place):
    resealed(place, table, change)
    assert [fault for fault in faults(place) if "are not those that referee wrote" in fault]


def test_a_look_put_in_the_place_of_another_is_found(place):
    with closing(sqlite3.connect(place)) as connection:
        first, last = (connection.execute(f"SELECT {what}(id) FROM looks").fetchone()[0] for what in ("min", "max"))
    kept = "problem, plan, learner, metric, purpose, created, checksum, who"
    again = f"INSERT INTO looks ({kept}, address) SELECT {kept}, 'another' FROM looks WHERE id = ?"
    meddle(place, ("DELETE FROM looks WHERE id = ?", last), (again, first))
    assert any("looks are not those that referee wrote" in fault for fault in faults(place))


def test_the_next_answer_says_it(place):
    meddle(place, ("DELETE FROM records WHERE rowid = (SELECT max(rowid) FROM records)",))
    said = " ".join(str(referee.compare(["lda", "gaussian-nb"], "iris", ledger=place, **QUICK)).split())
    assert "This ledger is not as referee wrote it: fits were removed, added or changed by other means" in said


def test_what_referee_takes_out_or_changes_itself_is_no_alarm(place, tmp_path):
    with closing(open_ledger(place)) as store:
        assert store.prune(Unwanted(learner="gaussian-nb")).fits
        store.compact()
        assert store.check() == []
        store.append([Record(problem="p", learner="l", split="s", error="no")])
        store.retrying().append([Record(problem="p", learner="l", split="s", error="again")])
        assert store.not_as_written() == []


def test_passwords_that_are_masked_are_no_alarm(place, monkeypatch):
    with closing(open_ledger(place)) as store:
        with monkeypatch.context() as patch:
            patch.setattr("referee.ledger.seals.masked", str)          # as an older version wrote
            store.append([Record(problem="p", learner="l", split="s", error="postgresql://me:secret@host/x is gone")])
            store.add_looks([Look(problem="p", plan="q", learner="l", metric="m", who="postgresql://me:secret@host/x")])
        assert store.not_as_written() == []
        assert store.scrub() == 2
        assert store.not_as_written() == []


@pytest.mark.slow
def test_merged_copied_and_imported_ledgers_are_whole(place, tmp_path):
    with closing(open_ledger(tmp_path / "new.db")) as store, closing(open_ledger(place)) as other:
        store.take_in(other)
        store.take_in(other)
        assert store.check() == []
        other.back_up(tmp_path / "copy.db")
        (tmp_path / "out").mkdir()
        other.export(tmp_path / "out", "jsonl")
    assert faults(tmp_path / "copy.db") == []
    with closing(open_ledger(tmp_path / "imported.db")) as store:
        store.take_export(tmp_path / "out")
        assert store.check() == []


def test_a_ledger_that_was_meddled_with_is_not_taken_in(place, tmp_path):
    meddle(place, ("DELETE FROM studies WHERE id = 1",))
    with (closing(open_ledger(tmp_path / "new.db")) as store, closing(open_ledger(place, read_only=True)) as other,
          pytest.raises(referee.errors.BadInput, match="studies are not those that referee wrote")):
        store.take_in(other)


@pytest.mark.slow
def test_an_old_ledger_is_tallied_from_its_upgrade_on(tmp_path):
    old = Path(shutil.copy(ASSETS / "version_5.db", tmp_path / "old.db"))
    open_ledger(old).close()
    assert faults(old) == []
    assert referee.api.checked_ledger(old)["tallied_from"].startswith("20")
    meddle(old, ("DELETE FROM studies WHERE id = 1",))
    assert any("studies are not those that referee wrote" in fault for fault in faults(old))


WRITE = ("import sys; from referee.ledger import Look, Record, open_ledger\n"
         "ledger = open_ledger(sys.argv[1])\n"
         "for k in range(int(sys.argv[3])):\n"
         "    ledger.append([Record(problem=f'p{j}', learner=sys.argv[2], split=str(k)) for j in range(3)])\n"
         "    ledger.add_looks([Look(problem='p', plan='q', learner=sys.argv[2], metric='m')])\n"
         "    print(k, flush=True)\n")


def writers(where, names, many):
    return [subprocess.Popen([sys.executable, "-c", WRITE, str(where), name, str(many)], stdout=subprocess.PIPE,
                             text=True) for name in names]


@pytest.fixture(params=["file", "server"])
def somewhere(request, tmp_path):
    return tmp_path / "many.db" if request.param == "file" else request.getfixturevalue("postgres")


@pytest.mark.slow
def test_several_writers_at_once_and_one_killed_raise_no_alarm(somewhere):
    open_ledger(somewhere).close()
    running = writers(somewhere, "abc", 40)
    victim = writers(somewhere, "v", 100_000)[0]
    for _ in range(5):
        victim.stdout.readline()
    os.kill(victim.pid, signal.SIGKILL)
    victim.communicate()
    with closing(open_ledger(somewhere)) as store:
        while any(process.poll() is None for process in running):       # a check among writers sees one moment
            assert store.not_as_written() == []
        assert [process.wait() for process in running] == [0, 0, 0]
        assert len(list(store.keys())) >= 360
        assert store.not_as_written() == []
    for process in running:
        process.communicate()
