"""Scores of single classes, as scikit-learn has them."""

import numpy as np
import pytest
from sklearn.metrics import precision_recall_fscore_support

from referee.errors import BadInput, Undefined
from referee.metrics import per_class
from referee.seeds import stream


def test_scikit_learn_agrees():
    truth, said = stream(1, "classes").integers(4, size=(2, 80))
    weights = stream(2, "classes").random(80)
    theirs = np.transpose(precision_recall_fscore_support(truth, said, sample_weight=weights))
    ours = [(one.precision, one.recall, one.f1, one.rows) for one in per_class(truth, said, weights)]
    assert np.array(ours) == pytest.approx(theirs)


def test_a_class_that_does_not_occur_has_no_recall():
    never = per_class([1, 1, 2], [1, 1, 2], classes=[1, 2, 3])[2]
    assert (never.label, never.precision, never.recall, never.f1) == (3, None, None, None)
    assert "undefined" in str(never)
    assert type(never).from_dict(never.to_dict()) == never


def test_nothing_and_what_does_not_fit_are_refused():
    with pytest.raises(Undefined):
        per_class([], [])
    with pytest.raises(BadInput):
        per_class([1, 2], [1])
