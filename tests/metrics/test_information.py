"""Properties of the information scores; Hope & Korb (2004), Kononenko & Bratko (1991)."""

import numpy as np
import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from referee.metrics import METRICS, forecast, metric
from referee.metrics.clipping import clipped_for_reward, clipping
from referee.metrics.information import bayesian_rewards, bir, kononenko_bratko
from referee.metrics.known_truth import calibration_error_known
from referee.metrics.priors import shrunk, smoothed_prior
from referee.metrics.probability import log_loss

few = settings(derandomize=True)


def distributions(k):
    return st.lists(st.integers(1, 50), min_size=k, max_size=k).map(lambda parts: np.array(parts) / sum(parts))


triples = st.integers(2, 6).flatmap(lambda k: st.tuples(*[distributions(k)] * 3))


def expected_reward(true, said, prior):
    """The mean reward when class c happens with probability true[c]."""
    k = true.size
    return bir(np.arange(k), np.tile(said, (k, 1)), weights=true, prior=prior)


def bernoulli_divergence(q, p):
    return q * np.log2(q / p) + (1 - q) * np.log2((1 - q) / (1 - p))


@few
@given(prior=st.integers(2, 6).flatmap(distributions))
def test_the_prior_earns_exactly_nothing(prior):
    k = prior.size
    rows = forecast(np.arange(k), np.tile(prior, (k, 1)), prior=prior)
    assert (bayesian_rewards()(rows) == 0).all()
    assert METRICS["kononenko_bratko"].score(rows) == 0


@few
@given(said=distributions(2), prior=distributions(2), truth=st.integers(0, 1))
def test_for_two_classes_it_is_log_loss_skill(said, prior, truth):
    reward = bir([truth], [said], prior=prior)
    assert reward == pytest.approx(np.log2(said[truth] / prior[truth]), abs=1e-9)
    skill = log_loss([truth], [prior], base=2) - log_loss([truth], [said], base=2)
    assert reward == pytest.approx(skill, abs=1e-9)


@few
@given(three=triples)
def test_the_expected_reward_is_a_difference_of_divergences(three):
    true, said, prior = three
    identity = (bernoulli_divergence(true, prior) - bernoulli_divergence(true, said)).mean()
    assert expected_reward(true, said, prior) == pytest.approx(identity, abs=1e-9)


@few
@given(three=triples)
def test_it_is_strictly_proper(three):
    true, said, prior = three
    assume(np.abs(true - said).max() > 1e-3)
    assert expected_reward(true, said, prior) < expected_reward(true, true, prior)


@few
@given(three=triples)
def test_bases_and_sums_differ_by_constants(three):
    true, said, prior = three
    k = true.size
    rows = forecast(np.arange(k), np.tile(said, (k, 1)), prior=prior, weights=true)
    bits = metric("bir").score(rows)
    assert metric("bir:base=e").score(rows) == pytest.approx(bits * np.log(2), abs=1e-12)
    assert metric("bir:per_class=False").score(rows) == pytest.approx(bits * k, abs=1e-12)


def test_the_label_that_was_predicted_does_not_matter():
    """A.6 row 29: the true class earns I⁺ even when another class was predicted."""
    said = [[0.4, 0.6]]
    assert bir([0], said, prior=[0.1, 0.9]) == pytest.approx(np.log2(4))


def test_a_majority_vote_is_not_the_prior():
    """A.6 row 30: a one-hot vote of the majority class is what earned so little, not the prior."""
    truth, prior = np.repeat([0, 1], [9, 1]), np.array([0.9, 0.1])
    vote, base = np.tile([1.0, 0.0], (10, 1)), np.tile(prior, (10, 1))
    assert bir(truth, base, prior=prior) == 0
    assert bir(truth, vote, prior=prior) < -4


def test_kononenko_bratko_has_the_signs_of_the_paper():
    """A.6 rows 26-28: believing more in the true class than the prior did earns something, whatever the label."""
    assert kononenko_bratko([0], [[0.4, 0.6]], prior=[0.2, 0.8]) == pytest.approx(1.0)
    assert kononenko_bratko([1], [[0.4, 0.6]], prior=[0.2, 0.8]) == pytest.approx(-1.0)


def test_kononenko_bratko_is_not_proper():
    """Where the prior is the truth, saying so earns 0 and exaggerating earns something; the proper reward loses."""
    true = prior = np.array([0.8, 0.1, 0.1])
    rows = {"truth": np.arange(3), "weights": true, "prior": prior}
    exaggerated = np.tile([0.98, 0.01, 0.01], (3, 1))
    assert kononenko_bratko(probabilities=np.tile(true, (3, 1)), **rows) == 0
    assert kononenko_bratko(probabilities=exaggerated, **rows) == pytest.approx(0.2067, abs=1e-4)
    assert bir(probabilities=exaggerated, **rows) < -0.1


def test_good_gives_a_base_rate_forecaster_something_and_the_reward_over_the_prior_does_not():
    truth = np.repeat([1, 0], [9, 1])
    rows = forecast(truth, np.full(10, 0.9), prior=[0.1, 0.9])
    assert METRICS["good"].score(rows) == pytest.approx(0.5310044064)
    assert METRICS["bir"].score(rows) == pytest.approx(0, abs=1e-15)


def test_certain_and_wrong_is_clipped_and_counted():
    rows = forecast([0, 1, 1], [[1.0, 0.0], [1.0, 0.0], [0.5, 0.5]], weights=[1, 2, 1], prior=[0.5, 0.5])
    report = clipping(rows)
    assert (report.clipped, report.rows) == (2.0, 4.0)
    assert report.share_of_score == pytest.approx(2 * np.log(1e15) / (2 * np.log(1e15) + np.log(2)))
    assert clipped_for_reward(rows) == 2.0
    impossible = forecast([0, 0, 1], [[0.0, 0.5, 0.5], [0.2, 0.4, 0.4], [1.0, 0.0, 0.0]], prior=[0.4, 0.3, 0.3])
    assert clipped_for_reward(impossible) == 2.0
    assert np.isfinite(METRICS["bir"].score(rows))
    assert "no probability" in str(clipping(forecast([0], [0.2])))


def test_smoothing_takes_counts_and_shrinking_takes_probabilities():
    np.testing.assert_allclose(smoothed_prior([9, 1, 0]), np.array([28, 4, 1]) / 33)
    assert smoothed_prior([0, 0]) == pytest.approx([0.5, 0.5])
    said = shrunk([[1.0, 0.0]], [0.3, 0.7], share=1 / 11)
    np.testing.assert_allclose(said, [[1 - 0.7 / 11, 0.7 / 11]])


def test_calibration_error_against_the_known_truth():
    assert calibration_error_known([0.2, 0.6], [0.3, 0.6], weights=[3, 1]) == pytest.approx(np.sqrt(0.0075))
