"""Several processes on one ledger at once, some of them killed: nothing is lost and nothing is doubled."""

import sqlite3
import subprocess
import sys
import threading
from contextlib import closing

import pytest

from referee.ledger import open_ledger

# Each writer goes through the same jobs from another place; what it has been told is written, it says.
WRITER = """
import sys
import numpy as np
from referee.ledger import LearnerCard, Record, open_ledger
from referee.testing.ledger_samples import a_learner, a_plan, a_problem, a_record, some_splits

where, begin, count = sys.argv[1], int(sys.argv[2]), int(sys.argv[3])
problem, splits = a_problem(), some_splits()
ledger = open_ledger(where)
ledger.add_problem(problem)
ledger.add_plan(a_plan(problem, splits), splits)
print("ready", flush=True)
sys.stdin.readline()
names = [f"learner {(begin + i) % count}" for i in range(count)]
for i in range(0, count, 5):
    some = [a_learner(name) for name in names[i : i + 5]]
    for learner in some:
        ledger.add_learner(learner)
    records = [a_record(problem, learner, split) for learner in some for split in splits]
    ledger.append(records)
    print(*(record.job for record in records), flush=True)
print("done", flush=True)
ledger.close()
"""


def start(where, begin, count):
    return subprocess.Popen([sys.executable, "-c", WRITER, str(where), str(begin), str(count)],
                            stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)


class Writer:
    """A writing process and the jobs it says are written; killed after so many batches if asked."""

    def __init__(self, process, kill_after=None):
        self.process = process
        self.jobs = set()
        self.done = False
        self.kill_after = kill_after
        self.thread = threading.Thread(target=self._listen)

    def _listen(self):
        for heard, line in enumerate(self.process.stdout, start=1):
            if line == "done\n":
                self.done = True
            elif line.endswith("\n"):      # a line cut off by the kill says nothing
                self.jobs |= set(line.split())
            if heard == self.kill_after:
                self.process.kill()

    def finish(self):
        self.thread.join()
        self.process.stdin.close()
        self.process.stdout.close()
        return self.process.wait()


def run(where, *, count, kills):
    """Start one process for each entry of `kills` at the same moment; wait for all."""
    processes = [start(where, begin * count // len(kills), count) for begin in range(len(kills))]
    assert [p.stdout.readline() for p in processes] == ["ready\n"] * len(processes)
    writers = [Writer(p, kill) for p, kill in zip(processes, kills, strict=True)]
    for writer in writers:
        writer.thread.start()
        writer.process.stdin.write("\n")
        writer.process.stdin.flush()
    return writers, [writer.finish() for writer in writers]


def assert_nothing_lost_or_doubled(where, writers, *, count):
    ledger = open_ledger(where)
    assert ledger.check() == []
    keys = ledger.keys()
    told = set().union(*(writer.jobs for writer in writers))
    assert told <= keys, "what was written is there"
    read = [record.job for record in ledger.read_many(sorted(keys))]
    assert read == sorted(keys)
    (row,) = ledger.summary()
    assert (row["records"], row["plans"]) == (len(keys), 1)
    assert len(keys) <= 4 * count
    ledger.close()
    return keys


@pytest.mark.slow
def test_two_writers_of_the_same_jobs(tmp_path):
    where = tmp_path / "shared.db"
    writers, codes = run(where, count=60, kills=[None, None])
    assert codes == [0, 0]
    assert all(writer.done and len(writer.jobs) == 240 for writer in writers)
    keys = assert_nothing_lost_or_doubled(where, writers, count=60)
    assert len(keys) == 240
    with closing(sqlite3.connect(where)) as connection:
        assert connection.execute("SELECT count(*) FROM records").fetchone() == (240,)
        assert connection.execute("SELECT count(*) FROM learners").fetchone() == (60,)


@pytest.mark.slow
def test_writers_killed_while_they_write(tmp_path):
    where = tmp_path / "killed.db"
    writers, codes = run(where, count=100, kills=[7, 12, None])
    assert codes[2] == 0
    assert writers[2].done
    assert -9 in codes[:2], "at least one was killed before its end"
    assert len(assert_nothing_lost_or_doubled(where, writers, count=100)) == 400
    writers, codes = run(where, count=100, kills=[None])
    assert codes == [0], "whoever comes after can write"


@pytest.mark.slow
def test_two_writers_on_a_server(postgres):
    writers, codes = run(postgres, count=60, kills=[None, 5, None])
    assert (codes[0], codes[2]) == (0, 0)
    assert len(assert_nothing_lost_or_doubled(postgres, writers, count=60)) == 240


@pytest.mark.parametrize("founders", [2, *(pytest.param(5, marks=pytest.mark.slow) for _ in range(3))])
def test_a_ledger_made_by_several_processes_at_once_is_one_ledger(tmp_path, founders):
    made_at_once(tmp_path / "new.db", founders)


@pytest.mark.slow
def test_a_ledger_made_by_several_processes_on_a_server_is_one_ledger(postgres):
    made_at_once(postgres)


def made_at_once(where, count=5):
    """Founders wait for one moment, then all open the ledger that is not there."""
    code = ("import sys, time; from referee.ledger import Record, open_ledger; import referee.ledger.store;"
            "time.sleep(max(0, float(sys.argv[3]) - time.time())); ledger = open_ledger(sys.argv[1]);"
            "ledger.append([Record(problem='p', learner='l', split=sys.argv[2])]); ledger.close()")
    import time

    moment = time.time() + 2.0
    founders = [subprocess.Popen([sys.executable, "-c", code, str(where), str(i), str(moment)])
                for i in range(count)]
    assert [founder.wait() for founder in founders] == [0] * count
    ledger = open_ledger(where, create=False)
    assert {record.split for record in ledger.read_many(ledger.keys())} == set("01234"[:count])
    ledger.close()
