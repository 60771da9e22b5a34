"""Fitting: wall time of 10×10-fold against the bare fits and against scikit-learn's cross_validate.

    python benchmarks/running.py [--quick] [--data breast-cancer]

For each data set and learner: (a) the limit: the sum of bare fit and predict times divided by the cores;
(b) `cross_validate(n_jobs=cores)` with the same splits and six metrics; ours stores every prediction in a
SQLite file and then computes the same six metrics. Pools are warm for both. Ratios within one run, of wall
time and of processor time of all processes together; on a busy machine only the latter means something.
"""

from __future__ import annotations

import argparse
import json
import os
import statistics
import tempfile
import time
from pathlib import Path

import numpy as np
import psutil
from sklearn.datasets import load_breast_cancer, make_classification
from sklearn.ensemble import RandomForestClassifier
from sklearn.linear_model import LogisticRegression
from sklearn.model_selection import cross_validate
from sklearn.naive_bayes import GaussianNB
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import StandardScaler
from sklearn.tree import DecisionTreeClassifier
from threadpoolctl import threadpool_limits

from referee.data import make_problem
from referee.designs import make_plan
from referee.learners import resolve
from referee.ledger import open_ledger
from referee.metrics import metric
from referee.reading.scoring import score
from referee.running import Local, run

CORES = os.cpu_count() or 1
METRICS = ["accuracy", "balanced_accuracy", "f1", "roc_auc", "log_loss", "brier"]
SCORERS = ["accuracy", "balanced_accuracy", "f1", "roc_auc", "neg_log_loss", "neg_brier_score"]
LEARNERS = {
    "gaussian-nb": GaussianNB(),
    "logistic": make_pipeline(StandardScaler(), LogisticRegression(max_iter=1000)),
    "tree": DecisionTreeClassifier(random_state=0),
    "forest": RandomForestClassifier(100, random_state=0, n_jobs=1),
}


def data_sets() -> dict[str, tuple[np.ndarray, np.ndarray]]:
    X, y = make_classification(20_000, 16, n_informative=8, random_state=0)
    return {"breast-cancer": load_breast_cancer(return_X_y=True), "20000x16": (X, y)}


def processor_seconds() -> float:
    """Processor time of this process and its workers so far."""
    total = 0.0
    for process in [psutil.Process(), *psutil.Process().children(recursive=True)]:
        try:
            times = process.cpu_times()
        except psutil.NoSuchProcess:
            continue
        total += times.user + times.system
    return total


def bare(estimator, X, y, splits) -> None:
    """The fits and predictions alone, in one process with one thread."""
    from sklearn.base import clone

    with threadpool_limits(1):
        for train, test in splits:
            fitted = clone(estimator).fit(X[train], y[train])
            fitted.predict(X[test])
            fitted.predict_proba(X[test])


def theirs(estimator, X, y, splits) -> None:
    """scikit-learn's way to the same numbers."""
    cross_validate(estimator, X, y, cv=splits, n_jobs=CORES, scoring=SCORERS)


def ours(estimator, X, y, plan_spec: str, seed: int) -> None:
    """From the table to six metrics on every fold, every prediction stored."""
    problem = make_problem(X, y)
    plan = make_plan(plan_spec, problem, seed=seed)
    learners = resolve({"model": estimator}, problem)
    with tempfile.TemporaryDirectory() as folder:
        ledger = open_ledger(Path(folder) / "bench.db")
        run(problem, plan, learners, ledger=ledger, engine=Local(workers=CORES), seed=seed)
        table = score(ledger, plan.card, {"model": learners[0].fingerprint(seed)}, [metric(m) for m in METRICS])
        assert table.scores["model", "accuracy"].n_kept == len(plan.card.entries)
        ledger.close()


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--quick", action="store_true", help="one repeat of ten folds, small forest")
    parser.add_argument("--runs", type=int, default=3)
    parser.add_argument("--data", help="one of the data sets alone")
    options = parser.parse_args()
    repeats = 1 if options.quick else 10
    spec = f"kfold:folds=10,repeats={repeats}"
    rows = []
    for data, (X, y) in data_sets().items():
        if options.data not in {None, data}:
            continue
        problem = make_problem(X, y)
        for name, estimator in LEARNERS.items():
            if data != "breast-cancer" and name == "forest" and not options.quick:
                spec_here = "kfold:folds=10,repeats=1"     # 100 forests on 20,000 rows would take half an hour
            else:
                spec_here = spec
            splits = [(s.train_rows, s.test) for s in make_plan(spec_here, problem, seed=0).splits()]
            ours(estimator, X, y, "kfold:folds=2,repeats=2", seed=99)             # warm pools
            cross_validate(estimator, X, y, cv=3, n_jobs=CORES, scoring=SCORERS)
            wall, processor = {}, {}
            for i in range(1 if name == "forest" else options.runs):
                for key, work, arguments in (
                    ("bare", bare, (estimator, X, y, splits)),
                    ("sklearn", theirs, (estimator, X, y, splits)),
                    ("ours", ours, (estimator, X, y, spec_here, i)),
                ):
                    began, used = time.perf_counter(), processor_seconds()
                    work(*arguments)
                    wall.setdefault(key, []).append(time.perf_counter() - began)
                    processor.setdefault(key, []).append(processor_seconds() - used)
            mid = {key: statistics.median(values) for key, values in wall.items()}
            cpu = {key: statistics.median(values) for key, values in processor.items()}
            row = {"data": data, "learner": name, "fits": len(splits), "ms_per_fit": 1000 * mid["bare"] / len(splits),
                   "ours/limit": mid["ours"] / (mid["bare"] / CORES),
                   "ours/cross_validate": mid["ours"] / mid["sklearn"],
                   "cpu ours/bare": cpu["ours"] / cpu["bare"], "cpu ours/cross_validate": cpu["ours"] / cpu["sklearn"],
                   **{f"{key}_s": value for key, value in mid.items()}}
            rows.append(row)
            print(f"{data:14} {name:12} {row['ms_per_fit']:8.2f} ms a fit   ours/limit {row['ours/limit']:5.2f}   "
                  f"ours/cross_validate {row['ours/cross_validate']:5.2f}   processor: ours/bare "
                  f"{row['cpu ours/bare']:4.2f}, ours/cross_validate {row['cpu ours/cross_validate']:4.2f}", flush=True)
    out = Path(__file__).parent / "results"
    out.mkdir(exist_ok=True)
    (out / "running.json").write_text(json.dumps(rows, indent=2))


if __name__ == "__main__":
    main()
