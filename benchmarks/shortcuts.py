"""Leave-one-out by exact shortcuts against scikit-learn's `cross_val_predict(cv=LeaveOneOut())`.

    python benchmarks/shortcuts.py            # prints a table, writes benchmarks/results/shortcuts.json

Processor time, one thread, in one run. The peer is timed on `--peer-splits` of the splits, spread evenly over
the rows, and scaled linearly to all of them. Three of ours: the shortcut itself, from the arrays to all
predictions; the run, which writes 2000 records to a SQLite file; and `evaluate`, which then also reads them, scores
them and makes an interval, with a baseline beside the model.
"""

from __future__ import annotations

import argparse
import json
import platform
import statistics
import tempfile
import time
from pathlib import Path

import numpy as np
import sklearn
from sklearn.base import clone
from sklearn.discriminant_analysis import LinearDiscriminantAnalysis, QuadraticDiscriminantAnalysis
from sklearn.linear_model import LinearRegression, Ridge
from sklearn.model_selection import LeaveOneOut, cross_val_predict
from sklearn.naive_bayes import GaussianNB
from sklearn.neighbors import KNeighborsClassifier
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import StandardScaler
from threadpoolctl import threadpool_limits

import referee
from referee.data import make_problem
from referee.designs import make_plan
from referee.learners import resolve
from referee.ledger import open_ledger
from referee.running import Local, run
from referee.running.bench import lay_out
from referee.running.shortcuts.recognise import recognise

MODELS = {      # name: (model, the ratio to be reached by the shortcut itself)
    "ridge": (Ridge(), 1000), "lda": (LinearDiscriminantAnalysis(), 1000), "gaussian-nb": (GaussianNB(), 500),
    "5-nn": (KNeighborsClassifier(), 50),
    "least squares": (LinearRegression(), None), "qda": (QuadraticDiscriminantAnalysis(), None),
    "ridge, scaled": (make_pipeline(StandardScaler(), Ridge()), None),
    "5-nn, scaled": (make_pipeline(StandardScaler(), KNeighborsClassifier()), None),
}
REGRESSION = ("ridge", "least squares", "ridge, scaled")


def data(n: int, d: int) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    draw = np.random.default_rng(0)
    classes = draw.integers(0, 2, n)
    X = draw.normal(size=(n, d)) + 0.4 * classes[:, None]
    return X, classes, X @ draw.normal(size=d) + draw.normal(size=n)


def seconds(work) -> float:
    start = time.process_time()
    work()
    return time.process_time() - start


def some_splits(X, count: int) -> list[tuple[np.ndarray, np.ndarray]]:
    """Some of the splits of leave-one-out, evenly spread over the rows."""
    chosen = set(np.linspace(0, len(X) - 1, count).astype(int).tolist())
    return [pair for i, pair in enumerate(LeaveOneOut().split(X)) if i in chosen]


def theirs(model, X, y, count: int) -> float:
    """Seconds for all splits, scaled from some: the fits and predictions that cross_val_predict makes."""
    if count >= len(X):
        return seconds(lambda: cross_val_predict(model, X, y, cv=LeaveOneOut()))
    splits = some_splits(X, count)

    def work() -> None:
        for train, test in splits:
            clone(model).fit(X[train], y[train]).predict(X[test])

    return seconds(work) * len(X) / count


def shortcut_alone(model, X, y) -> tuple[float, np.ndarray]:
    """From arrays to all predictions: the median of several runs, and what was said."""
    problem = make_problem(X, y)
    (learner,) = resolve({"model": model}, problem)
    bench = lay_out(problem, (learner,), seed=0)
    tests = np.arange(len(X))[:, None]
    said = []

    def work() -> None:
        made = recognise(bench, learner)
        said.append(made.leave_out(tests))

    work()
    times = [seconds(work) for _ in range(7)]
    last = said[-1]
    assert last.sure.all(), "some part would have been refitted"
    return statistics.median(times), (last.values if last.labels is None else last.labels).ravel()


def with_ledger(model, X, y) -> float:
    problem = make_problem(X, y)
    plan = make_plan("loo", problem, seed=0)
    learners = resolve({"model": model}, problem)
    with tempfile.TemporaryDirectory() as folder:
        ledger = open_ledger(Path(folder) / "bench.db")

        def work() -> None:
            done = run(problem, plan, learners, ledger=ledger, engine=Local(workers=1), seed=0)
            assert done.shortcut == len(X) - 1

        used = seconds(work)
        ledger.close()
    return used


def with_evaluate(model, X, y) -> float:
    with tempfile.TemporaryDirectory() as folder:
        return seconds(lambda: referee.evaluate(model, X, y, design="loo", jobs=1, ledger=Path(folder) / "bench.db"))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--rows", type=int, default=2000)
    parser.add_argument("--features", type=int, default=20)
    parser.add_argument("--peer-splits", type=int, default=400)
    options = parser.parse_args()
    X, classes, values = data(options.rows, options.features)
    rows = []
    with threadpool_limits(1):
        for name, (model, goal) in MODELS.items():
            y = values if name in REGRESSION else classes
            theirs(model, X, y, 20)
            peer = theirs(model, X, y, options.peer_splits)
            alone, said = shortcut_alone(model, X, y)
            some = some_splits(X, 40)
            refits = np.concatenate([clone(model).fit(X[a], y[a]).predict(X[b]) for a, b in some])
            worst = float(np.abs(refits - said[[b[0] for _, b in some]]).max())
            stored, whole = with_ledger(model, X, y), with_evaluate(model, X, y)
            row = {"learner": name, "peer_seconds": peer, "shortcut_seconds": alone, "run_seconds": stored,
                   "evaluate_seconds": whole, "ratio": peer / alone, "ratio_run": peer / stored,
                   "ratio_evaluate": peer / whole, "goal": goal, "largest_difference": worst}
            rows.append(row)
            print(f"{name:14s} cross_val_predict {peer:6.2f} s  shortcut {1000 * alone:7.2f} ms ({row['ratio']:6.0f}×"
                  f"{f', goal {goal}×' if goal else ''})  run with ledger {stored:5.2f} s ({row['ratio_run']:4.1f}×)  "
                  f"evaluate {whole:5.2f} s ({row['ratio_evaluate']:4.1f}×)  largest difference {worst:.0e}",
                  flush=True)
    found = {"rows": options.rows, "features": options.features, "machine": platform.machine(),
             "python": platform.python_version(), "numpy": np.__version__, "scikit-learn": sklearn.__version__,
             "peer_splits_timed": options.peer_splits, "results": rows}
    out = Path(__file__).parent / "results"
    out.mkdir(exist_ok=True)
    (out / "shortcuts.json").write_text(json.dumps(found, indent=1) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
