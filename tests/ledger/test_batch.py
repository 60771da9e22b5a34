"""Gathering records: written in time, at the end whatever happens, and never lost when a write fails."""

import itertools
import signal
import subprocess
import sys

import numpy as np
import pytest

import referee.ledger.batch
from referee.errors import LedgerError
from referee.ledger import BatchWriter, Record, open_ledger

ENDLESS = """
import sys, time
import numpy as np
from referee.ledger import BatchWriter, Record, open_ledger

with BatchWriter(open_ledger(sys.argv[1]), every_seconds=0.2) as writer:
    for i in range(10**6):
        before = time.monotonic()
        writer.add(Record(problem="p", learner="l", split=str(i), values=np.full(50, float(i))))
        sys.stdout.write(f"{i} {before}\\n"); sys.stdout.flush()
        time.sleep(0.002)
"""


class Shelf:
    """A ledger of which only `append` is used."""

    def __init__(self):
        self.batches = []
        self.broken = False
        self.takes = 0.0

    def append(self, records):
        if self.broken:
            raise LedgerError("locked")
        self.batches.append(list(records))
        if self.takes and self.batches[-1]:
            self.clock["now"] += self.takes

    @property
    def sizes(self):
        return [len(batch) for batch in self.batches if batch]


@pytest.fixture
def clock(monkeypatch):
    """Time that passes when the test says so."""
    state = {"now": 0.0}
    monkeypatch.setattr(referee.ledger.batch.time, "monotonic", lambda: state["now"])
    return state


numbers = itertools.count()


def record(**changes):
    return Record(problem="p", learner="l", split=str(next(numbers)), **changes)


def test_records_are_written_together_once_a_second(clock):
    shelf = Shelf()
    writer = BatchWriter(shelf)
    for now in (0.1, 0.5, 0.9, 1.0, 1.5, 2.1):
        clock["now"] = now
        writer.add(record())
    assert shelf.sizes == [4, 2]


def test_a_record_after_a_long_fit_is_written_at_once(clock):
    shelf = Shelf()
    writer = BatchWriter(shelf)
    writer.add(record(fit_seconds=0.4))
    assert shelf.sizes == []
    writer.add(record(fit_seconds=600.0))
    assert shelf.sizes == [2]


def test_one_who_is_told_of_pauses_writes_dear_records_together_in_the_next(clock):
    shelf = Shelf()
    writer = BatchWriter(shelf)
    assert writer.pause() is None
    for _ in range(3):
        writer.add(record(fit_seconds=600.0))
    assert shelf.sizes == []
    assert writer.pause() is None
    assert shelf.sizes == [3]


def test_cheap_records_wait_for_a_second_over_pauses_too(clock):
    shelf = Shelf()
    writer = BatchWriter(shelf)
    writer.pause()
    clock["now"] = 0.25
    writer.add(record(fit_seconds=0.1))
    assert writer.pause() == 0.75
    clock["now"] = 1.0
    assert writer.pause() is None
    assert shelf.sizes == [1]


def test_what_is_dear_is_written_less_often_where_writing_takes_long_but_within_a_second(clock):
    shelf = Shelf()
    writer = BatchWriter(shelf)
    shelf.takes, shelf.clock = 0.01, clock
    writer.pause()
    for now, left in ((1.0, None), (1.26, 0.25), (1.6, None)):         # 0.01 s is a fiftieth of 0.5 s …
        clock["now"] = now
        writer.add(record(fit_seconds=600.0))
        assert writer.pause() == (left if left is None else pytest.approx(left))
    assert shelf.sizes == [1, 2]
    shelf.takes = 0.5                                                   # … and 0.5 s of 25 s
    clock["now"] = 3.0
    writer.add(record(fit_seconds=600.0))
    clock["now"] = 3.75
    writer.add(record(fit_seconds=600.0))
    assert writer.pause() == pytest.approx(0.75)
    clock["now"] = 4.5
    assert writer.pause() is None
    assert shelf.sizes == [1, 2, 1, 1]


def test_big_records_are_written_at_once(clock):
    shelf = Shelf()
    writer = BatchWriter(shelf, at_most=1_000)
    writer.add(record(values=np.zeros(100)))
    assert shelf.sizes == []
    writer.add(record(probabilities=np.zeros((25, 1))))
    assert shelf.sizes == [2]
    writer.add(record(values=np.zeros(1)))
    assert shelf.sizes == [2]


@pytest.mark.parametrize("error", [ValueError, KeyboardInterrupt, SystemExit])
def test_what_is_gathered_is_written_when_an_error_passes(clock, error):
    shelf = Shelf()

    def interrupted():
        with BatchWriter(shelf) as writer:
            writer.add(record())
            raise error

    with pytest.raises(error):
        interrupted()
    assert shelf.sizes == [1]


def test_what_could_not_be_written_is_tried_again(clock):
    shelf = Shelf()
    writer = BatchWriter(shelf)
    shelf.broken = True
    writer.add(record())
    with pytest.raises(LedgerError):
        writer.flush()
    shelf.broken = False
    writer.add(record())
    writer.flush()
    assert shelf.sizes == [2]


@pytest.mark.slow
def test_a_killed_writer_loses_no_more_than_the_last_moment(tmp_path):
    """kill -9: of what it had added, only records of the last fifth of a second are missing; the file is whole."""
    path = tmp_path / "killed.db"
    process = subprocess.Popen([sys.executable, "-c", ENDLESS, str(path)], stdout=subprocess.PIPE, text=True)
    said = [process.stdout.readline() for _ in range(500)]
    process.send_signal(signal.SIGKILL)
    said += [line for line in process.stdout if line.endswith("\n")]
    process.stdout.close()
    assert process.wait() == -signal.SIGKILL
    added = {int(number): float(when) for number, when in map(str.split, said)}
    owed = {number for number, when in added.items() if when < max(added.values()) - 0.2}
    ledger = open_ledger(path)
    kept = {int(record.split) for record in ledger.read_many(ledger.keys())}
    assert kept == set(range(len(kept))), "nothing is missing in the middle"
    assert len(owed) > 100
    assert owed <= kept
    lacking = ("which is not there", "more that are not there")
    assert all(any(word in sentence for word in lacking) for sentence in ledger.check()), "records only, all whole"
    ledger.close()
