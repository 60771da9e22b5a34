"""A server that is restarted while several write and one of them is killed: the others wait, and nothing is lost."""

import os
import re
import signal
import subprocess
import sys
import threading
import time
import warnings
from collections import Counter
from contextlib import closing

import pytest

from referee.errors import LooksMissing
from referee.ledger import open_ledger

# Until it is told to end, each writes what is its own and what all of them write; what the ledger has taken, it says.
WRITER = """
import select, sys
from referee.ledger import Look, VaultUse, open_ledger
from referee.ledger import database
from referee.testing.ledger_samples import a_learner, a_plan, a_problem, a_record, some_splits

where, who, database.PATIENCE_SECONDS = sys.argv[1], sys.argv[2], float(sys.argv[3])
problem, splits, i = a_problem(), some_splits(), 0
ledger = open_ledger(where)
ledger.add_problem(problem)
print("ready", flush=True)
sys.stdin.readline()
while i < 5 or not select.select([sys.stdin], [], [], 0)[0]:
    plan = a_plan(problem, splits, seed=i, by=who)
    ledger.add_plan(plan, splits)
    some = [a_learner(f"{whose} {i}") for whose in (who, "all")]
    for learner in some:
        ledger.add_learner(learner)
    looks = [Look(problem=problem.fingerprint, plan=plan.fingerprint, learner=learner.fingerprint, metric="auc",
                  who=who, address=learner.name) for learner in some]
    ledger.add_looks(looks)
    records = [a_record(problem, learner, split) for learner in some for split in splits]
    ledger.append(records)
    assert ledger.add_use(VaultUse(vault=who, number=i + 1, kind="open", content={}, who=who))
    assert {look.address for look in ledger.looks()} >= {look.address for look in looks}
    assert [use.number for use in ledger.uses(who)] == list(range(1, i + 2))
    names = (learner.name.replace(" ", "_") for learner in some)
    print(plan.fingerprint, *names, *(record.job for record in records), flush=True)
    i += 1
print("done", flush=True)
ledger.close()
"""


class Writer:
    """A writing process, what it was told is written, and what it said meanwhile."""

    def __init__(self, where, who, patience):
        self.who, self.told, self.rounds, self.done, self.said = who, [], 0, False, []
        pipes = dict.fromkeys(("stdin", "stdout", "stderr"), subprocess.PIPE)
        self.process = subprocess.Popen([sys.executable, "-W", "always", "-c", WRITER, where, who, str(patience)],
                                        text=True, **pipes)
        self.threads = [threading.Thread(target=self._listen), threading.Thread(target=self._overhear)]

    def begin(self):
        for thread in self.threads:
            thread.start()
        self.tell()

    def tell(self):
        self.process.stdin.write("\n")
        self.process.stdin.flush()

    def _listen(self):
        for line in self.process.stdout:
            if line == "done\n":
                self.done = True
            elif line.endswith("\n"):       # a line cut off by the kill says nothing
                self.told.append(line.split())
                self.rounds += 1

    def _overhear(self):
        self.said.extend(self.process.stderr)

    def finish(self):
        for thread in self.threads:
            thread.join()
        for stream in (self.process.stdin, self.process.stdout, self.process.stderr):
            stream.close()
        return self.process.wait()

    @property
    def waits(self):
        return [line for line in list(self.said) if "Waiting for it" in line]


def until(so, seconds=180):
    end = time.monotonic() + seconds
    while not so():
        assert time.monotonic() < end, "it takes too long"
        time.sleep(0.02)


def restarted_in_the_midst(server, where, *, writers, how, patience=120.0):
    """Start writers, kill one, stop the server, let the others find out, start it again, let them write on."""
    people = [Writer(where, f"w{i}", patience) for i in range(writers)]
    assert [person.process.stdout.readline() for person in people] == ["ready\n"] * writers
    for person in people:
        person.begin()
    until(lambda: all(person.rounds >= 3 for person in people))
    killed, *others = people
    os.kill(killed.process.pid, signal.SIGKILL)
    server.stop(how)
    until(lambda: all(person.waits or person.process.poll() is not None for person in others))
    server.start()
    seen = [person.rounds for person in others]
    until(lambda: all(person.rounds >= before + 3 or person.process.poll() is not None
                      for person, before in zip(others, seen, strict=True)))
    for person in others:
        if person.process.poll() is None:
            person.tell()
    return people, [person.finish() for person in people]


@pytest.mark.slow
@pytest.mark.parametrize(("writers", "how"), [(2, "fast"), (6, "fast"), (4, "immediate")])
def test_writers_wait_for_a_server_that_restarts_and_nothing_is_lost_or_doubled(own_server, writers, how):
    where = own_server.database()
    people, codes = restarted_in_the_midst(own_server, where, writers=writers, how=how)
    assert codes == [-signal.SIGKILL] + [0] * (writers - 1), "\n".join("".join(p.said[-5:]) for p in people)
    for person in people[1:]:
        assert person.done
        assert person.waits, "with a word"
        assert re.search(r"cannot be reached .*Waiting for it, up to 120 s\.", person.waits[0])
        assert not any("Traceback" in line or "LooksMissing" in line for line in person.said)
    assert_all_there(where, people)


def assert_all_there(where, people):
    told = [set(some) for some in zip(*(line for person in people for line in person.told), strict=True)]
    with warnings.catch_warnings(), closing(open_ledger(where)) as ledger:
        warnings.simplefilter("error", LooksMissing)
        assert ledger.check() == []
        assert set().union(*told[3:]) <= ledger.keys()
        doubled = Counter(look.address for look in ledger.looks())
        assert max(doubled.values()) == 1
        assert {name.replace("_", " ") for some in told[1:3] for name in some} <= doubled.keys()
        assert all(ledger.plan(plan).entries for plan in told[0])
        for person in people:
            numbers = [use.number for use in ledger.uses(person.who)]
            assert numbers == list(range(1, len(numbers) + 1))
            assert len(person.told) <= len(numbers) <= len(person.told) + 1


@pytest.mark.slow
def test_without_patience_the_writers_end_with_a_sentence_and_what_they_wrote_is_there(own_server):
    where = own_server.database()
    people, codes = restarted_in_the_midst(own_server, where, writers=3, how="fast", patience=0.0)
    assert codes == [-signal.SIGKILL, 1, 1]
    assert all("cannot be reached" in "".join(person.said) for person in people[1:])
    assert_all_there(where, people)


@pytest.mark.slow
def test_a_study_goes_on_after_a_restart(own_server, tmp_path):
    """The program itself, from the first fit to the page; one sentence for each time it waited."""
    where = own_server.database()
    told = tmp_path / "told.txt"
    asked = ["compare", "wine", "--models", "forest:n_estimators=20,tree", "--design", "kfold:folds=5,repeats=20",
             "--ledger", where, "-o", str(tmp_path / "page.html"), "--seed", "1"]
    with told.open("w") as stderr:
        study = subprocess.Popen([sys.executable, "-m", "referee", *asked], stdout=subprocess.DEVNULL, stderr=stderr)
        until(lambda: recorded(where) > 10 or study.poll() is not None)
        own_server.stop("fast")
        until(lambda: "Waiting for it" in told.read_text() or study.poll() is not None)
        own_server.start()
        assert study.wait() == 0, told.read_text()
    said = told.read_text()
    assert "Waiting for it, up to 120 s." in said
    assert "Traceback" not in said
    assert recorded(where) == 300, "two learners and the baseline, on a hundred splits each"
    with closing(open_ledger(where)) as ledger:
        assert ledger.check() == []
        assert ledger.keys(failed=False) == ledger.keys()
    assert (tmp_path / "page.html").read_text().rstrip().endswith("</html>")


def recorded(where):
    """How many fits there are, alone or in blocks; 0 before there is a table."""
    import psycopg

    with psycopg.connect(where) as connection:
        (there,) = connection.execute("SELECT to_regclass('records')").fetchone()
        count = "SELECT (SELECT count(*) FROM records) + (SELECT count(*) FROM block_jobs)"
        return connection.execute(count).fetchone()[0] if there else 0
