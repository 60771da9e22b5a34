"""Who objects to what, by facts: the same sentence for the error, the audit and the report."""

import re

import numpy as np
import pytest
from sklearn import model_selection as sk

from referee.data import make_problem
from referee.designs import make_plan
from referee.errors import NotJustified, UnknownName
from referee.estimates import t_over_replicates, wilson
from referee.kinds import Direction, Needs, Task
from referee.metrics._base import Metric
from referee.reading.differences.named import GROUPED, INDEPENDENT, default_test
from referee.reading.intervals.named import PREFERENCE, choose
from referee.reading.method import INTERVALS, TESTS, Cases

TWO = Cases(task=Task.CLASSIFICATION, n_classes=2)
Y = np.arange(60) % 2
PROBLEM = make_problem(np.arange(120.0).reshape(60, 2), Y, task="classification")
GROUPS = make_problem(np.arange(120.0).reshape(60, 2), Y, task="classification", groups=np.arange(60) // 4)


def metric(name, *, rows=False, proportion=False, area=False):
    return Metric(name=name, title=name.replace("_", " "), task=Task.CLASSIFICATION, needs=Needs.LABELS,
                  direction=Direction.MAXIMISE, bounds=(0, 1), score=lambda _: 0.0, area=area,
                  per_row=(lambda _: np.zeros(1)) if rows else None, proportion=proportion)


ACCURACY, LOG_LOSS, F1, AUC = (metric("accuracy", rows=True, proportion=True), metric("log_loss", rows=True),
                               metric("f1"), metric("an_area", area=True))
HOLDOUT, FOLDS, REPEATED, RANDOM = "holdout", "kfold:folds=5", "kfold:folds=5,repeats=9", "holdout:repeats=25,test=0.1"


def traits(design, problem=PROBLEM):
    return make_plan(design, problem, seed=1).card.traits


def test_every_interval_can_be_made_and_says_what_it_answers():
    assert len(INTERVALS) == 28
    for method in INTERVALS:
        assert callable(method.make)
        assert method.weakness
        assert method.reference
    assert INTERVALS["wilson"].make is wilson
    assert INTERVALS["t_over_replicates"].make is t_over_replicates


def test_what_is_historic_says_so_and_is_never_chosen():
    assert {m.name for m in INTERVALS if m.historic} == {"wald", "t_over_replicates"}
    assert not any(INTERVALS[name].historic for name in PREFERENCE)
    assert not any(TESTS[name].historic for name in (*INDEPENDENT, *GROUPED))


@pytest.mark.parametrize(("name", "what", "design"), [
    ("wilson", ACCURACY, HOLDOUT), ("t_mean", LOG_LOSS, HOLDOUT), ("bca_bootstrap", F1, HOLDOUT),
    ("delong", AUC, HOLDOUT), ("corrected_t", F1, RANDOM), ("corrected_t", AUC, REPEATED), ("corrected_t", AUC, FOLDS),
    ("cv_clt", LOG_LOSS, FOLDS), ("cv_clt", LOG_LOSS, "loo"), ("nested_cv", ACCURACY, "nested:folds=3,repeats=2"),
    ("conservative_z", AUC, "conservative-z"), ("bootstrap_632plus", ACCURACY, "bootstrap:resamples=20"),
])
def test_nothing_is_said_where_a_method_is_right(name, what, design):
    assert INTERVALS[name].covers(traits(design), what, TWO) is None
    INTERVALS[name].require(traits(design), what, TWO)


@pytest.mark.parametrize(("name", "what", "design", "sentence"), [
    ("delong", AUC, FOLDS,
     "DeLong's interval is for one test set; here are 5 parts, each predicted by a model of its own"),
    ("wilson", ACCURACY, "holdout:repeats=10",
     "Wilson's interval is for one test set; here are 10 parts, each predicted by a model of its own"),
    ("cv_clt", LOG_LOSS, REPEATED,
     ("the cross-validation CLT interval needs one pass in which each row is tested once, not 9: the same rows tested "
      "again are not more rows")),
    ("corrected_t", ACCURACY, HOLDOUT,
     "the corrected resampled t interval needs at least two splits, and there is one"),
    ("cv_clt", F1, FOLDS, "the cross-validation CLT interval needs one value a row, which f1 does not have"),
    ("wilson", LOG_LOSS, HOLDOUT, "Wilson's interval needs right or wrong for each row, which log loss does not have"),
    ("delong", ACCURACY, HOLDOUT,
     "DeLong's interval is for the area under the ROC curve of two classes, not for accuracy"),
    ("wilson", ACCURACY, "resubstitution",
     ("Wilson's interval on the rows that were trained on speaks of memories, not of new rows; test on others")),
])
def test_a_method_objects_in_one_sentence(name, what, design, sentence):
    assert INTERVALS[name].covers(traits(design), what, TWO) == sentence
    with pytest.raises(NotJustified, match=re.escape(sentence)):
        INTERVALS[name].require(traits(design), what, TWO)


def test_delong_is_for_two_classes():
    three = Cases(task=Task.CLASSIFICATION, n_classes=3)
    assert INTERVALS["delong"].covers(traits(HOLDOUT), AUC, three) == \
        "DeLong's interval is for the area under the ROC curve of two classes, not of 3"
    assert "not of 3" in TESTS["delong"].covers(traits(HOLDOUT), AUC, three)


def test_every_method_refuses_the_rows_that_were_trained_on():
    on_training_rows = traits("resubstitution")
    for method in (*INTERVALS, *TESTS):
        assert method.covers(on_training_rows, ACCURACY, TWO), method.name
    assert choose(on_training_rows, ACCURACY, TWO) == (None, "an error on training rows says nothing about new rows")


def test_a_mistyped_method_is_named():
    with pytest.raises(UnknownName, match="did you mean 'wilson'"):
        INTERVALS["wilsn"]


def pairs(design):
    return [(split.train_rows, split.test) for split in make_plan(design, PROBLEM, seed=1).splits()]


def windows(n=60):
    rows = np.arange(n)
    return [(np.setdiff1d(rows, rows[i : i + 20]), rows[i : i + 20]) for i in range(0, 41, 10)]


UNCOVERED = {
    "in order": (sk.TimeSeriesSplit(5), "rows in order of time are a series"),
    "the same split twice": (pairs(RANDOM)[:3] * 2, "only 3 differ"),
    "windows that overlap": (windows(), "overlap in no known way"),
    "every set": (sk.LeavePOut(2), "the test sets overlap"),
    "one test set": ([(np.arange(20, 60), np.arange(20)), (np.arange(30, 60), np.arange(20))], "one test set"),
    "drawn by hand": ([(np.array([0, 0, 1, 59]), np.arange(10, 50)), (np.array([3, 3, 4, 58]), np.arange(9, 30))],
                      "bootstrap samples"),
}


@pytest.mark.parametrize("kind", UNCOVERED)
def test_what_no_random_division_would_give_has_no_corrected_t(kind):
    design, why = UNCOVERED[kind]
    found = traits(design)
    assert why in TESTS["corrected-t"].covers(found, F1, TWO)
    method, reason = choose(found, F1, TWO)
    if found.training.name == "DRAWN":
        assert method.name == "percentiles_over_samples"
        return
    assert method is None
    assert why in reason
    with pytest.raises(NotJustified, match="no test is known to be valid for f1"):
        default_test(found, F1, TWO)


@pytest.mark.parametrize(("ours", "theirs"), [
    ("loo", sk.LeaveOneOut()), (FOLDS, pairs(FOLDS)), (REPEATED, pairs(REPEATED)), (RANDOM, pairs(RANDOM)),
    (REPEATED, pairs(REPEATED)[::-1]), ("nested:folds=3,repeats=2", pairs("nested:folds=3,repeats=2")),
    ("conservative-z", pairs("conservative-z")), ("complete:test=2", sk.LeavePOut(2)),
    ("bootstrap:resamples=7", pairs("bootstrap:resamples=7")),
])
def test_a_stranger_s_splits_are_judged_as_our_own(ours, theirs):
    mine, given = (make_plan(design, PROBLEM, seed=1).card for design in (ours, theirs))
    assert mine.traits == given.traits
    for what in (ACCURACY, LOG_LOSS, F1, AUC):
        assert [m.covers(mine.traits, what, TWO) for m in (*INTERVALS, *TESTS)] == \
            [m.covers(given.traits, what, TWO) for m in (*INTERVALS, *TESTS)]
    if [split.fingerprint for split in make_plan(ours, PROBLEM, seed=1).splits()] == [e.split for e in given.entries]:
        assert mine.fingerprint == given.fingerprint
        assert [e.label for e in mine.entries] == [e.label for e in given.entries]


def test_one_pass_of_a_stranger_s_folds_is_one_pass():
    assert TESTS["mcnemar"].covers(traits(sk.StratifiedKFold(5)), ACCURACY, TWO) is None
    repeated = traits(sk.RepeatedStratifiedKFold(n_splits=5, n_repeats=3))
    assert "predicted up to 3 times" in TESTS["mcnemar"].covers(repeated, ACCURACY, TWO)


def test_groups_on_both_sides_are_no_new_cases():
    broken, kept = traits(pairs(FOLDS), GROUPS), traits(sk.GroupKFold(5), GROUPS)
    cases = Cases.of(GROUPS)
    assert "on both sides of a split" in TESTS["corrected-t"].covers(broken, F1, cases)
    assert TESTS["corrected-t"].covers(kept, F1, cases) is None
    assert traits(sk.LeaveOneGroupOut(), GROUPS) == traits("loo", GROUPS)


def test_training_rows_that_are_not_known_are_not_guessed():
    """Random test parts of models made elsewhere: a corrected t would need what nobody said."""
    from referee.designs.observing import traits_of
    from referee.designs.split import Split

    rng = np.random.default_rng(3)
    parts = [Split(label=f"{i}/0", n_rows=60, test=np.sort(rng.choice(60, 20, replace=False)), train=np.array([], int))
             for i in range(8)]
    found = traits_of(parts, n_rows=60)
    assert "that is not known" in TESTS["corrected-t"].covers(found, F1, TWO)
