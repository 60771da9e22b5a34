"""Models that divide their own training rows keep groups and time, or it is told that they do not."""

import numpy as np
import pytest
from sklearn.calibration import CalibratedClassifierCV
from sklearn.ensemble import GradientBoostingClassifier, HistGradientBoostingClassifier, StackingClassifier
from sklearn.linear_model import LogisticRegression, LogisticRegressionCV, RidgeCV
from sklearn.model_selection import GridSearchCV, GroupKFold, KFold, TimeSeriesSplit
from sklearn.multioutput import ClassifierChain
from sklearn.neural_network import MLPClassifier
from sklearn.pipeline import make_pipeline
from sklearn.tree import DecisionTreeClassifier

import referee
from referee.data import make_problem
from referee.designs import Split, lay, make_design
from referee.learners import resolve
from referee.learners.dividing import keeping
from referee.learners.inner_folds import KeptFolds, Rows
from referee.learners.tuning import Inner
from tuning_spies import SEEN, SpyModel

N = 72
NUMBERED = np.column_stack([np.arange(N), np.zeros(N)]).astype(float)
Y = np.random.default_rng(5).permutation(np.arange(N) % 2)
GROUPS = np.random.default_rng(6).permutation(np.repeat(np.arange(12), 6))
TIMES = np.repeat(np.arange(24), 3)
MEMBERS = np.tile(np.arange(3), 24)


class DecidingSpy(SpyModel):
    """A spy that can be calibrated."""

    def decision_function(self, X):
        return self.predict(X) - 0.5


DIVIDING = {
    "stack": lambda: StackingClassifier([("spy", SpyModel())], final_estimator=LogisticRegression(), cv=4,
                                        stack_method="predict"),
    "calibrated": lambda: CalibratedClassifierCV(DecidingSpy(), cv=3, ensemble=True),
    "search": lambda: GridSearchCV(SpyModel(), {"setting": [0, 1]}),
    "in a pipeline": lambda: make_pipeline("passthrough", GridSearchCV(SpyModel(), {"setting": [0, 1]}, cv=3)),
}


def inner_fits(model, problem, split):
    """The rows of every fit that saw a part of the training part only, when the model is fitted on it."""
    from referee.running.bench import lay_out
    from referee.running.repeated_rows import fit_rows

    learners = resolve({"m": model}, problem)
    bench = lay_out(problem, learners, seed=0)
    SEEN.clear()
    fit_rows(learners[0].make(0), bench, learners[0].takes, split)
    train = frozenset(split.train_rows.tolist())
    fits = [np.array(sorted(rows)) for _, rows in SEEN]
    assert all(set(rows.tolist()) <= train for rows in fits)
    return [rows for rows in fits if rows.size < len(train)]


def half(rows):
    return Split(label="0/0", n_rows=N, train=rows, test=np.setdiff1d(np.arange(N), rows))


@pytest.mark.parametrize("kind", DIVIDING)
def test_no_group_is_fitted_in_part_by_what_divides_its_own_rows(kind):
    problem = make_problem(NUMBERED, Y, groups=GROUPS)
    fits = inner_fits(DIVIDING[kind](), problem, half(np.flatnonzero(GROUPS < 9)))
    assert len(fits) >= 3
    for rows in fits:
        whole = np.isin(GROUPS, GROUPS[rows]) & (GROUPS < 9)
        assert np.array_equal(np.flatnonzero(whole), rows)


@pytest.mark.parametrize("kind", DIVIDING)
def test_without_groups_the_same_models_are_left_as_they_are(kind):
    model = DIVIDING[kind]()
    assert keeping(model, make_problem(NUMBERED, Y)) == (model, ())


@pytest.mark.parametrize("kind", ["search", "in a pipeline"])
def test_a_search_learns_from_the_past_alone_and_keeps_the_gap(kind):
    problem = make_problem(NUMBERED, Y, time=TIMES)
    split = Split(label="0/0", n_rows=N, train=np.flatnonzero(TIMES < 18), test=np.flatnonzero(TIMES >= 20))
    fits = inner_fits(DIVIDING[kind](), problem, split)
    assert len(fits) >= 6
    assert all(np.array_equal(rows, np.arange(rows.size)) for rows in fits)        # a beginning of the series
    folds = KeptFolds(5, scored=True, rows=Rows.of(None, TIMES, split))
    for train, test in folds.split(np.zeros((54, 1)), Y[:54]):
        assert TIMES[test].min() - TIMES[train].max() == 3                          # a gap of two times


@pytest.mark.parametrize("kind", ["stack", "calibrated"])
def test_what_needs_every_row_told_leaves_out_runs_of_successive_times(kind):
    problem = make_problem(NUMBERED, Y, time=TIMES)
    split = Split(label="0/0", n_rows=N, train=np.arange(54), test=np.arange(54, N))
    for rows in inner_fits(DIVIDING[kind](), problem, split):
        left = np.setdiff1d(np.arange(54), rows)
        assert np.array_equal(left, np.arange(left[0], left[-1] + 1))
        assert not set(TIMES[left]) & set(TIMES[rows])


@pytest.mark.parametrize(("scored", "classes"), [(True, True), (False, True), (False, False)])
def test_new_groups_are_new_inside_too(scored, classes):
    groups = np.tile(np.arange(6), 12)
    times = np.repeat(np.arange(12), 6)
    train = np.flatnonzero((groups < 4) & (times < 8))
    split = Split(label="0/0", n_rows=N, train=train, test=np.flatnonzero((groups >= 4) & (times >= 8)))
    rows = Rows.of(groups, times, split)
    assert rows.new_groups
    parts = list(KeptFolds(4, scored=scored, classes=classes, rows=rows).split(np.zeros((train.size, 1)), Y[train]))
    assert len(parts) >= 3
    for fitted, tested in parts:
        assert not set(rows.groups[fitted]) & set(rows.groups[tested])
        assert not scored or rows.times[fitted].max() < rows.times[tested].min()


def test_folds_that_are_not_told_their_rows_refuse():
    with pytest.raises(ValueError, match="told nothing"):
        list(KeptFolds(2).split(np.zeros((4, 1)), np.zeros(4)))
    with pytest.raises(ValueError, match="told nothing"):
        list(KeptFolds(2, rows=Rows(9, groups=np.arange(9))).split(np.zeros((4, 1)), np.zeros(4)))


def test_one_group_alone_has_nothing_to_keep():
    parts = list(KeptFolds(3, rows=Rows(6, groups=np.zeros(6))).split(np.zeros((6, 1)), np.zeros(6)))
    assert sorted(np.concatenate([test for _, test in parts])) == list(range(6))


TOLD = [
    (GridSearchCV(DecisionTreeClassifier(), {"max_depth": [1, 2]}, cv=KFold(3)), ["cv it was given (KFold)"]),
    (GridSearchCV(CalibratedClassifierCV(DecisionTreeClassifier()), {"method": ["sigmoid"]}),
     ["GridSearchCV divides its training rows by itself; its 5 parts keep", "rows that GridSearchCV hands on"]),
    (MLPClassifier(early_stopping=True), ["early_stopping=False"]),
    (GradientBoostingClassifier(n_iter_no_change=5), ["n_iter_no_change=None"]),
    (make_pipeline(HistGradientBoostingClassifier(early_stopping=True)), ["; that part keeps groups together"]),
    (HistGradientBoostingClassifier(early_stopping=True, validation_fraction=20), ["early_stopping=False"]),
    (StackingClassifier([("a", HistGradientBoostingClassifier(early_stopping=True))], cv=3),
     ["its 3 parts keep", "HistGradientBoostingClassifier stops learning by a random part"]),
    (StackingClassifier([("a", MLPClassifier(early_stopping=True))], cv=3), ["its 3 parts keep", "stops learning"]),
    (LogisticRegressionCV(), ["its 5 parts keep"]),
    (MLPClassifier(), []), (GradientBoostingClassifier(), []), (HistGradientBoostingClassifier(), []),
    (ClassifierChain(DecisionTreeClassifier()), []), (StackingClassifier([("a", MLPClassifier())], cv="prefit"), []),
    (GridSearchCV(DecisionTreeClassifier(), {"max_depth": [1]}, cv=GroupKFold(3)), []),
    (GridSearchCV(DecisionTreeClassifier(), {"max_depth": [1]}, cv=TimeSeriesSplit(3)), []),
]


@pytest.mark.parametrize(("model", "words"), TOLD, ids=[str(i) for i in range(len(TOLD))])
def test_what_divides_rows_in_a_model_is_told(model, words):
    _, said = keeping(model, make_problem(NUMBERED, Y, groups=GROUPS))
    assert len(said) == len(words)
    assert all(word in sentence for word, sentence in zip(words, said, strict=True))


def test_large_tables_make_boosting_stop_early_by_itself():
    X = np.zeros((10_001, 1)) + np.arange(10_001)[:, None]
    problem = make_problem(X, np.arange(10_001) % 2, groups=np.arange(10_001) // 7)
    assert "stops learning" in keeping(HistGradientBoostingClassifier(), problem)[1][0]


def test_recipe_and_first_screen_say_it():
    result = referee.evaluate({"m": RidgeCV()}, NUMBERED + np.random.default_rng(1).normal(size=(N, 2)), Y + 0.5,
                              groups=GROUPS, design="kfold:folds=3", metrics="rmse", jobs=1, task="regression")
    sentence = "RidgeCV divides its training rows by itself; its 5 parts keep groups together"
    assert result.analysis.learners["m"].recipe["inside"] == [sentence]
    assert f"! In m {sentence}." in str(result)
    assert result.to_dict()["inside"] == {"m": [sentence]}
    assert result.analysis.learners["mean"].recipe.get("inside") is None


def test_tuning_for_new_groups_holds_groups_out_and_keeps_time():
    problem = make_problem(np.zeros((N, 1)) + np.arange(N)[:, None], Y, groups=np.tile(np.arange(6), 12),
                           time=np.repeat(np.arange(12), 6))
    plan = lay(make_design("rolling", {"splits": 2, "horizon": 2, "new_groups": 3, "gap": 1}, seed=0), problem)
    for way in ("kfold:folds=3", "nested", "holdout:test=0.25"):
        for split in plan.splits():
            parts = Inner.parse(way).splits(problem, split, seed=0)
            assert parts
            for part in parts:
                assert set(part.train_rows) | set(part.test) <= set(split.train_rows)
                assert not set(problem.groups[part.train_rows]) & set(problem.groups[part.test])
                assert problem.time[part.test].min() - problem.time[part.train_rows].max() >= 2


def test_tuning_for_later_times_of_known_groups_leaves_groups_where_they_are():
    problem = make_problem(NUMBERED, Y, groups=MEMBERS, time=TIMES)
    plan = lay(make_design("rolling", {"splits": 2, "horizon": 4}, seed=0), problem)
    for split in plan.splits():
        for part in Inner.parse("kfold:folds=3").splits(problem, split, seed=0):
            assert set(problem.groups[part.train_rows]) == set(problem.groups[part.test])
