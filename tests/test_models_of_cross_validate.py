"""Models, splitters, scorers and kinds of columns that people bring from scikit-learn, one by one.

Where `cross_validate` can be asked, the score is the one it gives on the same splits; where it cannot (a model without
`get_params`, learners by name), the study must run and give every learner a score.
"""

import numpy as np
import pandas as pd
import pytest
from sklearn.base import BaseEstimator, ClassifierMixin
from sklearn.calibration import CalibratedClassifierCV
from sklearn.compose import TransformedTargetRegressor, make_column_selector, make_column_transformer
from sklearn.ensemble import HistGradientBoostingClassifier, StackingClassifier, VotingClassifier
from sklearn.experimental import enable_halving_search_cv  # noqa: F401 - makes HalvingGridSearchCV importable
from sklearn.feature_extraction.text import TfidfVectorizer
from sklearn.feature_selection import RFECV
from sklearn.gaussian_process import GaussianProcessRegressor
from sklearn.linear_model import LogisticRegression, QuantileRegressor, Ridge
from sklearn.metrics import fbeta_score, make_scorer
from sklearn.model_selection import (
    FixedThresholdClassifier,
    GridSearchCV,
    GroupKFold,
    HalvingGridSearchCV,
    KFold,
    LeaveOneGroupOut,
    LeaveOneOut,
    PredefinedSplit,
    RandomizedSearchCV,
    RepeatedStratifiedKFold,
    ShuffleSplit,
    StratifiedGroupKFold,
    StratifiedKFold,
    TimeSeriesSplit,
    TunedThresholdClassifierCV,
    cross_validate,
)
from sklearn.naive_bayes import GaussianNB
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import OneHotEncoder, StandardScaler
from sklearn.semi_supervised import SelfTrainingClassifier
from sklearn.svm import LinearSVC
from sklearn.tree import DecisionTreeClassifier

import referee

pytestmark = pytest.mark.slow

RNG = np.random.default_rng(8)
N = 90
X = pd.DataFrame(RNG.normal(size=(N, 4)), columns=list("abcd"))
Y = (X["a"] + 0.7 * RNG.normal(size=N) > 0).astype(int)
NUMBERS = 3 + X["a"] + 0.3 * RNG.normal(size=N)
GROUPS = np.arange(N) % 9
FOLDS = StratifiedKFold(3, shuffle=True, random_state=0)
TREE, DEPTHS = DecisionTreeClassifier(random_state=0), {"max_depth": [1, 2]}
LINE = make_pipeline(StandardScaler(), LogisticRegression())


class Weird(ClassifierMixin, BaseEstimator):
    """A parameter that has no value to print."""

    def __init__(self, change=None):
        self.change = change

    def fit(self, _rows, labels):
        self.classes_ = np.unique(labels)
        return self

    def predict(self, rows):
        return np.zeros(len(rows), int)


class Bare:
    """No get_params, no classes: only what a loop over folds needs."""

    def fit(self, _rows, labels):
        self.said = int(np.mean(labels) > 0.5)
        return self

    def predict(self, rows):
        return np.full(len(rows), self.said)


MODELS = {
    "a grid search": GridSearchCV(TREE, DEPTHS, cv=2),
    "a random search": RandomizedSearchCV(TREE, DEPTHS, n_iter=1, cv=2, random_state=0),
    "a halving search": HalvingGridSearchCV(TREE, DEPTHS, cv=2, random_state=0),
    "a calibrated machine": CalibratedClassifierCV(LinearSVC(random_state=0), cv=2),
    "a machine without probabilities": make_pipeline(StandardScaler(), LinearSVC(random_state=0)),
    "a vote by majority": VotingClassifier([("nb", GaussianNB()), ("line", LINE), ("tree", TREE)]),
    "a stack with a last model": StackingClassifier([("nb", GaussianNB())], final_estimator=LogisticRegression()),
    "a tuned threshold": TunedThresholdClassifierCV(LINE, cv=2, random_state=0),
    "a fixed threshold": FixedThresholdClassifier(LINE, threshold=0.4),
    "chosen features": RFECV(TREE, cv=2),
    "a self-trained model": SelfTrainingClassifier(GaussianNB()),
    "frames inside a pipeline": make_pipeline(StandardScaler(), LogisticRegression()).set_output(transform="pandas"),
    "a function for a parameter": Weird(str),
}


@pytest.mark.parametrize("what", MODELS)
@pytest.mark.filterwarnings("ignore")
def test_a_model_scores_as_in_cross_validate(what):
    theirs = cross_validate(MODELS[what], X, Y, cv=FOLDS, scoring="accuracy")["test_score"]
    ours = referee.evaluate({"it": MODELS[what]}, X, Y, cv=FOLDS, scoring="accuracy", n_jobs=1)
    assert ours.estimates["it"].value == pytest.approx(theirs.mean(), abs=1e-12)


@pytest.mark.parametrize("model", [
    TransformedTargetRegressor(Ridge(), func=np.log1p, inverse_func=np.expm1), GaussianProcessRegressor(),
    QuantileRegressor(solver="highs")], ids=["a transformed target", "a Gaussian process", "a median"])
@pytest.mark.filterwarnings("ignore")
def test_a_model_of_numbers_scores_as_in_cross_validate(model):
    folds = KFold(3, shuffle=True, random_state=0)
    theirs = cross_validate(model, X, NUMBERS, cv=folds, scoring="neg_mean_absolute_error")["test_score"]
    ours = referee.evaluate({"it": model}, X, NUMBERS, cv=folds, scoring="neg_mean_absolute_error", n_jobs=1)
    assert ours.estimates["it"].value == pytest.approx(-theirs.mean(), abs=1e-12)


@pytest.mark.parametrize("model", [Bare(), DecisionTreeClassifier(random_state=np.random.RandomState(3)),
                                   DecisionTreeClassifier()], ids=["bare", "a generator", "no seed"])
def test_what_cannot_be_cloned_or_repeated_elsewhere_is_scored_all_the_same(model):
    ours = referee.evaluate({"it": model}, X, Y, cv=FOLDS, scoring="accuracy", n_jobs=1)
    again = referee.evaluate({"it": model}, X, Y, cv=FOLDS, scoring="accuracy", n_jobs=1)
    assert 0.3 < ours.estimates["it"].value == again.estimates["it"].value


class EveryThird:
    """A splitter of one's own."""

    def split(self, X, y=None, groups=None):  # noqa: ARG002 - as scikit-learn calls it
        place = np.arange(len(X)) % 3
        yield from ((np.flatnonzero(place != k), np.flatnonzero(place == k)) for k in range(3))

    def get_n_splits(self, *_):
        return 3


PAIRS = list(EveryThird().split(X))
SPLITTERS = {
    "repeated folds": RepeatedStratifiedKFold(n_splits=3, n_repeats=2, random_state=0),
    "random splits": ShuffleSplit(5, random_state=0), "given folds": PredefinedSplit(np.arange(N) % 3),
    "pairs of rows": PAIRS, "a class of one's own": EveryThird(), "one row at a time": LeaveOneOut(),
    "folds in time": TimeSeriesSplit(4), "whole groups": GroupKFold(3), "one group at a time": LeaveOneGroupOut(),
    "whole groups, stratified": StratifiedGroupKFold(3),
}


@pytest.mark.parametrize("what", SPLITTERS)
def test_a_splitter_divides_as_in_cross_validate(what):
    groups = GROUPS if "group" in what else None
    theirs = cross_validate(LINE, X, Y, cv=SPLITTERS[what], groups=groups, scoring="accuracy")["test_score"]
    ours = referee.evaluate({"it": LINE}, X, Y, cv=SPLITTERS[what], groups=groups, scoring="accuracy", n_jobs=1)
    assert ours.estimates["it"].value == pytest.approx(theirs.mean(), abs=1e-12)


@pytest.mark.parametrize("splits", [lambda: iter(PAIRS), lambda: [(np.isin(np.arange(N), a), np.isin(np.arange(N), b))
                                                                for a, b in PAIRS]], ids=["a generator", "masks"])
def test_the_same_splits_in_another_form_are_the_same(splits):
    asked = {"scoring": "accuracy", "n_jobs": 1}
    first, second = (referee.evaluate({"it": LINE}, X, Y, cv=cv, **asked) for cv in (PAIRS, splits()))
    assert first.estimates["it"] == second.estimates["it"]


@pytest.mark.parametrize("scoring", ["neg_log_loss", "roc_auc", "balanced_accuracy",
                                     make_scorer(fbeta_score, beta=2)], ids=str)
def test_a_scorer_scores_as_in_cross_validate_on_one_part(scoring):
    part = [(np.arange(45), np.arange(45, N))]
    theirs = cross_validate(LINE, X, Y, cv=part, scoring=scoring)["test_score"][0]
    ours = referee.evaluate({"it": LINE}, X, Y, cv=part, scoring=scoring, n_jobs=1)
    assert ours.estimates["it"].value == pytest.approx(abs(theirs), abs=1e-12)


COLUMNS = pd.DataFrame({
    "category": pd.Categorical(RNG.choice(list("abc"), N)),
    "boolean": pd.array(RNG.integers(0, 2, N).astype(bool), dtype="boolean"),
    "whole": pd.array(RNG.integers(0, 9, N), dtype="Int64"), "text": pd.array(RNG.choice(["x", "yy"], N), "string"),
    "day": pd.date_range("2020-01-01", periods=N), "span": pd.to_timedelta(RNG.integers(0, 99, N), unit="h"),
    "mixed": np.array([1, "a", None] * (N // 3), dtype=object),
})


@pytest.mark.parametrize("column", [*COLUMNS, None])
def test_learners_by_name_take_columns_of_every_kind(column):
    frame = X.join(COLUMNS if column is None else COLUMNS[[column]])
    found = referee.compare("logistic,tree", frame, Y, design=3, metrics="accuracy", jobs=1, groups="none", time="none")
    assert all(0.5 < found.estimates[name].value <= 1 for name in ("logistic", "tree"))


WORDS = pd.DataFrame({"words": [f"{'good nice' if y else 'bad awful'} film {i % 7}" for i, y in enumerate(Y)]})
ENCODED = make_column_transformer((OneHotEncoder(handle_unknown="ignore"), ["category"]), (StandardScaler(), ["a"]))
FRAMES = {
    "columns by name": (make_pipeline(ENCODED, LogisticRegression()), X.join(COLUMNS[["category"]])),
    "columns by type": (make_pipeline(make_column_transformer(
        (OneHotEncoder(), make_column_selector(dtype_include="category"))), LogisticRegression()),
        COLUMNS[["category"]].join(X)),
    "a column of texts": (make_pipeline(make_column_transformer((TfidfVectorizer(), "words")), LogisticRegression()),
                          WORDS),
    "categories told by their type": (HistGradientBoostingClassifier(max_iter=5, categorical_features="from_dtype",
                                                                    random_state=0), X.join(COLUMNS[["category"]])),
}


@pytest.mark.parametrize("what", FRAMES)
def test_a_frame_reaches_the_model_as_it_is(what):
    model, frame = FRAMES[what]
    theirs = cross_validate(model, frame, Y, cv=FOLDS, scoring="accuracy")["test_score"]
    ours = referee.evaluate({"it": model}, frame, Y, cv=FOLDS, scoring="accuracy", n_jobs=1)
    assert ours.estimates["it"].value == pytest.approx(theirs.mean(), abs=1e-12)


@pytest.mark.parametrize("target", [
    Y.astype(bool), Y.to_numpy().reshape(-1, 1), Y + 1, Y.map({0: "no", 1: "yes"}),
    pd.Series(pd.Categorical(Y.map({0: "no", 1: "yes"}), categories=["no", "yes", "never"])),
    Y.map({0: "no", 1: "yes"}).tolist()], ids=["bool", "one column", "1 and 2", "texts", "unused class", "list"])
def test_a_target_in_every_form_gives_one_accuracy(target):
    asked = {"cv": PAIRS, "scoring": "accuracy", "n_jobs": 1}
    first, second = (referee.evaluate({"it": LINE}, X, y, **asked) for y in (Y, target))
    assert first.estimates["it"].value == second.estimates["it"].value


@pytest.mark.parametrize("index", [np.zeros(N, int), [f"r{i}" for i in range(N)]], ids=["equal", "texts"])
def test_labels_of_rows_play_no_part(index):
    asked = {"cv": PAIRS, "scoring": "accuracy", "n_jobs": 1}
    first = referee.evaluate({"it": LINE}, X, Y, **asked)
    second = referee.evaluate({"it": LINE}, X.set_axis(index), Y.set_axis(index), **asked)
    assert first.estimates["it"].value == second.estimates["it"].value
