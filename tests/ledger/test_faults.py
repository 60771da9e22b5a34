"""Everything that can go wrong with the store is one sentence: what, where, and what to do."""

import contextlib
import os
import re
import shutil
import sqlite3
import sys
from pathlib import Path

import numpy as np
import pytest

import referee.ledger.database
from referee.errors import (
    LedgerCorrupt,
    LedgerError,
    LedgerReadOnly,
    LedgerTooNew,
    LedgerUnreachable,
    LedgerUnreadable,
)
from referee.ledger import Record, open_ledger
from referee.testing.ledgers import fill

NOBODY = 65534
OTHER_FACTS = ('{"rows": 12, "splits": 4, "different": 4, "train_sizes": [8, 8], "test_sizes": [4, 4], '
               '"tested": [1, 1], "never_tested": 0}')


@pytest.fixture(scope="module")
def first(tmp_path_factory):
    """A ledger with one of everything, closed; to be copied."""
    return filled(tmp_path_factory.mktemp("first") / "study.db")


@pytest.fixture
def path(first, tmp_path):
    """A ledger with one of everything, closed."""
    return shutil.copy(first, tmp_path / "study.db")


def filled(path):
    ledger = open_ledger(path)
    fill(ledger)
    ledger.close()
    return path


@contextlib.contextmanager
def refused(kind, words):
    """Refused with exactly this kind of error, in a sentence, with nothing of SQLAlchemy behind it."""
    with pytest.raises(LedgerError, match=words) as caught:
        yield caught
    assert type(caught.value) is kind
    assert str(caught.value).endswith((".", "….")), str(caught.value)
    assert "\n" not in str(caught.value)
    assert "secret" not in str(caught.value), "a password is not shown"
    assert caught.value.__cause__ is None
    assert caught.value.__suppress_context__ or caught.value.__context__ is None


def change(path, statement, *values):
    with contextlib.closing(sqlite3.connect(path, isolation_level=None)) as connection:
        connection.execute(statement, values)


def as_nobody(task):
    """Run a task in a child that has no right to what it does not own; give back what it printed."""
    reader, writer = os.pipe()
    child = os.fork()
    if child == 0:
        try:
            if os.getuid() == 0:
                os.setgroups([])
                os.setgid(NOBODY)
                os.setuid(NOBODY)
            said = task()
        except BaseException as error:  # noqa: BLE001 - the child must end here, whatever happens
            said = f"{type(error).__name__}: {error}"
        os.write(writer, str(said).encode())
        os._exit(0)
    os.close(writer)
    with os.fdopen(reader) as pipe:
        said = pipe.read()
    os.waitpid(child, 0)
    return said


def test_a_changed_byte_in_the_predictions_names_learner_problem_and_split(path):
    ledger = open_ledger(path)
    job = next(iter(ledger.keys()))
    label = ledger.split(ledger.read(job).split).label
    ledger.close()
    with contextlib.closing(sqlite3.connect(path)) as connection:
        blob = bytearray(connection.execute("SELECT predictions FROM records WHERE job = ?", (job,)).fetchone()[0])
    blob[-3] ^= 64
    change(path, "UPDATE records SET predictions = ? WHERE job = ?", bytes(blob), job)
    ledger = open_ledger(path)
    words = f"study.db, the record of learner 'forest' on problem 'wine', split {label}, does not match its checksum"
    with refused(LedgerCorrupt, words):
        ledger.read(job)
    with refused(LedgerCorrupt, words):
        list(ledger.read_many(sorted(ledger.keys())))
    assert [words in sentence for sentence in ledger.check()] == [True]
    ledger.close()


@pytest.mark.parametrize(("table", "column", "value"), [
    ("records", "learner", "other"), ("records", "error", "it failed"), ("records", "fit_seconds", 0.0),
    ("records", "created", "2020-01-01"), ("records", "notes", "{}"), ("records", "predictions", b"short"),
    ("records", "predictions", "text"), ("records", "warnings", 7), ("problems", "name", "beer"),
    ("problems", "classes", '["white", "red"]'), ("problems", "y", b""), ("problems", "groups", None),
    ("splits", "label", "9/9"), ("splits", "train", None), ("splits", "n_rows", 13), ("learners", "recipe", "{}"),
    ("learners", "name", b"\xff\xfe"), ("plans", "design", "holdout"), ("plan_entries", "n_test", 1),
    ("plan_entries", "label", "0/0"), ("studies", "declared", "{}"), ("studies", "created", "1999"),
    ("looks", "metric", "brier"), ("looks", "created", "1999"), ("plan_traits", "traits", "{}"),
    ("plan_traits", "traits", "[1"), ("plan_traits", "traits", OTHER_FACTS),
])
def test_any_change_to_any_row_is_found_by_the_check(path, table, column, value):
    change(path, f"UPDATE {table} SET {column} = ? WHERE rowid = (SELECT max(rowid) FROM {table})", value)
    ledger = open_ledger(path)
    found = ledger.check()
    assert found
    assert all(sentence.endswith(".") for sentence in found)
    assert any("does not match its checksum" in sentence for sentence in found)
    ledger.close()


def test_text_that_is_no_text_any_more_names_its_row(path):
    change(path, "UPDATE records SET notes = CAST(X'ff7b7d' AS TEXT)")
    ledger = open_ledger(path)
    with refused(LedgerCorrupt, "the record of learner 'forest' on problem 'wine', split 0/., does not match"):
        ledger.read(next(iter(ledger.keys())))
    assert len(ledger.check()) == 4
    ledger.close()


def test_a_removed_row_is_found_by_the_check(path):
    for table in ("splits", "learners", "problems"):
        change(path, f"DELETE FROM {table}")
    change(path, "DELETE FROM plan_entries WHERE position = 2")
    ledger = open_ledger(path)
    found = ledger.check()
    assert sum("which is not there" in sentence for sentence in found) == 1 + 1 + 4 + 3
    assert any("the plan" in sentence and "checksum" in sentence for sentence in found)
    ledger.close()


@pytest.mark.parametrize("every", [1511, pytest.param(211, marks=pytest.mark.slow)])
def test_no_byte_of_the_file_can_change_and_give_a_wrong_answer(path, tmp_path, every):
    """Each so-manieth byte flipped: the ledger reads as before, or says in a sentence that it does not."""
    whole = path.read_bytes()
    ledger = open_ledger(path)
    before = {r.job: (r.fit_seconds, r.notes, r.labels.tolist()) for r in ledger.read_many(ledger.keys())}
    ledger.close()
    outcomes = {"same": 0, "named": 0}
    broken = tmp_path / "broken.db"
    for where in range(0, len(whole), every):
        broken.write_bytes(whole[:where] + bytes([whole[where] ^ 0xFF]) + whole[where + 1 :])
        outcomes[read_or_refuse(broken, before)] += 1
        for leftover in tmp_path.glob("broken.db-*"):
            leftover.unlink()
    assert min(outcomes.values()) > 2000 / every, outcomes


def read_or_refuse(path, before):
    try:
        ledger = open_ledger(path, create=False)
    except LedgerError:
        return "named"
    try:
        after = {r.job: (r.fit_seconds, r.notes, r.labels.tolist()) for r in ledger.read_many(before)}
    except LedgerError:
        return "named"
    finally:
        ledger.close()
    assert after == before
    return "same"


@pytest.mark.parametrize("kept", [0.3, 0.6, 0.9])
def test_a_truncated_file(path, kept):
    whole = path.read_bytes()
    path.write_bytes(whole[: int(len(whole) * kept)])
    with refused(LedgerUnreadable, r"study\.db is damaged or cut off \(.*\); restore it from a copy"):
        open_ledger(path)


def overwrite_root(path, name):
    """Destroy the first page of a table or an index."""
    with contextlib.closing(sqlite3.connect(path)) as connection:
        (root,) = connection.execute("SELECT rootpage FROM sqlite_master WHERE name = ?", (name,)).fetchone()
        (page,) = connection.execute("PRAGMA page_size").fetchone()
    whole = bytearray(path.read_bytes())
    whole[(root - 1) * page : root * page] = b"\xff" * page
    path.write_bytes(whole)


def test_a_damaged_page(path):
    overwrite_root(path, "records")
    ledger = open_ledger(path)
    assert any("damaged" in sentence for sentence in ledger.check())
    with refused(LedgerUnreadable, "is damaged or cut off"):
        list(ledger.read_many(ledger.keys()))
    ledger.close()


def test_a_damaged_page_that_no_reading_touches(path):
    overwrite_root(path, "looks_by_problem")
    ledger = open_ledger(path)
    found = ledger.check()
    assert len(found) >= 1
    assert all("SQLite found" in sentence or "damaged" in sentence for sentence in found)
    ledger.close()


def test_a_damaged_table_of_contents(path):
    """SQLite's complaint quotes bytes that are no text, at which the driver itself stumbles."""
    path.write_bytes(path.read_bytes().replace(b"CREATE TABLE records", b"CREATE TABL\xff records"))
    with refused(LedgerUnreadable, r"study\.db is damaged or cut off \(its table of contents is no text\)"):
        open_ledger(path)


@pytest.mark.parametrize("content", [b"a,b\n1,2\n" * 200, b"x"])
def test_a_file_that_is_no_database(tmp_path, content):
    path = tmp_path / "data.csv"
    path.write_bytes(content)
    with refused(LedgerUnreadable, r"data\.csv is not a ledger: it is no SQLite file"):
        open_ledger(path)
    assert path.read_bytes() == content


@pytest.mark.parametrize("table", ["cats (name)", "meta (name)", "meta (key, value)"])
def test_a_database_that_is_no_ledger(tmp_path, table):
    path = tmp_path / "cats.db"
    change(path, f"CREATE TABLE {table}")
    before = path.read_bytes()
    with refused(LedgerUnreadable, r"cats\.db is a database, but not a ledger \(it has the tables '(cats|meta)'\)"):
        open_ledger(path)
    assert path.read_bytes() == before, "what is not ours is not touched"


def test_a_newer_ledger(path):
    change(path, "UPDATE meta SET value = '99' WHERE key = 'schema'")
    change(path, "UPDATE meta SET value = '7.1' WHERE key = 'referee'")
    with refused(LedgerTooNew, "has version 99, written by referee 7.1; this referee reads up to version 9: update"):
        open_ledger(path)


@pytest.mark.parametrize("written", ["one", "²", "", "-1", "9" * 400])
def test_a_ledger_that_forgot_its_version(path, written):
    change(path, f"UPDATE meta SET value = '{written}' WHERE key = 'schema'")
    with refused(LedgerUnreadable, "does not say which version it has"):
        open_ledger(path)


@pytest.mark.parametrize("how", [{"create": False}, {"read_only": True}])
def test_a_missing_file(tmp_path, how):
    said = r"there is no ledger .*none\.db; check the path; the first study that is run with it makes one"
    with refused(LedgerError, said):
        open_ledger(tmp_path / "none.db", **how)
    assert not (tmp_path / "none.db").exists()


@pytest.mark.parametrize("how", [{"create": False}, {"read_only": True}])
def test_an_empty_file(tmp_path, how):
    (tmp_path / "empty.db").touch()
    with refused(LedgerError, "there is no ledger in .* yet; open it with create=True to make one"):
        open_ledger(tmp_path / "empty.db", **how)


def test_a_missing_folder_and_a_folder_instead_of_a_file(tmp_path):
    with refused(LedgerError, r"there is no folder .*nowhere to keep the ledger a\.db in; make it first"):
        open_ledger(tmp_path / "nowhere" / "a.db")
    with refused(LedgerUnreadable, "is a folder, not a ledger; give the path of a file in it"):
        open_ledger(tmp_path)


def test_a_ledger_opened_to_read_is_not_written(path):
    ledger = open_ledger(path, read_only=True)
    assert len(ledger.keys()) == 4
    assert ledger.check() == []
    with refused(LedgerReadOnly, r"study\.db was opened to be read only"):
        ledger.append([Record(problem="p", learner="l", split="s")])
    ledger.close()


posix = pytest.mark.skipif(sys.platform == "win32", reason="rights are those of POSIX")


def count(path, **options):
    """How many records another user finds, or the sentence with which that one is refused."""
    def attempt():
        ledger = open_ledger(path, **options)
        found = len(ledger.keys())
        ledger.close()
        return f"{found} records"

    return as_nobody(attempt)


@posix
def test_a_read_only_file(open_folder):
    path = filled(open_folder / "study.db")
    open_folder.chmod(0o777)
    path.chmod(0o444)
    assert re.match(r"LedgerReadOnly: the ledger .*study\.db is a read-only file", count(path))
    assert count(path, read_only=True) == "4 records"
    path.chmod(0o000)
    assert re.match(r"LedgerUnreadable: you may not read the ledger .*study\.db", count(path, read_only=True))


@posix
@pytest.mark.parametrize("version", [1, 2])
def test_an_old_ledger_in_a_read_only_place(open_folder, version):
    """It cannot be brought up to date; it can be read."""
    path = Path(shutil.copy(Path(__file__).with_name("assets") / f"version_{version}.db", open_folder))
    before = path.read_bytes()
    path.chmod(0o444)
    open_folder.chmod(0o555)
    assert re.match(r"LedgerReadOnly: the ledger .*\.db is a read-only file; open it with read_only", count(path))
    assert re.match(r"\d+ records", count(path, read_only=True))
    assert path.read_bytes() == before


@posix
def test_a_read_only_folder(open_folder):
    path = filled(open_folder / "study.db")
    path.chmod(0o666)
    open_folder.chmod(0o555)
    assert re.match(r"LedgerReadOnly: the folder .* is read-only, and a ledger writes next to its", count(path))
    assert re.match(r"LedgerReadOnly: the folder .* is read-only", count(open_folder / "new.db"))
    assert count(path, read_only=True) == "4 records"
    open_folder.chmod(0o777)
    assert count(path) == "4 records"


def test_a_locked_ledger(path, monkeypatch):
    monkeypatch.setattr(referee.ledger.database, "BUSY_SECONDS", 0.1)
    ledger = open_ledger(path)
    with contextlib.closing(sqlite3.connect(path, isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        with refused(LedgerError, r"study\.db is locked by another process"):
            ledger.append([Record(problem="p", learner="l", split="s")])
        assert len(ledger.keys()) == 4, "readers do not wait for the writer"
        other.execute("ROLLBACK")
    ledger.append([Record(problem="p", learner="l", split="s")])
    assert len(ledger.keys()) == 5
    ledger.close()


def test_a_full_disk(path):
    """SQLite's own limit on pages gives the same code as a disk without room."""
    ledger = open_ledger(path)
    with ledger._database.reading() as connection:
        connection.exec_driver_sql("PRAGMA max_page_count=1")
    with refused(LedgerError, r"there is no room left for the ledger .*study\.db"):
        ledger.append([Record(problem="p", learner="l", split=str(i), values=np.zeros(9000)) for i in range(9)])
    assert len(ledger.keys()) == 4
    assert ledger.check() == []
    ledger.close()


def test_an_unreachable_server():
    pytest.importorskip("psycopg", reason="psycopg, the PostgreSQL driver, is not installed")
    with refused(LedgerUnreachable, r"the database postgresql\+psycopg://me:\*\*\*@127\.0\.0\.1:1/x cannot be reached"):
        open_ledger("postgresql://me:secret@127.0.0.1:1/x")


def test_a_missing_driver(monkeypatch):
    monkeypatch.setitem(sys.modules, "psycopg", None)
    with refused(LedgerError, r"needs the package psycopg, which is not installed; .*'referee\[postgres\]'"):
        open_ledger("postgresql://me:secret@127.0.0.1:1/x")


@pytest.mark.parametrize(("address", "words"), [
    ("mysql://me@host/x", "a ledger cannot be kept in mysql; use a file, or PostgreSQL"),
    ("postgresql+cobol://me@host/x", "there is no driver 'cobol'"),
    ("://", "the address of the ledger cannot be read"),
    ("postgresql://me@host:port/x", "the address of the ledger cannot be read"),
])
def test_an_address_that_makes_no_sense(address, words):
    with refused(LedgerError, words):
        open_ledger(address)


@pytest.mark.slow
def test_servers_say_what_is_wrong(postgres):
    with refused(LedgerError, "does not exist .*; create it, or check the name"):
        open_ledger(postgres.replace("ledger_", "nothing_"))
    with refused(LedgerError, "there is no ledger in .* yet"):
        open_ledger(postgres, create=False)
    with refused(LedgerError, "does not let you in"):
        open_ledger(postgres.replace("postgres:", "stranger:"))
    ledger = open_ledger(postgres)
    fill(ledger)
    ledger.close()
    import psycopg

    with psycopg.connect(postgres, autocommit=True) as connection:
        connection.execute("CREATE USER reader")
        connection.execute("GRANT SELECT ON ALL TABLES IN SCHEMA public TO reader")
        connection.execute("UPDATE records SET notes = '{}' WHERE job = (SELECT max(job) FROM records)")
    guest = open_ledger(postgres.replace("postgres:", "reader:"))
    with refused(LedgerReadOnly, "cannot be written .*permission denied"):
        guest.append([Record(problem="p", learner="l", split="s")])
    assert [re.search("record of learner 'forest' on problem 'wine'", s) is not None for s in guest.check()] == [True]
    guest.close()
    with psycopg.connect(postgres, autocommit=True) as connection:
        connection.execute("DROP TABLE meta")
    with refused(LedgerUnreadable, "is a database, but not a ledger"):
        open_ledger(postgres)


def test_a_number_that_is_missing_is_no_zero(tmp_path):
    ledger = open_ledger(tmp_path / "l.db")
    fill(ledger)
    ledger.close()
    with contextlib.closing(sqlite3.connect(tmp_path / "l.db")) as database, database:
        database.execute("PRAGMA writable_schema = ON")
        database.execute("UPDATE sqlite_schema SET sql = replace(sql, 'failed INTEGER NOT NULL', 'failed INTEGER') "
                         "WHERE name = 'records'")
    with contextlib.closing(sqlite3.connect(tmp_path / "l.db")) as database, database:
        database.execute("UPDATE records SET failed = NULL")
    with contextlib.closing(open_ledger(tmp_path / "l.db")) as ledger:
        with pytest.raises(LedgerCorrupt, match="a number is missing in its table records"):
            ledger.summary()
        assert ledger.check()
