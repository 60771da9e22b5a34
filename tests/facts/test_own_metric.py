"""A metric of one's own goes the whole way: from the call to the text, the dict, the page and the ledger.

The oracle is scikit-learn on the same splits: `cross_val_score`; or `cross_val_predict`, as what is no mean
over rows is computed once on the pooled predictions.

Assumed: a plain function `(truth, said)` is called with the labels (or values) as the user gave them, is named by its
`__name__`, and a higher value is better. A scorer keeps the direction it was made with; whether a loss is shown as
itself ("lower is better") or with scikit-learn's sign is free, who is better is not. A number that is undefined on a
split (an exception, NaN) is told with a reason or refused in one sentence; it is never printed as nan and never taken
for 0.
"""

import json
import os
import re
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest
from sklearn.datasets import load_iris
from sklearn.discriminant_analysis import LinearDiscriminantAnalysis
from sklearn.linear_model import Ridge, RidgeClassifier
from sklearn.metrics import brier_score_loss, fbeta_score, get_scorer, log_loss, make_scorer, roc_auc_score
from sklearn.model_selection import KFold, LeaveOneOut, StratifiedKFold, cross_val_predict, cross_val_score
from sklearn.naive_bayes import GaussianNB

import referee as package
from referee.errors import BadInput, NotComparable, NotJustified, RefereeError, Undefined
from referee.kinds import Direction, Needs, Task
from referee.metrics import Metric

MODELS = {"lda": LinearDiscriminantAnalysis(), "nb": GaussianNB()}
SPLITTER = StratifiedKFold(5)


def hits(truth, said):
    """The share of right answers, in words of one's own."""
    return float(np.mean(np.asarray(truth) == np.asarray(said)))


def worst_class(truth, said):
    """Recall of the class that fares worst."""
    truth, said = np.asarray(truth), np.asarray(said)
    return min(float(np.mean(said[truth == c] == c)) for c in np.unique(truth))


def typical_miss(truth, said):
    return float(np.median(np.abs(np.asarray(truth) - np.asarray(said))))


def wrong(p):
    """One value a row, as a Metric wants it: 1 where the answer is wrong."""
    return (p.labels != p.truth).astype(float)


MY_ERROR = Metric(name="my_error", title="my error", task=Task.CLASSIFICATION, needs=Needs.LABELS,
                  direction=Direction.MINIMISE, bounds=(0.0, 1.0), score=lambda p: float(np.mean(wrong(p))),
                  per_row=wrong)


@pytest.fixture
def ask(small):
    def run(metrics, **options):
        options = {"design": SPLITTER, "jobs": 1, "models": MODELS, "y": small.y} | options
        return package.compare(options.pop("models"), small.X, options.pop("y"), metrics=metrics, **options)

    return run


def value(result, learner, metric):
    found = result.table()
    names = found["metric"].astype(str)
    rows = found[(found["learner"] == learner) & ((names == metric) | names.str.contains(metric, regex=False))]
    assert len(rows) == 1, found
    return float(rows["value"].iloc[0])


def pooled(model, X, y, scoring, cv):
    """By scikit-learn: one score of all rows of the pass; scores, whose scale is the model's, within parts, by rows."""
    scorer = get_scorer(scoring) if isinstance(scoring, str) else scoring
    if scorer._response_method not in {"predict", "predict_proba"}:
        parts = cross_val_score(model, X, y, cv=cv, scoring=scorer)
        return float(np.average(parts, weights=[test.size for _, test in cv.split(X, y)]))
    said = cross_val_predict(model, X, y, cv=cv, method=scorer._response_method)
    said = said[:, 1] if said.ndim == 2 and said.shape[1] == 2 else said
    return float(scorer._sign * scorer._score_func(y, said, **scorer._kwargs))


def by_scikit_learn(small, scorer, learner="lda"):
    return pooled(MODELS[learner], small.X, small.y, scorer, SPLITTER)


def over_parts(small, scorer, learner):
    """What the corrected t compares."""
    return float(np.mean(cross_val_score(MODELS[learner], small.X, small.y, cv=SPLITTER, scoring=scorer)))


def one_sentence(error, *words):
    """The sentence an error says; it holds these words."""
    assert "\n" not in str(error), error
    assert str(error)
    for word in words:
        assert word in str(error), error
    return str(error)


def clean(text):
    assert not re.search(r"\bnan\b", text, re.IGNORECASE), text
    return text


# Functions.

@pytest.mark.parametrize("metrics", [hits, [hits], (hits,)], ids=["alone", "list", "tuple"])
def test_a_function_is_a_metric(metrics, ask, small):
    result = ask(metrics)
    assert value(result, "lda", "hits") == pytest.approx(by_scikit_learn(small, "accuracy"), abs=1e-12)
    assert "hits" in clean(str(result))


@pytest.mark.parametrize("metrics", [[hits, "accuracy", "brier"], ["accuracy", hits, "brier"],
                                     ["brier", "accuracy", hits]], ids=["first", "second", "last"])
def test_a_function_stands_beside_built_in_metrics(metrics, ask):
    result = ask(metrics)
    assert value(result, "lda", "hits") == pytest.approx(value(result, "lda", "accuracy"), abs=1e-12)
    primary = metrics[0] if isinstance(metrics[0], str) else metrics[0].__name__
    assert result["lda", "nb"].comparison.metric == primary


def test_a_function_is_compared_as_the_same_built_in_metric_is(ask):
    """Over splits only the values count; the bounds of a function are not known, so an interval may be wider."""
    own, built_in = (ask(m)["lda", "nb"].comparison for m in (hits, "accuracy"))
    assert own.difference == pytest.approx(built_in.difference, abs=1e-12)
    assert own.p == pytest.approx(built_in.p, abs=1e-12)


def test_a_function_sees_the_labels_as_the_user_gave_them(ask, small):
    words = np.where(small.y == 1, "yes", "no")
    seen = set()

    def said_yes(truth, said):
        seen.update(map(str, truth), map(str, said))
        return float(np.mean(np.asarray(said) == "yes"))

    result = ask(said_yes, y=words)
    assert seen == {"yes", "no"}
    assert 0 < value(result, "lda", "said_yes") < 1


def test_a_function_gets_whole_test_parts_of_equal_length(ask):
    sizes = set()

    def counts(truth, said):
        assert len(truth) == len(said)
        sizes.add(len(truth))
        return float(len(truth))

    ask([counts, "accuracy"])
    assert 12 in sizes


def test_higher_is_better_for_a_function_unless_it_says_otherwise(small):
    result = package.compare(["lda"], small.X, (small.X[:, 0] > 0).astype(int), metrics=hits, jobs=1,
                             design="kfold:folds=5,repeats=2")
    assert result["lda", "prior"].outcome.value == "better"


@pytest.mark.quick
def test_a_function_of_values_in_regression(small):
    target = small.X[:, 0] * 3 + small.X[:, 1]
    splits = KFold(5)
    result = package.compare({"ridge": Ridge()}, small.X, target, metrics=[typical_miss, "mae"], design=splits, jobs=1)
    expected = np.median(np.abs(target - cross_val_predict(Ridge(), small.X, target, cv=splits)))      # pooled
    assert value(result, "ridge", "typical_miss") == pytest.approx(expected, abs=1e-12)


@pytest.mark.parametrize("design", ["holdout", "kfold:folds=4,repeats=2", "holdout:test=0.3,repeats=4"])
def test_a_function_is_evaluated_and_compared_over_every_usual_design(design, ask):
    result = ask(worst_class, design=design)
    estimate = result.estimates["lda"]
    assert estimate.interval is not None or estimate.reason
    clean(str(result))


def test_a_function_over_leave_one_out_is_told_of_all_rows_or_refused(ask, small):
    """One row has no recall of two classes: what cannot be said is not said."""
    try:
        result = ask(worst_class, design="loo")
    except (NotJustified, NotComparable, Undefined, BadInput) as refusal:
        said = one_sentence(refusal, "worst_class")
        assert "leave-one-out" in said or "one row" in said
    else:
        pooled = cross_val_predict(LinearDiscriminantAnalysis(), small.X, small.y, cv=LeaveOneOut())
        assert value(result, "lda", "worst_class") == pytest.approx(worst_class(small.y, pooled), abs=1e-12)


@pytest.mark.quick
def test_numbers_of_every_kind_are_numbers(ask):
    answers = [True, 1, np.float32(0.5), np.int64(1), np.array(0.25)]

    def constant(i):
        def one(truth, said):
            return answers[i]
        one.__name__ = f"constant_{i}"
        return one

    result = ask(["accuracy", *map(constant, range(len(answers)))])
    assert [value(result, "lda", f"constant_{i}") for i in range(len(answers))] == [float(a) for a in answers]


@pytest.mark.parametrize("answer", [None, "good", np.array([0.1, 0.2]), [0.5], {"a": 1}, 1 + 2j], ids=repr)
def test_what_is_no_number_is_refused_in_one_sentence_that_names_the_metric(answer, ask):
    def puzzling(truth, said):
        return answer

    with pytest.raises(RefereeError, match="puzzling") as refusal:
        ask(puzzling)
    one_sentence(refusal.value)


def raising(truth, said):
    raise ZeroDivisionError("no such class here")


def undefined(truth, said):
    return float("nan")


def endless(truth, said):
    return float("inf")


@pytest.mark.parametrize("metric", [raising, undefined, endless], ids=lambda m: m.__name__)
@pytest.mark.parametrize("place", ["primary", "secondary"])
def test_a_metric_that_is_undefined_everywhere_is_told_with_its_reason(metric, place, ask):
    metrics = [metric] if place == "primary" else ["accuracy", metric]
    try:
        result = ask(metrics)
    except RefereeError as refusal:
        one_sentence(refusal, metric.__name__)
        return
    text = clean(str(result)) + clean(json.dumps(result.to_dict(), allow_nan=False))
    assert metric.__name__ in text
    if metric is raising:
        assert "no such class here" in text


def test_a_metric_that_is_undefined_on_one_split_does_not_count_as_zero_there(ask, small):
    calls = []

    def moody(truth, said):
        if list(truth) == list(small.y[next(iter(SPLITTER.split(small.X, small.y)))[1]]):
            calls.append(1)
            raise ValueError("not on this part")
        return 0.75

    try:
        result = ask(["accuracy", moody])
    except RefereeError as refusal:
        one_sentence(refusal, "moody")
        return
    assert calls
    told = clean(str(result)) + json.dumps(result.to_dict(), allow_nan=False)
    rows = [e for e in result.to_dict()["estimates"] if "moody" in e["metric"]]
    assert all(e["value"] is None or e["value"] == pytest.approx(0.75) for e in rows), rows
    assert "not on this part" in told or any(e["lost"] for e in rows) or not rows


def test_a_lambda_works_or_is_asked_for_a_name(ask, tmp_path):
    try:
        result = ask(["accuracy", lambda truth, said: hits(said, truth)])
    except BadInput as refusal:
        one_sentence(refusal, "name")
        return
    page = result.report(tmp_path / "page.html").read_text()
    assert "<lambda>" not in page, "a name that is no HTML is escaped"
    assert json.dumps(result.to_dict())
    assert len(set(result.table()["metric"])) == 2


def test_two_functions_of_one_name_are_not_mixed_up(ask):
    def first(truth, said):
        return 0.25

    def second(truth, said):
        return 0.75

    first.__name__ = second.__name__ = first.__qualname__ = second.__qualname__ = "mine"
    try:
        result = ask([first, second])
    except BadInput as refusal:
        one_sentence(refusal, "mine")
        return
    assert sorted(set(result.table().query("learner == 'lda'")["value"])) == [0.25, 0.75]


def test_a_function_named_like_a_built_in_metric_is_never_replaced_by_it(ask, tmp_path):
    def accuracy(truth, said):
        return 0.125

    ledger = tmp_path / "l.db"
    try:
        result = ask([accuracy], ledger=ledger)
    except BadInput as refusal:
        one_sentence(refusal, "accuracy")
    else:
        assert set(result.table()["value"]) == {0.125}
    assert value(ask("accuracy", ledger=ledger), "lda", "accuracy") != 0.125
    assert package.metrics.METRICS["accuracy"].title == "accuracy"


def test_a_function_redefined_under_its_name_counts_anew(ask, tmp_path):
    """As in a notebook, where a cell is changed and run again, with the ledger of the first try."""
    def make(answer):
        def mine(truth, said):
            return answer
        return mine

    ledger = tmp_path / "l.db"
    first, second = (ask(["accuracy", make(answer)], ledger=ledger) for answer in (0.25, 0.5))
    assert (value(first, "lda", "mine"), value(second, "lda", "mine")) == (0.25, 0.5)
    assert second.done.fitted == 0


@pytest.mark.parametrize("metrics", [5, [5], [None], [[hits]], [hits, ""], {}],
                         ids=["5", "[5]", "[None]", "nested", "empty name", "{}"])
def test_what_is_no_metric_is_refused_in_one_sentence(metrics, ask):
    with pytest.raises(RefereeError) as refusal:
        ask(metrics)
    one_sentence(refusal.value)


def test_a_scorer_that_wants_the_estimator_is_refused_before_anything_is_fitted(ask, tmp_path):
    """scikit-learn also calls a function (estimator, X, y) a scorer; stored predictions hold no estimator."""
    def of_the_model(estimator, X, y):
        return estimator.score(X, y)

    with pytest.raises(RefereeError) as refusal:
        ask(of_the_model)
    assert "of_the_model" in one_sentence(refusal.value)


# Scorers.

SCORERS = {
    "by name": get_scorer("balanced_accuracy"),
    "with a parameter": make_scorer(fbeta_score, beta=2.0),
    "of probabilities": make_scorer(brier_score_loss, response_method="predict_proba", greater_is_better=False),
    "log loss": make_scorer(log_loss, response_method="predict_proba", greater_is_better=False, labels=[0, 1]),
    "of a threshold": make_scorer(roc_auc_score, response_method=("decision_function", "predict_proba")),
    "negated": get_scorer("neg_brier_score"),
    "average precision": get_scorer("average_precision"),
    "own function": make_scorer(worst_class),
    "own loss": make_scorer(lambda truth, said: 1 - hits(truth, said), greater_is_better=False),
}


@pytest.mark.parametrize("kind", SCORERS)
def test_a_scikit_learn_scorer_is_a_metric_with_its_value_and_direction(kind, ask, small):
    scorer = SCORERS[kind]
    result = ask(scorer, baseline=False)
    expected = {name: by_scikit_learn(small, scorer, name) for name in MODELS}
    for name in MODELS:
        assert abs(result.estimates[name].value) == pytest.approx(abs(expected[name]), abs=1e-9)
    told = result.to_dict()["metrics"][0]
    difference = result["lda", "nb"].comparison.difference
    gain = difference if "higher" in told["direction"] else -difference
    assert gain == pytest.approx(over_parts(small, scorer, "lda") - over_parts(small, scorer, "nb"), abs=1e-9)


@pytest.mark.parametrize("kind", ["of probabilities", "with a parameter", "own loss"])
def test_a_scorer_goes_from_compare_to_the_page_and_the_ledger(kind, ask, tmp_path):
    result = ask([SCORERS[kind], "accuracy"], ledger=tmp_path / "l.db")
    name = result.to_dict()["metrics"][0]["name"]
    clean(str(result))
    assert json.loads(json.dumps(result.to_dict(), allow_nan=False))
    page = result.report(tmp_path / "page.html").read_text()
    title = result.to_dict()["metrics"][0]["title"]
    assert title in page or name in page or "&lt;" in page
    assert "\\begin{tabular}" in result.to_latex()
    assert "<" in result._repr_html_()


def test_scorers_of_more_classes(small):
    X, y = load_iris(return_X_y=True)
    scorers = [get_scorer("roc_auc_ovr"), get_scorer("neg_log_loss"), get_scorer("f1_macro")]
    result = package.evaluate(GaussianNB(), X, y, metrics=scorers, design=SPLITTER, jobs=1)
    values = result.table().query("learner != 'prior'")["value"].abs().tolist()
    expected = [abs(pooled(GaussianNB(), X, y, s, SPLITTER)) for s in scorers]
    assert values == pytest.approx(expected, abs=1e-9)


@pytest.mark.parametrize("name", ["r2", "neg_mean_absolute_error", "neg_max_error", "neg_root_mean_squared_error"])
def test_scorers_of_regression(name, small):
    target = small.X[:, 0] * 3 + small.X[:, 1]
    result = package.evaluate(Ridge(), small.X, target, metrics=get_scorer(name), design=KFold(5), jobs=1)
    expected = pooled(Ridge(), small.X, target, name, KFold(5))
    learner = next(n for n in result.estimates if n not in {"mean", "median"})
    assert abs(result.estimates[learner].value) == pytest.approx(abs(expected), abs=1e-9)


def test_a_scorer_with_words_for_labels_and_a_positive_one(ask, small):
    words = np.where(small.y == 1, "yes", "no")
    scorer = make_scorer(fbeta_score, beta=2.0, pos_label="yes")
    expected = pooled(MODELS["lda"], small.X, words, scorer, SPLITTER)
    result = ask(scorer, y=words)
    assert result.estimates["lda"].value == pytest.approx(expected, abs=1e-9)


def test_a_scorer_of_probabilities_and_a_learner_without_them_is_told(ask):
    models = {"ridge": RidgeClassifier(), "lda": LinearDiscriminantAnalysis()}
    try:
        text = str(ask(SCORERS["of probabilities"], models=models))
    except RefereeError as refusal:
        text = one_sentence(refusal)
    assert "probabilit" in clean(text)
    assert "ridge" in text


def test_a_scikit_learn_name_that_is_no_metric_here_is_scored_as_scikit_learn_does(ask, small):
    result = ask("neg_brier_score")
    expected = -by_scikit_learn(small, "neg_brier_score")
    assert result.estimates["lda"].value == pytest.approx(expected, abs=1e-12)
    assert "lower is better" in clean(str(result))


# Metric objects.

@pytest.mark.parametrize("metrics", [MY_ERROR, [MY_ERROR], ["accuracy", MY_ERROR]], ids=["alone", "list", "second"])
def test_a_metric_object_needs_no_registration(metrics, ask):
    result = ask(metrics)
    accuracy = value(ask("accuracy"), "lda", "accuracy")
    found = [e for e in result.to_dict()["estimates"] if e["metric"] == "my_error" and e["learner"] == "lda"]
    assert found[0]["value"] == pytest.approx(1 - accuracy, abs=1e-12)
    assert "my error" in str(result) or "my_error" in str(result)


def test_a_metric_object_that_is_a_mean_over_rows_has_the_tests_of_rows(ask):
    comparison = ask(MY_ERROR, test="per-row-t", design="holdout")["lda", "nb"].comparison
    built_in = ask("error_rate", test="per-row-t", design="holdout")["lda", "nb"].comparison
    assert comparison.p == pytest.approx(built_in.p, abs=1e-12)


def test_a_metric_object_is_not_left_in_the_registry(ask):
    ask(MY_ERROR)
    with pytest.raises(BadInput):
        ask("my_eror")
    assert [m.name for m in package.metrics.METRICS].count("my_error") <= 1


# Every verb.

def predictions(small):
    rng = np.random.default_rng(0)
    said = {name: np.where(rng.random(60) < share, small.y, 1 - small.y) for name, share in (("x", 0.9), ("z", 0.6))}
    return {"id": np.arange(60), "truth": small.y, **said}


VERBS = {
    "evaluate": lambda s, **k: package.evaluate("lda", s.X, s.y, design="kfold:folds=3", jobs=1, **k),
    "evaluate as advised": lambda s, **k: package.evaluate("lda", s.X, s.y, jobs=1, budget=12, **k),
    "compare": lambda s, **k: package.compare(["lda"], s.X, s.y, design="kfold:folds=3", jobs=1, **k),
    "compare as usual": lambda s, **k: package.compare(["lda"], s.X[:30], s.y[:30], jobs=1, **k),
    "judge": lambda s, **k: package.judge(predictions(s), **k),
    "tune": lambda s, **k: package.tune("knn:n_neighbors=1|5", s.X, s.y, design="kfold:folds=2",
                                        tuning="kfold:folds=2", jobs=1, **k),
    "chance": lambda s, **k: package.chance("lda", s.X, s.y, design="kfold:folds=2", shuffles=19, jobs=1, **k),
    "sensitivity": lambda s, **k: package.sensitivity("lda", s.X, s.y, seeds=2, splits=2, design="kfold:folds=2",
                                                      designs=("kfold:folds=2",), jobs=1, **k),
    "learning_curve": lambda s, **k: package.learning_curve(["lda"], s.X, s.y, sizes=[20, 30], folds=3, jobs=1, **k),
    "components": lambda s, **k: package.components(["lda"], s.X, s.y, samples=2, splits=2, seeds=2, jobs=1, **k),
}


MAIN = {"evaluate", "compare", "evaluate as advised", "compare as usual", "judge", "tune"}


@pytest.mark.parametrize("verb", VERBS)
def test_every_verb_takes_a_function(verb, small):
    """The main ones do; the others may say in a sentence why their question cannot be asked of such a metric."""
    try:
        result = VERBS[verb](small, metrics=hits)
    except NotJustified as refusal:
        one_sentence(refusal, "hits")
        if verb in MAIN:
            raise
        return
    assert "hits" in clean(str(result))
    assert "hits" in json.dumps(result.to_dict(), allow_nan=False)


@pytest.mark.parametrize("own", [make_scorer(hits), MY_ERROR], ids=["scorer", "metric"])
@pytest.mark.parametrize("verb", ["evaluate", "judge", "tune"])
def test_the_main_verbs_take_scorers_and_metric_objects(verb, own, small):
    assert re.search(r"hits|my.error", clean(str(VERBS[verb](small, metrics=own))))


@pytest.mark.parametrize("verb", ["evaluate", "judge"])
def test_the_page_of_a_function_names_it(verb, small, tmp_path):
    assert "hits" in VERBS[verb](small, metrics=hits).report(tmp_path / "page.html").read_text()


def test_tuning_chooses_by_the_metric_of_ones_own(small):
    def likes_one_class(truth, said):
        return float(np.mean(np.asarray(said) == 1))

    result = package.tune("tree:max_depth=1|5", small.X, small.y, metrics=likes_one_class, design="kfold:folds=2",
                          tuning="kfold:folds=2", jobs=1)
    assert "likes_one_class" in str(result)


def test_what_scikit_learn_cross_validated_is_judged_by_a_metric_of_ones_own(small):
    from sklearn.model_selection import cross_validate

    done = {n: cross_validate(m, small.X, small.y, cv=SPLITTER, return_indices=True, return_estimator=True)
            for n, m in MODELS.items()}
    result = package.judge_sklearn(done, small.X, small.y, metrics=[hits, "accuracy"])
    assert value(result, "lda", "hits") == pytest.approx(value(result, "lda", "accuracy"), abs=1e-12)


# Kept and read again.

@pytest.mark.parametrize("own", [hits, SCORERS["with a parameter"], MY_ERROR], ids=["function", "scorer", "metric"])
def test_a_study_is_read_again_in_the_same_process(own, ask, tmp_path):
    """By itself, or when the metric is handed over again; in no case with other numbers."""
    first = ask([own, "accuracy"], ledger=tmp_path / "l.db")
    try:
        again = package.reread(tmp_path / "l.db")
    except RefereeError as refusal:
        one_sentence(refusal, "metric")
    else:
        assert str(again) == str(first)


def test_a_ledger_with_a_metric_of_ones_own_still_serves_the_others(ask, tmp_path):
    ask(hits, ledger=tmp_path / "l.db")
    again = ask("accuracy", ledger=tmp_path / "l.db")
    assert again.done.fitted == 0
    assert str(package.audit_study(tmp_path / "l.db"))


NOTEBOOK = """
import numpy as np
import referee
from sklearn.metrics import make_scorer
from sklearn.discriminant_analysis import LinearDiscriminantAnalysis


def cost(truth, said):
    return float(np.mean(np.asarray(truth) == np.asarray(said)))


def scaled_by(scale):
    def scaled(truth, said):
        return scale * cost(truth, said)
    return scaled


rng = np.random.default_rng(0)
X = rng.normal(size=(40, 2))
y = (X[:, 0] > 0).astype(int)
metrics = [cost, make_scorer(scaled_by(2.0))]
if __name__ == "__main__":
    result = referee.compare({"lda": LinearDiscriminantAnalysis()}, X, y, metrics=metrics, design="kfold:folds=2",
                             jobs=2, ledger="notebook.db")
    print(result.table()["value"].tolist()[:2])
    assert "cost" in str(result)
    print(len(result.report("page.html").read_text()) > 1000)
"""


@pytest.fixture(scope="module")
def notebook(tmp_path_factory):
    """A script of one's own, run to its end, and what it left behind."""
    folder = tmp_path_factory.mktemp("notebook")
    (folder / "notebook.py").write_text(NOTEBOOK)
    done = subprocess.run([sys.executable, "notebook.py"], capture_output=True, text=True, timeout=120, cwd=folder,
                          check=False, env=os.environ | {"PYTHONPATH": str(Path(package.__file__).parents[1])})
    return folder, done


def test_a_metric_defined_in_a_script_works_with_several_processes(notebook):
    """Closures and lambdas of `__main__` cannot be pickled; nothing of the metric needs to be."""
    done = notebook[1]
    assert done.returncode == 0, done.stderr
    assert done.stdout.strip().endswith("True")


def test_a_stranger_who_reads_the_ledger_gets_the_answer_or_one_sentence(notebook, referee):
    """This process has never seen the functions of that script."""
    ledger = notebook[0] / "notebook.db"
    assert ledger.exists(), notebook[1].stderr
    seen = referee("report", ledger)
    assert "Traceback" not in seen.text
    assert "cost" in seen.text
    if seen.code:
        assert seen.code == 2
        assert len(seen.err.strip().splitlines()) <= 3, seen.err
    with_check = referee("ledger", "check", ledger)
    assert with_check.code == 0, with_check.text
    listed = referee("ledger", "ls", ledger)
    assert listed.code == 0, listed.text


def test_an_object_with_call_is_a_function_too(ask):
    class Weighted:
        """Has no __name__."""

        def __call__(self, truth, said):
            return 2 * hits(truth, said)

    try:
        result = ask(["accuracy", Weighted()])
    except BadInput as refusal:
        one_sentence(refusal, "name")
        return
    assert sorted(result.table().query("learner == 'lda'")["value"]) == pytest.approx(
        sorted([value(result, "lda", "accuracy"), 2 * value(result, "lda", "accuracy")]))


def test_a_partial_is_a_function_too(ask):
    from functools import partial

    def within(truth, said, slack):
        return float(np.mean(np.abs(np.asarray(truth) - np.asarray(said)) <= slack))

    try:
        result = ask(["accuracy", partial(within, slack=0.5)])
    except BadInput as refusal:
        one_sentence(refusal, "name")
        return
    assert len(set(result.table()["metric"])) == 2


def test_the_command_line_says_how_a_mistyped_metric_is_spelled(referee, table):
    seen = referee("compare", table, "--target", "y", "--models", "lda", "--metrics", "acuracy", "--no-report")
    assert seen.code == 2
    assert "did you mean 'accuracy'" in seen.err
