"""Faults found in other tools, each with a test that we do not have it; the rest stand beside what they are about.

They are called after the tool: test_autorank_…, test_mlxtend_…, test_deepsig_…, test_confidenceinterval_….
"""

from dataclasses import replace

import numpy as np
import pytest
from sklearn.neighbors import KNeighborsClassifier

import referee
from referee.comparisons.data_sets.wilcoxon_pairs import wilcoxon_pairs
from referee.errors import NotComparable, NotJustified
from referee.estimates import clopper_pearson
from referee.estimates.areas.delong import delong
from referee.estimates.bootstrap_of_fits.bootstrap_632 import bootstrap_632
from referee.estimates.bootstrap_of_fits.bootstrap_632plus import error_632plus
from referee.estimates.bootstrap_of_fits.bootstrap_fits import BootstrapFits
from referee.reading.differences.named import TESTS, compare_pair
from referee.seeds import stream


@pytest.fixture(scope="module")
def noise():
    """One nearest neighbour on 60 cases whose labels are noise, fitted on 50 resamples and on all."""
    random = stream(0, "noise")
    X, y = random.normal(size=(60, 4)), random.integers(2, size=60)
    drawn = random.integers(60, size=(50, 60))
    losses = np.array([KNeighborsClassifier(1).fit(X[rows], y[rows]).predict(X) != y for rows in drawn], float)
    counts = np.array([np.bincount(rows, minlength=60) for rows in drawn])
    full = (KNeighborsClassifier(1).fit(X, y).predict(X) != y).astype(float)
    return BootstrapFits(full=full, losses=losses, counts=counts)


def test_mlxtend_the_training_error_of_the_632_is_that_of_the_full_model(noise):
    """mlxtend scores the resample's model on all rows, left-out ones among them: .692 where Efron's is .749."""
    out = noise.counts == 0
    left_out = np.mean([noise.losses[out[:, i], i].mean() for i in range(60) if out[:, i].any()])
    assert noise.resubstitution == 0.0
    assert bootstrap_632(noise).value == pytest.approx(0.632 * left_out)
    theirs = np.mean([0.368 * row.mean() + 0.632 * row[o].mean() for row, o in zip(noise.losses, out, strict=True)])
    assert abs(bootstrap_632(noise).value - theirs) > 0.03


@pytest.mark.parametrize(("training", "left_out", "no_information", "value"), [
    (0.0, 0.5, 0.5, 0.5),           # R = 1: all weight on the left-out error
    (0.0, 0.6, 0.5, 0.5),           # worse than no information: capped at it
    (0.3, 0.2, 0.5, 0.368 * 0.3 + 0.632 * 0.2),     # better than training: R = 0, the plain .632
])
def test_mlxtend_the_632plus_is_clipped(training, left_out, no_information, value):
    """mlxtend's R leaves [0, 1] and its error is not capped: single replicates range from .02 to .78 on noise."""
    assert error_632plus(training, left_out, no_information).value == pytest.approx(value)


def test_confidenceinterval_no_interval_leaves_the_range_of_its_metric():
    """confidenceinterval gives F1 an interval of .53 to 1.19 from six rows."""
    random = stream(1, "six")
    X = random.normal(size=(18, 2))
    y = (X[:, 0] + 0.3 * random.normal(size=18) > 0).astype(int)
    for design in ("holdout:test=0.34", "kfold:folds=3"):
        result = referee.evaluate("logistic", X, y, metrics=["f1", "accuracy", "roc_auc"], design=design, jobs=1)
        for row in result.table().itertuples():
            if row.low == row.low:
                assert 0 <= row.low <= row.high <= 1


def test_confidenceinterval_a_perfect_area_has_an_interval_with_a_width():
    """confidenceinterval reports a zero-width interval at 1 for 20 perfectly separated rows."""
    made = delong(np.repeat([0, 1], 10), np.arange(20.0))
    assert made.value == 1.0
    assert made.interval.high == 1.0
    assert made.interval.low < 0.9


def test_autorank_folds_of_one_data_set_are_no_data_sets():
    """autorank takes rows as independent: nothing stops a user from passing the folds of one data set."""
    with pytest.raises(NotJustified):
        referee.rank({"fold": range(10), "a": np.linspace(0, 1, 10), "b": np.linspace(0.1, 1, 10)})


def test_autorank_the_ranking_does_not_choose_its_side_from_the_data():
    """autorank rejects a true null in 9.9% of studies with two columns at n = 20; two-sided it is 5% at most."""
    x = stream(0, "null").normal(size=(20, 4000))
    p = wilcoxon_pairs(x, pairs=[(2 * i, 2 * i + 1) for i in range(2000)]).p
    interval = clopper_pearson(int((p <= 0.05).sum()), 2000, level=0.99)
    assert interval.low <= 0.05
    assert interval.high < 0.08
    duel = referee.rank({"dataset": [f"d{j}" for j in range(20)], "a": x[:, 0], "b": x[:, 1]},
                        higher_is_better=True)["a", "b"]
    assert duel.p == p[0]


def test_scikit_posthocs_labels_and_decisions_cannot_be_mixed_up():
    """In scikit-posthocs ranks and p-values come separately, so one bar can span models that all differ (#82)."""
    x = stream(3, "apart").normal(size=(40, 5)) * 0.1 + np.array([3, 1, 4, 0, 2])
    result = referee.rank({"dataset": [f"d{j}" for j in range(40)]} | {f"m{j}": x[:, j] for j in range(5)},
                          higher_is_better=True)
    assert result.ranking.models == ("m2", "m0", "m4", "m1", "m3")
    assert result.ranking.groups().members == ()


@pytest.mark.parametrize("test", [t.name for t in TESTS if t.name in {
    "mcnemar", "binomial", "per-row-t", "signflip", "cv-clt-z"}])
def test_rows_that_are_not_the_same_are_never_paired(test):
    """No peer remembers which rows a score came from; here a misaligned pass is refused."""
    result = referee.compare(["gaussian-nb", "tree"], "iris", design="kfold:folds=3", metrics="accuracy",
                             baseline=False, jobs=1)
    table = result.analysis.table
    turned = replace(table.rows["tree"], row=table.rows["tree"].row[::-1])
    misaligned = replace(table, rows=table.rows | {"tree": turned})
    with pytest.raises(NotComparable, match="not tested on the same rows"):
        compare_pair(misaligned, "gaussian-nb", "tree", table.metrics[0], test=test, level=0.95)
