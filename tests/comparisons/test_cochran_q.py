import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from referee.comparisons import cochran_q, mcnemar, stuart_maxwell
from referee.errors import BadInput, Undefined

answers = st.lists(st.tuples(st.booleans(), st.booleans()), min_size=2, max_size=40)


def test_cochran_q(worked):
    case = worked("cochran-q")
    said = cochran_q(case.inputs["correct"])
    assert (said.statistic, said.df, said.p) == case.near(tuple(case.expected[k] for k in ("Q", "df", "p")))
    assert "Cochran Q over 30 cases" in str(said)


@given(answers)
def test_with_two_models_all_three_are_mcnemar(pairs):
    a, b = np.array(pairs, dtype=int).T
    said = mcnemar(a, b, variant="chi2")
    q = cochran_q(np.stack([a, b], axis=1))
    assert (q.statistic, q.p) == pytest.approx((said.statistic, said.p), abs=1e-12)
    classes = stuart_maxwell(np.array(["no", "yes"])[a], np.array(["no", "yes"])[b])
    assert (classes.statistic, classes.p) == pytest.approx((said.statistic, said.p), abs=1e-9)


def test_order_does_not_matter_and_agreement_is_flagged(worked):
    right = np.array(worked("cochran-q").inputs["correct"])
    assert cochran_q(right[::-1, [2, 0, 1]]).p == pytest.approx(cochran_q(right).p)
    same = cochran_q(np.repeat([[1], [0], [1]], 3, axis=1))
    assert (same.p, same.statistic, same.flags) == (1.0, 0.0, ("no_disagreement",))
    with pytest.raises(BadInput, match="1 for right"):
        cochran_q([[1, 2], [0, 1]])
    with pytest.raises(Undefined, match="columns"):
        cochran_q([[1], [0]])


def test_stuart_maxwell_three_classes():
    """Maxwell (1970), two psychiatrists on 80 patients, rows A and columns B; formula for three classes
    (Fleiss 1981, p. 121): numerator over a denominator in the averaged off-diagonal counts."""
    counts = np.array([[35, 5, 0], [15, 20, 5], [10, 5, 5]])
    a = np.repeat(np.repeat([0, 1, 2], 3), counts.ravel())
    b = np.repeat(np.tile([0, 1, 2], 3), counts.ravel())
    n12, n13, n23 = (counts[0, 1] + counts[1, 0]) / 2, (counts[0, 2] + counts[2, 0]) / 2, \
        (counts[1, 2] + counts[2, 1]) / 2
    d = counts.sum(axis=1) - counts.sum(axis=0)
    expected = (n23 * d[0]**2 + n13 * d[1]**2 + n12 * d[2]**2) / (2 * (n12 * n23 + n12 * n13 + n13 * n23))
    said = stuart_maxwell(a, b)
    assert said.statistic == pytest.approx(expected)
    assert said.df == 2
    assert stuart_maxwell(b, a).statistic == pytest.approx(expected)


def test_stuart_maxwell_edges():
    same = stuart_maxwell(list("abca"), list("abca"))
    assert (same.p, same.flags) == (1.0, ("no_disagreement",))
    untouched = stuart_maxwell(list("abcab"), list("bacab"))     # class c never moves: one class less
    assert untouched.df == 1
    with pytest.raises(BadInput, match="same cases"):
        stuart_maxwell(list("ab"), list("abc"))
