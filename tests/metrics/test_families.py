"""Facts about single metrics: hand-computed values, conventions, and identities between metrics."""

import itertools
import math

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from referee.errors import BadInput
from referee.metrics import METRICS, Predictions, forecast, metric, scored
from referee.metrics.association import concordance, correlation
from referee.metrics.binary_labels import f1, precision
from referee.metrics.calibration import calibration_rmse, ece, mce, reliability
from referee.metrics.calibration_tests import cox, spiegelhalter
from referee.metrics.combined import sar
from referee.metrics.consistency import consistency
from referee.metrics.corp import corp
from referee.metrics.cost import (
    bayes_threshold,
    cumulative_value,
    net_benefit,
    net_benefit_of_treating_all,
    optimal_decisions,
    optimal_value,
)
from referee.metrics.labels import accuracy, f1_macro
from referee.metrics.murphy import murphy
from referee.metrics.pairs import pair_wins
from referee.metrics.probability import brier, log_loss, spherical
from referee.metrics.ranking import roc_auc
from referee.metrics.regression import rmse
from referee.metrics.retrieval import average_precision_11, lift, top_k
from referee.metrics.robust_errors import smape
from referee.seeds import stream


@settings(derandomize=True)
@given(rows=st.lists(st.tuples(st.integers(0, 1), st.integers(0, 4), st.integers(0, 3)), min_size=2, max_size=20))
def test_roc_auc_is_the_share_of_pairs_won(rows):
    """The definition, pair by pair: P(S⁺ > S⁻) + ½ P(=)."""
    positive = [(s, w) for y, s, w in rows if y == 1 and w]
    negative = [(s, w) for y, s, w in rows if y == 0 and w]
    if not positive or not negative:
        return
    won = sum(wa * wb * ((a > b) + 0.5 * (a == b)) for (a, wa), (b, wb) in itertools.product(positive, negative))
    all_pairs = sum(w for _, w in positive) * sum(w for _, w in negative)
    truth, scores, weights = (np.array(column) for column in zip(*rows, strict=True))
    assert roc_auc(truth, scores, weights) == pytest.approx(won / all_pairs, abs=1e-12)


def test_wins_of_pairs_of_classes_with_weights():
    codes, scores = np.array([0, 1, 2, 0, 1]), stream(0, "pairs").integers(0, 3, size=(3, 5)).astype(float)
    weights = np.array([1.0, 2.0, 3.0, 0.5, 0.0])
    expected = np.zeros((3, 3))
    for a, b in itertools.permutations(range(3), 2):
        for i, j in itertools.product(np.flatnonzero(codes == a), np.flatnonzero(codes == b)):
            outcome = (scores[a, i] > scores[a, j]) + 0.5 * (scores[a, i] == scores[a, j])
            expected[a, b] += weights[i] * weights[j] * outcome
    np.testing.assert_allclose(pair_wins(scores, codes, weights), expected)


def test_eleven_points_by_hand():
    """Ranking + − + + −: precision 1, ½, ⅔, ¾; recall ⅓, ⅓, ⅔, 1. Best precision from recall 0 to 0.3: 1; beyond: ¾."""
    assert average_precision_11([1, 0, 1, 1, 0], [5, 4, 3, 2, 1]) == pytest.approx((4 * 1 + 7 * 0.75) / 11)


def test_lift_by_hand_and_with_ties():
    assert lift([1, 0, 1, 0], [4, 3, 2, 1], share=0.5) == 1.0
    assert lift([1, 1, 0, 0], [4, 3, 2, 1], share=0.5) == 2.0
    assert lift([1, 0, 0, 0], [1, 1, 1, 1], share=0.25) == pytest.approx(1.0)     # all tied: no lift
    assert lift([1, 0, 0, 1], [1, 1, 1, 0], share=0.5) == pytest.approx(2 / 3)    # two thirds of one of two


def test_a_constant_forecast_is_in_the_top_k_by_chance():
    assert top_k([0, 1, 2, 3, 3], np.full((5, 4), 0.25), k=2) == 0.5


def test_labels_may_be_words_and_the_later_is_positive():
    truth, said = ["no", "yes", "yes", "no"], ["no", "yes", "no", "no"]
    assert f1(truth, said) == f1([0, 1, 1, 0], [0, 1, 0, 0]) == pytest.approx(2 / 3)
    assert precision([-1, 1, 1], [-1, 1, -1]) == 1.0
    assert accuracy([True, False], [True, True]) == 0.5
    assert roc_auc(["no", "yes"], [0.1, 0.9]) == 1.0
    assert brier(["a", "b", "c"], np.eye(3)) == 0.0
    assert accuracy([0.0, 1.0], [0, 1]) == 1.0


def test_a_class_that_only_was_predicted_counts_in_f1():
    assert f1_macro([0, 0, 1], [0, 2, 1]) == pytest.approx((2 / 3 + 1 + 0) / 3)
    wide = Predictions(truth=np.array([0, 1]), labels=np.array([0, 1]), n_classes=5)
    assert METRICS["f1_macro"].score(wide) == 1.0     # classes that occur nowhere are left out


def test_the_two_scales_of_brier():
    said = [[0.7, 0.3], [0.2, 0.8]]
    rows = forecast([0, 0], said)
    assert METRICS["brier"].score(rows) == pytest.approx((0.09 + 0.64) / 2)
    assert METRICS["brier_sum"].score(rows) == pytest.approx(2 * METRICS["brier"].score(rows))


def test_the_spherical_score_by_hand():
    """0.6 / √(0.6² + 0.3² + 0.1²) and 0.1 over the same length."""
    said = [[0.6, 0.3, 0.1]] * 2
    assert spherical([0, 2], said) == pytest.approx((0.6 + 0.1) / 2 / math.sqrt(0.46))


def test_rmse_over_targets_is_the_root_over_rows_and_targets():
    assert rmse([[0, 0], [0, 0]], [[1, 3], [1, 3]]) == pytest.approx(math.sqrt(5))


def test_concordance_by_hand_and_against_correlation():
    """Lin (1989): 2 s_xy / (s_x² + s_y² + (x̄ − ȳ)²), moments divided by n."""
    x, y = np.array([1.0, 2.0, 4.0]), np.array([2.0, 2.0, 5.0])
    by_hand = 2 * np.cov(x, y, bias=True)[0, 1] / (x.var() + y.var() + (x.mean() - y.mean()) ** 2)
    assert concordance(x, y) == pytest.approx(by_hand)
    assert correlation(x, y) == pytest.approx(np.corrcoef(x, y)[0, 1])
    assert correlation(x, y + 100) == pytest.approx(correlation(x, y))
    assert concordance(x, y + 100) < 0.01


def test_smape_by_hand():
    assert smape([1, 3], [3, 3]) == pytest.approx(50.0)


@settings(derandomize=True)
@given(seed=st.integers(0, 10**6), bins=st.integers(1, 8), kind=st.sampled_from(["equal-mass", "equal-width"]),
       weighted=st.booleans())
def test_murphys_five_terms_close(seed, bins, kind, weighted):
    draw = stream(seed, "murphy")
    said = np.round(draw.random(30), 1)
    truth, weights = draw.integers(2, size=30), draw.integers(0, 4, size=30) if weighted else None
    terms = murphy(truth, said, weights, bins=bins, kind=kind)
    assert terms.brier == pytest.approx(brier(truth, said, weights), abs=1e-12)
    assert str(terms).startswith("Brier")


@pytest.mark.parametrize("rule", ["brier", "log_loss"])
@settings(derandomize=True)
@given(seed=st.integers(0, 10**6))
def test_corp_closes_and_its_terms_are_not_below_zero(rule, seed):
    draw = stream(seed, "corp")
    said, truth = np.round(0.02 + 0.96 * draw.random(25), 1), draw.integers(2, size=25)
    weights = draw.integers(1, 4, size=25)
    parts = corp(truth, said, weights, rule=rule)
    score = {"brier": brier, "log_loss": log_loss}[rule](truth, said, weights)
    assert parts.score == pytest.approx(score, abs=1e-9)
    assert parts.miscalibration - parts.discrimination + parts.uncertainty == pytest.approx(score, abs=1e-9)
    assert parts.miscalibration >= 0
    assert parts.discrimination >= 0
    assert (np.diff(parts.recalibrated) >= 0).all()


@pytest.mark.parametrize("weighted", [False, True], ids=["plain", "weighted"])
@settings(max_examples=15, derandomize=True)
@given(seed=st.integers(0, 10**6), k=st.integers(3, 6))
def test_decompositions_of_several_classes_add_up_to_the_brier_score(weighted, seed, k):
    """Half the sum over classes is the Brier score from 0 to 1; the top label is one event with its own."""
    draw = stream(seed, "several", k)
    said = draw.integers(1, 6, size=(30, k))
    said = said / said.sum(axis=1, keepdims=True)
    truth, weights = draw.integers(k, size=30), draw.integers(0, 4, size=30) if weighted else None
    top = (said.argmax(axis=1) == truth).astype(int)
    for of, score in (("class-wise", brier(truth, said, weights)),
                      ("top-label", brier(top, said.max(axis=1), weights))):
        parts, terms = corp(truth, said, weights, of=of), murphy(truth, said, weights, bins=4, of=of)
        assert parts.score == pytest.approx(score, abs=1e-12)
        assert parts.miscalibration - parts.discrimination + parts.uncertainty == pytest.approx(score, abs=1e-12)
        assert terms.brier == pytest.approx(score, abs=1e-12)
        assert min(parts.miscalibration, parts.discrimination, terms.reliability, terms.resolution) >= 0
    each = corp(truth, said, weights).classes
    assert [one.score for one in each] == pytest.approx(
        [brier((truth == c).astype(int), said[:, c], weights) for c in range(k)], abs=1e-12)


def test_log_losses_of_classes_are_not_summed():
    with pytest.raises(BadInput, match="do not add up"):
        corp([0, 1, 2], np.full((3, 3), 1 / 3), rule="log_loss")
    assert corp([0, 1, 2], np.full((3, 3), 1 / 3), rule="log_loss", of="top-label").miscalibration >= 0


def test_equal_mass_bins_hold_equal_mass_and_keep_ties_together():
    table = reliability(np.zeros(30), np.arange(30) / 30, bins=5)
    np.testing.assert_array_equal(table.count, [6] * 5)
    tied = reliability(np.zeros(30), np.repeat([0.1, 0.9], [25, 5]), bins=5)
    np.testing.assert_array_equal(tied.count, [25, 5])


def test_bins_are_closed_on_the_right():
    table = reliability([0, 1, 0], [0.0, 0.5, 0.500001], bins=2, kind="equal-width")
    np.testing.assert_array_equal(table.count, [2, 1])


def test_top_label_and_class_wise_are_different_questions():
    """One row, three classes: top label says 0.5 for a hit; class-wise averages |0.5−1|, 0.3, 0.2."""
    rows = {"truth": [0], "probabilities": [[0.5, 0.3, 0.2]]}
    assert ece(**rows, bins=1) == pytest.approx(0.5)
    assert ece(**rows, bins=1, of="class-wise") == pytest.approx((0.5 + 0.3 + 0.2) / 3)


@pytest.mark.parametrize("truth", [0, 1, 2])
def test_the_top_label_is_a_hit_only_where_it_is_true(truth):
    gap = abs(0.5 - (truth == 1))
    assert ece([truth], [[0.3, 0.5, 0.2]], bins=1, classes=range(3)) == pytest.approx(gap)
    assert reliability([truth], [[0.3, 0.5, 0.2]], classes=range(3)).observed == [truth == 1]


def test_sar_by_hand():
    """Accuracy ¾, AUC ¾, RMSE √(0.6325/4)."""
    assert sar([0, 0, 1, 1], [0.1, 0.4, 0.35, 0.8]) == pytest.approx((0.75 + 0.75 + 1 - math.sqrt(0.6325 / 4)) / 3)


def test_calibration_errors_are_ordered():
    draw = stream(3, "order of errors")
    said = draw.random(300)
    truth = draw.random(300) < said**2
    errors = [f(truth.astype(int), said, bins=10) for f in (ece, calibration_rmse, mce)]
    assert errors == sorted(errors)
    assert errors[0] > 0.1


def test_calibration_reads_probabilities_also_where_scores_are_given():
    truth, said = np.array([0, 1, 1, 0]), np.array([0.2, 0.9, 0.6, 0.4])
    both = Predictions(truth=truth, n_classes=2, probabilities=np.column_stack([1 - said, said]), scores=-said)
    assert METRICS["ece"].score(both) == pytest.approx(ece(truth, said))
    assert METRICS["roc_auc"].score(both) == pytest.approx(1 - roc_auc(truth, said))


@pytest.mark.slow
def test_spiegelhalter_holds_its_level_under_calibration():
    draw = stream(5, "spiegelhalter")
    said = draw.beta(2, 2, size=(2000, 200))
    happened = (draw.random(said.shape) < said).astype(int)
    rejected = np.mean([spiegelhalter(y, p).p < 0.05 for y, p in zip(happened, said, strict=True)])
    assert rejected == pytest.approx(0.05, abs=3 * math.sqrt(0.05 * 0.95 / 2000))


def test_cox_finds_the_slope_that_was_put_in():
    draw = stream(6, "cox")
    logit = draw.normal(0, 1.5, size=20000)
    happened = draw.random(20000) < 1 / (1 + np.exp(-(0.3 + 0.5 * logit)))
    found = cox(happened.astype(int), 1 / (1 + np.exp(-logit)))
    assert found.intercept == pytest.approx(0.3, abs=0.06)
    assert found.slope == pytest.approx(0.5, abs=0.05)
    assert "slope" in str(found)


def test_cox_survives_certain_forecasts_and_weights_repeat():
    y, p, w = [0, 1, 0, 1, 1, 0], [0.0, 1.0, 0.8, 0.3, 0.6, 0.4], [1, 2, 1, 3, 1, 2]
    weighted, repeated = cox(y, p, w), cox(np.repeat(y, w), np.repeat(p, w))
    assert weighted.slope == pytest.approx(repeated.slope, rel=1e-9)
    assert weighted.in_the_large == pytest.approx(repeated.in_the_large, rel=1e-9)


def test_the_optimal_decision_is_the_bayes_threshold():
    said = np.linspace(0, 1, 101)
    decided = optimal_decisions(np.column_stack([1 - said, said]), [[0, -1], [-10, 0]])
    np.testing.assert_array_equal(decided, said > bayes_threshold(1, 10))


def test_optimal_decisions_pay_more_than_the_more_probable_class():
    draw = stream(8, "value")
    said = draw.random(4000)
    truth = (draw.random(4000) < said).astype(int)
    matrix = [[0, -1], [-10, 0]]
    probable = -np.where(said >= 0.5, truth == 0, 10 * (truth == 1)).mean()
    assert optimal_value(truth, np.column_stack([1 - said, said]), matrix) > probable + 0.1


def test_cumulative_value_ends_at_the_sum():
    assert cumulative_value([0, 1, 1], [0, 0, 1], [[1, -1], [-5, 3]], weights=[1, 2, 1])[-1] == pytest.approx(-6)


def test_net_benefit_by_hand():
    """Vickers & Elkin (2006): TP/n − FP/n · t/(1−t)."""
    truth, said = [1, 1, 0, 0, 0], [0.9, 0.1, 0.8, 0.3, 0.2]
    assert net_benefit(truth, said, threshold=0.25) == pytest.approx(1 / 5 - 2 / 5 / 3)
    assert net_benefit_of_treating_all(truth, 0.25) == pytest.approx(2 / 5 - 3 / 5 / 3)


def test_scores_of_more_than_two_classes_are_ordered_without_probabilities():
    scores = np.array([[3.0, -1, 0], [0, 5, -2], [-4, 0, 9], [1, 1, 1]])
    rows = scored([0, 1, 2, 2], scores)
    assert metric("roc_auc").score(rows) == pytest.approx((1 + 1 + 1) / 3)
    assert metric("top_k:k=1").score(rows) == pytest.approx((3 + 1 / 3) / 4)
    assert metric("roc_auc_ovo").score(rows) == 1.0


def calibrated(draw, shape, k=2):
    """Probabilities, and outcomes drawn from them."""
    parts = draw.gamma(1.0, size=(*shape, k))
    said = parts / parts.sum(axis=-1, keepdims=True)
    return (draw.random(shape)[..., None] > said.cumsum(axis=-1)).sum(axis=-1).clip(0, k - 1), said


@pytest.mark.parametrize("times", [150, pytest.param(3000, marks=pytest.mark.slow)])
@pytest.mark.parametrize(("name", "k"), [("ece:bins=5", 2), ("ece:bins=5", 3), ("mcb", 2)])
def test_consistency_holds_its_level(name, k, times):
    """Calibrated forecasts: p ≤ 0.2 in a fifth of them, within three standard errors."""
    outcomes, said = calibrated(stream(11, "consistency", k), (times, 60), k)
    found = [consistency(y, p, name, draws=9, seed=i).p <= 0.2
             for i, (y, p) in enumerate(zip(outcomes, said, strict=True))]
    assert np.mean(found) == pytest.approx(0.2, abs=3 * math.sqrt(0.16 / times))


def test_consistency_sees_overconfidence_and_says_so():
    draw = stream(12, "consistency")
    truth, said = calibrated(draw, (500,))
    sure = said**4 / (said**4).sum(axis=1, keepdims=True)
    found = consistency(truth, sure, draws=99)
    assert found.p == 0.01
    assert found.observed > found.high > found.expected > found.low > 0
    assert "with calibrated probabilities 95%" in str(found)
    assert consistency(truth, said, draws=99) == consistency(truth, said, draws=99)


def test_a_weight_in_the_band_of_chance_is_a_repetition():
    draw = stream(13, "consistency")
    truth, said = calibrated(draw, (60,), 3)
    times = draw.integers(0, 4, size=60)
    rows = np.repeat(np.arange(60), times)
    assert consistency(truth, said, weights=times, draws=19) == consistency(truth[rows], said[rows], draws=19)
    with pytest.raises(BadInput, match="no whole numbers in 1 row"):
        consistency(truth, said, weights=np.where(np.arange(60) == 7, 0.5, 1.0), draws=19)
