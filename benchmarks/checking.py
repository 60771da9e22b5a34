"""A ledger's records written, read and checked now and before, in turn: processor time and wall time a record.

    python benchmarks/checking.py [--records 20000] [--before 771e8d6]

The code of an earlier commit is taken from git into a temporary folder, and run there by processes of its own. Each
makes a ledger of the same records, since neither would write as the other does; and reads and checks the one it made.
"""

from __future__ import annotations

import argparse
import io
import os
import subprocess
import sys
import tarfile
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

import numpy as np

from referee.data import make_problem
from referee.designs import make_plan
from referee.ledger import LearnerCard, Record, job_key, open_ledger

RUNS = 2               # the second of each counts: files are in memory by then
STEPS = {"write": "written", "read": "read", "check": "checked"}


def used(work: Callable[[], object]) -> tuple[float, float]:
    """Processor time, that of other processes with it, and wall time."""
    begun, wall = os.times(), time.perf_counter()
    work()
    ended = os.times()
    return sum(ended[:4]) - sum(begun[:4]), time.perf_counter() - wall


def make(place: Path, records: int) -> tuple[float, float]:
    """Two classes, 57 test rows a record, a thousand splits; what writing the records took."""
    draw = np.random.default_rng(0)
    problem = make_problem(draw.normal(size=(570, 3)), draw.integers(0, 2, 570), name="made")
    plan = make_plan("kfold:folds=10,repeats=100", problem, seed=1)
    splits = list(plan.splits())
    ledger = open_ledger(place)
    ledger.add_problem(problem)
    ledger.add_plan(plan.card, splits)
    total = np.zeros(2)
    for number in range(records // len(splits)):
        card = LearnerCard(fingerprint=f"{number:016x}", name=f"m{number}", recipe={"class": "x"})
        ledger.add_learner(card)
        made = [_record(problem.fingerprint, card.fingerprint, split, draw) for split in splits]
        total += used(lambda made=made: ledger.append(made))
    ledger.close()
    return total[0], total[1]


def _record(problem: str, learner: str, split: object, draw: np.random.Generator) -> Record:
    first = draw.random((split.n_test, 1))
    said = np.hstack([first, 1 - first])
    return Record(problem=problem, learner=learner, split=split.fingerprint, labels=said.argmax(axis=1),
                  probabilities=said, fit_seconds=draw.random(), notes={"parameters": 10})


def read(place: Path, records: int) -> tuple[float, float]:
    """Every record, learner after learner, split after split."""
    ledger = open_ledger(place, create=False, read_only=True)
    (row,) = ledger.summary()
    draw = np.random.default_rng(0)
    problem = make_problem(draw.normal(size=(570, 3)), draw.integers(0, 2, 570), name="made")
    plan = make_plan("kfold:folds=10,repeats=100", problem, seed=1)
    jobs = [job_key(row["problem"], f"{number:016x}", entry.split)
            for number in range(records // len(plan.card.entries)) for entry in plan.card.entries]
    found = []
    spent = used(lambda: found.append(sum(record.labels.size for record in ledger.read_many(jobs))))
    assert found == [records * 57]
    return spent


def check(place: Path, _records: int) -> tuple[float, float]:
    """Is all of it as it was written?"""
    ledger = open_ledger(place, create=False, read_only=True)

    def whole() -> None:
        assert ledger.check() == []

    return used(whole)


def by(source: Path, step: str, place: Path, records: int) -> tuple[float, float]:
    """What a process with this code of referee says."""
    said = subprocess.run([sys.executable, __file__, "--records", str(records), f"--{step}", str(place)], check=True,
                          stdout=subprocess.PIPE, text=True, env=os.environ | {"PYTHONPATH": str(source)}).stdout
    cpu, wall = map(float, said.split())
    return cpu, wall


def side_by_side(ways: dict[str, Path], folder: Path, records: int) -> None:
    """Do everything both ways in turn, and say how the times compare."""
    for step, done in STEPS.items():
        times = {}
        for run in range(RUNS):
            for way, source in ways.items():
                place = folder / f"{way}-{run if step == 'write' else RUNS - 1}.db"
                times[way] = by(source, step, place, records)
        for way, (cpu, wall) in times.items():
            print(f"{done} {way}: {cpu / records * 1e6:.1f} µs of processor, {wall / records * 1e6:.1f} µs of wall "
                  f"time a record")
        now, before = times["now"], times["before"]
        print(f"{records:,} records {done}: {before[0] / now[0]:.1f} times less processor time, "
              f"{before[1] / now[1]:.1f} times faster", flush=True)
    sizes = {way: (folder / f"{way}-{RUNS - 1}.db").stat().st_size / records for way in ways}
    print(f"bytes a record: {sizes['now']:.0f} now, {sizes['before']:.0f} before")


def main() -> None:
    """Take the earlier code out of git, and compare; or do one step, asked by such a comparison."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--records", type=int, default=20_000)
    parser.add_argument("--before", default="771e8d6")
    for step in STEPS:
        parser.add_argument(f"--{step}", type=Path, help=argparse.SUPPRESS)
    options = parser.parse_args()
    for step, work in (("write", make), ("read", read), ("check", check)):
        if place := getattr(options, step):
            print(*work(place, options.records))
            return
    here = Path(__file__).parent.parent
    with tempfile.TemporaryDirectory(prefix="checking-") as name:
        archive = subprocess.run(["git", "-C", str(here), "archive", options.before, "src"], check=True,
                                 capture_output=True).stdout
        with tarfile.open(fileobj=io.BytesIO(archive)) as files:
            files.extractall(Path(name) / "before", filter="data")
        side_by_side({"now": here / "src", "before": Path(name) / "before" / "src"}, Path(name), options.records)


if __name__ == "__main__":
    main()
