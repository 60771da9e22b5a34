"""Who objects to what: the same sentence for the error, the audit and the report."""

import re

import numpy as np
import pytest

from referee.errors import NotJustified, UnknownName
from referee.estimates import t_over_replicates, wilson
from referee.kinds import Direction, Needs, Task
from referee.metrics._base import Metric
from referee.reading.methods import DESIGN_TITLES, METHODS, Input


def metric(name, *, rows=False, proportion=False):
    return Metric(name=name, title=name.replace("_", " "), task=Task.CLASSIFICATION, needs=Needs.LABELS,
                  direction=Direction.MAXIMISE, bounds=(0, 1), score=lambda _: 0.0,
                  per_row=(lambda _: np.zeros(1)) if rows else None, proportion=proportion)


ACCURACY, LOG_LOSS, F1, AUC = (metric("accuracy", rows=True, proportion=True), metric("log_loss", rows=True),
                               metric("f1"), metric("roc_auc"))


def test_every_method_can_be_made_and_says_what_it_answers():
    assert len(METHODS) == 21
    for method in METHODS:
        assert callable(method.make)
        assert method.weakness
        assert method.reference
        assert method.designs <= set(DESIGN_TITLES)
        assert "resubstitution" not in method.designs
    assert METHODS["wilson"].make is wilson
    assert METHODS["t_over_replicates"].make is t_over_replicates


def test_what_is_historic_says_so():
    assert {m.name for m in METHODS if m.historic} == {"wald", "t_over_replicates"}


@pytest.mark.parametrize(("name", "what", "design", "repeats"), [
    ("wilson", ACCURACY, "holdout", 1), ("wilson", ACCURACY, "given", 1), ("t_mean", LOG_LOSS, "given", 1),
    ("bca_bootstrap", F1, "holdout", 1), ("delong", AUC, "given", 1), ("corrected_t", F1, "holdout", 25),
    ("corrected_t", AUC, "kfold", 10), ("corrected_t", AUC, "kfold", 1), ("cv_clt", LOG_LOSS, "kfold", 1),
    ("cv_clt", LOG_LOSS, "loo", 1), ("nested_cv", ACCURACY, "nested", 20),
    ("conservative_z", AUC, "conservative-z", 10), ("bootstrap_632plus", ACCURACY, "bootstrap", 500),
])
def test_nothing_is_said_where_a_method_is_right(name, what, design, repeats):
    assert METHODS[name].objection(what, design, repeats=repeats) is None
    METHODS[name].require(what, design, repeats=repeats)


@pytest.mark.parametrize(("name", "what", "design", "repeats", "sentence"), [
    ("delong", AUC, "kfold", 1,
     "DeLong's interval is justified for a given test set or a hold-out, not for k-fold cross-validation"),
    ("wilson", ACCURACY, "holdout", 10,
     "Wilson's interval needs one test set, not 10 repeats: the same rows tested again are not more rows"),
    ("cv_clt", LOG_LOSS, "kfold", 9,
     ("the cross-validation CLT interval needs one repeat, in which each row is tested once, not 9 repeats: "
      "the same rows tested again are not more rows")),
    ("corrected_t", ACCURACY, "holdout", 1,
     "the corrected resampled t interval needs at least two splits, and there is one"),
    ("cv_clt", F1, "kfold", 1,
     "the cross-validation CLT interval needs one value for each row, which f1 does not have"),
    ("wilson", LOG_LOSS, "holdout", 1,
     "Wilson's interval needs right or wrong for each row, which log loss does not have"),
    ("delong", ACCURACY, "holdout", 1,
     "DeLong's interval is for the area under the ROC curve of two classes, not for accuracy"),
    ("percentile_bootstrap", F1, "kfold", 1,
     ("the percentile bootstrap over test cases is justified for a given test set or a hold-out, "
      "not for k-fold cross-validation")),
    ("wilson", ACCURACY, "resubstitution", 1,
     "no interval around the error on the training rows themselves speaks of new rows; test on others"),
])
def test_a_method_objects_in_one_sentence(name, what, design, repeats, sentence):
    assert METHODS[name].objection(what, design, repeats=repeats) == sentence
    with pytest.raises(NotJustified, match=re.escape(sentence)):
        METHODS[name].require(what, design, repeats=repeats)


def test_delong_is_for_two_classes():
    assert METHODS["delong"].objection(AUC, "holdout", n_classes=2) is None
    assert METHODS["delong"].objection(AUC, "holdout", n_classes=3) == \
        "DeLong's interval is for the area under the ROC curve of two classes, not of 3"


def test_no_method_objects_to_nothing():
    """Each method refuses resubstitution, and each need is that of some method."""
    assert all(m.objection(ACCURACY, "resubstitution") for m in METHODS)
    assert {m.needs for m in METHODS} == set(Input)


def test_a_mistyped_method_is_named():
    with pytest.raises(UnknownName, match="did you mean 'wilson'"):
        METHODS["wilsn"]
