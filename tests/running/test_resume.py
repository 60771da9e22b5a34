"""kill -9 at any moment loses at most the fits in flight, and the next run ends where an undisturbed one does."""

import os
import random
import signal
import sqlite3
import subprocess
import sys
import time
from contextlib import closing, suppress
from pathlib import Path

import numpy as np
import pytest

from referee import api
from referee.running import pool
from running import slow_study

pytestmark = pytest.mark.slow

PROGRAM = Path(slow_study.__file__)
REPEATS, MANY = 4, 40
LEARNERS_TIMES_FOLDS = 4 * 5      # slow, gaussian-nb, forest, and the baseline


def start(ledger, jobs=1, repeats=REPEATS):
    words = [sys.executable, PROGRAM, ledger, jobs, repeats]
    return subprocess.Popen([str(word) for word in words], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
                            start_new_session=True)


def recorded(ledger):
    """Jobs on disk, with the row number or the block each got when it was written: read past the application."""
    with closing(sqlite3.connect(f"file:{ledger}?mode=ro", uri=True)) as database:
        return (dict(database.execute("select job, rowid from records"))
                | dict(database.execute("select job, block from block_jobs")))


def contents(ledger):
    with api.opened(ledger, create=False) as store:
        return {r.job: r for r in store.read_many(sorted(store.keys()))}


def wait_for_records(process, ledger, more_than):
    """Wait until so many fits are on disk; fail if the program ends in another way."""
    until = time.monotonic() + 120
    while time.monotonic() < until:
        if process.poll() is not None:
            break
        if Path(ledger).exists():
            try:
                if len(recorded(ledger)) > more_than:
                    return
            except sqlite3.OperationalError:
                pass           # the tables are being made
        time.sleep(0.02)


def check_same(killed, whole):
    assert killed.keys() == whole.keys()
    for job, record in whole.items():
        assert np.array_equal(record.labels, killed[job].labels)
        assert np.array_equal(record.probabilities, killed[job].probabilities)


def whole_run(folder, repeats):
    ledger = folder / "whole.db"
    result = slow_study.main(ledger, 1, repeats)
    records = contents(ledger)
    assert len(records) == LEARNERS_TIMES_FOLDS * repeats
    return records, str(result)


def kill_often(folder, kills, repeats, draw):
    """Kill a run so often at random moments, then let it finish; what was on disk must stay as it was."""
    ledger, before = folder / "killed.db", {}
    for _ in range(kills):
        process = start(ledger, draw.choice([1, 2]), repeats)
        wait_for_records(process, ledger, more_than=len(before))
        time.sleep(draw.uniform(0, 0.3))
        os.killpg(process.pid, signal.SIGKILL)
        process.wait()
        now = recorded(ledger) if ledger.exists() else {}
        assert before.items() <= now.items()       # nothing lost, nothing written again
        before = now
    return ledger, before


@pytest.mark.slow
def test_killed_and_resumed_is_the_same_as_undisturbed(tmp_path):
    whole, said = whole_run(tmp_path, REPEATS)
    ledger, before = kill_often(tmp_path, 2, REPEATS, random.Random(0))
    assert 0 < len(before) < len(whole)            # it was killed half-way, or this shows nothing
    result = slow_study.main(ledger, 1, REPEATS)
    assert result.done.reused == len(before)
    assert result.done.fitted == len(whole) - len(before)
    check_same(contents(ledger), whole)
    assert str(result) == said
    with api.opened(ledger) as store:
        assert store.check() == []


@pytest.mark.slow
def test_twenty_kills_in_a_row(tmp_path):
    whole, said = whole_run(tmp_path, MANY)
    ledger, before = kill_often(tmp_path, 20, MANY, random.Random(1))
    assert 20 <= len(before) < len(whole)
    result = slow_study.main(ledger, 2, MANY)
    pool.dismiss()
    assert before.items() <= recorded(ledger).items()
    check_same(contents(ledger), whole)
    assert str(result) == said


def left_of(mark):
    """Processes that descend from a program, wherever they have gone: they have its environment."""
    found = []
    for entry in Path("/proc").glob("[0-9]*"):
        with suppress(OSError):
            if f"REFEREE_TEST={mark}".encode() in (entry / "environ").read_bytes():
                found.append(entry.name)
    return found


def wait_until_gone(mark):
    until = time.monotonic() + 30
    while left_of(mark) and time.monotonic() < until:
        time.sleep(0.1)
    assert left_of(mark) == []


@pytest.mark.skipif(not Path("/proc/self/environ").exists(), reason="looks for processes as Linux shows them")
@pytest.mark.parametrize(("number", "code"), [
    (signal.SIGINT, 130), pytest.param(signal.SIGTERM, 143, marks=pytest.mark.slow),
    pytest.param(signal.SIGHUP, 129, marks=pytest.mark.slow),
])
def test_a_program_that_is_told_to_end_keeps_what_was_done_and_leaves_no_worker(number, code, tmp_path):
    ledger = tmp_path / "stopped.db"
    program = ("import signal; signal.signal(signal.SIGHUP, signal.SIG_DFL); "      # these tests may run under nohup
               "import sys; from referee.cli.main import main; sys.argv[0] = 'referee'; main()")
    words = ["compare", "wine", "--models", "mlp:max_iter=200", "--design", "kfold:folds=5,repeats=20",
             "--ledger", str(ledger), "--jobs", "2", "--no-report"]
    process = subprocess.Popen([sys.executable, "-c", program, *words], stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                               text=True, start_new_session=True, env=os.environ | {"REFEREE_TEST": str(tmp_path)})
    wait_for_records(process, ledger, more_than=3)
    process.send_signal(number)
    _, said = process.communicate(timeout=60)
    assert process.returncode == code
    assert "Stopped. What was fitted is kept; the same command goes on from there." in said
    assert "Traceback" not in said
    with api.opened(ledger) as store:
        assert len(store.keys()) > 3
        assert store.keys() == store.keys(failed=False)          # the fit it was at is not recorded as failed
    wait_until_gone(tmp_path)


@pytest.mark.slow
@pytest.mark.skipif(not Path("/proc/self/environ").exists(), reason="looks for processes as Linux shows them")
def test_neither_workers_nor_folders_outlive_a_killed_parent(tmp_path):
    ledger, place = tmp_path / "orphans.db", tmp_path / "temporary"
    place.mkdir()
    process = subprocess.Popen([sys.executable, str(PROGRAM), str(ledger), "2", str(MANY)], start_new_session=True,
                               stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
                               env=os.environ | {"REFEREE_TEST": str(tmp_path), "TMPDIR": str(place)})
    wait_for_records(process, ledger, more_than=12)
    assert list(place.glob("referee-bench-*"))     # it fits in workers, or this shows nothing
    os.killpg(process.pid, signal.SIGKILL)
    process.wait()
    wait_until_gone(tmp_path)
    assert list(place.glob("referee-bench-*")) == []
