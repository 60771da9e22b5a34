import numpy as np
import pytest

from referee.data import make_problem
from referee.designs import Split
from referee.learners import Takes, resolve
from referee.running.bench import lay_out
from referee.running.fit import fit_one
from running.learners_for_tests import (
    Majority,
    RaisesWhen,
    Random,
    SaysNan,
    SaysNonsense,
    SaysTooLittle,
    Warns,
    learner,
)

X = np.arange(24.0).reshape(12, 2)
Y = np.array(["a", "b", "c"] * 4)
SPLIT = Split(label="0/0", n_rows=12, test=[0, 1, 2])


def fit(item, *, split=SPLIT, y=Y):
    bench = lay_out(make_problem(X, y), (item,), seed=5)
    return fit_one(bench, item, split)


def test_a_fit_leaves_labels_probabilities_and_times():
    record = fit(learner("m", Majority))
    assert record.error == ""
    assert record.labels.tolist() == [0, 0, 0]
    assert record.probabilities == pytest.approx(np.full((3, 3), 1 / 3))
    assert record.fit_seconds > 0
    assert record.predict_seconds > 0


def test_a_class_missing_from_the_training_part_gets_probability_zero():
    only_b_and_c = np.flatnonzero(Y != "a")
    record = fit(learner("m", Majority), split=Split(label="0/0", n_rows=12, test=[0], train=only_b_and_c))
    assert record.probabilities.tolist() == [[0, 0.5, 0.5]]
    assert record.labels.tolist() == [1]


@pytest.mark.parametrize(("kind", "error"), [
    (RaisesWhen, "FloatingPointError: diverged"),
    (SaysNan, "BadOutput: predict_proba() returned NaN or infinity for 3 of 3 rows"),
    (SaysTooLittle, "BadOutput: predict() returned shape (2,) for 3 rows"),
    (SaysNonsense, "BadOutput: predict() returned 99, which is not a class"),
])
def test_whatever_goes_wrong_is_a_failed_record_with_its_traceback(kind, error):
    record = fit(learner("bad", kind))
    assert record.failed
    assert record.error == error
    assert "Traceback" in record.traceback
    assert record.labels is None


def test_the_seed_of_a_fit_is_its_own_and_reproducible():
    one, again = (fit(learner("r", Random)).probabilities for _ in range(2))
    other = fit(learner("r", Random), split=Split(label="0/1", n_rows=12, test=[3, 4, 5])).probabilities
    assert np.array_equal(one, again)
    assert not np.array_equal(one, other)


def test_a_users_own_model_sees_the_users_own_labels_and_frame():
    import pandas as pd

    seen = {}

    class Spy(Majority):
        def fit(self, X, y):
            seen.update(columns=list(X.columns), labels=set(y.tolist()), rows=len(X))
            return super().fit(X, y)

    frame = pd.DataFrame({"width": X[:, 0], "word": ["x", "y"] * 6})
    problem = make_problem(frame, Y)
    spy = learner("spy", Spy, takes=Takes.GIVEN)
    record = fit_one(lay_out(problem, (spy,), seed=0), spy, SPLIT)
    assert seen == {"columns": ["width", "word"], "labels": {"a", "b", "c"}, "rows": 9}
    assert record.labels.tolist() == [0, 0, 0]


def test_warnings_of_a_learner_are_kept_not_printed(recwarn):
    (item,) = resolve("mlp:max_iter=2", make_problem(X, Y))
    record = fit(item)
    assert any("ConvergenceWarning" in warning for warning in record.warnings)
    assert len(recwarn) == 0


def test_of_many_warnings_the_first_five_different_ones_are_kept():
    assert fit(learner("w", Warns)).warnings == tuple(f"UserWarning: {word}" for word in ("again", *"abcd"))


def test_scores_are_kept_where_there_are_no_probabilities():
    (item,) = resolve("sklearn.linear_model.RidgeClassifier", make_problem(X, Y))
    record = fit(item)
    assert record.scores.shape == (3, 3)
    assert record.probabilities is None
    binary = make_problem(X, Y == "a")
    (item,) = resolve("sklearn.linear_model.RidgeClassifier", binary)
    assert fit_one(lay_out(binary, (item,), seed=0), item, SPLIT).scores.shape == (3,)


def test_labels_of_forests_are_what_they_would_have_predicted():
    """Forests are not asked twice: their labels are the largest probabilities, by their own definition."""
    from sklearn.ensemble import RandomForestClassifier

    rng = np.random.default_rng(0)
    A, b = rng.normal(size=(80, 3)), rng.integers(0, 3, 80)
    problem = make_problem(A, b, task="classification")
    (item,) = resolve("forest:n_estimators=5", problem)
    split = Split(label="0/0", n_rows=80, test=np.arange(20))
    record = fit_one(lay_out(problem, (item,), seed=3), item, split)
    from referee.seeds import seed_for

    forest = item.make(seed_for(3, "fit", split.fingerprint))
    assert isinstance(forest, RandomForestClassifier)
    assert np.array_equal(forest.fit(A[20:], b[20:]).predict(A[:20]), record.labels)


def test_a_regression_with_three_targets_leaves_three_values_a_row():
    problem = make_problem(X, np.stack([X[:, 0], X[:, 1] * 2, X.sum(axis=1)], axis=1))
    (item,) = resolve("linear", problem)
    record = fit_one(lay_out(problem, (item,), seed=0), item, SPLIT)
    assert record.values.shape == (3, 3)
    assert record.values == pytest.approx(problem.y[:3])
