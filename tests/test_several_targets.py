"""Several targets, told one by one: each has its score, interval and verdict; nothing is averaged over unlike units."""

import json

import numpy as np
import pytest
from sklearn.datasets import make_multilabel_classification
from sklearn.linear_model import LogisticRegression
from sklearn.metrics import accuracy_score, f1_score, hamming_loss
from sklearn.multioutput import ClassifierChain, MultiOutputClassifier
from sklearn.neighbors import KNeighborsClassifier
from sklearn.neural_network import MLPClassifier
from sklearn.svm import SVC
from sklearn.tree import DecisionTreeClassifier

import referee
from referee.errors import BadInput, RefereeError
from referee.seeds import stream

FOLDS = {"design": "kfold:folds=5", "jobs": 1}
UNITS = {"length": 1.0, "load": 1000.0}


@pytest.fixture(scope="module")
def beams():
    """Two targets in unlike units: millimetres, and newtons a thousand times as large."""
    random = stream(1, "beams")
    X = random.normal(size=(80, 3))
    Y = np.column_stack([X[:, 0] + random.normal(size=80), 1000 * (X[:, 1] ** 2 + random.normal(size=80))])
    return X, Y


@pytest.fixture(scope="module")
def frame(beams):
    import pandas as pd

    X, Y = beams
    return pd.DataFrame({"a": X[:, 0], "b": X[:, 1], "c": X[:, 2], "length": Y[:, 0], "load": Y[:, 1]})


@pytest.fixture(scope="module")
def compared(frame):
    return referee.compare(["linear", "tree"], frame, target=["length", "load"], metrics=["rmse", "mae"], **FOLDS)


@pytest.fixture(scope="module")
def alone(frame):
    other = {"length": "load", "load": "length"}
    return {name: referee.compare(["linear", "tree"], frame.drop(columns=other[name]), target=name,
                                  metrics=["rmse", "mae"], **FOLDS) for name in UNITS}


def as_one_line(answer):
    return " ".join(str(answer).split())


def test_each_target_has_the_score_and_the_interval_it_has_alone(compared, alone):
    for name, single in alone.items():
        told = compared[name]
        for learner, estimate in single.estimates.items():
            if learner == "tree":           # one tree learns both targets together: another model than two trees
                continue
            assert told.estimates[learner].value == pytest.approx(estimate.value, rel=1e-9)
            assert told.estimates[learner].interval.high == pytest.approx(estimate.interval.high, rel=1e-6)


def test_no_number_of_any_form_is_an_average_over_unlike_units(compared):
    """The mean of the targets' RMSE, the pooled RMSE and the pooled mean absolute error are nowhere."""
    rows = {(row.target, row.learner, row.metric): row.value for row in compared.table().itertuples()}
    pooled = np.sqrt(np.mean([rows[t, "linear", "rmse"] ** 2 for t in UNITS]))
    mean = np.mean([rows[t, "linear", "mae"] for t in UNITS])
    numbers = [n for n in _numbers(compared.to_dict()) if n]
    for wrong in (pooled, mean):
        assert not any(n == pytest.approx(wrong, rel=1e-6) for n in numbers)
    assert {row.target for row in compared.table().itertuples()} == set(UNITS)
    assert {row.target for row in compared.comparisons().itertuples()} == set(UNITS)


def _numbers(value):
    if isinstance(value, dict):
        value = list(value.values())
    if isinstance(value, list):
        return [n for one in value for n in _numbers(one)]
    return [value] if isinstance(value, float) else []


def test_text_page_and_json_tell_every_target_with_its_verdict(compared, tmp_path):
    text, page = as_one_line(compared), compared.report(tmp_path / "page.html").read_text(encoding="utf-8")
    told = compared.to_dict()
    assert list(told["targets"]) == list(UNITS)
    for name in UNITS:
        assert f"{name}:" in text
        assert name in page
        assert told["targets"][name]["families"][0]["pairs"][0]["p_adjusted"] is not None
        assert told["targets"][name]["estimates"][0]["low"] is not None
    json.dumps(told, allow_nan=False)


def test_the_targets_are_one_family(compared):
    """Two targets, one pair: Holm over two comparisons, whatever each would be by itself."""
    p = [compared[name]["linear", "tree"].comparison.p for name in UNITS]
    adjusted = [compared[name]["linear", "tree"].p_adjusted for name in UNITS]
    low, high = sorted(p)
    expected = {low: min(1, 2 * low), high: min(1, max(2 * low, high))}
    assert adjusted == pytest.approx([expected[one] for one in p])
    assert compared["load"].analysis.family.size == 2
    assert "Holm over 2 comparisons" in as_one_line(compared)


def test_a_verdict_without_a_target_is_refused(compared):
    with pytest.raises(BadInput, match="length"):
        compared["linear", "tree"]
    with pytest.raises(RefereeError, match="lengt"):
        compared["lengt"]


def test_the_standardised_error_is_there_by_name_and_only_by_name(frame, compared):
    whole = referee.compare(["linear", "tree"], frame, target=["length", "load"], metrics="standardised_rmse", **FOLDS)
    assert 0 < whole.whole.estimates["linear"].value < 2
    assert compared.whole is None


def test_evaluate_tells_each_target(frame):
    answer = referee.evaluate("linear", frame, target=["length", "load"], metrics="rmse", **FOLDS)
    assert [answer[name].estimates["linear"].value > 0 for name in UNITS] == [True, True]
    assert "length:" in as_one_line(answer)


@pytest.mark.parametrize("verb", ["chance", "tune", "learning_curve", "components", "sensitivity"])
def test_verbs_that_would_average_refuse_and_say_what_to_do(frame, verb):
    models = "knn:n_neighbors=1|5" if verb == "tune" else "linear"
    with pytest.raises(BadInput, match=r"2 targets .*one target"):
        getattr(referee, verb)(models, frame, target=["length", "load"], jobs=1)


def test_targets_of_unlike_kinds_are_refused(frame):
    with pytest.raises(BadInput, match=r"classes.*numbers"):
        referee.compare("tree", frame.assign(kind=np.where(frame.a > 0, "x", "y")), target=["kind", "load"], **FOLDS)


# ---- classes ----------------------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def labels():
    return make_multilabel_classification(120, 8, n_classes=3, n_labels=2, random_state=3)


@pytest.fixture(scope="module")
def multilabel(labels):
    models = {"chain": ClassifierChain(LogisticRegression()), "each": MultiOutputClassifier(LogisticRegression()),
              "near": KNeighborsClassifier()}
    return referee.compare(models, *labels, **FOLDS)


def said_by(answer, model, n, k):
    """What the model said of each row in its pass, per label."""
    said = np.full((n, k), -1)
    for j, one in enumerate(answer.targets.values()):
        found = one.analysis.table.first[model]
        said[found.row, j] = found.predictions.labels
    assert (said >= 0).all()
    return said


def test_scores_over_labels_are_those_of_scikit_learn(labels, multilabel):
    _, Y = labels
    for model in ("chain", "near", "each"):
        said = said_by(multilabel, model, *Y.shape)
        found = {m.name: multilabel.whole.analysis.estimates[model, m.name].value
                 for m in multilabel.whole.analysis.metrics}
        assert found["subset_accuracy"] == pytest.approx(accuracy_score(Y, said))
        assert found["hamming_loss"] == pytest.approx(hamming_loss(Y, said))
        assert found["label_f1_micro"] == pytest.approx(f1_score(Y, said, average="micro"))
        assert found["label_f1_macro"] == pytest.approx(f1_score(Y, said, average="macro"))
        for j, one in enumerate(multilabel.targets.values()):
            assert one.analysis.estimates[model, "accuracy"].value == pytest.approx((said[:, j] == Y[:, j]).mean())
            assert one.analysis.estimates[model, "f1"].value == pytest.approx(f1_score(Y[:, j], said[:, j]))


def test_the_labels_are_one_family(multilabel):
    assert {one.analysis.family.size for one in multilabel.targets.values()} == {9}       # three pairs by three labels


@pytest.mark.parametrize("model", [
    DecisionTreeClassifier(), KNeighborsClassifier(), MLPClassifier(max_iter=20), SVC(), LogisticRegression(),
    ClassifierChain(SVC()), MultiOutputClassifier(SVC(probability=False))], ids=lambda model: type(model).__name__)
@pytest.mark.filterwarnings("ignore")
def test_every_kind_of_model_answers(labels, model):
    answer = referee.evaluate({"it": model}, *labels, metrics="accuracy", **FOLDS)
    assert not answer.failed
    assert all(0.3 < one.estimates["it"].value <= 1 for one in answer.targets.values())


@pytest.mark.slow
def test_several_columns_of_classes(labels):
    X, Y = labels
    words = np.column_stack([np.where(Y[:, 0], "yes", "no"), np.array(["a", "b", "c"])[Y[:, 1] + Y[:, 2]]])
    answer = referee.compare(["tree", "logistic", "knn"], X, words, **FOLDS)
    assert answer["y2"].analysis.problem.classes == ("a", "b", "c")
    assert {m.name for m in answer.whole.analysis.metrics} == {"subset_accuracy", "hamming_loss"}
    said = said_by(answer, "logistic", *Y.shape[:1], 2)
    truth = np.column_stack([one.analysis.problem.y for one in answer.targets.values()])
    assert answer.whole.estimates["logistic"].value == pytest.approx((said == truth).all(axis=1).mean())


@pytest.mark.slow
def test_probabilities_of_a_list_and_of_an_array_are_read_alike(labels):
    """A chain gives an array of P(label), each by itself a list: their Brier scores of the first label are equal."""
    answer = referee.evaluate({"chain": ClassifierChain(LogisticRegression()),
                               "each": MultiOutputClassifier(LogisticRegression())}, *labels, metrics="brier", **FOLDS)
    first = answer["y1"].estimates
    assert first["chain"].value == pytest.approx(first["each"].value)


@pytest.mark.slow
def test_multilabel_from_a_file(labels, tmp_path):
    X, Y = labels
    path = tmp_path / "tags.csv"
    rows = [",".join(map(str, [*x, *y])) for x, y in zip(X, Y, strict=True)]
    path.write_text("\n".join(["a,b,c,d,e,f,g,h,sun,sea,snow", *rows]), encoding="utf-8")
    answer = referee.compare("forest:n_estimators=10,knn", str(path), target="sun,sea,snow", metrics="accuracy",
                             **FOLDS)
    assert list(answer.targets) == ["sun", "sea", "snow"]


@pytest.mark.slow
def test_a_stored_study_is_told_again(labels, tmp_path):
    ledger = tmp_path / "l.db"
    told = referee.compare(["tree", "knn"], *labels, ledger=ledger, **FOLDS)
    assert str(referee.reread(ledger)) == str(told)


def test_the_answer_stands_before_the_tables(compared):
    text = str(compared)
    answer, tables = text.index("Verdict: 2 targets"), text.index("\nlength:\n")
    assert answer < text.index("  length: ") < text.index("  load: ") < tables
    assert text.count("Verdict:") == 1


def test_a_warning_that_is_true_of_several_targets_is_said_once():
    random = stream(2, "noise")
    X, Y = random.normal(size=(40, 2)), random.normal(size=(40, 3))
    answer = referee.compare(["ridge"], X, Y, metrics="rmse", **FOLDS)
    (warning,) = answer.page().loud
    assert warning == ("WARNING: by y1, y2 and y3, ridge is NOT shown to beat the baseline mean, which learns nothing "
                       "from the features.")
    assert str(answer).count("WARNING") == 1
