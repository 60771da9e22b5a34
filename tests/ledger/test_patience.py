"""A server that restarts is waited for, with a word; one that never answered is not, and neither is one for ever."""

import pytest
import sqlalchemy as sa

from referee.errors import LedgerError, LedgerUnreachable, Waiting
from referee.ledger import database as room
from referee.ledger.database import Database, sqlite_memory


@pytest.fixture
def slept(monkeypatch):
    """How long it would have slept, and a clock that goes on while it does."""
    pauses = []
    monkeypatch.setattr(room.time, "sleep", pauses.append)
    monkeypatch.setattr(room.time, "monotonic", lambda: sum(pauses))
    return pauses


@pytest.fixture
def ledger():
    made = Database(sqlite_memory(), where="postgresql://host/name")
    yield made
    made.close()


def failing(times, then="done"):
    def do():
        nonlocal times
        times -= 1
        if times >= 0:
            raise LedgerUnreachable("the database does not answer.")
        return then

    return do


def test_one_that_answered_before_is_waited_for_longer_each_time(ledger, slept):
    ledger.patiently(lambda: None)
    with pytest.warns(Waiting, match=r"the database does not answer\. Waiting for it, up to 120 s\."):
        assert ledger.patiently(failing(6)) == "done"
    assert slept == [0.5, 1, 2, 4, 8, 8]


def test_one_that_never_answered_is_refused_at_once(ledger, slept):
    with pytest.raises(LedgerUnreachable):
        ledger.patiently(failing(1))
    assert slept == []


def test_nobody_waits_for_ever(ledger, slept):
    ledger.patiently(lambda: None)
    with pytest.warns(Waiting), pytest.raises(LedgerUnreachable):
        ledger.patiently(failing(10_000))
    assert 100 < sum(slept) <= 120


def test_other_faults_are_not_waited_out(ledger, slept):
    ledger.patiently(lambda: None)

    def wrong():
        raise LedgerError("the disk failed.")

    with pytest.raises(LedgerError, match="disk"):
        ledger.patiently(wrong)
    assert slept == []


def test_reading_and_writing_are_patient(ledger, slept, monkeypatch):
    ledger.patiently(lambda: None)
    table = sa.Table("t", sa.MetaData(), sa.Column("k", sa.Integer, primary_key=True))
    with ledger.writing() as connection:
        table.create(connection)
    acts = {"writing": lambda: ledger.add(table, [{"k": 1}]), "reading": lambda: ledger.rows(sa.select(table))}
    for name, act in acts.items():
        real, down = getattr(Database, name), [True]

        def interrupted(self, real=real, down=down):
            if down:
                down.clear()
                raise LedgerUnreachable("gone")
            return real(self)

        monkeypatch.setattr(Database, name, interrupted)
        with pytest.warns(Waiting):
            found = act()
    assert found == [{"k": 1}]
