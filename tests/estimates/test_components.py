"""components: known components are found again, their intervals are the exact ones where there are exact ones, and
what was lost is counted."""

import numpy as np
import pytest
from scipy import stats
from sklearn.base import BaseEstimator, RegressorMixin

import referee
from referee.data import load
from referee.designs import Portions, lay
from referee.errors import BadInput, Undefined
from referee.estimates import variance_components, variance_shares
from referee.seeds import stream


def test_the_interval_of_two_sources_is_the_exact_one_of_the_intraclass_correlation():
    """Searle, Casella & McCulloch (1992), 3.6d: F/F_upper and F/F_lower, with df a−1 and a(n−1)."""
    rng = stream(1, "components test")
    a, n = 8, 6
    table = rng.normal(size=(a, 1)) + rng.normal(size=(a, n))
    made = variance_components(table, ("sample", "seed"))
    F = made.mean_squares[0] / made.mean_squares[1]
    low, high = (F / stats.f.ppf(p, a - 1, a * (n - 1)) for p in (0.975, 0.025))
    interval = variance_shares(made)[0]
    assert interval.low == pytest.approx((low - 1) / (low + n - 1), abs=0.02)
    assert interval.high == pytest.approx((high - 1) / (high + n - 1), abs=0.02)
    assert variance_shares(made)[1].low == pytest.approx(1 - interval.high, abs=1e-9)


@pytest.mark.slow
def test_the_shares_cover_the_truth_as_often_as_they_say():
    rng, hits, trials = stream(2, "components test"), 0, 100
    for _ in range(trials):
        table = rng.normal(size=(6, 1, 1)) + 0.8 * rng.normal(size=(6, 4, 1)) + 0.6 * rng.normal(size=(6, 4, 3))
        hits += 0.5 in variance_shares(variance_components(table))[0]        # 1 / (1 + 0.64 + 0.36)
    assert stats.binomtest(hits, trials, 0.95).pvalue > 0.01


def test_equal_scores_have_no_shares():
    with pytest.raises(Undefined, match="all scores are equal"):
        variance_shares(variance_components(np.ones((2, 3, 2))))


def test_portions_share_no_row_and_each_is_split_within():
    problem = load("iris")
    splits = list(lay(Portions(samples=3, splits=4, seed=1), problem).splits())
    assert [s.label for s in splits][:5] == ["0/0-0", "0/0-1", "0/0-2", "0/0-3", "0/1-0"]
    portions = [set(np.concatenate([s.train_rows, s.test])) for s in splits[::4]]
    assert sorted(len(p) for p in portions) == [50, 50, 50]
    assert set.union(*portions) == set(range(150))
    for i, s in enumerate(splits):
        assert set(s.train_rows) | set(s.test) == portions[i // 4]
        assert not np.isin(s.test, s.train_rows).any()
        assert (np.bincount(problem.y[s.train_rows]) >= 10).all()
    with pytest.raises(BadInput, match="ask for fewer portions"):
        lay(Portions(samples=40, seed=1), problem)


class Dice(RegressorMixin, BaseEstimator):
    """Says one random number, whatever it was shown."""

    def __init__(self, random_state=None):
        self.random_state = random_state

    def fit(self, X, y):  # noqa: ARG002
        self.says_ = float(np.random.default_rng(self.random_state).normal(0, 10))
        return self

    def predict(self, X):
        return np.full(len(X), self.says_)


def test_a_learner_that_is_all_chance_gets_all_its_spread_from_the_seed():
    rng = stream(3, "components test")
    X, y = rng.normal(size=(120, 1)), rng.normal(size=120)
    found = referee.components({"dice": Dice(), "mean": "mean"}, X, y, metrics="mae", samples=2, splits=3, seeds=4,
                               jobs=1, task="regression").spreads
    dice, mean = found.found
    assert dict(zip(dice.found.sources, dice.found.shares, strict=True))["seed"] > 0.7
    assert mean.found["seed"] == 0
    assert "the learner's own randomness" in str(referee.api.SpreadResult(found))


def test_every_seed_is_a_run_of_its_own_and_a_second_call_fits_nothing(tmp_path):
    place = tmp_path / "ledger.db"
    options = {"metrics": "accuracy", "samples": 2, "splits": 2, "jobs": 1, "ledger": place}
    first = referee.components("tree:max_features=1", "iris", seeds=2, **options)
    assert (first.done.total, first.done.fitted) == (8, 8)
    again = referee.components("tree:max_features=1", "iris", seeds=3, **options)
    assert (again.done.total, again.done.reused) == (12, 8)
    assert str(referee.reread(place)) == str(again)
    assert first.table()["share"].sum() == pytest.approx(1)


def test_one_sample_leaves_the_sample_out():
    found = referee.components("tree", "iris", metrics="accuracy", samples=1, splits=4, seeds=1, jobs=1)
    assert found.spreads.found[0].found.sources == ("split",)
    assert "was not varied" in str(found)


class Shy(Dice):
    """Gives up in about a fifth of its fits."""

    def fit(self, X, y):
        if np.random.default_rng(self.random_state).random() < 0.2:
            raise RuntimeError("diverged")
        return super().fit(X, y)


def test_lost_fits_are_counted_and_the_rest_is_balanced():
    rng = stream(3, "components test")
    X, y = rng.normal(size=(90, 1)), rng.normal(size=90)
    result = referee.components(Shy(), X, y, metrics="mae", samples=2, splits=8, seeds=2, jobs=1, task="regression")
    made = result.spreads.found[0]
    failed = result.done.failed
    assert made.lost == failed > 0
    assert made.found.levels[1] < 8
    assert made.dropped == 16 - 2 * made.found.levels[1]
    assert f"{failed} of 32 fits of shy gave no score" in str(result)
    assert result.failed
    poor = referee.components(Shy(), X, y, metrics="mae", samples=2, splits=2, seeds=6, jobs=1, task="regression")
    assert "cannot be shared out" in str(poor)
    assert poor.to_dict()["components"][0]["sources"] == []


@pytest.mark.usefixtures("undrawn")
def test_the_page_is_whole(tmp_path):
    result = referee.components("tree", "iris", metrics=["accuracy", "log_loss"], samples=2, splits=2, seeds=2, jobs=1)
    page = result.report(tmp_path / "c.html").read_text(encoding="utf-8")
    assert page.count("<svg") == 2
    assert "http" not in page.replace("http://www.w3.org", "")
    with pytest.raises(BadInput, match="there are metrics accuracy, log_loss"):
        result.figure("rmse")
