"""Power, consistency and agreement of metrics, as numbers on arrays."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from referee.comparisons.many_models.metric_quality import agreement, discriminating_power, tau_b
from referee.comparisons.multiplicity.adjust import adjust
from referee.comparisons.two_models.corrected_t import corrected_t
from referee.errors import BadInput, Undefined


@given(st.lists(st.tuples(st.integers(0, 5), st.integers(0, 5)), min_size=3, max_size=12))
def test_tau_b_is_that_of_scipy(pairs):
    from scipy.stats import kendalltau

    a, b = (np.array(side) for side in zip(*pairs, strict=True))
    if np.ptp(a) == 0 or np.ptp(b) == 0:
        with pytest.raises(Undefined):
            tau_b(a, b)
    else:
        assert tau_b(a, b) == pytest.approx(kendalltau(a, b).statistic, abs=1e-12)


def test_power_counts_what_the_corrected_t_with_holm_separates():
    rng = np.random.default_rng(3)
    scores = rng.normal(loc=[0, 0.3, 1.5, 3, 3.2], size=(12, 5))
    raw = [corrected_t(scores[:, i], scores[:, j], n_train=90, n_test=10).p for i in range(5) for j in range(i + 1, 5)]
    found = discriminating_power(scores, n_train=90, n_test=10)
    assert (found.separated, found.pairs) == (int((adjust(raw, "holm") <= 0.05).sum()), 10)
    assert 0 < found.separated < 10


@pytest.mark.slow
def test_learners_that_are_alike_are_rarely_separated():
    """Independent repeats, four equal learners: some pair is separated in at most 5% of 300 studies (99%: 24)."""
    rng = np.random.default_rng(0)
    wrong = sum(discriminating_power(rng.normal(size=(10, 4)), n_train=1e9, n_test=1).separated > 0 for _ in range(300))
    assert wrong <= 24


def test_differences_that_never_vary_separate_nothing():
    assert discriminating_power(np.tile([0.0, 1.0], (5, 1)), n_train=9, n_test=1).separated == 0


def test_agreement_is_one_for_equal_and_minus_one_for_opposite_rankings():
    assert agreement([[1, 2, 3], [10, 20, 30]]) == 1
    assert agreement([[1, 2, 3], [3, 2, 1]]) == -1
    assert agreement([[1, 2, 3], [2, 2, 2]]) == 0
    with pytest.raises(Undefined):
        agreement([[1, 2, 3]])
    with pytest.raises(BadInput, match="same learners"):
        tau_b([1, 2], [1, 2, 3])
