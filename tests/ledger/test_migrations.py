"""A ledger of an older version becomes one of this version, step by step, whole or not at all."""

import contextlib
import shutil
import sqlite3
import subprocess
import sys
import time
from pathlib import Path

import pytest
import sqlalchemy as sa

import referee.ledger.migrations
from referee.errors import LedgerReadOnly
from referee.ledger import Record, open_ledger
from referee.ledger.migrations import STEPS
from referee.ledger.opening import _database
from referee.ledger.schema import TABLES, VERSION, meta

ASSETS = Path(__file__).with_name("assets")
OLD = range(1, VERSION)

# What each version brought, taken away again: to make an old ledger on a server.
BACK_TO = {
    1: ("DROP TABLE vaults", "DROP TABLE vault_uses", "ALTER TABLE looks DROP COLUMN who",
        "ALTER TABLE looks DROP COLUMN address"),
}


@pytest.fixture(params=["file", "server"])
def old(request, tmp_path):
    """Makes a ledger of an older version, in a file or on a server."""
    if request.param == "file":
        return lambda version: shutil.copy(ASSETS / f"version_{version}.db", tmp_path / "old.db")
    return lambda version: on_server(version, request.getfixturevalue("postgres"))


def on_server(version, address):
    """The stored ledger of a version, moved to a server, with the tables it had."""
    open_ledger(address).close()
    stored = sqlite3.connect(f"file:{ASSETS / f'version_{version}.db'}?immutable=1", uri=True)
    stored.row_factory = sqlite3.Row
    there = {name for (name,) in stored.execute("SELECT name FROM sqlite_master WHERE type = 'table'")}
    with contextlib.closing(stored), _database(address, create=False, read_only=False).writing() as connection:
        connection.execute(sa.delete(meta))
        for table in TABLES.sorted_tables:
            rows = [dict(row) for row in stored.execute(f"SELECT * FROM {table.name}")] if table.name in there else []
            for row in rows:
                row.pop("id", None)      # the server counts for itself
            if rows:
                connection.execute(sa.insert(table), rows)
        for statement in (s for back in range(VERSION - 1, version - 1, -1) for s in BACK_TO[back]):
            connection.execute(sa.text(statement))
    return address


def form(where):
    """The version that a ledger says it has, and its tables with their columns and indices."""
    database = _database(where, create=False, read_only=False)
    with database.reading() as connection:
        see = sa.inspect(connection)
        tables = {name: ({c["name"] for c in see.get_columns(name)}, {i["name"] for i in see.get_indexes(name)})
                  for name in see.get_table_names()}
        version = connection.execute(sa.select(meta.c.value).where(meta.c.key == "schema")).scalar_one()
    database.close()
    return int(version), tables


def content(where):
    """How much it holds, and what is wrong with it."""
    with contextlib.closing(open_ledger(where, create=False)) as ledger:
        return ledger.keys(), [card.fingerprint for card in ledger.studies()], len(ledger.looks()), ledger.check()


def new(tmp_path):
    """An empty ledger of this version."""
    open_ledger(tmp_path / "new.db").close()
    return tmp_path / "new.db"


def test_there_is_a_step_from_every_version_to_the_next():
    assert len(STEPS) == VERSION - 1


@pytest.mark.parametrize("version", OLD)
def test_an_old_ledger_gets_the_tables_of_a_new_one_and_keeps_what_it_holds(version, old, tmp_path):
    where = old(version)
    assert form(where)[0] == version
    jobs, studies, looks, faults = content(where)
    assert form(where) == form(new(tmp_path))
    stored = sqlite3.connect(ASSETS / f"version_{version}.db")
    with contextlib.closing(stored):
        assert jobs == {job for (job,) in stored.execute("SELECT job FROM records")}
        assert studies == [one for (one,) in stored.execute("SELECT fingerprint FROM studies ORDER BY id")]
        assert (looks,) == stored.execute("SELECT count(*) FROM looks").fetchone()
    assert faults == []


@pytest.mark.parametrize("version", OLD)
def test_a_step_that_is_interrupted_leaves_the_ledger_as_it_was(version, old, monkeypatch):
    where = old(version)
    before = form(where)

    def interrupted(step):
        def run(database, connection):
            step(database, connection)
            raise KeyboardInterrupt
        return run

    steps = [*STEPS[: version - 1], interrupted(STEPS[version - 1]), *STEPS[version:]]
    with monkeypatch.context() as patch, pytest.raises(KeyboardInterrupt):
        patch.setattr(referee.ledger.migrations, "STEPS", steps)
        open_ledger(where)
    assert form(where) == before
    assert content(where)[-1] == []
    assert form(where)[0] == VERSION


@pytest.mark.parametrize("version", OLD)
def test_a_process_killed_in_a_step_leaves_the_ledger_as_it_was(version, old):
    where = old(version)
    before = form(where)
    code = ("import os, signal, sys; from referee.ledger import migrations, open_ledger; steps = migrations.STEPS\n"
            "def killed(*given):\n"
            "    steps[-1](*given)\n"
            "    os.kill(os.getpid(), signal.SIGKILL)\n"
            "migrations.STEPS = (*steps[:-1], killed)\n"
            "open_ledger(sys.argv[1])")
    assert subprocess.run([sys.executable, "-c", code, str(where)], check=False).returncode == -9
    after = form(where)
    assert after[0] == VERSION - 1, "the steps before it are done"
    assert (after == before) == (version == VERSION - 1)
    assert content(where)[-1] == []
    assert form(where)[0] == VERSION


@pytest.mark.parametrize("version", OLD)
def test_several_processes_that_open_it_at_once_bring_it_up_to_date_once(version, old):
    where = old(version)
    code = ("import sys, time; from referee.ledger import Record, open_ledger; import referee.ledger.store;"
            "time.sleep(max(0, float(sys.argv[3]) - time.time())); ledger = open_ledger(sys.argv[1], create=False);"
            "ledger.append([Record(problem='p', learner='l', split=sys.argv[2])]); ledger.close()")
    moment = str(time.time() + 2.0)
    at_once = [subprocess.Popen([sys.executable, "-c", code, str(where), str(i), moment]) for i in range(3)]
    assert [process.wait() for process in at_once] == [0, 0, 0]
    assert form(where)[0] == VERSION
    jobs = content(where)[0]
    assert {Record(problem="p", learner="l", split=str(i)).job for i in range(3)} <= jobs


@pytest.mark.parametrize("version", OLD)
def test_opened_to_be_read_it_stays_as_it_is(version, old):
    where = old(version)
    before = form(where)
    with contextlib.closing(open_ledger(where, create=False, read_only=True)) as ledger:
        assert ledger.check() == []
        with pytest.raises(LedgerReadOnly, match="was opened to be read only"):
            ledger.append([Record(problem="p", learner="l", split="s")])
    assert form(where) == before
