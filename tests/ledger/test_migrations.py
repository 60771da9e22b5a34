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
from referee.errors import LedgerCorrupt, LedgerReadOnly
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
    2: ("DROP TABLE plan_traits",),
    3: ("DELETE FROM meta WHERE key LIKE '% written'",),
    4: ("DROP TABLE row_keys",),
    5: ("DROP TABLE tallies", "DELETE FROM meta WHERE key = 'tallied from'"),
    6: ("DROP TABLE claims", "DROP TABLE claimants"),
    7: ("DROP TABLE blocks", "DROP TABLE block_jobs"),
    8: ("DROP TABLE plan_formulas",),
}


@pytest.fixture(params=["file", pytest.param("server", marks=pytest.mark.slow)])
def old(request, tmp_path):
    """Makes a ledger of an older version, in a file or on a server."""
    if request.param == "file":
        return lambda version: shutil.copy(ASSETS / f"version_{version}.db", tmp_path / "old.db")
    return lambda version: on_server(version, request.getfixturevalue("postgres"))


def on_server(version, address):
    """The stored ledger of a version, moved to a server, with the tables it had."""
    open_ledger(address).close()
    with asset(version) as stored, tables_of(address) as database, database.writing() as connection:
        there = {row["name"] for row in stored.execute("SELECT name FROM sqlite_master WHERE type = 'table'")}
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


@contextlib.contextmanager
def asset(version):
    """The stored ledger of a version, as SQLite sees it; nothing is written beside it."""
    path = (ASSETS / f"version_{version}.db").as_uri()
    with contextlib.closing(sqlite3.connect(f"{path}?immutable=1", uri=True)) as connection:
        connection.row_factory = sqlite3.Row
        yield connection


def tables_of(where):
    """The database of a ledger, whatever version it has."""
    return contextlib.closing(_database(where, create=False, read_only=False))


def form(where):
    """The version that a ledger says it has, and its tables with their columns and indices."""
    with tables_of(where) as database, database.reading() as connection:
        see = sa.inspect(connection)
        tables = {name: ({c["name"] for c in see.get_columns(name)},
                         {i["name"] for i in see.get_indexes(name) if "duplicates_constraint" not in i})
                  for name in see.get_table_names()}
        version = connection.execute(sa.select(meta.c.value).where(meta.c.key == "schema")).scalar_one()
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
    with asset(version) as stored:
        assert jobs == {row["job"] for row in stored.execute("SELECT job FROM records")}
        assert studies == [row["fingerprint"] for row in stored.execute("SELECT * FROM studies ORDER BY id")]
        assert looks == len(stored.execute("SELECT * FROM looks").fetchall())
    assert faults == []


@pytest.mark.slow
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
    with monkeypatch.context() as patch:
        patch.setattr(referee.ledger.migrations, "STEPS", steps)
        with pytest.raises(KeyboardInterrupt):
            open_ledger(where)
    assert form(where) == before
    assert content(where)[-1] == []
    assert form(where)[0] == VERSION


@pytest.mark.slow
def test_a_process_killed_in_a_step_leaves_the_ledger_as_it_was(old):
    where = old(VERSION - 1)
    before = form(where)
    code = ("import os, signal, sys; from referee.ledger import migrations, open_ledger; steps = migrations.STEPS\n"
            "def killed(*given):\n"
            "    steps[-1](*given)\n"
            "    os.kill(os.getpid(), signal.SIGKILL)\n"
            "migrations.STEPS = (*steps[:-1], killed)\n"
            "open_ledger(sys.argv[1])")
    assert subprocess.run([sys.executable, "-c", code, str(where)], check=False).returncode == -9
    assert form(where) == before
    assert content(where)[-1] == []
    assert form(where)[0] == VERSION


@pytest.mark.slow
def test_several_processes_that_open_it_at_once_bring_it_up_to_date_once(old):
    where = old(VERSION - 1)
    code = ("import sys, time; from referee.ledger import Record, open_ledger; import referee.ledger.store;"
            "time.sleep(max(0, float(sys.argv[3]) - time.time())); ledger = open_ledger(sys.argv[1], create=False);"
            "ledger.append([Record(problem='p', learner='l', split=sys.argv[2])]); ledger.close()")
    moment = str(time.time() + 2.0)
    at_once = [subprocess.Popen([sys.executable, "-c", code, str(where), str(i), moment]) for i in range(3)]
    assert [process.wait() for process in at_once] == [0, 0, 0]
    assert form(where)[0] == VERSION
    assert {Record(problem="p", learner="l", split=str(i)).job for i in range(3)} <= content(where)[0]


@pytest.mark.parametrize("version", OLD)
def test_opened_to_be_read_it_stays_as_it_is(version, old):
    where = old(version)
    before = form(where)
    with contextlib.closing(open_ledger(where, create=False, read_only=True)) as ledger:
        assert ledger.check() == []
        with pytest.raises(LedgerReadOnly, match="was opened to be read only"):
            ledger.append([Record(problem="p", learner="l", split="s")])
    assert form(where) == before


OF_THE_PLAN = "WHERE fingerprint IN (SELECT split FROM plan_entries WHERE plan = ?)"


@pytest.mark.slow
@pytest.mark.parametrize("statement", [
    f"UPDATE splits SET n_rows = 13 {OF_THE_PLAN}", f"DELETE FROM splits {OF_THE_PLAN}",
    "UPDATE plans SET description = 'another' WHERE fingerprint = ?",
], ids=["splits changed", "splits gone", "plan changed"])
def test_a_damaged_plan_is_not_sealed_anew(statement, tmp_path):
    where = shutil.copy(ASSETS / "version_2.db", tmp_path / "old.db")
    with contextlib.closing(sqlite3.connect(where, isolation_level=None)) as connection:
        ((damaged, of),) = connection.execute("SELECT fingerprint, problem FROM plans WHERE design = 'fixed-test'")
        connection.execute(statement, [damaged])
        ((n_plans,),) = connection.execute("SELECT count(*) FROM plans")
    for _ in range(2):
        with contextlib.closing(open_ledger(where)) as ledger:
            assert f"the plan {damaged} (fixed-test), does not match its checksum" in "\n".join(ledger.check())
            with pytest.raises(LedgerCorrupt, match=f"the plan {damaged}"):
                ledger.plan(damaged)
            assert ledger.problem(of).name == "decomposition"
    with contextlib.closing(sqlite3.connect(where)) as connection:
        assert connection.execute("SELECT count(*) FROM plan_traits").fetchone() == (n_plans - 1,)


@pytest.mark.slow
def test_what_a_plan_is_follows_from_its_splits_whoever_has_written_it(tmp_path):
    """A process of an older version may have had the ledger open while another one brought it up to date."""
    where = shutil.copy(ASSETS / "version_2.db", tmp_path / "old.db")
    with contextlib.closing(open_ledger(where)) as ledger:
        stored = {card.plan: ledger.plan(card.plan) for card in ledger.studies()}
    with contextlib.closing(sqlite3.connect(where, isolation_level=None)) as connection:
        connection.execute("DELETE FROM plan_traits")
    with contextlib.closing(open_ledger(where)) as ledger:
        assert {plan: ledger.plan(plan) for plan in stored} == stored
        assert {card.traits.whole_groups for card in stored.values()} == {True, None}
