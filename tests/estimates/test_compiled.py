"""Compiled passes give what the plain definitions give, draw for draw."""

import os
import subprocess
import sys

import numpy as np
import pytest
from sklearn.metrics import roc_auc_score

from referee.errors import BadInput
from referee.estimates import (
    Statistic,
    auc_statistic,
    bca_bootstrap,
    difference,
    mean_statistic,
    replicates,
    replicates_together,
)
from referee.estimates.resampling import row_kernels
from referee.estimates.resampling.compiled_replicates import worth_compiling
from referee.estimates.resampling.uniform_counts import deal
from referee.seeds import stream

pytestmark = pytest.mark.slow

N = 2311            # blocks of 256 rows and of 64, and some rows after the last of either


def sample(levels):
    rng = stream(1, "compiled", levels)
    truth = rng.integers(0, 2, N)
    return rng, truth, np.round(truth + rng.normal(scale=2, size=N), 12 if levels == 0 else 0) / max(levels, 1)


def both_ways(monkeypatch, work):
    """The result by NumPy, and compiled."""
    module = sys.modules["referee.estimates.resampling.compiled_replicates"]
    plain = work()
    monkeypatch.setattr(module, "WORTH_COMPILING", 0)
    return plain, work()


def test_counts_are_those_of_the_deal():
    drawn, times = deal(stream(3, "deal"), N), np.full(N, 9, np.uint8)
    row_kernels.count_draws(drawn.per_block, drawn.which, drawn.rest, times)
    assert times.tolist() == drawn.counts(N).tolist()
    assert times.sum() == N


@pytest.mark.parametrize("n", [1, 63, 64, 65, 300])
def test_passes_against_their_definitions(n):
    rng = stream(4, "passes", n)
    times, mask = rng.integers(0, 5, n).astype(np.uint8), (255 * rng.integers(0, 2, n)).astype(np.uint8)
    values, cells = rng.normal(size=(5, n)), rng.integers(0, 7, n).astype(np.uint16)
    sums, counts, order = np.empty(5), np.empty(7, np.int64), rng.permutation(n).astype(np.uint32)
    row_kernels.weighted_sums(times, values, sums)
    assert sums == pytest.approx(values @ times, abs=1e-12)
    row_kernels.cell_counts(times, cells, counts)
    assert counts.tolist() == np.bincount(cells, weights=times, minlength=7).tolist()
    moved = np.empty(n, np.uint8)
    row_kernels.reordered(times, order, moved)
    assert moved.tolist() == times[order].tolist()
    doubled, positives = row_kernels.pairs_in_order(times, mask, np.empty((0, 3), np.int64))
    hit, miss = times * (mask > 0), times * (mask == 0)
    assert positives == hit.sum()
    assert doubled == 2 * sum(int(hit[i]) * int(miss[:i + 1].sum()) for i in range(n))


@pytest.mark.parametrize("levels", [0, 1])
def test_the_auc_is_the_same_number_compiled_or_not(monkeypatch, levels):
    """Without and with ties, alone and as a paired difference: whole numbers, so no rounding is forgiven."""
    rng, truth, score = sample(levels)
    statistic = auc_statistic(truth, score)
    monkeypatch.setattr(sys.modules["referee.estimates.resampling.drawing_schemes"], "FEW", 10**9)     # by rows
    monkeypatch.setattr(sys.modules["referee.estimates.resampling.replicates"], "few", lambda *_: False)
    plain, fast = both_ways(monkeypatch, lambda: replicates_together([statistic], resamples=20, seed=1)[0].values)
    assert plain.tolist() == fast.tolist()
    other = auc_statistic(truth, score + rng.normal(size=N))
    drawn = deal(stream(1, "bootstrap"), N).counts(N)
    rows = np.argsort(statistic.cells, kind="stable").repeat(drawn)
    assert fast[0] == pytest.approx(roc_auc_score(truth[rows], score[rows]), abs=1e-12)
    apart = replicates_together([statistic, other, difference(statistic, other)], resamples=20, seed=1)
    assert apart[2].values == pytest.approx(apart[0].values - apart[1].values, abs=1e-15)


def test_means_weights_roots_and_cells_too(monkeypatch):
    rng, truth, score = sample(0)
    losses, weights, said = np.exp(score), rng.integers(1, 4, N), (score > 0).astype(int)

    def f1(counts):
        return 2 * counts[:, 3] / (2 * counts[:, 3] + counts[:, 1] + counts[:, 2])

    every = [mean_statistic(losses), mean_statistic(losses, weights=weights), mean_statistic(losses, outer=np.sqrt),
             auc_statistic(truth, score), Statistic(cells=2 * truth + said, n_cells=4, scores=f1, cases=N)]
    plain, fast = both_ways(monkeypatch, lambda: replicates_together(every, resamples=15, seed=2))
    for one, other in zip(plain, fast, strict=True):
        assert one.values == pytest.approx(other.values, rel=1e-13)
        assert one.observed == other.observed
    alone = replicates(every[0], resamples=15, seed=2)
    assert alone.values == pytest.approx(plain[0].values, rel=1e-13)


def test_an_interval_does_not_depend_on_the_way(monkeypatch):
    statistic = mean_statistic(stream(5, "losses").exponential(size=N))
    plain, fast = both_ways(monkeypatch, lambda: bca_bootstrap(statistic, resamples=60, seed=3))
    assert (plain.interval.low, plain.interval.high) == pytest.approx((fast.interval.low, fast.interval.high),
                                                                      rel=1e-12)


def test_statistics_of_other_rows_are_refused():
    with pytest.raises(BadInput, match="same rows"):
        replicates_together([mean_statistic([1.0, 2.0]), mean_statistic([1.0, 2.0, 3.0])], seed=1)
    with pytest.raises(BadInput, match="at least one"):
        replicates_together([], seed=1)


def test_a_small_interval_does_not_wait_for_the_compiler():
    code = ("import sys, numpy as np, referee; from referee.estimates import bca_bootstrap, mean_statistic;"
            "bca_bootstrap(mean_statistic(np.arange(3000.0)), seed=1);"
            "from referee.comparisons import signflip; signflip(np.linspace(1, 2, 999), 0);"
            "print('numba' in sys.modules)")
    assert subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout == "False\n"


@pytest.mark.slow
def test_code_that_cannot_be_kept_is_compiled_all_the_same(tmp_path):
    """No folder can be written: numba says so by an error when it is asked to keep code."""
    code = ("import numba.core.caching as c\n"
            "for locator in c.CacheImpl._locator_classes: locator.ensure_cache_path = lambda self: 1 / 0\n"
            "c.CacheImpl._locator_classes = []\n"
            "import numpy as np; from referee.estimates.resampling.row_kernels import reordered\n"
            "out = np.empty(2, np.uint8); reordered(np.array([3, 4], np.uint8), np.array([1, 0], np.uint32), out)\n"
            "print(out.tolist())")
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False,
                          env={**os.environ, "HOME": str(tmp_path)})
    assert done.stdout == "[4, 3]\n", done.stderr


def test_worth_compiling_depends_on_sizes_alone():
    small, large = mean_statistic(np.arange(3000.0)), mean_statistic(np.arange(70_000.0))
    assert not worth_compiling([small], 2000)
    assert worth_compiling([large], 2000)
