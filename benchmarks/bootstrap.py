"""How much faster 2000 resamples of the test cases are here than as a loop of scikit-learn metrics.

    python benchmarks/bootstrap.py            # prints a table, writes benchmarks/results/bootstrap.json

The loop draws rows, indexes, calls the metric: what people write. It is timed on fewer resamples and scaled.
"""

import json
import platform
import time
from pathlib import Path

import numpy as np
import sklearn
from sklearn import metrics as sk

from referee.estimates import Statistic, auc_statistic, bca_bootstrap, difference, mean_statistic, replicates

RESAMPLES = 2000
RESULTS = Path(__file__).parent / "results" / "bootstrap.json"


def data(n, seed=0):
    rng = np.random.default_rng(seed)
    truth = rng.integers(0, 2, n)
    score = truth + rng.normal(scale=1.5, size=n)
    probability = 1 / (1 + np.exp(-score))
    return truth, probability, (probability > 0.6).astype(int)


def f1_of_cells(counts):
    return 2 * counts[:, 3] / (2 * counts[:, 3] + counts[:, 1] + counts[:, 2])


def cases(n):
    truth, probability, said = data(n)
    other = (data(n, seed=1)[1] > 0.5).astype(int)
    losses = -np.log(np.where(truth == 1, probability, 1 - probability))
    yield "accuracy", mean_statistic((truth == said).astype(float)), lambda i: sk.accuracy_score(truth[i], said[i])
    yield ("F1", Statistic(cells=2 * truth + said, n_cells=4, scores=f1_of_cells, cases=n),
           lambda i: sk.f1_score(truth[i], said[i]))
    yield ("difference of accuracies",
           difference(mean_statistic((truth == said).astype(float)), mean_statistic((truth == other).astype(float))),
           lambda i: sk.accuracy_score(truth[i], said[i]) - sk.accuracy_score(truth[i], other[i]))
    yield "log loss", mean_statistic(losses), lambda i: sk.log_loss(truth[i], probability[i])
    yield "AUC", auc_statistic(truth, probability), lambda i: sk.roc_auc_score(truth[i], probability[i])


def seconds(work):
    start = time.process_time()             # of the processor, so that a busy machine does not blur the ratio
    work()
    return time.process_time() - start


def loop(metric, n, resamples):
    rng = np.random.default_rng(1)
    return [metric(rng.integers(n, size=n)) for _ in range(resamples)]


def run(sizes=(10_000, 100_000), looped=40):
    rows = []
    for n in sizes:
        for name, statistic, metric in cases(n):
            ours = min(seconds(lambda s=statistic: replicates(s, resamples=RESAMPLES, seed=1)) for _ in range(3))
            bca = seconds(lambda s=statistic: bca_bootstrap(s, resamples=RESAMPLES, seed=1))
            loop(metric, n, 3)
            theirs = min(seconds(lambda m=metric, n=n: loop(m, n, looped)) for _ in range(2)) / looped * RESAMPLES
            rows.append({"metric": name, "rows": n, "ours_seconds": ours, "bca_seconds": bca,
                         "loop_seconds": theirs, "ratio": theirs / ours})
            print(f"{name:26s} n = {n:7d}  ours {ours:8.3f} s  BCa {bca:8.3f} s  loop {theirs:8.2f} s  "
                  f"ratio {theirs / ours:8.0f}")
    return rows


if __name__ == "__main__":
    found = {"resamples": RESAMPLES, "machine": platform.machine(), "python": platform.python_version(),
             "numpy": np.__version__, "scikit-learn": sklearn.__version__, "rows": run()}
    RESULTS.parent.mkdir(exist_ok=True)
    RESULTS.write_text(json.dumps(found, indent=1) + "\n", encoding="utf-8")
