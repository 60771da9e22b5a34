"""Errors in Flexer (1996), Statistical evaluation of neural network experiments. See docs/errata.md."""

import numpy as np
import pytest

from referee.comparisons import paired_t, pooled_t
from referee.comparisons._laws import reach
from referee.estimates import BootstrapFits, bootstrap_632
from referee.seeds import stream


def test_erratum_12_skewed_runs_are_judged_significant_too_often():
    """Ten differences of mean 0 from an exponential law: not "only" missed significances."""
    d = stream(12, "erratum").exponential(size=(1500, 10)) - 1
    rejected = np.mean([paired_t(one, 0, unit="run").p <= 0.05 for one in d])
    assert rejected > 0.075


def test_erratum_13_means_need_a_variance_to_become_normal():
    """The mean of a hundred Cauchy numbers spreads as one of them does."""
    runs = stream(13, "erratum").standard_cauchy(size=(4000, 100))
    def spread(x):
        return float(np.subtract(*np.percentile(x, [75, 25])))
    assert spread(runs.mean(axis=1)) == pytest.approx(spread(runs[:, 0]), rel=0.15)
    assert spread(runs.mean(axis=1)) > 10 * spread(stream(13, "normal").normal(size=(4000, 100)).mean(axis=1))


def test_erratum_14_an_error_rate_of_one_in_twenty_is_a_confidence_of_95_per_cent():
    assert reach(1 - 0.05) == pytest.approx(1.96, abs=5e-3)
    assert reach(1 - 0.01) == pytest.approx(2.58, abs=5e-3)


def test_erratum_15_the_bootstrap_is_more_biased_than_folds_where_a_learner_overfits():
    """The nearest neighbour on labels that mean nothing errs on half of the cases: .632 says a third."""
    rng, n = stream(15, "erratum"), 60
    by_folds, by_bootstrap = [], []
    for _ in range(12):
        x, y = rng.normal(size=(n, 2)), rng.integers(0, 2, n)
        far = ((x[:, None] - x[None]) ** 2).sum(axis=2)

        def wrong(rows, x=x, y=y, far=far):
            return y[rows][far[:, rows].argmin(axis=1)] != y

        fold = rng.permutation(n) % 10
        by_folds.append(np.mean([wrong(np.flatnonzero(fold != k))[fold == k].mean() for k in range(10)]))
        drawn = [rng.integers(0, n, n) for _ in range(50)]
        by_bootstrap.append(bootstrap_632(BootstrapFits(
            full=wrong(np.arange(n)).astype(float), losses=np.array([wrong(rows) for rows in drawn], float),
            counts=np.array([np.bincount(rows, minlength=n) for rows in drawn]))).value)
    assert np.mean(by_folds) == pytest.approx(0.5, abs=0.07)
    assert np.mean(by_bootstrap) == pytest.approx(0.632 * 0.5, abs=0.05)


def test_erratum_16_pairing_helps_only_where_scores_rise_and_fall_together():
    """Mooney's second experiment: r = −0.549, and the unpaired t is the larger one."""
    a, b = [90, 93, 80, 85, 77], [82, 76, 85, 75, 82]
    assert np.corrcoef(a, b)[0, 1] == pytest.approx(-0.549, abs=5e-4)
    assert paired_t(a, b, unit="run").p == pytest.approx(0.3142, abs=5e-5)
    assert pooled_t(a, b).p == pytest.approx(0.197, abs=5e-4)
