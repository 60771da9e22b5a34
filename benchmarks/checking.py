"""`ledger check` now and before, on one ledger, in turn: processor time and wall time a record.

    python benchmarks/checking.py [--records 20000] [--before 771e8d6]

The code of an earlier commit is taken from git into a temporary folder, and run there by a process of its own; it makes
the ledger too, since it could not read one of a later version.
"""

from __future__ import annotations

import argparse
import io
import os
import subprocess
import sys
import tarfile
import tempfile
from pathlib import Path

import numpy as np

from referee.data import make_problem
from referee.designs import make_plan
from referee.ledger import LearnerCard, Record, open_ledger

CHECK = """
import os, sys, time
from referee.ledger import open_ledger
ledger = open_ledger(sys.argv[1], create=False, read_only=True)
begun, wall = os.times(), time.perf_counter()
assert ledger.check() == []
ended = os.times()
print(sum(ended[:4]) - sum(begun[:4]), time.perf_counter() - wall)
"""


def make(place: Path, records: int) -> None:
    """Two classes, 57 test rows a record, a thousand splits."""
    draw = np.random.default_rng(0)
    problem = make_problem(draw.normal(size=(570, 3)), draw.integers(0, 2, 570), name="made")
    plan = make_plan("kfold:folds=10,repeats=100", problem, seed=1)
    splits = list(plan.splits())
    ledger = open_ledger(place)
    ledger.add_problem(problem)
    ledger.add_plan(plan.card, splits)
    for number in range(records // len(splits)):
        card = LearnerCard(fingerprint=f"{number:016x}", name=f"m{number}", recipe={"class": "x"})
        ledger.add_learner(card)
        ledger.append(_record(problem.fingerprint, card.fingerprint, split, draw) for split in splits)
    ledger.close()


def _record(problem: str, learner: str, split: object, draw: np.random.Generator) -> Record:
    first = draw.random((split.n_test, 1))
    said = np.hstack([first, 1 - first])
    return Record(problem=problem, learner=learner, split=split.fingerprint, labels=said.argmax(axis=1),
                  probabilities=said, fit_seconds=draw.random(), notes={"parameters": 10})


def by(source: Path, *arguments: object) -> list[str]:
    """What a process with this code of referee says."""
    return subprocess.run([sys.executable, *map(str, arguments)], check=True, stdout=subprocess.PIPE, text=True,
                          env=os.environ | {"PYTHONPATH": str(source)}).stdout.split()


def timed(source: Path, place: Path) -> tuple[float, float]:
    cpu, wall = by(source, "-c", CHECK, place)
    return float(cpu), float(wall)


def main() -> None:
    """Make a ledger, check it both ways, say how the times compare."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--records", type=int, default=20_000)
    parser.add_argument("--before", default="771e8d6")
    parser.add_argument("--make", type=Path, help=argparse.SUPPRESS)
    options = parser.parse_args()
    if options.make:
        make(options.make, options.records)
        return
    here = Path(__file__).parent.parent
    with tempfile.TemporaryDirectory(prefix="checking-") as name:
        folder = Path(name)
        archive = subprocess.run(["git", "-C", str(here), "archive", options.before, "src"], check=True,
                                 capture_output=True).stdout
        with tarfile.open(fileobj=io.BytesIO(archive)) as files:
            files.extractall(folder / "before", filter="data")
        by(folder / "before" / "src", __file__, "--make", folder / "ledger.db", "--records", options.records)
        ways = {"now": here / "src", "before": folder / "before" / "src"}
        times = {way: [timed(source, folder / "ledger.db") for _ in range(2)][1] for way, source in ways.items()}
    for way, (cpu, wall) in times.items():
        print(f"{way}: {cpu / options.records * 1e6:.0f} µs of processor, {wall / options.records * 1e6:.0f} µs "
              f"of wall time a record")
    now, before = times["now"], times["before"]
    print(f"{options.records:,} records: {before[0] / now[0]:.1f} times less processor time, {before[1] / now[1]:.1f} "
          f"times faster")


if __name__ == "__main__":
    main()
