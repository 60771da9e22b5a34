"""Nested tuning: processor time of choosing a setting inside every training part, against the bare fits.

    python benchmarks/tuning.py [--quick]

Breast-cancer, 10 outer folds, 5 inner ones. Bare: a loop of clone, set_params, fit, predict and predict_proba over the
very same inner and outer splits, in one process with one thread; nothing is scored or kept. Ours: from the arrays to
the honest estimate, with every inner prediction stored in a SQLite file and every setting scored. Every random_state is
fixed, for both: seeding costs what it costs. The bar is a ratio of 1.15 (fits and 15%). Ratios within one run, of
processor time, which a busy machine does not move.
"""

from __future__ import annotations

import argparse
import json
import statistics
import tempfile
import time
from pathlib import Path

from sklearn.base import clone
from sklearn.datasets import load_breast_cancer
from sklearn.ensemble import RandomForestClassifier
from sklearn.linear_model import LogisticRegression
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import StandardScaler
from sklearn.svm import SVC
from sklearn.tree import DecisionTreeClassifier
from threadpoolctl import threadpool_limits

from referee import api
from referee.learners import tuned
from referee.learners.tuning import Inner, settings_of_space

INNER, OUTER = "kfold:folds=5", "kfold:folds=10"
MODELS = {
    "tree": (DecisionTreeClassifier(random_state=0), {"max_depth": [1, 2, 4, 8, None], "min_samples_leaf": [1, 5]}),
    "svm-rbf": (make_pipeline(StandardScaler(), SVC(random_state=0)),
                {"svc__C": [0.1, 1, 10], "svc__gamma": [0.001, 0.01, 0.1]}),
    "logistic": (make_pipeline(StandardScaler(), LogisticRegression(max_iter=1000, random_state=0)),
                 {"logisticregression__C": [0.01, 0.1, 1, 10, 100]}),
    "forest": (RandomForestClassifier(30, random_state=0, n_jobs=1), {"max_features": [2, 5, 10]}),
}


def ours(model, space, X, y, folder: Path) -> tuple[list[dict], float]:
    """Everything: read the arrays, tune in each training part, store, score; what was chosen on each fold."""
    began = time.process_time()
    with api.opened(folder / "bench.db") as store:
        prepared = api.prepare("compare", {"model": tuned(model, space, inner=INNER)}, api.load(X, y=y), design=OUTER,
                               metrics="accuracy")
        result = api.carry_out(prepared, store, engine=api.Local(workers=1))
    assert result.tuning["model"].parts == 10
    return list(result.analysis.table.choices["model"]), time.process_time() - began


def bare(model, space, X, y, choices: list[dict]) -> float:
    """The same fits and predictions, and nothing else."""
    problem = api.load(X, y=y)
    outer = list(api.prepare("compare", "tree", problem, design=OUTER).plan.splits())
    settings, inner = settings_of_space(space), Inner.parse(INNER)
    work = []
    for split, choice in zip(outer, choices, strict=True):
        parts = [(p.train_rows, p.test) for p in inner.splits(problem, split, seed=0)]
        work += [(s, rows) for s in settings for rows in parts]
        work.append((settings[choice["position"]], (split.train_rows, split.test)))
    began = time.process_time()
    with threadpool_limits(1):
        for setting, (train, test) in work:
            made = clone(model).set_params(**setting).fit(X[train], y[train])
            made.predict(X[test])
            if hasattr(made, "predict_proba"):
                made.predict_proba(X[test])
            else:
                made.decision_function(X[test])
    return time.process_time() - began


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--quick", action="store_true", help="one run of each")
    options = parser.parse_args()
    X, y = load_breast_cancer(return_X_y=True)
    with tempfile.TemporaryDirectory() as folder:        # libraries are loaded once, by nobody's clock
        ours(*MODELS["tree"], X[:100], y[:100], Path(folder))
    rows = []
    for name, (model, space) in MODELS.items():
        times: dict[str, list[float]] = {"ours": [], "bare": []}
        for _ in range(1 if options.quick else 3):
            with tempfile.TemporaryDirectory() as folder:
                choices, spent = ours(model, space, X, y, Path(folder))
            times["ours"].append(spent)
            times["bare"].append(bare(model, space, X, y, choices))
        mid = {key: statistics.median(values) for key, values in times.items()}
        fits = 10 * (5 * len(settings_of_space(space)) + 1)
        row = {"learner": name, "fits": fits, "ms_per_fit": 1000 * mid["bare"] / fits,
               "ratio": mid["ours"] / mid["bare"],
               "each": [a / b for a, b in zip(times["ours"], times["bare"], strict=True)],
               **{f"{key}_s": value for key, value in mid.items()}}
        rows.append(row)
        print(f"{name:10} {fits:5} fits  {row['ms_per_fit']:7.2f} ms a bare fit   ours/bare {row['ratio']:5.2f}",
              flush=True)
    out = Path(__file__).parent / "results"
    out.mkdir(exist_ok=True)
    (out / "tuning.json").write_text(json.dumps(rows, indent=2))


if __name__ == "__main__":
    main()
