"""What the SQL ledger does besides the contract: lazily loaded, streaming, cached, portable."""

import contextlib
import dataclasses
import sqlite3
import subprocess
import sys
import tracemalloc
from datetime import UTC, datetime, timedelta

import numpy as np
import pytest

import referee.ledger.filing
import referee.ledger.reader
from referee.declaration import Declaration, DesignDeclared
from referee.designs.card import plan_card
from referee.designs.observing import in_lots
from referee.designs.split import Split
from referee.errors import BadInput
from referee.ledger import LearnerCard, Record, StudyCard, job_key, open_ledger
from referee.ledger.database import COMPILED
from referee.testing.ledger_samples import a_plan, a_problem, some_splits
from referee.testing.ledgers import fill

MEGABYTE = 1_000_000
DECLARED = StudyCard(name="s", problem="p", plan="q", learners=("l",),
                     declaration=Declaration(verb="evaluate", names=("tree",), metrics=("auc",)))


def test_a_statement_is_compiled_once_whatever_the_number_of_ledgers(tmp_path):
    with contextlib.closing(open_ledger(":memory:")) as first:
        fill(first)
    known = set(COMPILED)
    with contextlib.closing(open_ledger(tmp_path / "another.db")) as second:
        fill(second)
    assert known
    assert set(COMPILED) == known


@pytest.fixture
def path(tmp_path):
    return tmp_path / "study.db"


@pytest.fixture
def ledger(path):
    ledger = open_ledger(path)
    yield ledger
    ledger.close()


@contextlib.contextmanager
def memory():
    """The most memory that was held at once, in megabytes."""
    peak = []
    tracemalloc.start()
    try:
        yield peak
        peak.append(tracemalloc.get_traced_memory()[1] / MEGABYTE)
    finally:
        tracemalloc.stop()


def test_importing_the_room_does_not_load_sqlalchemy():
    code = ("import sys, referee.ledger; early = 'sqlalchemy' in sys.modules;"
            "referee.ledger.open_ledger(':memory:').close(); print(early, 'sqlalchemy' in sys.modules)")
    said = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert said.stdout.split() == ["False", "True"]


def test_the_address_of_a_job_is_made_of_problem_learner_and_split():
    record = Record(problem="p", learner="l", split="s")
    assert record.job == job_key("p", "l", "s")
    assert len({job_key("p", "l", "s"), job_key("l", "p", "s"), job_key("p", "l", "t"), job_key("pl", "", "s")}) == 4


def test_the_file_is_in_wal_mode_and_one_file_again_when_closed(path):
    ledger = open_ledger(path)
    fill(ledger)
    assert sorted(p.name for p in path.parent.iterdir()) == ["study.db", "study.db-shm", "study.db-wal"]
    ledger.close()
    assert [p.name for p in path.parent.iterdir()] == ["study.db"]
    with contextlib.closing(sqlite3.connect(path)) as connection:
        assert connection.execute("PRAGMA journal_mode").fetchone() == ("wal",)
        assert connection.execute("PRAGMA integrity_check").fetchone() == ("ok",)


def test_a_ledger_is_found_by_path_by_text_and_by_address(path):
    for where in (path, str(path), f"sqlite:///{path}"):
        ledger = open_ledger(where)
        ledger.append([Record(problem="p", learner="l", split="s")])
        assert len(ledger.keys()) == 1
        ledger.close()


def test_two_ledgers_in_memory_are_two():
    one, two = open_ledger(":memory:"), open_ledger("sqlite://")
    one.append([Record(problem="p", learner="l", split="s")])
    assert (len(one.keys()), len(two.keys())) == (1, 0)
    one.close()
    two.close()


def test_an_open_ledger_sees_what_others_write(path, ledger):
    other = open_ledger(path)
    records = fill(other)
    other.close()
    assert ledger.keys() == {record.job for record in records}


def test_a_failing_iterable_leaves_whole_records_only(ledger):
    def some():
        yield Record(problem="p", learner="l", split="s")
        raise RuntimeError("the engine died")

    with pytest.raises(RuntimeError, match="the engine died"):
        ledger.append(some())
    assert ledger.keys() in (set(), {job_key("p", "l", "s")})
    assert all("which is not there" in sentence for sentence in ledger.check())


def test_reading_many_records_holds_a_few_of_them(ledger, monkeypatch):
    monkeypatch.setattr(referee.ledger.reader, "BYTES_AT_ONCE", 2 * MEGABYTE)
    monkeypatch.setattr(referee.ledger.filing, "BYTES_AT_ONCE", 2 * MEGABYTE)
    with memory() as written:
        ledger.append(Record(problem="p", learner="l", split=f"{i}", values=np.full(62_500, i / 1)) for i in range(60))
    jobs = [job_key("p", "l", f"{i}") for i in range(60)]
    with memory() as read:
        total = sum(int(record.values[-1]) for record in ledger.read_many(jobs))
    assert total == sum(range(60))
    assert max(written[0], read[0]) < 12, "of 30 megabytes"


def test_reading_mixes_large_and_small_records_in_the_order_asked_for(ledger, monkeypatch):
    monkeypatch.setattr(referee.ledger.reader, "BYTES_AT_ONCE", 10_000)
    given = [Record(problem="p", learner="l", split=f"{i}", values=np.zeros(i % 7 * 500)) for i in range(50)]
    ledger.append(given)
    back = list(ledger.read_many(record.job for record in given))
    assert [(r.split, r.values.size) for r in back] == [(r.split, r.values.size) for r in given]


@pytest.mark.slow
def test_splits_are_written_as_they_come(ledger):
    """100 splits of 200,000 rows, 160 megabytes of row numbers, are never in memory together."""
    n, many = 200_000, 100

    def split(k):
        return Split(label=f"{k}/0", n_rows=n, test=np.arange(k, n, many), train=np.roll(np.arange(n), k))

    card = plan_card(in_lots(map(split, range(many))), problem="p", n_rows=n, groups=None, design="bootstrap",
                     parameters={}, description="")
    with memory() as held:
        ledger.add_plan(card, map(split, range(many)))
    assert held[0] < 60
    assert np.array_equal(ledger.split(card.entries[7].split).train, split(7).train)


def test_cards_of_plans_and_the_last_splits_are_kept(ledger, path):
    splits = some_splits(n=60, folds=12)
    card = a_plan(a_problem(n=60), splits)
    ledger.add_plan(card, splits)
    assert ledger.plan(card.fingerprint) is ledger.plan(card.fingerprint)
    first = ledger.split(splits[0].fingerprint)
    assert ledger.split(splits[0].fingerprint) is first
    for split in splits[1:]:
        ledger.split(split.fingerprint)
    assert ledger.split(splits[0].fingerprint) is not first, "only a few are kept"


def test_counting_and_asking_for_keys_touches_no_record(path, ledger):
    """Each query is answered from an index alone: 100,000 records with their predictions stay on the disk."""
    fill(ledger)
    with contextlib.closing(sqlite3.connect(path)) as connection:
        for query in ("SELECT job FROM records", "SELECT job FROM records WHERE problem = 'p' AND failed = 0",
                      "SELECT problem, count(*), sum(failed), count(DISTINCT learner) FROM records GROUP BY problem"):
            plan = [row[3] for row in connection.execute(f"EXPLAIN QUERY PLAN {query}") if "records" in row[3]]
            assert plan
            assert all("COVERING INDEX" in step for step in plan), (query, plan)


def test_times_are_utc_and_now(path, ledger):
    fill(ledger)
    with contextlib.closing(sqlite3.connect(path)) as connection:
        for table in ("problems", "splits", "plans", "learners", "records", "studies", "looks"):
            for (created,) in connection.execute(f"SELECT created FROM {table}"):
                when = datetime.fromisoformat(created)
                assert when.utcoffset() == timedelta(0)
                assert datetime.now(UTC) - when < timedelta(minutes=5)
        facts = dict(connection.execute("SELECT key, value FROM meta"))
    assert facts["schema"] == "9"
    assert set(facts) == {"format", "schema", "referee", "created", "looks written", "vault_uses written"}


@pytest.mark.parametrize(("ids", "back"), [
    (np.array(["a", 7, None], dtype=object), ["a", "7", "None"]),
    (np.array([10, 20, 30]), [10, 20, 30]),
    (np.array(["2020-01-01", "2020-01-02", "2020-01-03"], dtype="M8[D]"), ["2020-01-01", "2020-01-02", "2020-01-03"]),
])
def test_rows_may_be_named_by_anything(ledger, ids, back):
    problem = dataclasses.replace(a_problem(n=3), ids=ids, classes=(np.int64(0), 1.5))
    ledger.add_problem(problem)
    assert ledger.problem(problem.fingerprint).ids.tolist() == back
    assert ledger.problem(problem.fingerprint).classes == (0, 1.5)


def test_notes_with_numpy_numbers_are_kept(ledger):
    record = Record(problem="p", learner="l", split="s", fit_seconds=np.float64(2.5),
                    notes={"n": np.int64(3), "x": np.float32(0.5), "a": np.arange(2)})
    ledger.append([record])
    assert ledger.read(record.job).notes == {"n": 3, "x": 0.5, "a": [0, 1]}


def test_a_declaration_with_numpy_numbers_is_read_back_as_it_was(ledger):
    design = DesignDeclared(asked="odd", name="odd", parameters={"n": np.int64(3), "t": (1, 2)}, description="odd")
    card = dataclasses.replace(DECLARED, declaration=DECLARED.declaration.model_copy(update={"design": design}))
    ledger.add_study(card)
    (back,) = ledger.studies()
    assert (back.declaration, back.fingerprint) == (card.declaration, card.fingerprint)
    assert back.declaration.design.parameters == {"n": 3, "t": [1, 2]}


def test_a_name_that_is_no_text_is_refused(ledger):
    with pytest.raises(BadInput, match="cannot be a name in a ledger"):
        ledger.add_learner(LearnerCard(fingerprint="l", name="a\0b", recipe={}))
    with pytest.raises(BadInput, match="cannot be a name in a ledger"):
        ledger.add_study(dataclasses.replace(DECLARED, name="a\0"))


def test_a_time_that_is_given_is_kept(ledger):
    then = "2001-01-01T00:00:00+00:00"
    ledger.add_study(dataclasses.replace(DECLARED, created=then))
    assert ledger.studies()[0].created == then
