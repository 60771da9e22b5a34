"""Boosting that stops early holds out rows that keep groups and time."""

import warnings

import numpy as np
import pytest
from sklearn.base import clone
from sklearn.compose import TransformedTargetRegressor
from sklearn.ensemble import HistGradientBoostingClassifier, HistGradientBoostingRegressor
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import StandardScaler

import referee
from referee.data import make_problem
from referee.designs import Split
from referee.learners import resolve
from referee.learners.inner_folds import KeptPart, Rows
from referee.learners.known import is_known
from referee.learners.stopping import KeptStopClassifier, KeptStopRegressor
from referee.running.bench import lay_out
from referee.running.repeated_rows import fit_rows

N = 120
DRAW = np.random.default_rng(3)
X = DRAW.normal(size=(N, 3))
NUMBERS = X[:, 0] + DRAW.normal(size=N)
CLASSES = (NUMBERS > 0).astype(int)
GROUPS = np.random.default_rng(4).permutation(np.repeat(np.arange(12), 10))
TIMES = np.repeat(np.arange(40), 3)


def fitted(model, problem, split):
    learner = resolve({"m": model}, problem)[0]
    made = learner.make(0)
    fit_rows(made, lay_out(problem, [learner], seed=0), learner.takes, split)
    return made


def part(rows):
    return Split(label="0/0", n_rows=N, train=rows, test=np.setdiff1d(np.arange(N), rows))


@pytest.mark.parametrize("task", ["classes", "numbers"])
@pytest.mark.parametrize("known", ["groups", "time"])
def test_it_is_the_boosting_of_scikit_learn_handed_the_rows_that_keep(task, known):
    y = CLASSES if task == "classes" else NUMBERS
    kind = HistGradientBoostingClassifier if task == "classes" else HistGradientBoostingRegressor
    model = kind(early_stopping=True, validation_fraction=0.2, max_iter=60, n_iter_no_change=3, random_state=0)
    if known == "groups":
        problem, split = make_problem(X, y, groups=GROUPS), part(np.flatnonzero(GROUPS < 10))
    else:
        problem, split = make_problem(X, y, time=TIMES), part(np.flatnonzero(TIMES < 30))
    train = split.train_rows
    stopped = fitted(model, problem, split)
    rows = Rows.of(problem.groups, problem.time, split)
    fit, held = next(KeptPart(share=0.2, classes=task == "classes", rows=rows).split(X[train], y[train]))
    if known == "groups":
        assert not set(GROUPS[train][fit]) & set(GROUPS[train][held])
        assert set(fit) | set(held) == set(range(train.size))
    else:
        assert TIMES[train][fit].max() < TIMES[train][held].min() == 24
    plain = clone(model).fit(X[train][fit], y[train][fit], X_val=X[train][held], y_val=y[train][held])
    assert stopped.n_iter_ == plain.n_iter_ < 60
    assert np.array_equal(stopped.predict(X), plain.predict(X))
    assert np.array_equal(stopped.validation_score_, plain.validation_score_)


def test_weights_go_with_their_rows():
    weights = DRAW.uniform(0.5, 2.0, N)
    rows = Rows(N, groups=GROUPS)
    one = KeptStopRegressor(early_stopping=True, random_state=0, stops=KeptPart(share=0.25, rows=rows))
    fit, held = next(one.stops.split(X, NUMBERS))
    plain = HistGradientBoostingRegressor(early_stopping=True, random_state=0).fit(
        X[fit], NUMBERS[fit], sample_weight=weights[fit], X_val=X[held], y_val=NUMBERS[held],
        sample_weight_val=weights[held])
    assert np.array_equal(one.fit(X, NUMBERS, weights).predict(X), plain.predict(X))


def test_it_stays_through_copies_pipelines_and_targets_that_are_transformed():
    inside = make_pipeline(StandardScaler(), TransformedTargetRegressor(
        HistGradientBoostingRegressor(early_stopping=True, validation_fraction=0.2), func=np.arcsinh,
        inverse_func=np.sinh))
    problem, split = make_problem(X, NUMBERS, groups=GROUPS), part(np.flatnonzero(GROUPS < 10))
    learner = resolve({"m": inside}, problem)[0]
    assert is_known(learner)
    made = fitted(inside, problem, split)
    boosting = made[-1].regressor_
    assert type(boosting) is KeptStopRegressor
    assert boosting.stops.rows.n == 100
    assert type(inside[-1].regressor) is HistGradientBoostingRegressor          # the user's own is as it was
    assert clone(boosting).get_params()["stops"].share == 0.2


def test_where_nothing_is_to_be_kept_or_nothing_stops_it_is_as_it_was():
    plain = HistGradientBoostingClassifier(early_stopping=True, random_state=0)
    assert type(resolve({"m": plain}, make_problem(X, CLASSES))[0].make(0)) is HistGradientBoostingClassifier
    auto = KeptStopClassifier(random_state=0, max_iter=20).fit(X, CLASSES)      # fewer than 10,000 rows: no stopping
    assert not auto.do_early_stopping_
    assert np.array_equal(auto.predict_proba(X), HistGradientBoostingClassifier(random_state=0, max_iter=20).fit(
        X, CLASSES).predict_proba(X))


@pytest.mark.parametrize("rows", [Rows(N, times=np.zeros(N, dtype=int)), Rows(N, groups=CLASSES)],
                         ids=["one time", "a class is a group"])
def test_where_no_part_leaves_enough_rows_are_held_out_at_random_with_a_warning(rows):
    model = KeptStopClassifier(early_stopping=True, random_state=0, stops=KeptPart(share=0.2, classes=True, rows=rows))
    with pytest.warns(UserWarning, match="held out at random"):
        model.fit(X, CLASSES)
    plain = HistGradientBoostingClassifier(early_stopping=True, random_state=0).fit(X, CLASSES)
    assert np.array_equal(model.predict_proba(X), plain.predict_proba(X))


def test_the_part_that_leaves_every_class_is_taken():
    y = CLASSES.copy()
    y[GROUPS == 11] = 2                                         # a class that one group holds alone
    model = KeptStopClassifier(early_stopping=True, random_state=0, max_iter=5,
                               stops=KeptPart(share=0.1, classes=True, rows=Rows(N, groups=GROUPS)))
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        model.fit(X, y)
    assert model.classes_.tolist() == [0, 1, 2]


def test_an_answer_says_what_was_kept():
    told = referee.evaluate({"boosting": HistGradientBoostingRegressor(early_stopping=True, max_iter=5)}, X, NUMBERS,
                            time=TIMES, ledger=None, jobs=1)
    assert "stops learning by a part of its training rows; that part keeps time" in " ".join(str(told).split())
