"""Exact shortcuts say what a refit says, to 1e-8, and keep silent where they would not."""

from contextlib import closing

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from sklearn.base import clone
from sklearn.discriminant_analysis import LinearDiscriminantAnalysis, QuadraticDiscriminantAnalysis
from sklearn.dummy import DummyClassifier, DummyRegressor
from sklearn.kernel_ridge import KernelRidge
from sklearn.linear_model import LinearRegression, LogisticRegression, Ridge
from sklearn.naive_bayes import GaussianNB
from sklearn.neighbors import KNeighborsClassifier, KNeighborsRegressor
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import MinMaxScaler, StandardScaler

from older_scikit_learn import as_now
from referee.data import make_problem
from referee.designs import Split, make_plan
from referee.learners import resolve
from referee.ledger import open_ledger
from referee.running import Local, run
from referee.running.bench import lay_out
from referee.running.fit import fit_one
from referee.running.shortcuts import NOTE, answering
from referee.running.shortcuts.recognise import recognise

QDA = QuadraticDiscriminantAnalysis
CLASSIFIERS = [
    LinearDiscriminantAnalysis(), QDA(), QDA(reg_param=0.1), QDA(solver="eigen", shrinkage=0.2), GaussianNB(),
    GaussianNB(var_smoothing=0.01), KNeighborsClassifier(), KNeighborsClassifier(1),
    KNeighborsClassifier(4, algorithm="brute"), KNeighborsClassifier(3, metric="manhattan"), DummyClassifier(),
    DummyClassifier(strategy="most_frequent"),
]
CLASSIFIERS = [model for model in CLASSIFIERS if as_now(model)]
NAMED = "lda" if as_now("lda") else "gaussian-nb"
REGRESSORS = [
    LinearRegression(), LinearRegression(fit_intercept=False), Ridge(), Ridge(0.01, fit_intercept=False),
    Ridge(5, solver="svd"), KernelRidge(), KernelRidge(0.5, kernel="rbf", gamma=0.3), KNeighborsRegressor(),
    DummyRegressor(),
]


def standardised(models):
    """The same models behind a scaler, but for those that have no shortcut there, or look at no feature."""
    left_out = (KernelRidge, DummyClassifier, DummyRegressor)
    return [make_pipeline(StandardScaler(), m) for m in models
            if not isinstance(m, left_out) and getattr(m, "metric", "minkowski") == "minkowski"]


def data(seed, n=60, d=4, classes=3, offset=3.0):
    rng = np.random.default_rng(seed)
    codes = np.concatenate([np.arange(classes).repeat(9), rng.choice(classes, n - 9 * classes, p=_unbalanced(classes))])
    X = rng.normal(size=(n, d)) * rng.uniform(0.1, 10, d) + offset
    X += 0.7 * codes[:, None] * X.std(axis=0)
    X[:, -1] += 0.8 * X[:, 0]
    y = X @ rng.normal(size=(d, 2)) + rng.normal(size=(n, 2))
    return X, codes, y


def _unbalanced(classes):
    weights = 0.5 ** np.arange(classes)
    return weights / weights.sum()


def parts(n, seed, sizes=(1, 1, 1, 2, 2, 7, 7, 20)):
    """Parts of all sizes to be left out; the seven classes of sizes are answered in portions of their own."""
    rng = np.random.default_rng(seed)
    return [Split(label=f"0/{i}", n_rows=n, test=np.sort(rng.choice(n, m, replace=False))) for i, m in enumerate(sizes)]


def spoken(model, X, y, splits, **more):
    """The shortcut's answers on given splits, and the refits; None where there is no shortcut."""
    problem = make_problem(X, y, **more)
    (learner,) = resolve({"m": model}, problem)
    bench = lay_out(problem, (learner,), seed=1)
    shortcut = recognise(bench, learner)
    if shortcut is None:
        return None
    desk = answering._Desk(bench=bench, learner=learner, shortcut=shortcut, names=("p", "l"),
                           order=answering.model_order(bench, learner.takes))
    fits = [fit_one(bench, learner, split) for split in splits]
    return [(record, fit) for split, fit in zip(splits, fits, strict=True) if shortcut.may_leave_out(split.n_test)
            for record in desk.block([split], 0.0)[1].records()]


def assert_equal(pairs, unit=1.0):
    for ours, refit in pairs:
        assert not refit.failed
        assert not refit.warnings
        if refit.values is None:
            assert np.array_equal(ours.labels, refit.labels)
            assert ours.probabilities == pytest.approx(refit.probabilities, abs=1e-8, rel=0)
            assert ours.labels.dtype == refit.labels.dtype
        else:
            assert ours.values.shape == refit.values.shape
            assert ours.values == pytest.approx(refit.values, abs=1e-8 * unit, rel=0)
        assert ours.notes[NOTE] is True
        assert ours.notes.get("complexity") == refit.notes.get("complexity")


@pytest.mark.parametrize(("model", "classes"), [
    *((model, 3) for model in CLASSIFIERS), *((model, 2) for model in CLASSIFIERS[:7:2]),
    *((model, 3) for model in standardised(CLASSIFIERS)),
], ids=str)
def test_classifiers_say_what_refits_say(model, classes):
    X, codes, _ = data(classes, classes=classes)
    pairs = spoken(clone(model), X, np.array(["b", "a", "c"])[codes], parts(60, 5))
    assert len(pairs) >= 7
    assert_equal(pairs)


@pytest.mark.parametrize(("model", "targets"), [
    *((model, 2) for model in REGRESSORS), *((model, 1) for model in standardised(REGRESSORS)),
], ids=str)
def test_regressors_say_what_refits_say(model, targets):
    X, _, y = data(targets)
    pairs = spoken(clone(model), X, y[:, 0] if targets == 1 else y, parts(60, 6))
    assert len(pairs) >= 7
    assert_equal(pairs, unit=np.abs(y).max())


@pytest.mark.parametrize("model", [NAMED, "gaussian-nb", "knn", "1nn", "prior", "majority",
                                   *filter(as_now, ["qda"])])
def test_named_classifiers_of_the_house_are_recognised(model):
    X, codes, _ = data(7)
    pairs = spoken(model, X, codes, parts(60, 8), task="classification")
    assert len(pairs) == 8
    assert_equal(pairs)


@pytest.mark.parametrize("model", ["linear", "ridge", "ridge:alpha=30", "knn", "mean"])
def test_named_regressors_of_the_house_are_recognised(model):
    X, _, y = data(9)
    pairs = spoken(model, X, y, parts(60, 8))
    assert len(pairs) == 8
    assert_equal(pairs, unit=np.abs(y).max())


def check_classifier(seed, model):
    """Features of few values: equal distances, duplicated rows, classes without spread, singular covariances."""
    rng = np.random.default_rng(seed)
    d, classes = int(rng.integers(1, 7)), int(rng.integers(2, 5))
    codes = np.concatenate([np.arange(classes), np.arange(classes), rng.integers(0, classes, 24)])
    X = np.round(rng.normal(size=(len(codes), d)) + 0.5 * codes[:, None], int(rng.integers(0, 2)))
    splits = parts(len(codes), seed, (1, 1, 1, 1, 2, 5))
    assert_equal(spoken(clone(model), X, codes, splits, task="classification") or [])


def check_regressor(seed, model):
    """Rounded features, some of them nearly or wholly combinations of others."""
    rng = np.random.default_rng(seed)
    X = np.round(rng.normal(size=(25, int(rng.integers(1, 7)))), 1)
    if seed % 2:
        X = np.column_stack([X, X[:, 0] * 2, X[:, -1] + 1e-7 * rng.normal(size=25)])
    y = np.round(X.sum(axis=1) + rng.normal(size=25))
    assert_equal(spoken(clone(model), X, y, parts(25, seed, (1, 1, 1, 2, 8)), task="regression") or [],
                 unit=np.abs(y).max())


@pytest.mark.slow
@settings(max_examples=15)
@given(st.integers(0, 10**6), st.sampled_from([*CLASSIFIERS, *standardised(CLASSIFIERS)]))
def test_random_problems_with_ties_and_duplicates(seed, model):
    check_classifier(seed, model)


@settings(max_examples=15)
@given(st.integers(0, 10**6), st.sampled_from([*REGRESSORS, *standardised(REGRESSORS)]))
def test_random_regressions_with_ties_and_collinear_columns(seed, model):
    check_regressor(seed, model)


@pytest.mark.slow
def test_many_random_problems():
    for seed in range(12):
        for model in [*CLASSIFIERS, *standardised(CLASSIFIERS)]:
            check_classifier(seed, model)
        for model in [*REGRESSORS, *standardised(REGRESSORS)]:
            check_regressor(seed, model)


def test_neighbours_tied_at_the_border_are_left_to_the_refit_unless_they_agree():
    X = np.array([[0.0], [1], [-1], [5], [6], [7]])
    split = [Split(label="0/0", n_rows=6, test=[0])]
    assert spoken(KNeighborsClassifier(1), X, [0, 0, 1, 1, 1, 0], split, task="classification") == []
    assert_equal(spoken(KNeighborsClassifier(1), X, [1, 0, 0, 1, 1, 0], split, task="classification"))


def test_the_order_of_the_users_classes_decides_tied_votes():
    """Two votes each: scikit-learn takes the first class in its own order, not in that of the problem."""
    X = np.arange(10.0)[:, None]
    y = np.array(["no", "yes"] * 5)
    splits = [Split(label="0/0", n_rows=10, test=[t]) for t in (3, 4, 5)]
    for positive in ("yes", "no"):
        pairs = spoken(KNeighborsClassifier(4), X + X**2 / 100, y, splits, positive=positive)
        assert len(pairs) == 3
        assert_equal(pairs)


@pytest.mark.parametrize("model", [
    Ridge(solver="lsqr"), Ridge(positive=True), Ridge(alpha=[1.0, 2.0]), LinearRegression(positive=True),
    KernelRidge(alpha=1e-9), KernelRidge(kernel=lambda a, b: a @ b), KNeighborsRegressor(weights="distance"),
    make_pipeline(MinMaxScaler(), Ridge()), make_pipeline(StandardScaler(), KernelRidge()),
    make_pipeline(StandardScaler(with_std=False), Ridge()),
    make_pipeline(StandardScaler(), KNeighborsRegressor(metric="manhattan")), DummyRegressor(strategy="median"),
    type("Mine", (Ridge,), {"__module__": __name__})(),
], ids=lambda model: str(model).split(" at 0x")[0])
def test_what_is_not_exact_for_regression_is_not_cut_short(model):
    X, _, y = data(1)
    assert spoken(model, X, y, []) is None


@pytest.mark.parametrize("model", [
    LinearDiscriminantAnalysis(solver="lsqr", shrinkage=0.1), LinearDiscriminantAnalysis(priors=[0.2, 0.3, 0.5]),
    QDA(solver="eigen", shrinkage="auto"), QDA(priors=[0.2, 0.3, 0.5]), GaussianNB(priors=[0.2, 0.3, 0.5]),
    KNeighborsClassifier(weights="distance"), KNeighborsClassifier(metric="cosine", algorithm="brute"),
    DummyClassifier(strategy="stratified"), LogisticRegression(),
], ids=str)
def test_what_is_not_exact_for_classification_is_not_cut_short(model):
    X, codes, _ = data(1)
    assert spoken(model, X, codes, [], task="classification") is None


def test_single_precision_missing_values_categories_and_singular_columns_are_not_cut_short():
    import pandas as pd

    X, codes, y = data(2)
    assert spoken(GaussianNB(), X.astype(np.float32), codes, [], task="classification") is None
    assert spoken("ridge", np.where(np.eye(*X.shape) > 0, np.nan, X), y[:, 0], []) is None
    frame = pd.DataFrame(X).assign(word=np.array(["x", "y"])[codes % 2])
    assert spoken("ridge", frame, y[:, 0], []) is None
    assert spoken("linear", np.column_stack([X, X[:, 0]]), y[:, 0], []) is None
    assert spoken("lda", np.column_stack([X, X[:, 0]]), codes, [], task="classification") is None
    assert spoken("lda", np.column_stack([X, np.full(60, 0.1)]), codes, [], task="classification") is None


def test_a_class_left_out_whole_and_a_row_that_holds_a_column_are_refitted():
    X, codes, y = data(4)
    codes = np.where(np.arange(60) == 11, 3, codes % 3)
    splits = [Split(label="0/0", n_rows=60, test=[11]), Split(label="0/1", n_rows=60, test=[12])]
    for model in (LinearDiscriminantAnalysis(), GaussianNB()):
        assert len(spoken(model, X, codes, splits, task="classification")) == 1
    X = np.column_stack([X, np.arange(60) == 11])          # without row 11 the column is constant
    for model in ("linear", "ridge"):
        assert len(spoken(model, X, y[:, 0], splits)) == 1


def ran(model, X, y, design, *, ledger=None, workers=1, **more):
    problem = make_problem(X, y, **more)
    plan, learners = make_plan(design, problem, seed=2), resolve(model, problem)
    with closing(ledger or open_ledger(":memory:")) as store:
        done = run(problem, plan, learners, ledger=store, engine=Local(workers=workers), seed=3)
        return done, {r.job: r for r in store.read_many(sorted(store.keys()))}


def test_a_run_uses_shortcuts_says_so_and_checks_one_fit():
    X, codes, _ = data(3)
    done, records = ran([NAMED, "tree"], X, codes, "loo", task="classification")
    assert (done.total, done.fitted, done.shortcut) == (120, 120, 59)
    assert sum(r.notes.get(NOTE, False) for r in records.values()) == 59
    assert all(r.fit_seconds > 0 for r in records.values())


def test_few_fits_are_made_as_they_are():
    X, codes, _ = data(3)
    assert ran("lda", X, codes, "kfold:folds=4", task="classification")[0].shortcut == 0
    assert ran("lda", X, codes, "bootstrap:resamples=8", task="classification")[0].shortcut == 0


def test_a_shortcut_that_disagrees_with_the_fit_it_is_checked_by_is_not_used(monkeypatch):
    from referee.running.shortcuts.gaussian_bayes import GaussianBayes

    X, codes, _ = data(3)
    _, before = ran("gaussian-nb", X, codes, "kfold:folds=6", task="classification")
    made = GaussianBayes.__init__
    monkeypatch.setattr(GaussianBayes, "__init__", lambda self, case, smoothing: made(self, case, smoothing + 1e-4))
    done, after = ran("gaussian-nb", X, codes, "kfold:folds=6", task="classification")
    assert done.shortcut == 0
    assert all(before[job].probabilities == pytest.approx(after[job].probabilities, abs=1e-8) for job in before)


def test_a_run_broken_off_and_resumed_has_the_same_bits():
    X, codes, _ = data(5)
    _, whole = ran(NAMED, X, codes, "kfold:folds=7,repeats=3", task="classification")
    ledger = open_ledger(":memory:")
    problem = make_problem(X, codes, task="classification")
    kept = [record for i, record in enumerate(whole.values()) if i % 3]
    plan = make_plan("kfold:folds=7,repeats=3", problem, seed=2)
    ledger.add_problem(problem)
    ledger.add_plan(plan.card, plan.splits())
    ledger.append(kept)
    done, resumed = ran(NAMED, X, codes, "kfold:folds=7,repeats=3", ledger=ledger, workers=2, task="classification")
    assert done.fitted == 7
    for job, record in whole.items():
        assert np.array_equal(record.probabilities, resumed[job].probabilities)
        assert np.array_equal(record.labels, resumed[job].labels)


def test_splits_of_a_splitter_are_cut_short_too():
    from sklearn.model_selection import KFold, ShuffleSplit

    X, codes, _ = data(6)
    assert ran(NAMED, X, codes, KFold(6, shuffle=True, random_state=0), task="classification")[0].shortcut == 5
    some = ShuffleSplit(6, test_size=10, train_size=30, random_state=0)
    assert ran("lda", X, codes, some, task="classification")[0].shortcut == 0
