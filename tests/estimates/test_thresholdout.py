"""Thresholdout."""

import numpy as np
import pytest

from referee.errors import BadInput, Undefined
from referee.estimates import thresholdout
from referee.estimates.selection.thresholdout import Thresholdout
from referee.seeds import stream


def test_the_worked_example(worked):
    case = worked("thresholdout-noiseless")
    said = thresholdout(case.inputs.train_mean, case.inputs.holdout_mean, threshold=case.inputs.T, noise=0)
    case.close(said, "answer")


def test_the_budget_is_spent_by_contradictions_only():
    agreeing, wrong = ([0.8] * 50, [0.81] * 50), ([0.8] * 3, [0.6] * 3)
    assert thresholdout(*agreeing, noise=0, budget=1).tolist() == [0.8] * 50
    assert thresholdout(*wrong, noise=0, budget=3).tolist() == [0.6] * 3
    with pytest.raises(Undefined, match="the budget of 2 held-out answers is spent"):
        thresholdout(*wrong, noise=0, budget=2)


def test_the_noise_is_laplace_of_the_stated_scale():
    """Answers from the vault: held-out value plus Laplace(σ), whose standard deviation is σ√2."""
    said = [Thresholdout(noise=0.01, seed=s).answer(0.9, 0.5, query=0, spent=0)[0] for s in range(1500)]
    assert np.std(said) == pytest.approx(0.01 * np.sqrt(2), rel=0.1)
    assert np.mean(said) == pytest.approx(0.5, abs=0.001)


def test_the_threshold_is_drawn_anew_only_after_a_contradiction():
    out = Thresholdout(noise=0.05, seed=3)
    assert out._laplace(2, "threshold", 0) == out._laplace(2, "threshold", 0) != out._laplace(2, "threshold", 1)
    assert out._laplace(4, "comparison", 0) != out._laplace(4, "comparison", 1)


def test_picking_noise_variables_does_not_look_better_than_chance():
    """Dwork et al. (2015), their experiment in little: variables chosen where training rows and hold-out agree.

    Labels are pure noise. Scored on the same hold-out the choice looks good; made through the mechanism it does not.
    """
    n, d, kept = 400, 400, 21
    draw = stream(2, "noise")
    X, y = draw.choice([-1.0, 1.0], size=(2 * n, d)), draw.choice([-1.0, 1.0], size=2 * n)
    train, held = X[:n].T @ y[:n] / n, X[n:].T @ y[n:] / n
    out = Thresholdout(threshold=0.15, noise=0.01, budget=d, seed=1)
    told = np.array([out.answer(t, h, query=i, spent=0)[0] for i, (t, h) in enumerate(zip(train, held, strict=True))])

    def accuracy_of_choice(seen):
        agree = np.sign(train) == np.sign(seen)
        chosen = np.argsort(-np.minimum(np.abs(train), np.abs(seen)) * agree)[:kept]
        return float((np.sign(X[n:, chosen] @ np.sign(train[chosen])) == y[n:]).mean())

    assert accuracy_of_choice(held) > 0.60
    assert accuracy_of_choice(told) < 0.56


@pytest.mark.parametrize("how", [{"threshold": 0}, {"noise": -1}, {"budget": 0}])
def test_settings_are_checked(how):
    with pytest.raises(BadInput):
        thresholdout([0.1], [0.2], **how)


def test_two_lists_of_one_length():
    with pytest.raises(BadInput, match="one length"):
        thresholdout([0.1], [0.2, 0.3])
