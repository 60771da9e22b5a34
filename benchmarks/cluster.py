"""The Dask engine: two workers against one and against the local engine, and kills at random.

    python benchmarks/cluster.py [--kills 50] [--seed 0] [--seconds 0.2]

A study runs on a scheduler and two workers, each a process of its own; workers (their nannies start them again), the
scheduler and the client are killed with SIGKILL at random, what is gone is started again, and each study must end with
the records of the local engine, bit for bit. Then fits that sleep for --seconds are timed, from the first to the last:
that takes no processor, so the ratios tell what the engine costs, on a machine whose cores are shared too. Both engines
have made fits before.
"""

from __future__ import annotations

import argparse
import os
import random
import signal
import sys
import tempfile
import time
import traceback
import warnings
from collections import Counter
from contextlib import closing, suppress
from pathlib import Path

import numpy as np

sys.path.insert(0, str(Path(__file__).parents[1] / "tests" / "running" / "cluster"))

from processes import Cluster

from referee.data import make_problem
from referee.designs import make_plan
from referee.errors import RefereeError
from referee.learners import resolve
from referee.ledger import open_ledger
from referee.running import Dask, Local, pool, run

draw = np.random.default_rng(0)
X = draw.normal(size=(120, 4))
PROBLEM = make_problem(X, np.where(X[:, 0] + draw.normal(size=120) > 0, "ill", "well"), name="toy")
REPEATS = 20
WEIGHTS = {"worker": 6, "client": 2, "scheduler": 1}


class Sleeper:
    """Sleeps, then says the shares of the classes; it travels to the workers whole."""

    def __init__(self, seconds: float) -> None:
        self.seconds = seconds

    def fit(self, X: np.ndarray, y: np.ndarray) -> Sleeper:  # noqa: ARG002
        """Sleep."""
        import time

        time.sleep(self.seconds)
        self.classes_, counts = np.unique(y, return_counts=True)
        self.shares = counts / counts.sum()
        return self

    def predict_proba(self, X: np.ndarray) -> np.ndarray:
        """The shares, and a little of the first feature."""
        said = self.shares + 0.01 * np.abs(np.asarray(X, dtype=float)[:, :1])
        return said / said.sum(axis=1, keepdims=True)

    def predict(self, X: np.ndarray) -> np.ndarray:
        """The likeliest class."""
        return self.classes_[self.predict_proba(X).argmax(axis=1)]


def carried_out(place: Path, engine: object, seconds: float, repeats: int = REPEATS) -> float:
    """Seconds from the first fit told to the last."""
    times: list[float] = []
    models = {"sleeper": Sleeper(seconds), "forest": "forest:n_estimators=10", "tree": "tree"}
    with closing(open_ledger(place)) as ledger:
        run(PROBLEM, make_plan(f"kfold:folds=5,repeats={repeats}", PROBLEM, seed=1), resolve(models, PROBLEM), seed=7,
            ledger=ledger, engine=engine, progress=lambda *_, **__: times.append(time.perf_counter()))
    return times[-1] - times[1]


def contents(place: Path) -> dict:
    with closing(open_ledger(place)) as ledger:
        assert ledger.check() == []
        return {r.job: r for r in ledger.read_many(sorted(ledger.keys()))}


def client(place: Path, address: str, seconds: float) -> int:
    """A child that runs the study on the cluster; 7 is its exit code where it ended with a sentence."""
    pid = os.fork()
    if pid:
        return pid
    code = 1
    try:
        warnings.simplefilter("ignore")
        carried_out(place, Dask(address), seconds)
        code = 0
    except RefereeError as error:
        print(f"  {error}", flush=True)
        code = 7
    except BaseException:  # noqa: BLE001 - shown, and then it counts as a fault
        traceback.print_exc()
    finally:
        os._exit(code)


def storm(folder: Path, number: int, whole: dict, kills: Counter, *, seconds: float, most: int,
          dice: random.Random) -> None:
    """One study, killed up to so often."""
    place, mine = folder / f"killed-{number}.db", 0
    with Cluster(folder) as cluster:
        cluster.add(2)
        pid = client(place, cluster.address, seconds)
        while True:
            time.sleep(dice.uniform(0.5, 4))
            cluster.replace_ended()
            ended, status = os.waitpid(pid, os.WNOHANG)
            if ended:
                if status == 0:
                    break
                assert os.waitstatus_to_exitcode(status) in {7, -9}, "it ended badly"
                pid = client(place, cluster.address, seconds)
            if mine >= most:
                continue
            (kind,) = dice.choices(list(WEIGHTS), WEIGHTS.values())
            if kind == "worker" and not cluster.kill_worker(dice):
                continue
            if kind == "client":
                with suppress(ProcessLookupError):
                    os.kill(pid, signal.SIGKILL)
            if kind == "scheduler":
                cluster.kill_scheduler()
                cluster.start_scheduler()
                while cluster.nannies:
                    cluster.kill_nanny()
                cluster.add(2)
            mine += 1
            kills[kind] += 1
    found = contents(place)
    assert found.keys() == whole.keys()
    for job, record in whole.items():
        assert (record.error, found[job].error) == ("", "")
        assert np.array_equal(record.probabilities, found[job].probabilities)
    print(f"{kills.total()} kills so far ({dict(kills)}): {number + 1} studies with the records of the local engine",
          flush=True)


def timed(folder: Path, seconds: float) -> None:
    """The same fits by the local engine with two workers, and on clusters of one and two."""
    carried_out(folder / "warm-local.db", Local(workers=2), 0.0, 1)
    took = {"local, 2": carried_out(folder / "local.db", Local(workers=2), seconds, 8)}
    pool.dismiss()
    for workers in (1, 2):
        with Cluster(folder) as cluster:
            cluster.add(workers)
            carried_out(folder / f"warm-{workers}.db", Dask(cluster.address), 0.0, 1)
            took[f"dask, {workers}"] = carried_out(folder / f"dask-{workers}.db", Dask(cluster.address), seconds, 8)
    one, two, local = took["dask, 1"], took["dask, 2"], took["local, 2"]
    print(f"{', '.join(f'{who}: {s:.1f} s' for who, s in took.items())}; two Dask workers are {one / two:.2f} times as "
          f"fast as one, and take {two / local:.2f} times what the local engine takes", flush=True)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--kills", type=int, default=50)
    parser.add_argument("--a-study", type=int, default=15)
    parser.add_argument("--seconds", type=float, default=0.2)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--no-times", action="store_true")
    options = parser.parse_args()
    dice, kills = random.Random(options.seed), Counter()
    with tempfile.TemporaryDirectory(prefix="cluster-") as name:
        folder = Path(name)
        carried_out(folder / "whole.db", Local(workers=2), options.seconds)
        pool.dismiss()
        whole, number = contents(folder / "whole.db"), 0
        while kills.total() < options.kills:
            storm(folder, number, whole, kills, seconds=options.seconds, dice=dice,
                  most=min(options.a_study, options.kills - kills.total()))
            number += 1
        if not options.no_times:
            timed(folder, options.seconds)


if __name__ == "__main__":
    main()
