"""Splits that no interval or test is known to cover get an estimate and a reason; none is borrowed.

Assumed: `evaluate` over such splits gives the estimate, `interval` None, a `reason`, and the words "no interval" in the
text. `compare` over them either refuses with NotJustified, one sentence, or returns a result whose estimates have no
interval and whose pairs, if there are any, have no p, no interval and no winner. Pairs of rows that are malformed
(a row twice in one test part, a part that is empty) may also be refused with BadInput.
"""

import re
import warnings

import numpy as np
import pytest
from sklearn.discriminant_analysis import LinearDiscriminantAnalysis
from sklearn.model_selection import (
    GroupKFold,
    KFold,
    LeavePOut,
    RepeatedStratifiedKFold,
    ShuffleSplit,
    StratifiedKFold,
    TimeSeriesSplit,
    cross_validate,
)
from sklearn.naive_bayes import GaussianNB

import referee as package
from referee.errors import BadInput, NotComparable, NotJustified, RefereeError


def one_sentence(error):
    said = str(error)
    assert said, "an error without words"
    assert "\n" not in said, said
    assert "Traceback" not in said, said
    assert "up to 1 times" not in said, said
    assert "predicted 1 times" not in said, said
    return said


def pairs_in(result):
    names = sorted(result.estimates)
    for i, a in enumerate(names):
        for b in names[i + 1:]:
            try:
                yield result[a, b]
            except RefereeError as no_pair:
                one_sentence(no_pair)


def assert_no_verdict(ask, *, also=(), unless="no such test"):
    """Refused in one sentence, or an estimate without interval, p and winner; the reason, as text.

    `unless` names a test that does hold there: a pair may be compared by it.
    """
    try:
        result = ask()
    except (NotJustified, NotComparable, *also) as refusal:
        return one_sentence(refusal)
    for name, estimate in result.estimates.items():
        assert estimate.interval is None, (name, estimate.interval)
        assert estimate.reason, name
    for verdict in pairs_in(result):
        if unless in verdict.comparison.method:
            continue
        assert verdict.comparison.interval is None
        assert verdict.comparison.p is None
        assert verdict.outcome.value not in {"better", "worse", "equivalent"}
    return str(result)


def assert_estimate_only(result):
    estimate = result.estimates["lda"]
    assert np.isfinite(estimate.value)
    assert estimate.interval is None, estimate.interval
    assert len(estimate.reason.split()) >= 3, estimate.reason
    text = " ".join(str(result).split())
    assert "no interval" in text or "without an interval" in text, text
    assert estimate.reason.split(";")[0][:30] in text, (estimate.reason, text)
    row = result.table().query("learner == 'lda'").iloc[0]
    assert np.isnan(float("nan" if row["low"] is None else row["low"]))
    return text


def bootstrap_pairs():
    rng = np.random.default_rng(0)
    drawn = [np.sort(rng.integers(0, 60, 60)) for _ in range(8)]
    return [(rows, np.setdiff1d(np.arange(60), rows)) for rows in drawn]


def growing_pairs():
    return [(np.arange(20 + 8 * i), np.arange(20 + 8 * i, 28 + 8 * i)) for i in range(5)]


def uncovered():
    folds = list(KFold(5, shuffle=True, random_state=0).split(np.zeros(60)))
    return {
        "TimeSeries": TimeSeriesSplit(5),
        "TimeSeries by path": "sklearn.model_selection.TimeSeriesSplit:n_splits=5",
        "a rolling window": TimeSeriesSplit(5, max_train_size=10),
        "a gap in time": TimeSeriesSplit(4, gap=2, test_size=8),
        "pairs that grow in time": growing_pairs(),
        "bootstrap samples by hand": bootstrap_pairs(),
        "training rows given twice": [(np.r_[train, train[:5]], test) for train, test in folds],
        "one split given twice": [folds[0], folds[0], folds[1], folds[2]],
        "all splits given twice": folds + folds,
        "one split five times": [folds[0]] * 5,
    }


UNCOVERED = uncovered()


@pytest.mark.parametrize("name", UNCOVERED)
def test_evaluate_gives_the_estimate_and_says_why_there_is_no_interval(name, evaluate):
    """A split given twice may also be refused as a slip of the pen."""
    try:
        result = evaluate(UNCOVERED[name])
    except BadInput as refusal:
        one_sentence(refusal)
        if "split" not in name:
            raise
    else:
        assert_estimate_only(result)


@pytest.mark.parametrize("name", UNCOVERED)
def test_compare_gives_no_verdict_by_a_borrowed_test(name, compare):
    """Where each row is tested once, by whatever models, McNemar compares the models at hand."""
    assert_no_verdict(lambda: compare(UNCOVERED[name]), also=(BadInput,) if "split" in name else (),
                      unless="McNemar" if name == "training rows given twice" else "no such test")


@pytest.mark.parametrize("name", UNCOVERED)
def test_the_corrected_t_is_refused_when_asked_for_by_name(name, compare):
    with pytest.raises((NotJustified, BadInput) if "split" in name else NotJustified) as refusal:
        compare(UNCOVERED[name], test="corrected-t")
    one_sentence(refusal.value)


@pytest.mark.parametrize("metric", ["roc_auc", "brier", "f1_macro"])
def test_no_metric_gets_a_borrowed_interval_over_time(metric, evaluate):
    assert_estimate_only(evaluate(TimeSeriesSplit(4), metrics=metric))


def test_secondary_metrics_get_no_borrowed_interval_either(evaluate):
    told = evaluate(TimeSeriesSplit(4), metrics=["accuracy", "brier", "roc_auc"]).to_dict()
    assert len(told["estimates"]) >= 3
    for row in told["estimates"]:
        assert (row["low"], row["high"]) == (None, None), row
        assert row["reason"], row


@pytest.mark.quick
def test_a_regression_over_time_gets_no_borrowed_interval(small):
    target = small.X[:, 0] + small.y
    result = package.evaluate("ridge", small.X, target, design=TimeSeriesSplit(5), metrics="mae", jobs=1)
    assert result.estimates["ridge"].interval is None
    assert result.estimates["ridge"].reason


def test_tune_gets_no_borrowed_interval_over_time(small):
    result = package.tune("knn:n_neighbors=1|5", small.X, small.y, metrics="accuracy", design=TimeSeriesSplit(3),
                          tuning="kfold:folds=2", jobs=1)
    assert result.estimates["tuned-knn"].interval is None
    assert result.estimates["tuned-knn"].reason
    assert "does not exclude" not in str(result)


# The shapes of built-in designs that are not covered, handed over by hand.

@pytest.mark.parametrize("design", ["nested:folds=3,repeats=2", "bootstrap:resamples=5", "bootstrap:resamples=60"])
def test_pairs_of_a_design_that_cannot_be_compared_cannot_be_compared_either(design, compare, pairs_of):
    with pytest.raises(NotJustified):
        compare(design)
    assert_no_verdict(lambda: compare(pairs_of(design)))


@pytest.mark.parametrize("design", ["nested:folds=3,repeats=2", "conservative-z", "bootstrap:resamples=60"])
def test_pairs_of_a_structured_design_never_get_the_corrected_t(design, evaluate, pairs_of):
    """The interval of the built-in design, recognised from its splits, or none; the corrected t is neither."""
    named, by_hand = evaluate(design).estimates["lda"], evaluate(pairs_of(design)).estimates["lda"]
    if by_hand.interval is None:
        assert by_hand.reason
    else:
        assert (by_hand.value, by_hand.interval) == (named.value, named.interval)


def test_leaving_two_out_is_complete_cross_validation(small):
    X, y = small.X[:12], np.array([0, 1] * 6)
    asked = {"metrics": "accuracy", "jobs": 1}
    named = package.evaluate("gaussian-nb", X, y, design="complete:test=2", **asked).estimates["gaussian-nb"]
    given = package.evaluate("gaussian-nb", X, y, design=LeavePOut(2), **asked).estimates["gaussian-nb"]
    assert given.value == pytest.approx(named.value, abs=1e-12)
    assert (named.interval, given.interval) == (None, None)
    assert given.reason
    assert_no_verdict(lambda: package.compare(["gaussian-nb", "lda"], X, y, design=LeavePOut(2), **asked))


# Groups.

@pytest.mark.quick
def test_group_k_fold_without_groups_is_one_sentence(compare, evaluate):
    for ask in (compare, evaluate):
        with pytest.raises(BadInput, match="group") as refusal:
            ask(GroupKFold(4))
        one_sentence(refusal.value)


def test_group_k_fold_with_groups_is_covered_as_k_fold_with_groups_is(small, compare, substance):
    pairs = list(GroupKFold(4).split(small.X, small.y, small.groups))
    by_object, by_hand = (substance(compare(d, groups=small.groups)) for d in (GroupKFold(4), pairs))
    assert by_object == by_hand
    built_in = compare("kfold:folds=4", groups=small.groups)
    assert ({e.interval.method for e in compare(pairs, groups=small.groups).estimates.values() if e.interval}
            == {e.interval.method for e in built_in.estimates.values() if e.interval})


def test_splits_that_tear_groups_apart_are_refused_or_said(small, compare, evaluate):
    """Whoever names groups and gives splits that ignore them learns it from the answer."""
    torn = list(KFold(5, shuffle=True, random_state=0).split(small.X))
    for ask in (compare, evaluate):
        try:
            said = str(ask(torn, groups=small.groups))
        except RefereeError as refusal:
            said = one_sentence(refusal)
        assert re.search(r"group", said, re.IGNORECASE), said


def test_mcnemar_does_not_take_grouped_rows_for_independent_ones(small, compare, substance):
    """Built in or by hand, the answer is the same: a test that flips or clusters whole groups, or a refusal."""
    from sklearn.model_selection import LeaveOneGroupOut

    def outcome(design):
        try:
            return substance(compare(design, groups=small.groups, test="mcnemar"))
        except NotJustified as refusal:
            return one_sentence(refusal)

    assert outcome("loo") == outcome(LeaveOneGroupOut())


# McNemar needs each row once: counted, not named.

ONE_PASS = {
    "StratifiedKFold by path": "sklearn.model_selection.StratifiedKFold:n_splits=5",
    "StratifiedKFold": StratifiedKFold(5),
    "KFold": KFold(4, shuffle=True, random_state=2),
    "one ShuffleSplit": ShuffleSplit(1, test_size=0.4, random_state=0),
    "one repeat": RepeatedStratifiedKFold(n_splits=5, n_repeats=1, random_state=0),
}


@pytest.mark.parametrize("name", ONE_PASS)
def test_mcnemar_runs_where_each_row_is_predicted_once(name, compare):
    comparison = compare(ONE_PASS[name], test="mcnemar")["lda", "prior"].comparison
    assert "McNemar" in comparison.method
    assert 0 <= comparison.p <= 1


@pytest.mark.quick
def test_mcnemar_by_hand_on_a_stratified_k_fold(small, compare):
    """The table of right and wrong answers, made with scikit-learn alone."""
    from scipy.stats import binom
    from sklearn.model_selection import cross_val_predict

    right = [cross_val_predict(m, small.X, small.y, cv=StratifiedKFold(5)) == small.y
             for m in (LinearDiscriminantAnalysis(), GaussianNB())]
    a_only, b_only = int((right[0] & ~right[1]).sum()), int((right[1] & ~right[0]).sum())
    few, n = min(a_only, b_only), a_only + b_only
    mid = min(1.0, 2 * (binom.cdf(few, n, 0.5) - 0.5 * binom.pmf(few, n, 0.5)))
    comparison = compare(StratifiedKFold(5), test="mcnemar", baseline=False)["lda", "gaussian-nb"].comparison
    assert (comparison.detail("a_only"), comparison.detail("b_only")) == (a_only, b_only)
    assert comparison.p == pytest.approx(mid, abs=1e-12)


def most_often(design, small, pairs_of):
    pairs = pairs_of(design) if isinstance(design, str) else list(design.split(small.X, small.y))
    return int(np.bincount(np.concatenate([test for _, test in pairs]), minlength=60).max())


@pytest.mark.parametrize("design", [
    RepeatedStratifiedKFold(n_splits=5, n_repeats=3, random_state=0),
    ShuffleSplit(6, test_size=0.3, random_state=0),
    "kfold:folds=5,repeats=2",
    "holdout:test=0.2,repeats=4",
], ids=str)
@pytest.mark.parametrize("test", ["mcnemar", "signflip", "per-row-t", "cv-clt-z"])
def test_a_test_of_rows_predicted_once_is_refused_on_repeats_with_the_true_count(
        design, test, compare, small, pairs_of):
    with pytest.raises(NotJustified) as refusal:
        compare(design, test=test)
    said = one_sentence(refusal.value)
    told = [int(n) for n in re.findall(r"(\d+) times", said)]
    assert all(n == most_often(design, small, pairs_of) for n in told), said


def test_a_row_twice_in_one_test_part_is_no_independent_case(compare):
    twice = [(np.arange(30), np.r_[np.arange(30, 60), 30, 31, 32])]
    assert_no_verdict(lambda: compare(twice), also=(BadInput,))
    with pytest.raises((NotJustified, BadInput)):
        compare(twice, test="mcnemar")


# Covered or refused; either is sound, a false sentence or a crash is not.

def either():
    folds = list(KFold(5, shuffle=True, random_state=0).split(np.zeros(60)))
    return {
        "four of five folds": folds[:4],
        "unequal test parts": [(train, test[:3 + 2 * i]) for i, (train, test) in enumerate(folds)],
        "half the training rows": [(train[::2], test) for train, test in folds],
        "turned around": [(test, train) for train, test in folds],
        "one row a test part, not all rows": [(np.delete(np.arange(60), i), [i]) for i in range(0, 60, 5)],
        "two splits": folds[:2],
        "blocks in order": list(KFold(5).split(np.zeros(60))),
    }


EITHER = either()


@pytest.mark.parametrize("name", EITHER)
@pytest.mark.parametrize("test", [None, "mcnemar", "cv-clt-z", "5x2cv-f", "diebold-mariano"])
def test_odd_splits_are_covered_or_refused_in_a_true_sentence(name, test, compare):
    try:
        result = compare(EITHER[name], test=test)
    except RefereeError as refusal:
        one_sentence(refusal)
        if not isinstance(refusal, (NotJustified, NotComparable)):
            raise
        return
    for verdict in pairs_in(result):
        comparison = verdict.comparison
        assert comparison.p is None or 0 <= comparison.p <= 1
        if comparison.p is None:
            assert verdict.outcome.value not in {"better", "worse"}
        assert "nan" not in str(result).lower()


@pytest.mark.parametrize("name", EITHER)
def test_odd_splits_are_evaluated_with_an_interval_or_a_reason(name, evaluate):
    estimate = evaluate(EITHER[name]).estimates["lda"]
    assert (estimate.interval is None) == bool(estimate.reason)


@pytest.mark.quick
def test_one_row_a_test_part_never_gets_the_corrected_t_that_leave_one_out_is_refused(compare):
    """Twelve of sixty leave-one-out splits are still one row a test part."""
    singles = [(np.delete(np.arange(60), i), [i]) for i in range(0, 60, 5)]
    with pytest.raises(NotJustified):
        compare("loo", test="corrected-t")
    with pytest.raises(NotJustified):
        compare(singles, test="corrected-t")


def test_one_split_gets_the_methods_of_one_test_set(compare):
    one = [(np.arange(40), np.arange(40, 60))]
    result = compare(one)
    assert "McNemar" in result["lda", "prior"].comparison.method
    assert result.estimates["lda"].interval.method in {"Clopper-Pearson", "Wilson"}
    with pytest.raises(NotJustified, match="several splits"):
        compare(one, test="corrected-t")


# Few rows: chance deals the same test part twice, and that is no slip of the pen.

@pytest.mark.parametrize(("n", "design", "test"), [
    (12, None, "halves jackknife t"),
    (30, "kfold:folds=10,repeats=10", "corrected repeated k-fold t"),
    (20, "holdout:test=0.1,repeats=25", "corrected resampled t"),
])
def test_a_test_part_that_chance_deals_twice_does_not_void_the_design(n, design, test, small):
    """Of 100 test parts of three rows some are equal; only a whole pass, or the only splits, given twice is a copy."""
    result = package.compare(["lda"], small.X[:n], small.y[:n], design=design, metrics="accuracy", jobs=1)
    pairs = [tuple(sorted(s.test)) for s in splits_of(design or "halves:repeats=50", small, n)]
    assert len(set(pairs)) < len(pairs), "no part was dealt twice: the case shows nothing"
    assert result["lda", "prior"].comparison.method == test
    assert result.estimates["lda"].interval is not None


def splits_of(design, small, n):
    from referee.data import make_problem
    from referee.designs import make_plan

    return make_plan(design, make_problem(small.X[:n], small.y[:n]), seed=0).splits()


# Cross-validated elsewhere.

def cross_validated(small, cv):
    return {name: cross_validate(model, small.X, small.y, cv=cv, return_indices=True, return_estimator=True)
            for name, model in {"lda": LinearDiscriminantAnalysis(), "nb": GaussianNB()}.items()}


def test_what_scikit_learn_cross_validated_over_time_gets_no_borrowed_test(small):
    done = cross_validated(small, TimeSeriesSplit(5))
    assert_no_verdict(lambda: package.judge_sklearn(done, small.X, small.y, metrics="accuracy"))


@pytest.mark.parametrize("cv", [StratifiedKFold(5), ShuffleSplit(4, test_size=0.25, random_state=1), KFold(60),
                                RepeatedStratifiedKFold(n_splits=4, n_repeats=2, random_state=0)], ids=str)
def test_what_scikit_learn_cross_validated_is_judged_as_the_same_splits_are_compared(cv, small, substance):
    judged = package.judge_sklearn(cross_validated(small, cv), small.X, small.y, metrics="accuracy")
    models = {"lda": LinearDiscriminantAnalysis(), "nb": GaussianNB()}
    compared = package.compare(models, small.X, small.y, design=cv, metrics="accuracy", baseline=False, jobs=1)
    assert substance(judged) == substance(compared)


# The command line says the same.

def test_the_command_line_evaluates_over_time_without_an_interval(referee, table):
    seen = referee("evaluate", table, "--target", "y", "--models", "lda", "--metrics", "accuracy", "--jobs", 1,
                   "--design", "sklearn.model_selection.TimeSeriesSplit:n_splits=5", "--no-report")
    assert seen.code == 0, seen.text
    assert "no interval" in seen.out
    assert not re.search(r"95% interval \d", seen.out), seen.out
    assert not re.search(r"How:[^.]*corrected", seen.out), seen.out


def test_the_command_line_compares_over_time_without_a_verdict(referee, table):
    seen = referee("compare", table, "--target", "y", "--models", "lda,gaussian-nb", "--metrics", "accuracy",
                   "--design", "sklearn.model_selection.TimeSeriesSplit:n_splits=5", "--jobs", 1, "--no-report")
    assert "Traceback" not in seen.text
    assert seen.code == 2 or (seen.code == 0 and "no interval" in seen.out), seen.text
    assert not re.search(r"How:[^.]*corrected", seen.out), seen.out
    assert not re.search(r"p [<=] 0\.\d", seen.out), seen.out


def test_the_command_line_takes_mcnemar_for_a_stratified_k_fold(referee, table):
    seen = referee("compare", table, "--target", "y", "--models", "lda,gaussian-nb", "--metrics", "accuracy",
                   "--design", "sklearn.model_selection.StratifiedKFold:n_splits=5", "--test", "mcnemar", "--jobs", 1,
                   "--no-report")
    assert seen.code == 0, seen.text
    assert "McNemar" in seen.out


def test_the_page_over_time_shows_no_interval(evaluate, tmp_path):
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        page = evaluate(TimeSeriesSplit(4)).report(tmp_path / "page.html").read_text()
    assert re.search(r"no interval|without an interval", page)
    assert not re.search(r"interval \d|How:[^.<]*corrected", page)
