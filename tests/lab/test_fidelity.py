"""Fidelity: metrics against the truth of simulated problems."""

import json

import numpy as np
import pytest

from referee.data.simulated import LogisticTruth
from referee.errors import BadInput
from referee.lab.bir_surface import bir_surface, expected_bir
from referee.lab.fidelity import TRUTHS, fidelity, true_worth
from referee.metrics import Predictions

MODELS = ["logistic", "gaussian-nb", "tree:max_depth=2"]


def test_true_worth_is_worked_by_hand():
    """q = (.5, .5) and (.9, .1); said (.5, .5) and (.5, .5): KL 0 and ln 2 − H(.1) = 0.36806; distance 0 and .32."""
    truth, said = np.array([[0.5, 0.5], [0.9, 0.1]]), np.full((2, 2), 0.5)
    predictions = Predictions(truth=np.array([0, 0]), n_classes=2, labels=np.array([1, 0]), probabilities=said)
    divergence, distance, accuracy = true_worth(truth, predictions)
    assert divergence == pytest.approx(-0.36806 / 2, abs=1e-5)
    assert distance == pytest.approx(-0.16)
    assert accuracy == pytest.approx(0.7)


def test_a_certain_mistake_is_as_bad_as_the_clip_allows_and_not_infinite():
    wrong = Predictions(truth=np.array([0]), n_classes=2, labels=np.array([1]), probabilities=np.array([[0.0, 1.0]]))
    assert true_worth(np.array([[1.0, 0.0]]), wrong)[0] == pytest.approx(np.log(1e-15))


@pytest.fixture(scope="module")
def table(tmp_path_factory):
    where = tmp_path_factory.mktemp("fidelity") / "f.db"
    options = {"models": MODELS, "laws": [LogisticTruth(classes=3), LogisticTruth(classes=2)], "train": 60, "test": 400,
               "repeats": 3, "jobs": 1, "ledger": where}
    first = fidelity(**options)
    assert fidelity(**options) == first      # from the ledger: the same again
    return first


@pytest.mark.slow
def test_each_metric_is_most_faithful_to_the_truth_it_estimates(table):
    """With 400 test rows log loss follows the divergence and accuracy the expected accuracy."""
    rows = {row.metric: row for row in table.rows}
    assert table.problems == 6
    assert rows["log_loss"].mean[TRUTHS.index("divergence")] > 0.7
    assert rows["brier"].mean[TRUTHS.index("squared distance")] > 0.7
    assert rows["log_loss"].mean[0] >= rows["ece"].mean[0]
    assert rows["f1"].problems <= 3          # two classes only
    assert all(-1 <= tau <= 1 for row in table.rows for tau in row.mean)


def test_the_table_is_told_in_words_and_numbers(table):
    assert "6 simulated problems" in str(table)
    assert "log loss" in str(table)
    assert json.loads(json.dumps(table.to_dict(), allow_nan=False))["metrics"][0]["divergence"]["tau"] <= 1
    with pytest.raises(BadInput, match="two repeats"):
        fidelity(repeats=1)


def test_for_two_classes_the_reward_ranks_as_log_loss_does(table):
    """METHODS A.7.3: the two are one number up to the prior, which is the same for all learners."""
    two = fidelity(models=MODELS, laws=[LogisticTruth(classes=2)], train_rows=60, test_rows=100, repeats=2, jobs=1)
    rows = {row.metric: row.mean for row in two.rows}
    assert rows["bir"] == rows["log_loss"] == rows["relative_information"]


def test_expected_rewards_are_the_mean_of_drawn_ones():
    from referee.metrics.information import bir

    q, said, prior = np.array([0.6, 0.3, 0.1]), np.array([0.5, 0.2, 0.3]), np.array([0.2, 0.3, 0.5])
    by_hand = sum(q[c] * bir([c], said[None], prior=prior, classes=range(3)) for c in range(3))
    assert expected_bir(q[None], said[None], prior)[0] == pytest.approx(by_hand, abs=1e-12)


def test_the_surface_falls_with_calibration_and_rises_with_what_is_known():
    found = {(f.informed, f.sharpness): f for f in bir_surface(cases=1000).forecasters}
    assert found[0.0, 1.0].bir == pytest.approx(0, abs=1e-12)
    calm = [found[share, 1.0] for share in (0.0, 0.5, 1.0)]
    assert [f.bir for f in calm] == sorted(f.bir for f in calm)
    assert all(f.calibration_error == pytest.approx(0, abs=1e-12) for f in calm)
    sharp = [found[1.0, power] for power in (1.0, 2.0, 4.0, 10.0)]
    assert [f.bir for f in sharp] == sorted((f.bir for f in sharp), reverse=True)
    assert np.ptp([f.accuracy for f in sharp]) == pytest.approx(0, abs=1e-12)      # sharpening changes no label
    assert sharp[-1].bir < 0        # accurate and yet worse than the prior
