"""The Bayesian tests over data sets."""

import numpy as np
import pytest

from referee.comparisons import bayesian_sign, bayesian_signed_rank
from referee.errors import BadInput
from referee.seeds import stream


def test_bayesian_sign_norope(worked):
    case = worked("bayesian-sign-norope")
    left, right = case.inputs["left"], case.inputs["right"]
    a = [1] * right + [0] * left
    said = bayesian_sign(a, 1 - np.array(a), rope=0)
    assert said.right == case.near(case.expected["p_right"])
    assert said.left + said.right == pytest.approx(1)


def test_bayesian_sign_halves_ties_without_a_rope():
    from scipy.stats import beta
    a = np.array([1] * 10 + [0] * 3 + [0] * 2)
    b = np.array([0] * 10 + [1] * 3 + [0] * 2)
    assert bayesian_sign(a, b, rope=0).right == pytest.approx(beta.sf(0.5, 11.5, 4.5), rel=1e-9)


def test_bayesian_sign_with_a_rope_is_its_dirichlet():
    """Two sides only: the share of A exceeds that of the rope with the chance of a Beta tail."""
    from scipy.stats import beta
    a = np.array([0.1] * 6 + [0.001] * 3)
    said = bayesian_sign(a, 0 * a, rope=0.01)
    assert said.left == pytest.approx(0, abs=1e-4)
    assert said.right == pytest.approx(beta.sf(0.5, 6, 4), abs=0.01)


def test_bayesian_signed_rank(worked):
    case = worked("bayesian-signed-rank")
    said = bayesian_signed_rank(case.inputs["y_C4.5+m"], case.inputs["x_C4.5"], rope=0.01)
    assert (said.left, said.equal, said.right) == case.near(
        tuple(case.expected[k] for k in ("p_left", "p_rope", "p_right")))


@pytest.mark.parametrize("test", [bayesian_sign, bayesian_signed_rank])
@pytest.mark.parametrize("rope", [0.0, 0.05])
def test_swap_order_and_self(test, rope):
    a, b = stream(1, "x").normal(0, 0.1, size=(2, 12))
    one, two = test(a, b, rope=rope), test(b, a, rope=rope)
    assert one.left + one.equal + one.right == pytest.approx(1)
    assert (two.right, two.equal) == pytest.approx((one.left, one.equal), abs=0.015)
    back = test(a[::-1], b[::-1], rope=rope)
    assert (back.left, back.right) == pytest.approx((one.left, one.right), abs=0.015)
    assert test(a, b, rope=rope) == one
    same = test(a, a, rope=rope)
    assert same.flags == ("identical",)
    if rope:
        assert same.equal == pytest.approx(1, abs=1e-3)
    with pytest.raises(BadInput, match="rope"):
        test(a, b, rope=-0.1)


def test_signed_rank_without_differences_favours_nobody():
    said = bayesian_signed_rank([.5, .6, .7], [.5, .6, .7], rope=0)
    assert (said.left, said.right) == pytest.approx((0.5, 0.5), abs=0.02)
