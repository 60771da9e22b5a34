"""Weights, groups and other metadata reach the fits as `cross_validate` of scikit-learn routes them.

The scores are those of `cross_validate` itself on the same splits, with scikit-learn's routing off and on.
"""

import numpy as np
import pytest
import sklearn
from sklearn.calibration import CalibratedClassifierCV
from sklearn.ensemble import BaggingClassifier, VotingClassifier
from sklearn.linear_model import LogisticRegression, LogisticRegressionCV
from sklearn.metrics import log_loss, make_scorer
from sklearn.model_selection import GridSearchCV, GroupKFold, StratifiedKFold, cross_validate
from sklearn.naive_bayes import GaussianNB
from sklearn.neighbors import KNeighborsClassifier
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import StandardScaler
from sklearn.tree import DecisionTreeClassifier

import referee
from referee.errors import BadInput, RefereeError

RNG = np.random.default_rng(4)
N = 60
X = RNG.normal(size=(N, 4))
Y = (X[:, 0] + 0.7 * RNG.normal(size=N) > 0).astype(int)
W = RNG.uniform(0.1, 5.0, size=N)
G = np.arange(N) % 12
FOLDS = StratifiedKFold(3, shuffle=True, random_state=0)


def scores(model, params, folds=FOLDS, **more):
    theirs = cross_validate(model, X, Y, cv=folds, scoring=unweighted(), params=params, error_score="raise")
    ours = referee.evaluate({"it": model}, X, Y, cv=folds, scoring="neg_log_loss", params=params,
                            **({"n_jobs": 1} | more))
    return ours.estimates["it"].value, -theirs["test_score"].mean()


def unweighted():
    """The log loss, in which every row counts once: with routing on a scorer must say so."""
    scorer = make_scorer(log_loss, greater_is_better=False, response_method="predict_proba")
    on = sklearn.get_config()["enable_metadata_routing"]
    return scorer.set_score_request(sample_weight=False) if on else scorer


def weighted():
    scorer = make_scorer(log_loss, greater_is_better=False, response_method="predict_proba")
    return scorer.set_score_request(sample_weight=True)


@pytest.fixture
def routing():
    with sklearn.config_context(enable_metadata_routing=True):
        yield


PREFIXED = {
    "a step's weights": (make_pipeline(StandardScaler(), LogisticRegression()), "logisticregression__sample_weight"),
    "the scaler's weights": (make_pipeline(StandardScaler(), LogisticRegression()), "standardscaler__sample_weight"),
    "a step of a step": (make_pipeline(StandardScaler(), make_pipeline(StandardScaler(), GaussianNB())),
                         "pipeline__gaussiannb__sample_weight"),
}


@pytest.mark.parametrize("what", PREFIXED)
def test_by_the_name_of_a_step(what):
    model, name = PREFIXED[what]
    ours, theirs = scores(model, {name: W})
    assert ours == pytest.approx(theirs, abs=1e-12)


META = {
    "bagging": BaggingClassifier(LogisticRegression(), n_estimators=3, random_state=0),
    "voting": VotingClassifier([("a", LogisticRegression()), ("b", GaussianNB())], voting="soft"),
    "calibrated": CalibratedClassifierCV(LogisticRegression(), cv=2),
    "a search": GridSearchCV(LogisticRegression(), {"C": [0.1, 1]}, cv=2),
}


@pytest.mark.slow
@pytest.mark.parametrize("what", META)
def test_models_around_models(what):
    ours, theirs = scores(META[what], {"sample_weight": W})
    assert ours == pytest.approx(theirs, abs=1e-12)


def lr(**request):
    return LogisticRegression().set_fit_request(**request)


def scaler(**request):
    return StandardScaler().set_fit_request(**request)


def routed():
    """Models made while routing is on: what they ask for, and what is handed over."""
    return {
        "asked for": (lr(sample_weight=True), {"sample_weight": W}),
        "by another name": (lr(sample_weight="cost"), {"cost": W}),
        "by both steps": (make_pipeline(scaler(sample_weight=True), lr(sample_weight=True)), {"sample_weight": W}),
        "by the first step": (make_pipeline(scaler(sample_weight=True), lr(sample_weight=False)),
                              {"sample_weight": W}),
        "by two names": (make_pipeline(scaler(sample_weight="one"), lr(sample_weight="two")),
                         {"one": W, "two": W[::-1]}),
        "in a search by groups": (GridSearchCV(lr(sample_weight=True), {"C": [0.01, 1]}, cv=GroupKFold(2),
                                               scoring=weighted()),
                                  {"sample_weight": W, "groups": G}),
        "in a model that searches": (LogisticRegressionCV(
            Cs=3, cv=GroupKFold(2), scoring=weighted(), l1_ratios=(0,), use_legacy_attributes=False,
        ).set_fit_request(sample_weight=True), {"sample_weight": W, "groups": G}),
    }


@pytest.mark.usefixtures("routing")
@pytest.mark.parametrize("what", ["asked for", "by another name", "by both steps", "by the first step",
                                  "by two names", "in a search by groups", "in a model that searches"])
def test_as_the_models_ask_for_it(what):
    model, params = routed()[what]
    ours, theirs = scores(model, params)
    assert ours == pytest.approx(theirs, abs=1e-12)


@pytest.mark.slow
@pytest.mark.usefixtures("routing")
def test_in_other_processes_too():
    model, params = routed()["by the first step"]
    assert scores(model, params, n_jobs=2)[0] == scores(model, params)[1]


@pytest.mark.usefixtures("routing")
def test_groups_divide_the_rows():
    for params in ({"groups": G}, {"groups": G, "sample_weight": W}):
        ours, theirs = scores(lr(sample_weight=True), params, folds=GroupKFold(3))
        assert ours == pytest.approx(theirs, abs=1e-12)


@pytest.mark.usefixtures("routing")
def test_groups_among_the_parameters_are_those_of_the_rows():
    by_word = referee.evaluate({"it": GaussianNB()}, X, Y, cv=GroupKFold(3), params={"groups": G}, n_jobs=1)
    by_name = referee.evaluate({"it": GaussianNB()}, X, Y, cv=GroupKFold(3), groups=G, n_jobs=1)
    assert by_word.estimates["it"] == by_name.estimates["it"]
    with pytest.raises(BadInput, match="groups is given twice"):
        referee.evaluate({"it": GaussianNB()}, X, Y, cv=GroupKFold(3), params={"groups": G}, groups=G)


@pytest.mark.slow
@pytest.mark.usefixtures("routing")
def test_several_models_each_as_it_asks():
    found = referee.compare({"with": lr(sample_weight=True), "without": lr(sample_weight=False),
                             "near": KNeighborsClassifier(5), "named": "logistic"}, X, Y, cv=FOLDS,
                            scoring="neg_log_loss", params={"sample_weight": W}, n_jobs=1)
    for name, model, params in (("with", lr(sample_weight=True), {"sample_weight": W}),
                                ("without", lr(sample_weight=False), None)):
        theirs = cross_validate(model, X, Y, cv=FOLDS, scoring=unweighted(), params=params)
        assert found.estimates[name].value == pytest.approx(-theirs["test_score"].mean(), abs=1e-12)


@pytest.mark.usefixtures("routing")
@pytest.mark.parametrize("model", [LogisticRegression(), make_pipeline(StandardScaler(), LogisticRegression()),
                                   GridSearchCV(DecisionTreeClassifier(), {"max_depth": [1]}, cv=2)],
                         ids=["model", "pipeline", "search"])
def test_what_nobody_asks_for_is_answered_before_anything_is_fitted(model):
    with pytest.raises(RefereeError, match=r"set_fit_request\(sample_weight=True"):
        referee.evaluate({"it": model}, X, Y, cv=FOLDS, params={"sample_weight": W}, n_jobs=1)


@pytest.mark.usefixtures("routing")
def test_what_nobody_wants_is_answered():
    for model, name in ((lr(sample_weight=True), "cost"), (lr(sample_weight=False), "sample_weight")):
        with pytest.raises(BadInput, match=f"none of the models asks for '{name}'"):
            referee.evaluate({"it": model}, X, Y, cv=FOLDS, params={name: W}, n_jobs=1)


@pytest.mark.usefixtures("routing")
def test_rows_drawn_twice_are_weighed_whatever_the_routing():
    model = make_pipeline(StandardScaler(), DecisionTreeClassifier(random_state=0))
    found = referee.evaluate({"it": model}, X, Y, design="bootstrap:resamples=5", metrics="accuracy", n_jobs=1)
    assert not found.failed
