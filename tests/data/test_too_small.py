"""Targets so small that squares of their errors are lost: refused at every door, in one sentence."""

import numpy as np
import pytest

import referee
from referee.errors import BadInput


@pytest.mark.parametrize("unit", [5e-324, 1e-310, 1e-200, 1e-100])
def test_numbers_too_small_to_be_squared_are_refused(unit):
    truth = np.arange(20) * unit
    with pytest.raises(BadInput, match=r"the truth has no number above .* give it in another unit"):
        referee.judge({"id": range(20), "truth": truth, "a": truth * 2, "b": truth * 3}, task="regression")
    with pytest.raises(BadInput, match="target 'y' has no number above"):
        referee.compare(["linear", "mean"], np.arange(40.0).reshape(20, 2), truth, task="regression", ledger=":memory:")


@pytest.mark.slow
def test_small_numbers_and_zeros_are_judged():
    truth = np.random.default_rng(0).normal(size=40)

    def p(unit):
        answer = referee.judge({"id": range(40), "truth": truth * unit, "a": truth * 1.1 * unit,
                                "b": (truth + 0.5) * unit}, task="regression", ledger=":memory:")
        return answer["a", "b"].comparison.p

    assert p(1e-60) == pytest.approx(p(1.0))
    zeros = {"id": range(20), "truth": np.zeros(20), "a": truth[:20], "b": truth[20:]}
    assert referee.judge(zeros, task="regression", ledger=":memory:").verdict
