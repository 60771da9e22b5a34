"""The whole path against scikit-learn's loop: leave-one-out by `evaluate`, ledger, scores, intervals and all.

    python benchmarks/whole_path.py [--rows 2000] [--columns 20] [--runs 3]

Processor time and wall time of one process with one thread, in one run; the process is warm (another study was made
before), and every study has a new ledger. The peer is `cross_val_predict(cv=LeaveOneOut())`: labels, or values, alone.
`evaluate` makes a baseline beside the model, stores what both said of every row, scores it by three to seven metrics,
and makes intervals.
"""

from __future__ import annotations

import argparse
import json
import statistics
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

import numpy as np
from sklearn.discriminant_analysis import LinearDiscriminantAnalysis
from sklearn.linear_model import Ridge
from sklearn.model_selection import LeaveOneOut, cross_val_predict
from sklearn.naive_bayes import GaussianNB
from sklearn.neighbors import KNeighborsClassifier
from threadpoolctl import threadpool_limits

import referee

MODELS = {"lda": (LinearDiscriminantAnalysis(), 50), "ridge": (Ridge(), 25), "gaussian-nb": (GaussianNB(), 25),
          "5-nn": (KNeighborsClassifier(), 15)}          # and how many times faster it is to be


def data(n: int, d: int) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    draw = np.random.default_rng(0)
    classes = draw.integers(0, 2, n)
    X = draw.normal(size=(n, d)) + 0.4 * classes[:, None]
    return X, classes, X @ draw.normal(size=d) + draw.normal(size=n)


def used(work: Callable[[], object]) -> tuple[float, float]:
    cpu, wall = time.process_time(), time.perf_counter()
    work()
    return time.process_time() - cpu, time.perf_counter() - wall


def ours(model: object, X: np.ndarray, y: np.ndarray, design: str = "loo") -> None:
    """From the arrays to the answer, with a ledger in a file."""
    with tempfile.TemporaryDirectory() as folder:
        answer = referee.evaluate({"model": model}, X, y, design=design, jobs=1, ledger=Path(folder) / "study.db")
        assert answer.done.failed == 0


def main() -> None:
    """Time each model both ways."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--rows", type=int, default=2000)
    parser.add_argument("--columns", type=int, default=20)
    parser.add_argument("--runs", type=int, default=3)
    options = parser.parse_args()
    X, classes, numbers = data(options.rows, options.columns)
    rows = []
    with threadpool_limits(1):
        for name, (model, wanted) in MODELS.items():
            y = numbers if name == "ridge" else classes
            ours(model, X, y, "kfold:folds=5")                                    # warm
            mine = [used(lambda model=model, y=y: ours(model, X, y)) for _ in range(options.runs)]
            peer = used(lambda model=model, y=y: cross_val_predict(model, X, y, cv=LeaveOneOut()))
            cpu, wall = (statistics.median(some) for some in zip(*mine, strict=True))
            row = {"model": name, "ours_cpu": cpu, "ours_wall": wall, "peer_cpu": peer[0], "peer_wall": peer[1],
                   "cpu ratio": peer[0] / cpu, "wall ratio": peer[1] / wall, "wanted": wanted}
            rows.append(row)
            print(f"{name:12} scikit-learn {peer[0]:6.2f} s, evaluate {cpu:5.2f} s of processor: "
                  f"{row['cpu ratio']:5.1f} times; by the clock {row['wall ratio']:5.1f} times "
                  f"(wanted: {wanted})", flush=True)
    out = Path(__file__).parent / "results"
    out.mkdir(exist_ok=True)
    (out / "whole_path.json").write_text(json.dumps(rows, indent=2))


if __name__ == "__main__":
    main()
