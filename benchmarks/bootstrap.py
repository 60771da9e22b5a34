"""How much faster 2000 resamples of the test cases are here than as a loop of scikit-learn metrics.

    python benchmarks/bootstrap.py            # prints a table, writes benchmarks/results/bootstrap.json

The loop draws rows, indexes, calls the metric: what people write. It is timed on 40 resamples and scaled to 2000.
"Together" is five metrics on the same resamples, in the loop too. The first call in a process, which waits for the
compiler, is timed apart, with an empty cache and with a filled one. Memory is that of a process which does nothing
else. All times are of the processor, on one thread.
"""

import json
import os
import platform
import subprocess
import sys
import tempfile
import time
from pathlib import Path

import numpy as np
import sklearn
from sklearn import metrics as sk

from referee.estimates import (
    Statistic,
    auc_statistic,
    bca_bootstrap,
    difference,
    mean_statistic,
    replicates,
    replicates_together,
)

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


def five(n):
    truth, probability, said = data(n)
    losses = -np.log(np.where(truth == 1, probability, 1 - probability))
    ours = [auc_statistic(truth, probability), mean_statistic(losses), mean_statistic((truth - probability) ** 2),
            mean_statistic((truth == said).astype(float)),
            Statistic(cells=2 * truth + said, n_cells=4, scores=f1_of_cells, cases=n)]

    def theirs(i):
        t, p, s = truth[i], probability[i], said[i]
        return (sk.roc_auc_score(t, p), sk.log_loss(t, p), sk.brier_score_loss(t, p), sk.accuracy_score(t, s),
                sk.f1_score(t, s))

    return ours, theirs


def seconds(work):
    start = time.process_time()             # of the processor, so that a busy machine does not blur the ratio
    work()
    return time.process_time() - start


def loop(metric, n, resamples):
    rng = np.random.default_rng(1)
    return [metric(rng.integers(n, size=n)) for _ in range(resamples)]


def looped(metric, n, resamples=40):
    loop(metric, n, 3)
    return min(seconds(lambda: loop(metric, n, resamples)) for _ in range(2)) / resamples * RESAMPLES


def one_by_one(sizes=(10_000, 100_000)):
    rows = []
    for n in sizes:
        for name, statistic, metric in cases(n):
            ours = min(seconds(lambda s=statistic: replicates(s, resamples=RESAMPLES, seed=1)) for _ in range(3))
            bca = seconds(lambda s=statistic: bca_bootstrap(s, resamples=RESAMPLES, seed=1))
            theirs = looped(metric, n)
            rows.append({"metric": name, "rows": n, "ours_seconds": ours, "bca_seconds": bca,
                         "loop_seconds": theirs, "ratio": theirs / ours})
            print(f"{name:26s} n = {n:7d}  ours {ours:8.3f} s  BCa {bca:8.3f} s  loop {theirs:8.2f} s  "
                  f"ratio {theirs / ours:8.0f}")
    return rows


def together(n=100_000):
    ours, theirs = five(n)
    mine = min(seconds(lambda: replicates_together(ours, resamples=RESAMPLES, seed=1)) for _ in range(3))
    peer = looped(theirs, n)
    print(f"{'all five together':26s} n = {n:7d}  ours {mine:8.3f} s  loop {peer:8.2f} s  ratio {peer / mine:8.0f}")
    return {"rows": n, "ours_seconds": mine, "loop_seconds": peer, "ratio": peer / mine}


def paired(n=100_000):
    """A difference of two models against one of them alone."""
    truth, probability, _ = data(n)
    other = probability + np.random.default_rng(2).normal(scale=0.05, size=n)
    found = {}
    for name, a, b in [("AUC", auc_statistic(truth, probability), auc_statistic(truth, other)),
                       ("Brier", mean_statistic((truth - probability) ** 2), mean_statistic((truth - other) ** 2))]:
        both = difference(a, b)
        alone, pair = (min(seconds(lambda s=s: replicates(s, resamples=RESAMPLES, seed=1)) for _ in range(3))
                       for s in (a, both))
        found[name] = {"one_seconds": alone, "difference_seconds": pair, "ratio": pair / alone}
        print(f"difference of two {name:8s} n = {n:7d}  one {alone:8.3f} s  difference {pair:8.3f} s  "
              f"ratio {pair / alone:5.2f}")
    return found


FIRST = """
import time, sys; sys.path.insert(0, {here!r})
from bootstrap import auc_statistic, data, replicates
truth, probability, _ = data(100_000)
statistic = auc_statistic(truth, probability)
start = time.process_time()
replicates(statistic, resamples=2000, seed=1)
print(time.process_time() - start)
"""
MILLION = """
import resource, sys, time; sys.path.insert(0, {here!r})
from bootstrap import five, replicates_together
def took(n, resamples):
    ours, _ = five(n)
    start = time.process_time()
    replicates_together(ours, resamples=resamples, seed=1)
    return time.process_time() - start
took(100_000, 300)
print(took(100_000, 2000), took(1_000_000, 200), resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024)
"""


def in_a_process(code, **settings):
    done = subprocess.run([sys.executable, "-c", code.format(here=str(Path(__file__).parent))], check=True,
                          capture_output=True, text=True, env={**os.environ, **settings})
    return [float(number) for number in done.stdout.split()]


def first_calls():
    with tempfile.TemporaryDirectory() as folder:
        cold, warm = (in_a_process(FIRST, NUMBA_CACHE_DIR=folder)[0] for _ in range(2))
    print(f"AUC, n = 100000, first call in a process: {cold:.2f} s, {warm:.2f} s where compiled before")
    return {"compiling_seconds": cold, "cached_seconds": warm}


def million():
    small, large, mebibytes = in_a_process(MILLION)
    print(f"all five, n = 1000000: {large / 200 * 1000:.1f} ms a resample, {large / small:.2f} times as long for a row "
          f"as with n = 100000, at most {mebibytes:.0f} MiB")
    return {"seconds_a_resample": large / 200, "times_as_long_a_row": large / small, "peak_mebibytes": mebibytes}


if __name__ == "__main__":
    found = {"resamples": RESAMPLES, "machine": platform.machine(), "python": platform.python_version(),
             "numpy": np.__version__, "scikit-learn": sklearn.__version__, "together": together(), "paired": paired(),
             "first": first_calls(), "million": million(), "rows": one_by_one()}
    RESULTS.parent.mkdir(exist_ok=True)
    RESULTS.write_text(json.dumps(found, indent=1) + "\n", encoding="utf-8")
