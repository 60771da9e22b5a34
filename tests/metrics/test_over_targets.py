"""Several targets as one number: against scikit-learn, against slopes by small steps, and where it does not exist."""

import numpy as np
import pytest
from sklearn.metrics import accuracy_score, f1_score, hamming_loss, root_mean_squared_error

from referee.errors import Undefined
from referee.metrics import METRICS, Predictions
from referee.metrics.over_targets import OVER_TARGETS
from referee.metrics.standardised import standardised_rmse
from referee.seeds import stream

PEERS = {"subset_accuracy": accuracy_score, "hamming_loss": hamming_loss,
         "label_f1_micro": lambda t, s, **w: f1_score(t, s, average="micro", **w),
         "label_f1_macro": lambda t, s, **w: f1_score(t, s, average="macro", **w)}


def labels(seed, rows=40, k=4):
    draw = stream(seed, "labels")
    truth = (draw.random((rows, k)) < 0.4).astype(float)
    return truth, np.where(draw.random((rows, k)) < 0.25, 1 - truth, truth), draw.integers(1, 4, size=rows)


@pytest.mark.parametrize("name", PEERS)
@pytest.mark.parametrize("seed", range(5))
def test_the_scores_are_those_of_scikit_learn_weighted_too(name, seed):
    truth, said, weights = labels(seed)
    metric, peer = OVER_TARGETS[name], PEERS[name]
    assert metric.score(Predictions(truth=truth, values=said)) == pytest.approx(peer(truth, said))
    weighted = Predictions(truth=truth, values=said, weights=weights.astype(float))
    if name != "hamming_loss":           # whose weights scikit-learn applies to rows in another way
        assert metric.score(weighted) == pytest.approx(peer(truth, said, sample_weight=weights))
    again = np.repeat(np.arange(len(truth)), weights)
    assert metric.score(weighted) == pytest.approx(peer(truth[again], said[again]))


@pytest.mark.parametrize("metric", [*OVER_TARGETS, METRICS["standardised_rmse"]], ids=lambda m: m.name)
def test_what_rows_add_has_the_score_as_its_mean_and_the_slopes_of_small_steps(metric):
    truth, said, _ = labels(3)
    if metric.name == "standardised_rmse":
        said = said + stream(4, "noise").normal(size=said.shape)
    predictions = Predictions(truth=truth, values=said)
    value = metric.score(predictions)
    rows = (metric.per_row or metric.influence)(predictions)
    assert rows.mean() == pytest.approx(value)
    if metric.moments is None:
        return
    means = metric.moments.of_rows(predictions, 0.0).mean(axis=0)
    found, slopes = metric.moments.score(means)
    assert found == pytest.approx(value)
    steps = [(metric.moments.score(means + step)[0] - metric.moments.score(means - step)[0]) / 2e-6
             for step in 1e-6 * np.eye(means.size)]
    assert slopes == pytest.approx(steps, rel=1e-5, abs=1e-8)


def test_a_label_that_is_never_there_and_never_said_has_no_f1():
    truth, said = np.array([[1.0, 0.0], [0.0, 0.0]]), np.array([[1.0, 0.0], [1.0, 0.0]])
    with pytest.raises(Undefined, match="label 2 is never there"):
        OVER_TARGETS["label_f1_macro"].score(Predictions(truth=truth, values=said))
    assert OVER_TARGETS["label_f1_micro"].score(Predictions(truth=truth, values=said)) == pytest.approx(2 / 3)
    with pytest.raises(Undefined, match="no label is there"):
        OVER_TARGETS["label_f1_micro"].score(Predictions(truth=np.zeros((2, 2)), values=np.zeros((2, 2))))


def test_the_standardised_error_has_no_unit():
    draw = stream(1, "targets")
    truth = draw.normal(size=(30, 2))
    said = truth + draw.normal(size=(30, 2))
    expected = np.mean([root_mean_squared_error(truth[:, j], said[:, j]) / truth[:, j].std() for j in range(2)])
    assert standardised_rmse(truth, said) == pytest.approx(expected)
    unlike = np.array([1.0, 1e6])
    assert standardised_rmse(truth * unlike, said * unlike) == pytest.approx(expected)
    assert standardised_rmse(truth, np.broadcast_to(truth.mean(axis=0), truth.shape)) == pytest.approx(1)
    with pytest.raises(Undefined, match="does not vary"):
        standardised_rmse(np.ones((3, 2)), np.ones((3, 2)))
