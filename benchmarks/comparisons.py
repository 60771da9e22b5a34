"""How much faster comparisons are here than in the packages people use for them.

    pip install '.[bench]'
    python benchmarks/comparisons.py        # prints a table, writes benchmarks/results/comparisons.json

Times are of the processor, on one thread, after a first call that compiles. What takes a peer minutes is timed on less
and scaled linearly: scipy's permutation test on 300 flips, baycomp on three of the 190 pairs. The matrix product beside
max-T has as many rows (flips), cases and columns as max-T itself: once 20 columns, once all 190 pairs of 20 models.
"""

import os

os.environ |= dict.fromkeys(("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS"), "1")

import json
import platform
import resource
import subprocess
import sys
import time
from itertools import combinations
from pathlib import Path

import numpy as np
import scipy
from scipy import stats

from referee.comparisons import adjust, friedman, nemenyi, signflip, westfall_young
from referee.comparisons.bayes.bayesian_pairs import bayesian_signed_rank_pairs
from referee.comparisons.data_sets.wilcoxon_pairs import wilcoxon_pairs_p

RESULTS = Path(__file__).parent / "results" / "comparisons.json"
PAIRS = list(combinations(range(20), 2))


def seconds(work, times=1):
    work()
    start = time.process_time()
    for _ in range(times):
        work()
    return (time.process_time() - start) / times


def scores(seed=0):
    rng = np.random.default_rng(seed)
    return 0.8 + 0.02 * rng.normal(size=20) + 0.05 * rng.normal(size=(100, 20))


def sign_flips(n=100_000, flips=100_000, tried=300):
    d = np.random.default_rng(0).normal(size=n)
    ours = seconds(lambda: signflip(d, 0, flips=flips))

    def peer():
        return stats.permutation_test((d, np.zeros(n)), lambda a, b, axis: (a - b).mean(axis=axis), vectorized=True,
                                      permutation_type="samples", n_resamples=tried, batch=50)

    return ours, seconds(peer) / tried * flips


def wilcoxon_of_all_pairs():
    import pandas as pd
    import scikit_posthocs

    x = scores()
    long = pd.DataFrame(x).melt()
    return (seconds(lambda: adjust(wilcoxon_pairs_p(x), "holm"), 20),
            seconds(lambda: scikit_posthocs.posthoc_wilcoxon(long, val_col="value", group_col="variable",
                                                             p_adjust="holm"), 3))


def bayesian_pairs(tried=3):
    import baycomp

    x = scores()
    ours = seconds(lambda: bayesian_signed_rank_pairs(x, PAIRS, rope=0.01, draws=50_000))
    start = time.process_time()
    for i, j in PAIRS[:tried]:
        baycomp.SignedRankTest.probs(x[:, i], x[:, j], rope=0.01, nsamples=50_000)
    return ours, (time.process_time() - start) / tried * len(PAIRS)


def mean_ranks():
    import scikit_posthocs

    x = scores()
    return (seconds(lambda: (friedman(x), nemenyi(x)), 20),
            seconds(lambda: (stats.friedmanchisquare(*x.T), scikit_posthocs.posthoc_nemenyi_friedman(x)), 5))


def max_t(columns, n=10_000, flips=10_000):
    rng = np.random.default_rng(0)
    d = rng.normal(size=(n, columns))
    ours = seconds(lambda: westfall_young(d, flips=flips))
    signs = rng.choice([-1.0, 1.0], size=(flips, n))
    return ours, seconds(lambda: signs @ d)


def whole_ranking():
    import pandas as pd

    import referee

    table = pd.DataFrame(scores(), columns=[f"model {i}" for i in range(20)], index=[f"set {i}" for i in range(100)])

    def work():
        found = referee.rank(table, adjust="shaffer")
        found.report(os.devnull)

    return seconds(work)


def peak_of_sign_flips():
    """The most memory of a process that only flips signs."""
    code = f"import sys; sys.path.insert(0, {str(Path(__file__).parent)!r}); import comparisons as c; c.only_ours()"
    done = subprocess.run([sys.executable, "-c", code], check=True, capture_output=True, text=True)
    return float(done.stdout)


def only_ours():
    signflip(np.random.default_rng(0).normal(size=100_000), 0, flips=100_000)
    print(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024)


def main():
    found = {"machine": platform.machine(), "python": platform.python_version(), "numpy": np.__version__,
             "scipy": scipy.__version__,
             "sign flips, peak MiB": peak_of_sign_flips()}     # first: a child inherits the peak of its parent
    for name, work in [("sign flips, 100,000 x 100,000 (scipy)", sign_flips),
                       ("Wilcoxon, 190 pairs, Holm (scikit-posthocs)", wilcoxon_of_all_pairs),
                       ("Bayesian signed rank, 190 pairs (baycomp)", bayesian_pairs),
                       ("Friedman and Nemenyi (scipy, scikit-posthocs)", mean_ranks),
                       ("max-T, 20 columns (bare matrix product)", lambda: max_t(20)),
                       ("max-T, 190 pairs (bare matrix product)", lambda: max_t(190))]:
        ours, theirs = work()
        found[name] = {"ours_seconds": ours, "peer_seconds": theirs, "ratio": theirs / ours}
        print(f"{name:48s} ours {ours:9.4f} s  peer {theirs:9.2f} s  ratio {theirs / ours:8.2f}")
    found["20 models x 100 data sets with pictures, seconds"] = whole_ranking()
    print(f"memory of the sign flips: {found['sign flips, peak MiB']:.0f} MiB; whole ranking of 20 x 100 with page: "
          f"{found['20 models x 100 data sets with pictures, seconds']:.2f} s")
    RESULTS.parent.mkdir(exist_ok=True)
    RESULTS.write_text(json.dumps(found, indent=1) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
