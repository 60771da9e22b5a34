"""Two people look at once, some are killed: no look is lost and none is counted twice."""

import os
import signal
import subprocess
import sys
import threading

import pytest

from referee.ledger import Look, VaultUse, open_ledger

# Each writer records the looks of its own learners and of those it shares with the other; a look that the ledger
# has taken it says. What it was told is written must be there whatever happens to it afterwards.
WRITER = """
import sys
from referee.ledger import Look, open_ledger

where, who, count = sys.argv[1], sys.argv[2], int(sys.argv[3])
ledger = open_ledger(where)
print("ready", flush=True)
sys.stdin.readline()
for i in range(count):
    looks = [Look(problem="p", plan="q", learner=f"{whose} {i}", metric="auc", who=who, address=f"{whose} {i}")
             for whose in (who, "shared")]
    ledger.add_looks(looks)
    print(*(look.address.replace(" ", "_") for look in looks), flush=True)
print("done", flush=True)
"""


class Person:
    """A process that looks, and the looks it was told are written; killed after so many if asked."""

    def __init__(self, where, who, count, kill_after=None):
        self.told, self.done, self.kill_after = set(), False, kill_after
        self.process = subprocess.Popen([sys.executable, "-c", WRITER, str(where), who, str(count)],
                                        stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        self.thread = threading.Thread(target=self._listen)

    def _listen(self):
        for heard, line in enumerate(self.process.stdout, start=1):
            if line == "done\n":
                self.done = True
            elif line.endswith("\n"):       # a line cut off by the kill says nothing
                self.told |= {said.replace("_", " ") for said in line.split()}
            if heard == self.kill_after:
                os.kill(self.process.pid, signal.SIGKILL)

    def finish(self):
        self.thread.join()
        self.process.stdin.close()
        self.process.stdout.close()
        return self.process.wait()


def at_once(where, count, kills):
    people = [Person(where, who, count, kill) for who, kill in kills.items()]
    assert [p.process.stdout.readline() for p in people] == ["ready\n"] * len(people)
    for person in people:
        person.thread.start()
        person.process.stdin.write("\n")
        person.process.stdin.flush()
    return people, [person.finish() for person in people]


def count_survives(where, count):
    """Ann is killed in the middle, Bob is not; then Ann tries again from the start."""
    people, codes = at_once(where, count, {"ann": count // 4, "bob": None})
    assert codes == [-signal.SIGKILL, 0]
    ledger = open_ledger(where, create=False)
    seen = [look.learner for look in ledger.looks(problem="p")]
    assert len(seen) == len(set(seen)), "none doubled"
    assert set().union(*(person.told for person in people)) <= set(seen), "none lost"
    assert {f"bob {i}" for i in range(count)} <= set(seen)
    assert not {f"ann {i}" for i in range(count)} <= set(seen), "the kill came in the middle"
    _, codes = at_once(where, count, {"ann": None})
    assert codes == [0]
    looks = ledger.looks(problem="p")
    assert sorted(look.learner for look in looks) == sorted(
        f"{whose} {i}" for whose in ("ann", "bob", "shared") for i in range(count)), "a retry adds only what is missing"
    assert {look.who for look in looks} == {"ann", "bob"}
    assert ledger.check() == []
    ledger.close()


@pytest.mark.slow
def test_two_people_and_a_kill_on_one_file(tmp_path):
    count_survives(tmp_path / "shared.db", 60)


@pytest.mark.slow
def test_two_people_and_a_kill_on_one_server(postgres):
    count_survives(postgres, 60)


@pytest.mark.slow
@pytest.mark.parametrize("round_", range(3))
def test_many_kills_at_any_moment(tmp_path, postgres, round_):
    """Five people, four killed at different moments, on a file and on a server."""
    for where in (tmp_path / "shared.db", postgres):
        kills = {"a": 3 + round_, "b": 20, "c": 57 + 11 * round_, "d": 90, "e": None}
        people, codes = at_once(where, 150, kills)
        assert codes[-1] == 0
        ledger = open_ledger(where, create=False)
        seen = [look.learner for look in ledger.looks()]
        assert len(seen) == len(set(seen))
        assert set().union(*(person.told for person in people)) <= set(seen)
        assert ledger.check() == []
        ledger.close()


def test_a_number_of_a_vault_is_taken_once(tmp_path, postgres):
    """Whoever answers the third query first has answered it; the other must think again."""
    for where in (tmp_path / "one.db", postgres):
        one, two = open_ledger(where), open_ledger(where)
        use = VaultUse(vault="v", number=3, kind="ladder", content={"released": 0.25}, who="ann")
        assert one.add_use(use)
        assert not two.add_use(VaultUse(vault="v", number=3, kind="ladder", content={"released": 0.5}, who="bob"))
        assert [(u.number, u.who, u.content) for u in two.uses("v")] == [(3, "ann", {"released": 0.25})]
        assert one.uses("w") == []
        one.close()
        two.close()


def test_a_look_without_an_address_is_a_look_of_its_own(tmp_path, monkeypatch):
    monkeypatch.setenv("REFEREE_WHO", "carol")
    ledger = open_ledger(tmp_path / "l.db")
    ledger.add_looks([Look(problem="p", plan="q", learner="l", metric="auc")] * 2)
    ledger.add_looks([Look(problem="p", plan="q", learner="l", metric="auc", address="x")] * 2)
    assert [look.who for look in ledger.looks()] == ["carol"] * 3
    ledger.close()
