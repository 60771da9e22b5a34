"""The fuzzer: its corpora are whole, its damage is damage, and what it finds is nothing."""

import pytest

from referee.errors import BadInput, RefereeError
from referee.seeds import stream
from referee.testing import fuzz as fuzzing
from referee.testing.fuzz_corpus import corpus
from referee.testing.fuzz_mutations import MUTATIONS, mutated


@pytest.fixture(scope="module")
def files(tmp_path_factory):
    folder = tmp_path_factory.mktemp("corpus")
    found = corpus(folder)
    for name, data in found.items():
        (folder / name).write_bytes(data)
    return {folder / name: data for name, data in found.items()}


def test_each_file_of_the_corpus_is_read_at_one_door_at_least(files):
    for path in files:
        taken = []
        for door, enter in fuzzing.doors(path, whole=False).items():
            try:
                enter(path)
            except RefereeError:
                continue
            taken.append(door)
        assert taken, path.name


def test_every_way_to_damage_changes_something(files):
    data = files[next(path for path in files if path.name == "said.csv")]
    for way in MUTATIONS:
        assert any(way(data, stream(number, "way")) != data for number in range(9)), way.__name__
    assert mutated(data, stream(1, "x")) == mutated(data, stream(1, "x"))


@pytest.mark.parametrize(("door", "told"), [
    (lambda _: {}["x"], "KeyError"), (lambda _: (_ for _ in ()).throw(BadInput("x " * 5000)), ""),
])
def test_what_is_not_refused_in_a_sentence_is_noticed(monkeypatch, door, told):
    monkeypatch.setattr(fuzzing, "corpus", lambda _: {"said.csv": b"id,truth\n1,a\n"})
    monkeypatch.setattr(fuzzing, "doors", lambda *_, **__: {"broken": door})
    tally = fuzzing.fuzz(2)
    assert len(tally.faults) == (2 if told else 0)
    assert all(told in fault and "seed 0" in fault for fault in tally.faults)


def test_what_takes_too_long_is_stopped(monkeypatch):
    def endless(_):
        while True:
            pass

    monkeypatch.setattr(fuzzing, "SECONDS", 0.05)
    monkeypatch.setattr(fuzzing, "corpus", lambda _: {"said.csv": b"id,truth\n1,a\n"})
    monkeypatch.setattr(fuzzing, "doors", lambda *_, **__: {"endless": endless})
    assert fuzzing.fuzz(1).outcomes == {"too long": 1}


@pytest.mark.slow
def test_a_minute_of_fuzzing_finds_nothing():
    tally = fuzzing.fuzz(100_000, seconds=60)
    assert not tally.faults, "\n".join(tally.faults[:20])
    assert tally.files > 20
