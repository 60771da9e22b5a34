"""An answer follows from the splits: not from their name, how they were handed over, or what the ledger saw before.

Assumed, where nothing fixes it: a design that is given as pairs of rows, as a scikit-learn splitter or by a dotted
path is the same plan as the built-in design with the same splits, so nothing is fitted a second time in one ledger.
The description of a design may differ between its names; the test, p, the intervals and the outcome may not. Splits
given in another order give the same numbers up to rounding.
"""

import json

import numpy as np
import pytest
from sklearn.model_selection import (
    KFold,
    LeaveOneGroupOut,
    LeaveOneOut,
    LeavePOut,
    PredefinedSplit,
    RepeatedStratifiedKFold,
    ShuffleSplit,
    StratifiedKFold,
)

import referee as package

SPLITTERS = {
    "KFold": ("sklearn.model_selection.KFold:n_splits=5", KFold(5)),
    "StratifiedKFold": ("sklearn.model_selection.StratifiedKFold:n_splits=5", StratifiedKFold(5)),
    "RepeatedStratifiedKFold": ("sklearn.model_selection.RepeatedStratifiedKFold:n_splits=4,n_repeats=2,random_state=3",
                                RepeatedStratifiedKFold(n_splits=4, n_repeats=2, random_state=3)),
    "ShuffleSplit": ("sklearn.model_selection.ShuffleSplit:n_splits=5,test_size=0.2,random_state=3",
                     ShuffleSplit(5, test_size=0.2, random_state=3)),
    "one ShuffleSplit": ("sklearn.model_selection.ShuffleSplit:n_splits=1,test_size=0.3,random_state=3",
                         ShuffleSplit(1, test_size=0.3, random_state=3)),
    "LeaveOneOut": ("sklearn.model_selection.LeaveOneOut", LeaveOneOut()),
}


def by_pairs(splitter, small):
    return list(splitter.split(small.X, small.y))


# The example that began it: leave-one-out by two names, in both orders.

LOO, ITS_TWIN = "loo", "sklearn.model_selection.LeaveOneOut"


def pair_facts(seen):
    """Test, p, interval and outcome of every pair, and every interval, from `referee compare … --json`."""
    assert seen.code == 0, seen.text
    told = json.loads(seen.out)
    keys = ("a", "b", "method", "p", "p_adjusted", "outcome", "interval")
    return ([[pair[key] for key in keys] for family in told["families"] for pair in family["pairs"]],
            [(e["learner"], e["low"], e["high"], e["interval_method"]) for e in told["estimates"]])


@pytest.mark.parametrize(("first", "second"), [(LOO, ITS_TWIN), (ITS_TWIN, LOO)])
def test_leave_one_out_by_either_name_in_either_order_is_one_answer_on_the_command_line(referee, table, first, second):
    def ask(design, ledger):
        return pair_facts(referee("compare", table, "--target", "y", "--models", "lda,gaussian-nb", "--jobs", 1,
                                  "--metrics", "accuracy", "--design", design, "--ledger", ledger, "--no-report",
                                  "--json"))

    fresh = ask(second, "fresh.db")
    ask(first, "used.db")
    assert ask(second, "used.db") == fresh
    assert ask(first, "used.db") == fresh


@pytest.mark.quick
def test_leave_one_out_is_compared_row_by_row_whatever_it_is_called(compare):
    for design in (LOO, LeaveOneOut(), LeavePOut(1)):
        comparison = compare(design)["lda", "prior"].comparison
        assert "McNemar" in comparison.method, design
        assert "corrected" not in comparison.method.lower(), design


# One plan, three ways to hand it over.

@pytest.mark.parametrize("name", SPLITTERS)
def test_a_splitter_by_path_by_object_and_by_its_pairs_is_one_answer_in_any_ledger(
        name, small, compare, substance, tmp_path):
    """Equal splits are one plan: what was fitted under one name is not fitted again under another."""
    path, splitter = SPLITTERS[name]
    pairs = by_pairs(splitter, small)
    fresh = substance(compare(path))
    for turn, order in enumerate([[splitter, pairs, path], [pairs, path]]):
        results = [compare(design, ledger=tmp_path / f"{turn}.db") for design in order]
        assert [substance(result) for result in results] == [fresh] * len(order)
        assert [result.done.fitted > 0 for result in results] == [True] + [False] * (len(order) - 1)


# The built-in designs, by name and by their own pairs.

BUILT_IN = ["kfold:folds=5", "kfold:folds=4,repeats=2", "kfold:folds=2,repeats=5", "kfold:folds=5,stratified=false",
            "holdout", "holdout:test=0.2,repeats=5", "holdout:test=0.8,repeats=5", "loo",
            "sized:train=20,test=10,repeats=5"]


@pytest.mark.parametrize("design", BUILT_IN)
def test_a_built_in_design_and_its_own_pairs_are_one_answer(design, compare, pairs_of, substance, tmp_path):
    """Also in a ledger that met the pairs first, and then in the same words."""
    fresh = compare(design)
    by_hand = compare(pairs_of(design), ledger=tmp_path / "l.db")
    again = compare(design, ledger=tmp_path / "l.db")
    assert substance(again) == substance(fresh)
    assert str(again) == str(fresh)
    assert again.done.fitted == 0
    assert substance(by_hand) == substance(fresh)


@pytest.mark.parametrize("design", ["kfold:folds=4,repeats=2", "loo"])
def test_pairs_say_the_same_in_a_ledger_that_met_the_built_in_design_first(design, compare, pairs_of, tmp_path):
    fresh = compare(pairs_of(design))
    compare(design, ledger=tmp_path / "used.db")
    assert str(compare(pairs_of(design), ledger=tmp_path / "used.db")) == str(fresh)


@pytest.mark.parametrize("design", ["kfold:folds=5", "holdout", "loo", "bootstrap:resamples=60",
                                    "nested:folds=3,repeats=2"])
def test_evaluate_says_the_same_in_a_ledger_that_met_the_pairs_first(design, evaluate, pairs_of, tmp_path):
    fresh = evaluate(design, ledger=tmp_path / "fresh.db")
    evaluate(pairs_of(design), ledger=tmp_path / "used.db")
    again = evaluate(design, ledger=tmp_path / "used.db")
    assert (again.estimates["lda"], str(again)) == (fresh.estimates["lda"], str(fresh))


@pytest.mark.parametrize("test", ["mcnemar", "signflip", "cv-clt-z", "per-row-t", "corrected-t", "mooney-t"])
def test_a_named_test_runs_on_a_k_fold_whoever_made_it(test, compare, pairs_of, substance, tmp_path):
    fresh = substance(compare("kfold:folds=5", test=test))
    assert substance(compare(pairs_of("kfold:folds=5"), test=test, ledger=tmp_path / "l.db")) == fresh
    assert substance(compare("kfold:folds=5", test=test, ledger=tmp_path / "l.db")) == fresh


@pytest.mark.parametrize("test", ["5x2cv-f", "5x2cv-t"])
def test_five_times_two_folds_are_recognised_from_flat_pairs(test, compare, pairs_of, substance):
    named, by_hand = (compare(d, test=test) for d in ("kfold:folds=2,repeats=5", pairs_of("kfold:folds=2,repeats=5")))
    assert substance(by_hand) == substance(named)


@pytest.mark.parametrize("metric", ["roc_auc", "brier", "f1_macro"])
def test_other_metrics_follow_the_splits_too(metric, compare, pairs_of, substance):
    for design in ("loo", "kfold:folds=5", "holdout"):
        try:
            named = substance(compare(design, metrics=metric))
        except package.errors.NotJustified:
            with pytest.raises(package.errors.NotJustified):
                compare(pairs_of(design), metrics=metric)
        else:
            assert substance(compare(pairs_of(design), metrics=metric)) == named, design


# Different recipes whose splits happen to be the same.

@pytest.mark.parametrize("design", ["complete:test=1", "kfold:folds=60,stratified=false",
                                    "sklearn.model_selection.KFold:n_splits=60"])
def test_every_way_to_leave_one_row_out_is_leave_one_out(design, compare, substance):
    assert substance(compare(design)) == substance(compare("loo"))


def test_one_fixed_test_set_is_a_hold_out_whoever_fixed_it(compare, pairs_of, substance):
    (train, test), = pairs_of("holdout")
    marks = np.full(60, -1)
    marks[test] = 0
    assert substance(compare([(train, test)])) == substance(compare("holdout"))
    assert substance(compare(PredefinedSplit(marks))) == substance(compare("holdout"))


def test_leaving_a_group_out_by_two_names_is_one_answer(small, compare, substance, tmp_path):
    fresh = substance(compare("loo", groups=small.groups))
    pairs = list(LeaveOneGroupOut().split(small.X, small.y, small.groups))
    for i, design in enumerate((LeaveOneGroupOut(), pairs, "sklearn.model_selection.LeaveOneGroupOut")):
        assert substance(compare(design, groups=small.groups, ledger=tmp_path / f"{i}.db")) == fresh, design
        assert substance(compare("loo", groups=small.groups, ledger=tmp_path / f"{i}.db")) == fresh, design


def test_equal_splits_with_and_without_groups_are_not_mixed_up_in_one_ledger(small, compare, substance, tmp_path):
    """The same rows, once as groups that stay together, once as rows: the facts differ, so may the answer, but the
    order of the two calls may change neither."""
    pairs = list(LeaveOneGroupOut().split(small.X, small.y, small.groups))

    def grouped(ledger=None):
        return substance(compare(pairs, groups=small.groups, family="declared", ledger=ledger))

    def alone(ledger=None):
        return substance(compare(pairs, family="declared", ledger=ledger))

    with_groups, without = grouped(), alone()
    assert (grouped(tmp_path / "a.db"), alone(tmp_path / "a.db")) == (with_groups, without)
    assert (alone(tmp_path / "b.db"), grouped(tmp_path / "b.db")) == (without, with_groups)


# Order.

@pytest.mark.parametrize("design", ["kfold:folds=5", "kfold:folds=4,repeats=2", "holdout:test=0.2,repeats=5", "loo"])
def test_the_order_of_the_pairs_changes_nothing(design, compare, pairs_of, substance):
    pairs = pairs_of(design)
    shuffled = [pairs[i] for i in np.random.default_rng(0).permutation(len(pairs))]
    assert substance(compare(shuffled)) == substance(compare(design))


def test_the_order_of_rows_within_a_test_part_changes_nothing(compare, pairs_of, substance):
    turned = [(train, test[::-1]) for train, test in pairs_of("kfold:folds=5")]
    assert substance(compare(turned, test="mcnemar")) == substance(compare("kfold:folds=5", test="mcnemar"))
    assert substance(compare(turned)) == substance(compare("kfold:folds=5"))


def test_the_order_of_rows_within_a_training_part_changes_nothing_for_a_learner_that_ignores_it(
        compare, pairs_of, substance):
    turned = [(train[::-1], test) for train, test in pairs_of("kfold:folds=5")]
    asked = {"models": ["gaussian-nb", "tree:max_depth=1"]}
    assert substance(compare(turned, **asked)) == substance(compare("kfold:folds=5", **asked))


def test_lists_arrays_masks_and_generators_of_the_same_rows_are_one_answer(small, compare, substance):
    pairs = list(KFold(5).split(small.X))
    lists = [(train.tolist(), test.tolist()) for train, test in pairs]
    masks = [(np.isin(np.arange(60), train), np.isin(np.arange(60), test)) for train, test in pairs]
    small_ints = [(train.astype(np.uint8), test.astype(np.uint8)) for train, test in pairs]
    first = substance(compare(pairs))
    for way in (lists, masks, small_ints, (pair for pair in pairs), KFold(5).split(small.X)):
        assert substance(compare(way)) == first


# Read again, and said on a page.

def test_a_study_read_again_says_what_it_said_though_its_plan_met_other_names_since(compare, pairs_of, tmp_path):
    ledger = tmp_path / "l.db"
    first = compare("loo", ledger=ledger)
    compare(LeaveOneOut(), ledger=ledger)
    compare(pairs_of("loo"), ledger=ledger)
    assert str(package.reread(ledger, study=1)) == str(first)
