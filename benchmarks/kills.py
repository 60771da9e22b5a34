"""kill -9 at random, often: nothing recorded may be lost, doubled or changed, and every run ends where one alone does.

    python benchmarks/kills.py [--seconds 600] [--seed 0] [--sums FILE]

Kinds of kills, in turn: a process that fits; one that founds a ledger; one that writes a page over another; one whose
fits are made by workers, alone or with its group; a worker under it; the nursery that forks the workers; one that
merges another ledger into one; one that imports what was exported. After each one the records on disk must hold all
that were there before, under the numbers they had; when a study is complete, its predictions must be those of an
undisturbed run, and `check` must find nothing.
Sums are printed a round; with --sums they are kept in a file, and the next call counts on.

A fit whose process is killed three times in a row is given up and recorded as failed, because a system that lacks
memory kills like that. On a busy machine some are; they are counted, and fitted again as `--retry-failed` does.
"""

from __future__ import annotations

import argparse
import json
import os
import random
import signal
import sqlite3
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Callable
from contextlib import closing, suppress
from pathlib import Path

import numpy as np
from sklearn.ensemble import RandomForestClassifier

from referee import api
from referee.running import Local, pool

FITS = 240
STALLED_SECONDS = 300      # without a new record; how long a run takes is the machine's affair, that it goes on is ours
GIVEN_UP = ("the worker process died while fitting (SIGKILL", "the worker process died while fitting, and its parent")
KNOWN = ["forest:n_estimators=20", "tree"]


class Stranger(RandomForestClassifier):
    """Foreign code, so that it is fitted in a worker."""


def study(models: list, repeats: int) -> object:
    asked = api.Asked("compare", models, design=f"kfold:folds=5,repeats={repeats}", seed=3)
    return api.prepare(asked, api.load("wine"))


def carried_out(ledger: Path, models: list, jobs: int, *, retry_failed: bool = False) -> object:
    repeats = FITS // 5 // (len(models) + 1)
    with api.opened(ledger) as store:
        return api.carry_out(study(models, repeats), store, engine=Local(workers=jobs), retry_failed=retry_failed)


def forked(work: Callable[[], object]) -> int:
    """A child, in a group of its own, that does the work and leaves; its process number."""
    pid = os.fork()
    if pid:
        return pid
    os.setsid()
    try:
        work()
    finally:
        pool.dismiss()
        os._exit(0)


def recorded(ledger: Path) -> dict[str, int | str]:
    """Each fit, with the number of its row or the name of its block."""
    if not ledger.exists():
        return {}
    with closing(sqlite3.connect(f"file:{ledger}?mode=ro", uri=True)) as database:
        try:
            return (dict(database.execute("select job, rowid from records"))
                    | dict(database.execute("select job, block from block_jobs")))
        except sqlite3.OperationalError:      # killed before there were tables
            return {}


def contents(ledger: Path) -> dict[str, np.ndarray]:
    with api.opened(ledger) as store:
        assert store.check() == [], store.check()
        return {r.job: r.probabilities for r in store.read_many(sorted(store.keys()))}


def descendants(pid: int) -> list[tuple[int, str]]:
    """Processes below a process, with their command lines."""
    parents = {}
    for entry in Path("/proc").iterdir():
        if entry.name.isdigit():
            with suppress(OSError, IndexError):
                parents[int(entry.name)] = int((entry / "stat").read_text().rpartition(")")[2].split()[1])
    below, found = {pid}, []
    while grown := {child for child, parent in parents.items() if parent in below} - below:
        below |= grown
    for child in below - {pid}:
        with suppress(OSError):
            found.append((child, Path(f"/proc/{child}/cmdline").read_text()))
    return found


class Storm:
    """A study that is killed again and again until it is done, then begun anew."""

    def __init__(self, folder: Path, models: list, jobs: int, draw: random.Random) -> None:
        self.folder, self.models, self.jobs, self.draw = folder, models, jobs, draw
        carried_out(folder / "whole.db", models, jobs)
        self.whole = contents(folder / "whole.db")
        self.rounds, self.before, self.given_up = 0, {}, 0

    @property
    def ledger(self) -> Path:
        """Where the study is kept."""
        return self.folder / f"killed-{self.rounds}.db"

    def kill_parent(self, kill: Callable[[int, int], None] = os.kill) -> None:
        """Kill the process that runs the study, or its group, at random."""
        pid = forked(lambda: carried_out(self.ledger, self.models, self.jobs))
        time.sleep(self.draw.uniform(0.2, 4) + (0 if self.jobs == 1 else 3))
        kill(pid, signal.SIGKILL)
        os.waitpid(pid, 0)
        self.compare()

    def kill_below(self, whom: str) -> int:
        """Kill workers, or the nursery, under one run until it ends; how many."""
        pid, kills = forked(lambda: carried_out(self.ledger, self.models, self.jobs)), 0
        there, since = -1, time.monotonic()
        while os.waitpid(pid, os.WNOHANG)[0] == 0:
            if (now := len(recorded(self.ledger))) > there:
                there, since = now, time.monotonic()
            assert time.monotonic() < since + STALLED_SECONDS, f"nothing came after {there} records"
            time.sleep(self.draw.uniform(0.3, 1.5))
            below = descendants(pid)
            nursery = [child for child, command in below if "nursery" in command and child in _children(pid)]
            workers = [child for child, _ in below if child not in nursery]
            chosen = nursery if whom == "nursery" else workers
            if chosen and kills < (4 if whom == "nursery" else 20):
                with suppress(ProcessLookupError):
                    os.kill(self.draw.choice(chosen), signal.SIGKILL)
                    kills += 1
        self.compare()
        assert not self.before, "it ended without being complete"
        return kills

    def compare(self) -> None:
        """Nothing lost or doubled; a complete study is what an undisturbed one is."""
        now = recorded(self.ledger)
        assert self.before.items() <= now.items(), "lost, or written again"
        self.before = now
        if len(now) >= len(self.whole):
            self.given_up += self.try_again()
            found = contents(self.ledger)
            assert found.keys() == self.whole.keys()
            other = [job for job, said in self.whole.items() if not np.array_equal(found[job], said)]
            assert not other, _errors(self.ledger, other)
            self.rounds, self.before = self.rounds + 1, {}

    def try_again(self) -> int:
        """Fit what was given up after three kills; how many there were. Nothing else may have failed."""
        with api.opened(self.ledger) as store:
            failed = sorted(store.keys() - store.keys(failed=False))
        assert all(error.startswith(GIVEN_UP) for error in _errors(self.ledger, failed)), _errors(self.ledger, failed)
        if failed:
            carried_out(self.ledger, self.models, 1, retry_failed=True)
            pool.dismiss()
        return len(failed)


def _errors(ledger: Path, jobs: list[str]) -> list[str]:
    """What the records say that are not as they would be: an error, or nothing where predictions differ."""
    with api.opened(ledger) as store:
        return [record.error for record in store.read_many(jobs)]


def _children(pid: int) -> set[int]:
    found = set()
    for entry in Path("/proc").iterdir():
        if entry.name.isdigit():
            with suppress(OSError, IndexError):
                if int((entry / "stat").read_text().rpartition(")")[2].split()[1]) == pid:
                    found.add(int(entry.name))
    return found


def kill_founding(folder: Path, draw: random.Random, number: int) -> None:
    place = folder / f"founded-{number}.db"

    def found() -> None:
        with api.opened(place):
            time.sleep(5)

    pid = forked(found)
    time.sleep(draw.uniform(0, 0.3))
    os.kill(pid, signal.SIGKILL)
    os.waitpid(pid, 0)
    with api.opened(place) as store:
        assert store.check() == []
        assert store.keys() == set()


def kill_page(answer: object, folder: Path, draw: random.Random) -> None:
    page = folder / "page.html"

    def write() -> None:
        while True:
            answer.report(page)

    if not page.exists():
        answer.report(page)
    pid = forked(write)
    time.sleep(draw.uniform(0.05, 1.5))
    os.kill(pid, signal.SIGKILL)
    os.waitpid(pid, 0)
    assert page.read_text().rstrip().endswith("</html>"), "the page is cut off"


def kill_taking_in(take: Callable[[Path], object], place: Path, whole: dict[str, np.ndarray],
                   draw: random.Random) -> None:
    """Kill a process that merges or imports into a ledger; doing it again ends it."""
    pid = forked(lambda: take(place))
    time.sleep(draw.uniform(0.05, 1.0))
    os.kill(pid, signal.SIGKILL)
    os.waitpid(pid, 0)
    with api.opened(place) as store:
        assert store.check() == []
        there = store.keys()
    take(place)
    taken = contents(place)
    assert there <= taken.keys() == whole.keys()
    assert all(np.array_equal(taken[job], said) for job, said in whole.items())


def main() -> None:
    """Kill for so many seconds."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--seconds", type=float, default=600)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--sums", type=Path)
    options = parser.parse_args()
    sums = json.loads(options.sums.read_text()) if options.sums and options.sums.exists() else {}
    draw, kills = random.Random(f"{options.seed} {sums}"), Counter(sums)
    with tempfile.TemporaryDirectory(prefix="kills-") as name:
        folder = Path(name)
        (folder / "here").mkdir()
        (folder / "there").mkdir()
        answer = carried_out(folder / "page.db", KNOWN, 1)
        here = Storm(folder / "here", KNOWN, 1, draw)
        there = Storm(folder / "there", [*KNOWN, Stranger(20)], 2, draw)
        other, whole = folder / "page.db", contents(folder / "page.db")
        exported = api.export_ledger(other, folder / "exported")
        pool.dismiss()
        until = time.monotonic() + options.seconds
        while time.monotonic() < until:
            for _ in range(5):
                here.kill_parent()
                kill_founding(folder, draw, kills["founding"])
                kill_page(answer, folder, draw)
                kill_taking_in(lambda place: api.merge_ledgers(place, other), folder / f"merged-{kills['merge']}.db",
                               whole, draw)
                kill_taking_in(lambda place: api.import_ledger(place, exported),
                               folder / f"imported-{kills['import']}.db", whole, draw)
                kills.update(["fitting", "founding", "page", "merge", "import"])
            there.kill_parent()
            there.kill_parent(os.killpg)
            kills.update(["parent of workers", "group"])
            kills["worker"] += there.kill_below("worker")
            kills["nursery"] += there.kill_below("nursery")
            done, given_up = here.rounds + there.rounds, there.given_up
            print(f"{kills.total()} kills: {dict(kills)}; studies completed now: {done}; fits given up: {given_up}",
                  flush=True)
            if options.sums:
                options.sums.write_text(json.dumps(kills))
    left = list(Path(tempfile.gettempdir()).glob("referee-bench-*"))
    print(f"{kills.total()} kills, nothing lost, doubled or changed; folders left behind: {len(left)}")
    sys.exit(0)


if __name__ == "__main__":
    main()
