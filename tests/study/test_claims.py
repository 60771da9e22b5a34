"""Claims declared beforehand, answered from the verdict on their pair."""

import pytest

from referee.declaration import ClaimSaid
from referee.metrics import metric
from referee.study.claims import ClaimAnswer, answer_claims
from report import analyses as made

ACCURACY = metric("accuracy")
BETTER, EQUAL = {"better": "a", "than": "b"}, {"equal": ["a", "b"]}


def answered(claim, difference, half, p, *, relevant=None, p_equivalence=None):
    """What comes of a claim where A − B is so large, give or take so much."""
    family = made.family(ACCURACY, [made.verdict(ACCURACY, "a", "b", difference, half, p, p_equivalence=p_equivalence)],
                         ["a", "b"], relevant=relevant)
    (said,) = answer_claims([ClaimSaid(**claim)], family)
    return said.answer


@pytest.mark.parametrize(("difference", "p", "answer"), [
    (0.05, 0.001, ClaimAnswer.SHOWN), (-0.05, 0.001, ClaimAnswer.CONTRADICTED), (0.05, 0.2, ClaimAnswer.NOT_SHOWN)])
def test_better_is_shown_by_a_decided_difference_of_that_sign(difference, p, answer):
    assert answered(BETTER, difference, 0.02, p) is answer


@pytest.mark.parametrize("sign", [1, -1])
@pytest.mark.parametrize(("difference", "half", "relevant", "answer"), [
    (0.05, 0.02, None, ClaimAnswer.CONTRADICTED),        # certain, and nothing was said of what matters
    (0.05, 0.02, 0.02, ClaimAnswer.CONTRADICTED),        # 0.03 to 0.07: all of it matters
    (0.05, 0.02, 0.04, ClaimAnswer.NOT_SHOWN),           # 0.03 to 0.07: it may be too small to matter
    (0.05, 0.02, 0.10, ClaimAnswer.NOT_SHOWN)])
def test_equality_is_contradicted_only_by_a_difference_that_matters_at_its_smallest(
        sign, difference, half, relevant, answer):
    assert answered(EQUAL, sign * difference, half, 0.001, relevant=relevant) is answer


def test_equality_is_shown_where_equivalence_is():
    assert answered(EQUAL, 0.003, 0.004, 0.3, relevant=0.01, p_equivalence=0.002) is ClaimAnswer.SHOWN
    assert answered(EQUAL, 0.003, 0.02, 0.6, relevant=0.01, p_equivalence=0.4) is ClaimAnswer.NOT_SHOWN


def test_where_nothing_was_compared_nothing_is_shown():
    (said,) = answer_claims([ClaimSaid(**BETTER)], None)
    assert (said.answer, said.evidence) == (ClaimAnswer.NOT_SHOWN, "nothing was compared.")
