"""Whatever `cross_validate` of scikit-learn takes is taken, gives the same scores on the same splits, or is answered.

The scores are those of `cross_validate` itself, called here on the same data, models and splits.
"""

import numpy as np
import pandas as pd
import pytest
from scipy import sparse
from sklearn.base import BaseEstimator, ClassifierMixin
from sklearn.datasets import make_multilabel_classification
from sklearn.ensemble import StackingClassifier, StackingRegressor
from sklearn.feature_extraction.text import TfidfVectorizer
from sklearn.linear_model import LinearRegression, LogisticRegression, Ridge
from sklearn.metrics import fbeta_score, make_scorer
from sklearn.model_selection import GridSearchCV, KFold, StratifiedKFold, cross_validate
from sklearn.multioutput import MultiOutputClassifier
from sklearn.naive_bayes import GaussianNB, MultinomialNB
from sklearn.neighbors import KNeighborsClassifier
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import FunctionTransformer, StandardScaler
from sklearn.tree import DecisionTreeClassifier

import referee
from referee.data import load
from referee.errors import BadInput, UnknownName

RNG = np.random.default_rng(4)
N = 60
X = RNG.normal(size=(N, 6))
Y = (X[:, 0] + 0.7 * RNG.normal(size=N) > 0).astype(int)
WORDS = [f"{'good nice' if y else 'bad awful'} film {i % 7}" for i, y in enumerate(Y)]
THIN = sparse.csr_matrix(np.where(X > 0.3, X, 0))
CUBE = X.reshape(N, 2, 3)
FOLDS = StratifiedKFold(3, shuffle=True, random_state=0)


def as_one_line(result):
    return " ".join(str(result).split())


def flat(rows):
    return rows.reshape(len(rows), -1)


def text(model):
    return make_pipeline(TfidfVectorizer(), model)


def cube(model):
    return make_pipeline(FunctionTransformer(flat), model)


TREE = DecisionTreeClassifier(random_state=0)
TAKEN = {
    "a stack": (StackingClassifier([("nb", GaussianNB())]), X),
    "a stack in a pipeline": (make_pipeline(StandardScaler(), StackingClassifier([("nb", GaussianNB())])), X),
    "a search over a stack": (
        GridSearchCV(StackingClassifier([("nb", GaussianNB())], cv=2), {"passthrough": [True]}, cv=2), X),
    "a list of texts": (text(LogisticRegression()), WORDS),
    "an array of texts": (text(LogisticRegression()), np.array(WORDS)),
    "a series of texts": (text(MultinomialNB()), pd.Series(WORDS, name="review")),
    "a sparse matrix": (LogisticRegression(), THIN),
    "a sparse matrix by columns": (KNeighborsClassifier(), THIN.tocsc()),
    "a sparse array": (TREE, sparse.csr_array(THIN)),
    "an array of three dimensions": (cube(GaussianNB()), CUBE),
}


@pytest.mark.slow
@pytest.mark.parametrize("what", TAKEN)
def test_it_is_taken_and_scored_alike(what):
    model, data = TAKEN[what]
    theirs = cross_validate(model, data, Y, cv=FOLDS, scoring="accuracy")["test_score"]
    ours = referee.evaluate({"it": model}, data, Y, cv=FOLDS, scoring="accuracy", n_jobs=1)
    assert ours.estimates["it"].value == pytest.approx(theirs.mean(), abs=1e-12)


def test_a_stack_of_regressors():
    stack = StackingRegressor([("line", LinearRegression())])
    folds = KFold(3, shuffle=True, random_state=0)
    theirs = cross_validate(stack, X, X[:, 1] ** 2, cv=folds, scoring="neg_mean_absolute_error")["test_score"]
    ours = referee.evaluate({"it": stack}, X, X[:, 1] ** 2, cv=folds, scoring="neg_mean_absolute_error", n_jobs=1)
    assert ours.estimates["it"].value == pytest.approx(-theirs.mean(), abs=1e-12)


def test_a_pipeline_without_a_model_is_refused_as_before():
    with pytest.raises(BadInput, match="Pipeline has no predict"):
        referee.evaluate(make_pipeline(StandardScaler()), X, Y)


@pytest.mark.parametrize("data", [WORDS, THIN, CUBE], ids=["texts", "sparse", "cube"])
def test_the_data_say_in_which_form_they_came(data):
    problem = load(data, y=Y)
    assert sum(sentence.startswith("X is ") for sentence in problem.notices) == 1
    assert problem.fingerprint != load(problem.features.matrix, y=Y).fingerprint


def test_a_form_is_known_again_by_its_values():
    again = sparse.coo_matrix((np.r_[THIN.tocoo().data], (THIN.tocoo().row, THIN.tocoo().col)), shape=THIN.shape)
    changed = THIN.copy()
    changed.data[0] += 1
    moved = THIN.copy()
    moved.indices[0] = next(c for c in range(6) if c not in moved[0].indices)
    first, same, other, elsewhere = (load(x, y=Y).fingerprint for x in (THIN, again, changed, moved))
    assert first == same
    assert len({first, other, elsewhere}) == 3
    assert load(WORDS, y=Y).fingerprint != load([*WORDS[1:], "another"], y=Y).fingerprint


def test_columns_of_a_form_have_no_names():
    with pytest.raises(BadInput, match=r"X is a sparse matrix, whose columns have no names, so 'x1' is none; give"):
        load(THIN, target="x1")
    with pytest.raises(BadInput, match=r"X is a sparse array of 1 dimension"):
        load(sparse.coo_array(np.array([1.0, 2.0])), y=[0, 1])


def test_infinity_and_gaps_in_a_sparse_matrix():
    broken = THIN.copy()
    broken.data[0] = np.inf
    with pytest.raises(BadInput, match="infinite"):
        load(broken, y=Y)
    broken.data[0] = np.nan
    assert sum(column.missing for column in load(broken, y=Y).columns) == 1


def test_named_learners_take_a_sparse_matrix_made_dense(monkeypatch):
    thin = referee.evaluate("lda", THIN, Y, design=3, metrics="accuracy", jobs=1)
    full = referee.evaluate("lda", THIN.toarray(), Y, design=3, metrics="accuracy", jobs=1)
    assert thin.estimates["lda"].value == full.estimates["lda"].value
    monkeypatch.setattr("referee.data.forms.MOST_DENSE", 10)
    with pytest.raises(BadInput, match="too large to be made dense for named learners; give estimators of your own"):
        referee.evaluate("lda", THIN, Y, design=3, jobs=1)


def test_a_baseline_needs_no_dense_matrix(monkeypatch):
    monkeypatch.setattr("referee.data.forms.MOST_DENSE", 10)
    for searching in ("notices", "structure.detect", "row_keys"):
        monkeypatch.setattr(f"referee.data.{searching}.MOST_LOOKED_AT", 10)
    result = referee.evaluate(LogisticRegression(), THIN, Y, design=3, metrics="accuracy", jobs=1)
    assert result.estimates["prior"].value == pytest.approx(max(Y.mean(), 1 - Y.mean()), abs=0.01)
    told = "so many cells were not searched for columns that give the target away, are constant or repeat another"
    assert any(told in said for said in result.analysis.problem.notices)


@pytest.mark.slow
def test_some_rows_of_every_form():
    for data in (WORDS, THIN, CUBE, pd.Series(WORDS)):
        curve = referee.curve({"it": make_pipeline(FunctionTransformer(_length), LogisticRegression())}, data, Y,
                              sizes=[20, 30], repeats=2, metrics="accuracy", jobs=1)
        assert "fail" not in str(curve)


def _length(rows):
    """One number a row of whatever form: its length, or its sum."""
    if sparse.issparse(rows):
        return np.asarray(rows.sum(axis=1)).reshape(-1, 1)
    if isinstance(rows, np.ndarray) and rows.dtype.kind == "f":
        return rows.reshape(len(rows), -1).sum(axis=1, keepdims=True)
    return np.array([[len(row)] for row in rows], dtype=float)


# Weights and other parameters of fit.

W = RNG.uniform(0.2, 3.0, size=N)


@pytest.mark.parametrize("said", [{"sample_weight": W}, {"params": {"sample_weight": W}},
                                  {"fit_params": {"sample_weight": W.tolist()}}],
                         ids=["sample_weight", "params", "fit_params"])
def test_weights_reach_the_fits_as_in_cross_validate(said):
    theirs = cross_validate(LogisticRegression(), X, Y, cv=FOLDS, scoring="neg_log_loss", params={"sample_weight": W})
    ours = referee.evaluate({"it": LogisticRegression()}, X, Y, design=FOLDS, metrics="log_loss", jobs=1, **said)
    plain = referee.evaluate({"it": LogisticRegression()}, X, Y, design=FOLDS, metrics="log_loss", jobs=1)
    assert ours.estimates["it"].value == pytest.approx(-theirs["test_score"].mean(), abs=1e-12)
    assert ours.estimates["it"].value != plain.estimates["it"].value
    told = "sample_weight weighs the rows in the fits; in the scores every row counts once."
    assert told in ours.analysis.problem.notices


def test_weights_from_a_column_in_a_pipeline_and_for_named_learners():
    frame = pd.DataFrame(X, columns=list("abcdef")).assign(w=W, y=Y)
    model = make_pipeline(StandardScaler(), LogisticRegression())
    theirs = cross_validate(model, frame[list("abcdef")], Y, cv=FOLDS, scoring="neg_log_loss",
                            params={"logisticregression__sample_weight": W})["test_score"].mean()
    ours = referee.compare({"mine": model, "named": "logistic"}, frame, "y", sample_weight="w", design=FOLDS,
                           metrics="log_loss", jobs=1)
    assert ours.estimates["mine"].value == pytest.approx(-theirs, abs=1e-12)
    assert ours.estimates["named"].value == pytest.approx(-theirs, abs=1e-6)
    assert "w" not in [column.name for column in ours.analysis.problem.columns]


@pytest.mark.slow
def test_weights_reach_the_settings_of_a_tuned_learner():
    asked = {"design": FOLDS, "metrics": "log_loss", "jobs": 1}
    with_weights = referee.evaluate("tree:max_depth=1|2", X, Y, sample_weight=np.where(Y, 9.0, 1.0), **asked)
    assert with_weights.estimates["tuned-tree"].value != referee.evaluate(
        "tree:max_depth=1|2", X, Y, **asked).estimates["tuned-tree"].value


def test_whole_parameters_are_handed_over_whole():
    class Told(ClassifierMixin, BaseEstimator):
        def fit(self, X, y, *, often, marks):
            assert often == 3
            assert len(marks) == len(X)
            self.classes_, self.mean_ = np.unique(y), float(np.mean(marks))
            return self

        def predict(self, X):
            return np.full(len(X), self.classes_[0])

    with pytest.raises(BadInput, match="fit parameter 'often' is for models of your own, and lda is a named learner"):
        referee.compare({"told": Told(), "lda": "lda"}, X, Y, fit_params={"often": 3}, design=3)
    told = referee.evaluate({"told": Told()}, X, Y, fit_params={"often": 3, "marks": np.arange(N)}, design=3,
                            metrics="accuracy", jobs=1)
    assert told.estimates["told"].value == pytest.approx(max(Y.mean(), 1 - Y.mean()), abs=0.2)


@pytest.mark.parametrize(("said", "sentence"), [
    ({"sample_weight": W[:5]}, "X has 60 rows but there are 5 sample_weight"),
    ({"sample_weight": -W}, r"sample_weight is no finite number of 0 or more in 60 rows \(rows 1, 2, 3"),
    ({"sample_weight": np.zeros(N)}, "sample_weight is 0 in every row"),
    ({"sample_weight": ["a"] * N}, "sample_weight must be one number for each row"),
    ({"sample_weight": W, "fit_params": {"sample_weight": W}}, "sample_weight is given twice"),
    ({"fit_params": [W]}, "fit_params is a dict of what fit is handed beside X and y, not list"),
])
def test_weights_that_cannot_be(said, sentence):
    with pytest.raises(BadInput, match=sentence):
        referee.evaluate("lda", X, Y, **said)


def test_a_model_that_takes_no_weights_is_named():
    with pytest.raises(BadInput, match="near takes no sample_weight; leave it out of the comparison"):
        referee.compare({"near": KNeighborsClassifier(), "nb": GaussianNB()}, X, Y, sample_weight=W)


# Words.

def test_the_words_of_cross_validate():
    pairs = [("a", GaussianNB()), ("b", LogisticRegression())]
    said = referee.compare(pairs, X, Y, cv=3, scoring=["accuracy"], n_jobs=-1)
    ours = referee.compare({"a": GaussianNB(), "b": LogisticRegression()}, X, Y, design="kfold:folds=3",
                           metrics="accuracy", jobs=2)
    assert said.to_dict()["estimates"] == ours.to_dict()["estimates"]
    with pytest.raises(BadInput, match="cv is design, which is given as well"):
        referee.compare("lda,tree", X, Y, cv=3, design=3)
    with pytest.raises(UnknownName, match="no keyword of compare is called 'sample_weights'; did you mean"):
        referee.compare("lda,tree", X, Y, sample_weights=W)
    with pytest.raises(BadInput, match=r"say what the weights are: .* sample_weight is what fits are handed"):
        referee.compare("lda,tree", X, Y, weights=W)


@pytest.mark.parametrize(("theirs", "ours"), [
    ("neg_mean_absolute_error", "mae"), ("neg_root_mean_squared_error", "rmse"), ("neg_mean_squared_error", "mse"),
    ("neg_median_absolute_error", "median_absolute_error"), ("r2", "r2"),
])
def test_scorer_names(theirs, ours):
    found = referee.evaluate({"it": Ridge()}, X, X[:, 0] ** 2, metrics=theirs, design=3, jobs=1)
    assert found.analysis.primary.name == ours


def test_several_metrics_in_one_text_or_under_names():
    asked = {"design": 3, "jobs": 1}
    one = referee.evaluate("lda", X, Y, metrics="f1,recall", **asked)
    assert [m.name for m in one.analysis.metrics] == ["f1", "recall"]
    named = referee.evaluate("lda", X, Y, scoring={"auc": "roc_auc", "f2": make_scorer(fbeta_score, beta=2)}, **asked)
    assert [m.name for m in named.analysis.metrics] == ["roc_auc", "f2"]


@pytest.mark.parametrize("word", ["error_score", "return_train_score", "return_estimator", "return_indices",
                                  "verbose", "pre_dispatch"])
def test_the_words_that_are_not_needed_are_answered(word):
    with pytest.raises(BadInput, match=rf"compare takes no {word}: .+; leave it out\."):
        referee.compare("lda,tree", X, Y, **{word: 1})


def test_a_number_of_folds_of_numpy():
    ours, theirs = (referee.evaluate("lda", X, Y, cv=folds, metrics="accuracy", jobs=1) for folds in (3, np.int64(3)))
    assert ours.estimates["lda"] == theirs.estimates["lda"]


def test_two_models_of_one_name():
    with pytest.raises(BadInput, match="two models are called 'a'"):
        referee.compare([("a", GaussianNB()), ("a", LogisticRegression())], X, Y)


@pytest.mark.parametrize("folds", [1, 0, -1])
def test_a_number_of_folds_that_cannot_be(folds):
    with pytest.raises(BadInput, match="folds"):
        referee.compare("lda,tree", X, Y, design=folds)


def test_the_target_by_name_beside_the_table():
    pyarrow = pytest.importorskip("pyarrow")
    frame = pd.DataFrame(X, columns=list("abcdef")).assign(y=Y)
    plain = load(frame, target="y").fingerprint
    assert load(frame, y="y").fingerprint == plain
    assert load(pyarrow.Table.from_pandas(frame), y="y").fingerprint == plain
    with pytest.raises(BadInput, match="no column 'z'"):
        load(frame, y="z")


class Coded(ClassifierMixin, BaseEstimator):
    """Takes class codes from 0 only, as XGBoost's classifier does."""

    def __init__(self, never=False):
        self.never = never

    def fit(self, X, y):
        if self.never or not np.array_equal(np.unique(y), np.arange(np.unique(y).size)):
            raise ValueError(f"Invalid classes inferred from unique values of `y`, got {np.unique(y)}")
        self.inside_ = LogisticRegression().fit(X, y)
        self.classes_ = self.inside_.classes_
        return self

    def predict(self, X):
        return self.inside_.predict(X)

    def predict_proba(self, X):
        return self.inside_.predict_proba(X)


@pytest.mark.parametrize("labels", [np.array(["no", "yes"]), np.array([1, 2])], ids=["words", "from 1"])
def test_a_model_that_wants_codes_gets_codes_and_that_is_told(labels):
    result = referee.compare({"coded": Coded(), "plain": LogisticRegression()}, X, labels[Y], design=3,
                             metrics="log_loss", jobs=1)
    assert result.estimates["coded"].value == pytest.approx(result.estimates["plain"].value, abs=1e-12)
    assert "it refused the labels of the data and was given class codes from 0 to 1 instead" in as_one_line(result)


def test_a_model_that_refuses_codes_too_is_heard_on_the_labels():
    result = referee.compare({"never": Coded(never=True), "plain": LogisticRegression()}, X,
                             np.array(["no", "yes"])[Y], design=3, metrics="log_loss", jobs=1)
    assert "got ['no' 'yes']" in as_one_line(result)


def test_several_labels_a_row_are_told_one_by_one():
    rows, labels = make_multilabel_classification(40, 6, n_classes=3, random_state=0)
    answer = referee.compare({"a": MultiOutputClassifier(LogisticRegression()), "b": KNeighborsClassifier()}, rows,
                             labels, design=3, jobs=1)
    assert list(answer.targets) == ["y1", "y2", "y3"]


def test_columns_of_whole_numbers_are_classes_only_if_one_says_so():
    rows, labels = make_multilabel_classification(60, 6, n_classes=2, random_state=0)
    counts = labels + (rows[:, :2] > 5)
    with pytest.raises(BadInput, match=r"\(y1, y2\) are taken as numbers; say task='classification'"):
        referee.compare(KNeighborsClassifier(), rows, counts, design=3, jobs=1)
    answer = referee.evaluate(KNeighborsClassifier(), rows, counts, design=3, task="classification", jobs=1)
    assert answer["y2"].analysis.problem.n_classes == 3
