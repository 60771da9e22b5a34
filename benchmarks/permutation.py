"""Label shuffles by `referee.chance` against scikit-learn's `permutation_test_score`.

    python benchmarks/permutation.py          # prints a table, writes benchmarks/results/permutation.json

breast-cancer, 10 folds, accuracy, 1000 shuffles, processor time in one run. Ours is the whole verb: fits, 1001 records
written to a SQLite file, read back, scored and tested. The peer is timed on `--peer-shuffles` of the shuffles, scaled
linearly (with its observed score counted as one more); once as it comes, with the threads that its numeric libraries
start by themselves, and once held to one thread. Learners without a shortcut are timed on `--our-shuffles` as well,
scaled in the same way.
"""

from __future__ import annotations

import argparse
import json
import platform
import tempfile
import time
from pathlib import Path

import sklearn
from sklearn.datasets import load_breast_cancer
from sklearn.discriminant_analysis import LinearDiscriminantAnalysis
from sklearn.linear_model import LogisticRegression
from sklearn.model_selection import StratifiedKFold, permutation_test_score
from sklearn.naive_bayes import GaussianNB
from sklearn.neighbors import KNeighborsClassifier
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import StandardScaler
from sklearn.tree import DecisionTreeClassifier
from threadpoolctl import threadpool_limits

import referee

SHUFFLES = 1000
MODELS = {      # name: (model, the ratio to be reached)
    "gaussian-nb": (GaussianNB(), 50), "lda": (LinearDiscriminantAnalysis(), 20),
    "logistic, scaled": (make_pipeline(StandardScaler(), LogisticRegression(max_iter=1000)), 20),
    "tree": (DecisionTreeClassifier(random_state=0), 2), "5-nn": (KNeighborsClassifier(), 19),
    "5-nn, scaled": (make_pipeline(StandardScaler(), KNeighborsClassifier()), 2),
}
AT_ONCE = ("gaussian-nb", "lda", "logistic, scaled", "5-nn")


def seconds(work) -> float:
    start = time.process_time()
    work()
    return time.process_time() - start


def theirs(model, X, y, shuffles: int, threads: int | None) -> float:
    """Seconds for all shuffles, scaled from some."""
    folds = StratifiedKFold(10, shuffle=True, random_state=0)
    with threadpool_limits(limits=threads):
        took = seconds(lambda: permutation_test_score(model, X, y, cv=folds, n_permutations=shuffles,
                                                      scoring="accuracy", n_jobs=1, random_state=0))
    return took * (SHUFFLES + 1) / (shuffles + 1)


def ours(model, X, y, shuffles: int) -> tuple[float, float]:
    """Seconds for all shuffles, and for telling the stored study again."""
    with tempfile.TemporaryDirectory() as folder:
        where = Path(folder) / "chance.db"
        took = seconds(lambda: referee.chance(model, X, y, design="kfold:folds=10", metrics="accuracy",
                                              shuffles=shuffles, jobs=1, ledger=where))
        again = seconds(lambda: referee.reread(where))
    return took * (SHUFFLES + 1) / (shuffles + 1), again


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--peer-shuffles", type=int, default=20)
    parser.add_argument("--our-shuffles", type=int, default=20)
    parser.add_argument("--out", type=Path, default=Path(__file__).parent / "results" / "permutation.json")
    asked = parser.parse_args()
    X, y = load_breast_cancer(return_X_y=True)
    referee.chance(GaussianNB(), X, y, shuffles=2, jobs=1)            # imports
    permutation_test_score(GaussianNB(), X, y, n_permutations=2)
    rows = []
    print(f"{'learner':18}{'peer':>10}{'one thread':>12}{'ours':>10}{'again':>8}{'ratio':>8}{'one thread':>12}  wanted")
    for name, (model, wanted) in MODELS.items():
        peer = theirs(model, X, y, asked.peer_shuffles, None)
        single = theirs(model, X, y, asked.peer_shuffles, 1)
        took, again = ours(model, X, y, SHUFFLES if name in AT_ONCE else asked.our_shuffles)
        rows.append({"learner": name, "peer": peer, "peer_one_thread": single, "ours": took, "again": again,
                     "ratio": peer / took, "ratio_one_thread": single / took, "wanted": wanted})
        print(f"{name:18}{peer:9.1f}s{single:11.1f}s{took:9.2f}s{again:7.2f}s{peer / took:8.1f}{single / took:12.1f}"
              f"  {wanted}", flush=True)
    asked.out.parent.mkdir(exist_ok=True)
    asked.out.write_text(json.dumps({
        "rows": rows, "shuffles": SHUFFLES, "peer_shuffles": asked.peer_shuffles, "our_shuffles": asked.our_shuffles,
        "python": platform.python_version(), "scikit-learn": sklearn.__version__, "machine": platform.machine(),
    }, indent=2), encoding="utf-8")


if __name__ == "__main__":
    main()
