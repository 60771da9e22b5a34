"""The Ladder."""

import numpy as np
import pytest

from referee.errors import BadInput
from referee.estimates import ladder, ladder_free
from referee.seeds import stream


def test_the_worked_example(worked):
    case = worked("ladder-fixed")
    case.close(ladder(case.inputs.losses, step=case.inputs.eta), "released")


@pytest.mark.parametrize("i", range(40))
def test_what_is_told_only_falls_and_only_by_a_step(i):
    draw = stream(i, "losses")
    losses, step = draw.uniform(size=draw.integers(1, 30)), draw.uniform(0.005, 0.3)
    told = ladder(losses, step=step)
    drops = -np.diff(told)
    assert ((drops == 0) | (drops > step / 2 - 1e-9)).all()
    assert abs(told[0] - losses[0]) <= step / 2 + 1e-9
    assert min(losses) - step / 2 - 1e-9 <= told[-1] <= min(losses) + 1.5 * step + 1e-9


def test_without_a_parameter_the_step_is_the_standard_error():
    """Blum and Hardt (2015), algorithm 3, by hand: 100 rows, the best so far wrong on 30."""
    n = 100
    first = np.r_[np.ones(30), np.zeros(70)]
    gain = np.r_[np.zeros(1), np.ones(29), np.zeros(70)]        # one right more: difference −0.01, its error 0.00995
    assert ladder_free([first, gain]).tolist() == pytest.approx([0.30, 0.29])
    wobble = np.r_[np.zeros(11), np.ones(19), np.ones(9), np.zeros(61)]      # 2 fewer wrong, 20 changed: error 0.044
    assert float((wobble - first).std()) / np.sqrt(n) > 0.02
    assert ladder_free([first, wobble]).tolist() == pytest.approx([0.30, 0.30])
    assert ladder_free([first, wobble, gain])[-1] == pytest.approx(0.29)     # against the best, not against the last


def test_five_hundred_random_guesses_do_not_climb():
    """A board of exact scores is climbed by guessing (the best of 500 is below 0.46); the Ladder's is not."""
    losses = stream(1, "guesses").integers(2, size=(500, 1000)).astype(float)
    exact, told = losses.mean(axis=1).min(), ladder_free(losses)[-1]
    assert exact < 0.46
    assert told > exact
    fixed = ladder(losses.mean(axis=1), step=0.05)[-1]
    assert fixed == pytest.approx(0.5)


@pytest.mark.parametrize(("losses", "step"), [
    ([1.2], 0.1), ([0.1], 0.0), ([0.1], 1.0), ([], 0.1), ([float("nan")], 0.1)])
def test_what_is_no_loss_is_refused(losses, step):
    with pytest.raises(BadInput):
        ladder(losses, step=step)


def test_losses_of_rows_are_two_dimensional():
    with pytest.raises(BadInput, match="queries by rows"):
        ladder_free([0.1, 0.2])
