"""A nursery that is started before the data are read, told later what else to load, and ended unasked."""

import json
import os
import socket
import subprocess
import sys
from importlib import import_module
from types import SimpleNamespace

import pytest
from sklearn.tree import DecisionTreeClassifier

from referee.data import load
from referee.learners import resolve, tuned
from referee.running import Local, expect, nursery, pool, starting
from referee.running.crew import Crew

linux = pytest.mark.skipif(sys.platform != "linux", reason="the nursery is for Linux")
VERBS = ("chance", "compare", "components", "curve", "decompose", "evaluate", "panorama", "sensitivity", "tune")


class Mine(DecisionTreeClassifier):
    pass


@pytest.fixture
def prepared(monkeypatch):
    """How often workers were got ready."""
    times = []
    monkeypatch.setattr(pool, "prepare", lambda: times.append(1))
    return times


@pytest.mark.parametrize("models", [
    Mine, Mine(), [Mine()], ["tree", Mine()], {"a": Mine()}, [("tree", Mine())], "tree,my_lab.Mine:depth=3",
    ["my_lab.Mine"], tuned(Mine(), {"max_depth": [1, 2]}),
])
def test_workers_are_got_ready_for_foreign_models(models, prepared):
    expect(models)
    assert prepared == [1]


@pytest.mark.parametrize("models", [
    "tree", "forest:max_samples=0.5,n_estimators=10", "sklearn.tree.DecisionTreeClassifier", DecisionTreeClassifier(),
    {"my.name": "tree"}, [("my.name", DecisionTreeClassifier)], tuned("tree", {"max_depth": [1, 2]}), [], None, 3,
])
def test_known_models_and_what_is_none_start_nothing(models, prepared):
    expect(models)
    assert prepared == []


def test_learners_are_looked_at_as_they_will_be_when_they_are_fitted(prepared):
    expect(list(resolve(["tree"], load("iris"))))
    assert prepared == []
    expect(list(resolve([Mine()], load("iris"))))
    assert prepared == [1]


def test_nothing_is_started_here_for_another_engine(prepared):
    expect(Mine(), "dask:address=tcp://nowhere:8786")
    expect(Mine(), SimpleNamespace(run=lambda *_: iter(())))
    assert prepared == []
    expect(Mine(), Local(workers=1))
    expect(Mine(), "local:memory_limit=2000")
    assert prepared == [1, 1]


@pytest.mark.parametrize("verb", VERBS)
def test_a_verb_tells_of_its_models_before_it_reads_the_data(verb, monkeypatch):
    module, told, model = import_module(f"referee.api.{verb}"), [], Mine()
    module = sys.modules[f"referee.api.{verb}"]

    class Read(Exception):
        pass

    def reading(*_, **__):
        raise Read

    monkeypatch.setattr(module, "expect", lambda models, engine: told.append((models, engine)))
    monkeypatch.setattr(module, "load", reading)
    with pytest.raises(Read):
        getattr(module, verb)(model, "iris", engine="local")
    assert told == [(model, "local")]


def test_a_study_file_is_told_of_when_it_was_read(tmp_path, monkeypatch):
    module, told = sys.modules[import_module("referee.api.run").__name__], []

    class Told(Exception):
        pass

    def telling(models, engine):
        told.append((models, engine))
        raise Told

    monkeypatch.setattr(module, "expect", telling)
    path = tmp_path / "study.yaml"
    path.write_text("data: iris\nmodels: [tree, gaussian-nb]\n")
    with pytest.raises(Told):
        module.run(path)
    assert told == [(["tree", "gaussian-nb"], None)]


def test_a_crew_that_is_kept_is_not_replaced(monkeypatch):
    made = []
    crew = SimpleNamespace(pid=os.getpid(), workers={}, keep=lambda _folder: None, close=lambda: None)
    monkeypatch.setattr(pool, "_PARKED", pool._Parked())
    monkeypatch.setattr(pool, "Crew", lambda: made.append(crew) or crew)
    pool.prepare()
    pool.prepare()
    assert made == [crew]


@pytest.fixture
def unstarted(monkeypatch):
    """Our side of a nursery that is no process: the other end of its socket, and what was done to it."""
    there = SimpleNamespace(ends=[], done=[])

    def opened(_command, *, pass_fds, **_):
        there.ends.append(socket.socket(fileno=os.dup(pass_fds[0])))
        return SimpleNamespace(kill=lambda: there.done.append("kill"), wait=lambda **_: there.done.append("wait"))

    monkeypatch.setattr(starting, "subprocess", SimpleNamespace(Popen=opened, DEVNULL=subprocess.DEVNULL,
                                                                TimeoutExpired=subprocess.TimeoutExpired))
    yield there
    for end in there.ends:
        end.close()


@linux
def test_a_nursery_that_was_not_asked_for_a_worker_is_not_waited_for(unstarted):
    starting.Nursery().close()
    assert unstarted.done == ["kill", "wait"]


@linux
def test_one_that_has_workers_ends_them_itself(unstarted):
    ours = starting.Nursery()
    ours.start(1).close()
    ours.close()
    assert unstarted.done == ["wait"]


@linux
def test_what_is_loaded_later_is_told_before_the_next_worker_and_once(unstarted, monkeypatch):
    ours = starting.Nursery()
    late = [f"sklearn.late_{i:04}" for i in range(1200)]
    for name in late:
        monkeypatch.setitem(sys.modules, name, SimpleNamespace())
    connections = [ours.start(1), ours.start(2)]
    packets = []
    for _ in range(5):
        data, ends, *_ = socket.recv_fds(unstarted.ends[0], nursery.PACKET, 1)
        packets.append(json.loads(data))
        for end in ends:
            os.close(end)
    assert [what for what, _ in packets] == ["load", "load", "load", "worker", "worker"]
    assert [name for _, names in packets[:3] for name in names] == late
    for one in (*connections, ours):
        one.close()


@linux
def test_what_workers_need_beside_is_told_once_and_again_to_a_new_nursery(unstarted):
    crew = Crew()
    crew.load(("sklearn.of_the_client",))
    crew.load(("sklearn.of_the_client",))
    crew._renew()
    for end in unstarted.ends:
        end.setblocking(False)
    told = [json.loads(end.recv(nursery.PACKET)) for end in unstarted.ends]
    assert told == [["load", ["sklearn.of_the_client"]]] * 2
    crew.close()


@linux
def test_the_nursery_loads_what_it_is_told_and_goes_on_where_it_cannot(tmp_path, monkeypatch):
    (tmp_path / "told_of_late.py").write_text("")
    monkeypatch.syspath_prepend(tmp_path)
    ours, theirs = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
    with ours, theirs:
        ours.send(json.dumps(["load", ["no_such_module_anywhere", "told_of_late"]]).encode())
        assert nursery._Nursery(theirs)._serve()
    assert sys.modules.pop("told_of_late", None) is not None
