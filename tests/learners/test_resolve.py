"""From what people say to learners: names, paths, objects, and what is refused."""

import gc
import weakref

import numpy as np
import pytest
from sklearn.cluster import KMeans
from sklearn.dummy import DummyClassifier
from sklearn.ensemble import BaggingClassifier, GradientBoostingRegressor, RandomForestClassifier, RandomForestRegressor
from sklearn.multioutput import MultiOutputRegressor
from sklearn.neural_network import MLPRegressor
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import FunctionTransformer, StandardScaler
from sklearn.svm import SVC, SVR
from sklearn.tree import DecisionTreeClassifier

import referee
from learners.problems import TABLES, classes_from, gappy, problem, targets_from
from referee.data import make_problem
from referee.errors import BadInput
from referee.kinds import Task
from referee.learners import Learner, Takes, resolve, with_baseline

X, KINDS = TABLES["numeric"]()
P = problem(X, classes_from(X, 2), kinds=KINDS)
R = problem(X, targets_from(X, 1), kinds=KINDS, task=Task.REGRESSION)
R3 = problem(X, targets_from(X, 3), kinds=KINDS, task=Task.REGRESSION)


def names(models, p=P):
    return [learner.name for learner in resolve(models, p)]


def refusal(models, p=P):
    with pytest.raises(BadInput) as caught:
        resolve(models, p)
    return str(caught.value)


def test_a_text_holds_one_spec_or_several():
    assert names("forest") == ["forest"]
    assert names("prior,forest:n_estimators=30,max_depth=3,tree") == ["prior", "forest", "tree"]
    (forest,) = resolve("forest:n_estimators=30,max_depth=3", P)
    assert forest.make(0).get_params()["n_estimators"] == 30
    assert forest.takes is Takes.MATRIX


def test_objects_and_classes_take_the_data_as_given():
    for model in (SVC(C=3), SVC):
        (learner,) = resolve(model, P)
        assert learner.name == "svc"
        assert learner.takes is Takes.GIVEN
        assert learner.recipe["class"] == "sklearn.svm._classes.SVC"


def test_a_dict_names_anything():
    learners = resolve({"a": "forest", "b": SVC(), "c": DecisionTreeClassifier, "d": "forest"}, P)
    assert [learner.name for learner in learners] == ["a", "b", "c", "d"]
    assert learners[0].recipe == learners[3].recipe            # a model may be compared with itself


def test_a_learner_is_what_it_is():
    (forest,) = resolve("forest", P)
    assert resolve(forest, P) == (forest,)
    assert isinstance(forest, Learner)


def test_learners_of_one_name_say_what_differs():
    assert names(["forest", "forest:n_estimators=300"]) == ["forest", "forest(n_estimators=300)"]
    assert names(["forest:max_depth=2,n_estimators=9", "forest:max_depth=3,n_estimators=9"]) == [
        "forest(max_depth=2)", "forest(max_depth=3)"]
    assert names([SVC(), SVC(C=10), SVC(kernel="linear")]) == ["svc", "svc(C=10)", "svc(kernel=linear)"]
    assert names([make_pipeline(StandardScaler(), SVC()), make_pipeline(StandardScaler(), SVC(C=9))]) == [
        "standard-scaler+svc", "standard-scaler+svc(svc__C=9)"]
    assert names([BaggingClassifier(SVC()), BaggingClassifier(DecisionTreeClassifier())]) == [
        "bagging-classifier(estimator=svc)", "bagging-classifier(estimator=decision-tree-classifier)"]
    assert names(["sklearn.svm.SVC", SVC()]) == ["svc(takes=matrix)", "svc(takes=given)"]


def test_differences_that_a_name_cannot_show_still_give_different_names():
    shifts = [make_pipeline(FunctionTransformer(shift), SVC()) for shift in (lambda x: x + 1, lambda x: x + 2)]
    long = [SVC(class_weight={0: 1.0, 1: 1.0, "padding for a long value": 1, "x": v}) for v in (1, 2)]
    for models in (shifts, long):
        assert len(set(names(models))) == 2
        assert names(models) == names(models)
        assert not any("0x" in name for name in names(models))


def test_the_same_learner_twice_is_refused():
    assert refusal("forest,forest:n_estimators=100") == (
        "forest is given twice with the same parameters; leave one out, or name them differently in a dict to "
        "compare a model with itself.")
    assert "given twice" in refusal([SVC(), SVC(C=1.0)])
    assert "given twice" in refusal("boosting,hist-gradient-boosting")


def test_parameters_are_checked_before_anything_is_fitted():
    assert refusal("forest:n_estimator=3") == "forest has no parameter 'n_estimator'; did you mean 'n_estimators'?"
    assert refusal("svm-rbf:c=3") == "svm-rbf has no parameter 'c'; did you mean 'C'?"
    assert "must be an int in the range" in refusal("forest:n_estimators=many")
    assert refusal("forest:n_jobs=2").startswith("forest: leave n_jobs out")
    assert refusal("sklearn.svm.NuSVC:kernal=rbf").endswith("has no parameter 'kernal'; did you mean 'kernel'?")


@pytest.mark.parametrize(("spec", "sentence"), [
    ("nopackage.Model", "no module is called 'nopackage'; `pip install nopackage`, or add the folder"),
    ("sklearn.svn.SVC", "sklearn.svn.SVC: sklearn has no module 'svn'"),
    ("sklearn.svm.SVCC", "sklearn.svm has no 'SVCC'; did you mean 'SVC'?"),
    ("sklearn.preprocessing.StandardScaler", "has no predict; a learner needs fit and predict."),
    ("numpy.linalg.norm", "not a class with fit and predict."),
    ("sklearn.ensemble.VotingClassifier", "sklearn.ensemble.VotingClassifier: "),
    ("sklearn.svm.SVR", "SVR is a regressor, but made-up is a problem of classification; give a classifier."),
    ("a..b", "'a..b' is not a dotted path such as sklearn.svm.NuSVC."),
])
def test_paths_that_lead_nowhere_are_refused(spec, sentence):
    assert sentence in refusal(spec)


def test_other_things_that_are_no_models_are_refused():
    assert refusal([]) == "no model was given; name at least one, such as 'logistic' or 'forest'."
    assert refusal(42) == "int has no fit and no predict; a model needs fit and predict."
    assert refusal([StandardScaler()]) == "StandardScaler has no predict; a model needs fit and predict."
    assert refusal({3: SVC()}) == "a model's name must be a text, not 3."
    assert "stands where one model should" in refusal([["forest"]])
    assert refusal(RandomForestRegressor()) == (
        "RandomForestRegressor is a regressor, but made-up is a problem of classification; give a classifier.")
    assert "give a regressor" in refusal(make_pipeline(StandardScaler(), SVC()), R)
    assert "KMeans is a clusterer" in refusal(KMeans())


def test_a_dotted_path_gets_the_encoding_it_needs_and_no_more():
    Z, kinds = gappy()
    p = problem(Z, classes_from(Z, 2), kinds=kinds)
    (machine,) = resolve("sklearn.svm.NuSVC:nu=0.3", p)
    model = machine.make(0).fit(Z, p.y)
    assert model["model"].nu == 0.3
    assert model.predict(Z).shape == (120,)
    assert "fill" not in str(model["prepare"].get_params()["numbers"])      # one step: SimpleImputer itself
    (plain,) = resolve("sklearn.svm.NuSVC", P)
    assert type(plain.make(0)).__name__ == "NuSVC"
    (trees,) = resolve("sklearn.ensemble.RandomForestClassifier", p)       # says that it takes NaN
    assert type(trees.make(0)["prepare"].get_params()["numbers"]).__name__ == "EmptyToZero"


def test_xgboost_by_its_path():
    xgboost = pytest.importorskip("xgboost", reason="xgboost, which nothing here needs, is not installed")
    Z, kinds = gappy()
    p = problem(Z, classes_from(Z, 3), kinds=kinds)
    (learner,) = resolve("xgboost.XGBClassifier:n_estimators=5", p)
    assert learner.name == "xgb-classifier"
    assert learner.versions["xgboost"] == xgboost.__version__
    model = learner.make(3)
    assert model["model"].n_jobs == 1
    said = model.fit(Z, p.y).predict_proba(Z)
    assert np.array_equal(said, learner.make(3).fit(Z, p.y).predict_proba(Z))


def test_versions_name_the_packages_behind_a_recipe():
    import sklearn

    assert resolve("forest", P)[0].versions == {"scikit-learn": sklearn.__version__}


def test_models_that_know_one_target_are_given_one_each():
    single, pipeline, joint = resolve([SVR(), make_pipeline(StandardScaler(), GradientBoostingRegressor()),
                                       MLPRegressor(max_iter=5)], R3)
    assert type(single.make(0)) is MultiOutputRegressor
    assert type(pipeline.make(0)) is MultiOutputRegressor
    assert type(joint.make(0)) is MLPRegressor
    assert type(resolve(SVR(), R)[0].make(0)) is SVR
    assert single.name == "svr"
    assert single.make(0).fit(X, R3.y).predict(X).shape == (120, 3)
    (path,) = resolve("sklearn.svm.SVR", R3)
    assert path.make(0).fit(X, R3.y).predict(X).shape == (120, 3)


def test_a_baseline_is_added_once():
    learners = with_baseline(resolve("forest", P), P)
    assert [(learner.name, learner.baseline) for learner in learners] == [("forest", False), ("prior", True)]
    assert with_baseline(learners, P) == learners
    assert with_baseline(resolve("tree", R), R)[-1].name == "mean"
    own = resolve([DummyClassifier(), "forest"], P)
    assert with_baseline(own, P) == own
    assert with_baseline(resolve("majority,forest", P), P)[-1].name == "forest"
    named = with_baseline(resolve({"prior": RandomForestClassifier()}, P), P)
    assert [learner.name for learner in named] == ["prior", "prior (baseline)"]


@pytest.mark.parametrize(("models", "parameters", "sentence"), [
    ("knn", {"sample_weight": [1.0] * 10}, "takes no sample_weight"),
    ("tree", {"fit_params": {"check_input": False}}, "'check_input' is for models of your own"),
])
def test_learners_that_cannot_be_handed_what_fits_take_are_refused_by_every_verb(models, parameters, sentence):
    X, y = [[float(i), i % 3] for i in range(10)], list("ab" * 5)
    with pytest.raises(BadInput, match=sentence):
        resolve(models, make_problem(X, y, **parameters))
    for verb in (referee.curve, referee.chance, referee.panorama):
        with pytest.raises(BadInput, match=sentence):
            verb(models, X, y, **parameters)


def test_a_learner_that_is_named_by_its_fingerprint_is_not_kept_for_ever():
    def make(seed):
        return DecisionTreeClassifier(random_state=seed)

    learner = Learner(name="mine", make=make, recipe={"class": "mine"})
    assert learner.fingerprint(1) == learner.fingerprint(1) != learner.fingerprint(2)
    there = weakref.ref(make)
    del learner, make
    gc.collect()
    assert there() is None
