"""Claims: one process at a job, no longer than it is there, by the clock of the database."""

import threading
import time
from contextlib import closing

import pytest
import sqlalchemy as sa

from referee.errors import BadInput, LedgerError
from referee.ledger import Claimed, open_ledger, sharing
from referee.ledger.claims import Claims
from referee.ledger.schema import claimants, claims

SHORT = 0.3


@pytest.fixture(params=["file", pytest.param("server", marks=pytest.mark.slow)])
def ledger(request, tmp_path):
    where = tmp_path / "l.db" if request.param == "file" else request.getfixturevalue("postgres")
    with closing(open_ledger(where)) as found:
        yield found


def claimant(ledger, lease=60.0):
    return Claims(database=ledger._database, lease=lease)


def change(ledger, statement):
    with ledger._database.writing() as connection:
        connection.execute(statement)


def test_a_job_is_given_to_one_at_a_time(ledger):
    one, two = claimant(ledger), claimant(ledger)
    assert one.take(["a", "b"]) == {"a", "b"}
    assert two.take(["b", "c"]) == {"c"}
    assert one.of_others() == {two.owner: {"c"}}
    assert one.take(["c", "d"], done=["b"]) == {"d"}
    assert two.take(["a", "b"]) == {"b"}
    one.release(["a", "c"])                                  # c is not its to let go
    assert two.of_others() == {one.owner: {"d"}}
    assert claimant(ledger).take(["a", "b", "c", "d"]) == {"a"}


def test_who_leaves_leaves_nothing(ledger):
    one, two = claimant(ledger), claimant(ledger)
    one.take(["a"])
    one.leave()
    assert two.take(["a"]) == {"a"}
    assert two.of_others() == {}
    two.leave()
    assert ledger._database.rows(sa.select(claims)) == ledger._database.rows(sa.select(claimants)) == []


def test_what_one_had_who_is_gone_is_taken_over_once(ledger):
    gone, one, two = claimant(ledger, SHORT), claimant(ledger), claimant(ledger)
    gone.take(["a", "b"])
    assert one.take(["a"]) == set()
    time.sleep(SHORT + 0.05)
    assert one.of_others() == {}
    assert one.take(["a", "c"]) == {"a", "c"}
    assert two.take(["a", "b", "c"]) == {"b"}
    assert (one.taken_over, two.taken_over) == (1, 1)
    assert {row["owner"] for row in ledger._database.rows(sa.select(claimants))} == {one.owner, two.owner}


def test_who_was_given_up_has_another_name_when_it_comes_back(ledger):
    late, other = claimant(ledger, SHORT), claimant(ledger)
    late.take(["a", "b"])
    name = late.owner
    assert late.beat()
    assert late.owner == name
    time.sleep(SHORT + 0.05)
    assert other.take(["a"]) == {"a"}
    assert not late.beat()
    assert late.owner != name
    assert late.take(["a", "b"]) == {"b"}                   # under its new name
    other.take(["c"])
    name = late.owner
    time.sleep(SHORT + 0.05)
    assert late.take(["d"]) == {"d"}
    assert late.owner != name
    assert other.take(["a", "b", "c", "d"]) == {"a", "b", "c"}


def test_a_process_that_is_there_says_so(ledger):
    other = claimant(ledger)
    with claimant(ledger, 0.6).held() as one:
        assert one.take(["a"]) == {"a"}
        time.sleep(1.3)
        assert other.take(["a"]) == set()
    assert other.take(["a"]) == {"a"}


def test_the_clock_of_the_database_decides(ledger, monkeypatch):
    one, two = claimant(ledger), claimant(ledger)
    with monkeypatch.context() as patch:
        patch.setattr(time, "time", lambda: 0.0)
        patch.setattr(time, "monotonic", lambda: 0.0)
        one.take(["a"])
    assert two.take(["a"]) == set()
    (expires,) = ledger._database.column(sa.select(claimants.c.expires).where(claimants.c.owner == one.owner))
    assert expires == pytest.approx(time.time() + one.lease, abs=20)       # one machine here, so the clocks agree


def test_a_claim_that_holds_for_ever_is_not_believed(ledger):
    one, two = claimant(ledger), claimant(ledger)
    one.take(["a"])
    change(ledger, sa.update(claimants).values(expires=4e9))
    assert two.take(["a"]) == {"a"}


def test_claims_of_nobody_are_taken(ledger):
    change(ledger, sa.insert(claims).values(job="a", owner="nobody"))
    assert claimant(ledger).take(["a"]) == {"a"}


def test_many_claims_from_threads_at_once_are_all_given_and_none_twice(ledger):
    jobs, got, begun = [f"{i:04d}" for i in range(1_200)], {}, threading.Barrier(4)

    def take(begin):
        mine = claimant(ledger)
        got[mine.owner] = set()
        for i in range(0, len(jobs), 100):
            begun.wait(timeout=30)
            at = (begin + i) % len(jobs)
            got[mine.owner] |= mine.take([*jobs[at:], *jobs[:at]][:600])

    threads = [threading.Thread(target=take, args=(i * 300,)) for i in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    owned = {row["job"]: row["owner"] for row in ledger._database.rows(sa.select(claims))}
    assert set(owned) == set(jobs)
    assert got == {owner: {job for job in jobs if owned[job] == owner} for owner in got}
    assert sum(map(bool, got.values())) > 1


def test_a_ledger_with_claims_is_whole_and_gives_none_of_them_away(ledger, tmp_path):
    claimant(ledger).take(["a"])
    assert ledger.check() == []
    with closing(open_ledger(tmp_path / "other.db")) as other:
        other.take_in(ledger)
        assert other._database.rows(sa.select(claims)) == []


def test_work_in_memory_is_shared_with_nobody_and_that_is_said():
    with closing(open_ledger(":memory:")) as ledger, pytest.raises(BadInput, match="name a file, or on several"):
        sharing(ledger)


def test_a_ledger_that_keeps_no_claims_says_so(tmp_path):
    with pytest.raises(LedgerError, match="keeps no claims"):
        sharing(object())
    with closing(open_ledger(tmp_path / "l.db")) as ledger:
        assert isinstance(sharing(ledger), Claimed)
        assert not isinstance(ledger, Claimed)
