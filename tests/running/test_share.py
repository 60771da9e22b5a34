"""The folder of a run: locked while it lives; what a killed run has left is removed by the next, and nothing else."""

import os
import subprocess
import sys
import tempfile
import time

import cloudpickle
import pytest

from referee.data import load
from referee.learners import Takes, resolve
from referee.running import share
from referee.running.bench import lay_out
from referee.running.byvalue import dumped


@pytest.fixture(autouse=True)
def place(tmp_path, monkeypatch):
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    return tmp_path


def folders(place):
    return sorted(folder.name for folder in place.glob(f"{share.PREFIX}*"))


def made(place, name, *, locked=True):
    folder = place / f"{share.PREFIX}{name}"
    folder.mkdir()
    (folder / "bench").write_bytes(b"data")
    if locked:
        (folder / share.LOCK).touch()
    return folder


def test_a_folder_is_gone_when_its_run_is_over(place):
    iris = load("iris")
    with share.shared(lay_out(iris, resolve("tree", iris), seed=0)) as laid:
        assert len(folders(place)) == 1
        assert laid.unsendable == {}
    assert folders(place) == []


def test_what_a_killed_run_has_left_is_removed_and_what_a_live_one_holds_is_not(place):
    made(place, "dead")
    held = made(place, "alive")
    code = ("import sys, time; from pathlib import Path; from referee.running.share import _locked; "
            "lock = _locked(Path(sys.argv[1])); print('held', flush=True); time.sleep(60)")
    holder = subprocess.Popen([sys.executable, "-c", code, str(held)], stdout=subprocess.PIPE, text=True,
                              env=os.environ | {"PYTHONPATH": os.pathsep.join(sys.path)})
    try:
        assert holder.stdout.readline() == "held\n"
        share.clear_leftovers()
        assert folders(place) == [held.name]
    finally:
        holder.kill()
        holder.communicate()
    share.clear_leftovers()
    assert folders(place) == []


def test_one_that_was_never_locked_is_left_until_it_is_old(place):
    folder = made(place, "young", locked=False)
    share.clear_leftovers()
    assert folders(place) == [folder.name]
    past = time.time() - 2 * share.AGED_SECONDS
    os.utime(folder, (past, past))
    share.clear_leftovers()
    assert folders(place) == []


def test_what_is_called_otherwise_is_nobodys_business(place):
    (place / "referee-mine").mkdir()
    share.clear_leftovers()
    assert (place / "referee-mine").exists()


def test_our_own_kinds_travel_by_name_wherever_we_were_loaded_from(monkeypatch):
    """A worker with a second `Takes` would take `Takes.MATRIX` for another form of the data."""
    monkeypatch.setattr(sys.modules[Takes.__module__], "__file__", "/elsewhere/_base.py")
    assert dumped(Takes.MATRIX) == cloudpickle.dumps(Takes.MATRIX)
