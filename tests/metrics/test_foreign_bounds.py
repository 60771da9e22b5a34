"""The functions of scikit-learn lie where we say they do, and no interval of theirs leaves it."""

import functools
import math

import numpy as np
import pytest
from sklearn import metrics as theirs
from sklearn.linear_model import LogisticRegression
from sklearn.naive_bayes import GaussianNB

import referee
from referee.kinds import Task
from referee.metrics.foreign_bounds import GAIN, KNOWN, LOSS, foreign_bounds

RNG = np.random.default_rng(3)
LABELS = [(RNG.integers(0, 2, 30), RNG.integers(0, 2, 30)), (np.arange(12) % 2, 1 - np.arange(12) % 2),
          (np.arange(12) % 2, np.arange(12) % 2)]
SHARES = [(truth, np.clip(said + (0.5 - said) * width, 0.01, 0.99)) for truth, said in LABELS for width in (0.0, 0.6)]
POSITIVE = [(RNG.uniform(1, 9, 30), RNG.uniform(1, 9, 30)), (np.arange(1.0, 9), np.arange(9.0, 1, -1)),
            (np.arange(1.0, 9), np.arange(1.0, 9))]
OF_SHARES = {"roc_auc_score", "average_precision_score", "log_loss", "brier_score_loss", "d2_log_loss_score",
             "d2_brier_score"}
RANKED = {"top_k_accuracy_score", "ndcg_score"}


def samples(name):
    if name in RANKED:
        hits = np.eye(3)[RNG.integers(0, 3, 20)]
        return [(hits if name == "ndcg_score" else hits.argmax(1), RNG.dirichlet(np.ones(3), size=20))]
    if name in OF_SHARES:
        return SHARES
    return POSITIVE if KNOWN[name] in {GAIN, LOSS} and name != "mutual_info_score" else LABELS


@pytest.mark.parametrize("name", KNOWN)
def test_every_value_lies_between_them(name):
    low, high = KNOWN[name]
    function = functools.partial(theirs.fbeta_score, beta=2) if name == "fbeta_score" else getattr(theirs, name)
    assert foreign_bounds(function) == (low, high)
    for truth, said in samples(name):
        assert low - 1e-9 <= function(truth, said) <= high + 1e-9


@pytest.mark.parametrize("scoring", [theirs.accuracy_score, theirs.make_scorer(theirs.fbeta_score, beta=2),
                                     "jaccard_micro", "recall_weighted"])
def test_no_interval_leaves_them(scoring):
    X = RNG.normal(size=(40, 2))
    y = (X[:, 0] + 0.2 * RNG.normal(size=40) > 0).astype(int)
    said = referee.compare([LogisticRegression(), GaussianNB()], X, y, scoring=scoring, cv=3, n_jobs=1)
    ends = [end for one in said.estimates.values() if one.interval for end in (one.interval.low, one.interval.high)]
    assert ends
    assert min(ends) >= 0
    assert max(ends) <= 1


def test_what_is_declared_beats_it_and_other_peoples_functions_are_not_known():
    def accuracy_score(truth, said):
        return 3 + np.mean(truth == said)

    assert referee.metric(theirs.mean_absolute_error, bounds=(0, 9)).of(Task.REGRESSION).bounds == (0, 9)
    assert referee.metric(accuracy_score).bounds == (-math.inf, math.inf)
