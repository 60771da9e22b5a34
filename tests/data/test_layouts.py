"""One truth in many layouts: equal answers, or a refusal; never another answer."""

import numpy as np
import pandas as pd
import pytest
from sklearn.metrics import roc_auc_score
from tests.data.one_truth import LAYOUTS, MODELS, Answers, written

from referee.data.prediction_table import Reading, read_predictions
from referee.errors import BadInput


def scores(table, model):
    """Accuracy, and ROC AUC where the model gives probabilities or scores, of all parts together."""
    parts = table.said[model]
    if parts[0].labels is None:
        ordering = np.concatenate([part.scores for part in parts])
        return None, roc_auc_score(np.concatenate([table.y[part.cases] for part in parts]), ordering)
    right = np.concatenate([part.labels == table.y[part.cases] for part in parts])
    if parts[0].probabilities is None:
        return right.mean(), None
    p = np.concatenate([part.probabilities[:, 1] for part in parts])
    return right.mean(), roc_auc_score(np.concatenate([table.y[part.cases] for part in parts]), p)


def read(layout, answers, folder, **more):
    files, options = layout(answers, folder)
    return read_predictions([str(path) for path in files],
                            Reading(columns=options, **more))


def assert_same(table, answers):
    for model in table.models:
        whose = model[-1]
        assert whose in MODELS
        accuracy, auc = scores(table, model)
        assert accuracy == pytest.approx(answers.accuracy(whose), abs=1e-12)
        if auc is not None:
            assert auc == pytest.approx(roc_auc_score(answers.y, answers.p[whose]), abs=1e-12)


@pytest.mark.parametrize("layout", LAYOUTS, ids=lambda layout: layout.__name__)
@pytest.mark.parametrize("classes", [("no", "yes"), (0, 1)], ids=["words", "numbers"])
def test_every_layout_of_one_truth_gives_the_same_answer(layout, classes, tmp_path):
    answers = Answers(classes=classes)
    if classes == (0, 1) and layout.__name__ == "nobody_named_the_truth":
        with pytest.raises(BadInput, match="--truth"):
            read(layout, answers, tmp_path)
        return
    table = read(layout, answers, tmp_path)
    assert len(table.models) == (1 if layout.__name__ == "yardstick" else 2)
    assert_same(table, answers)


@pytest.mark.parametrize("layout", LAYOUTS, ids=lambda layout: layout.__name__)
def test_probabilities_of_a_class_that_nobody_can_know_are_asked_for(layout, tmp_path):
    """churn and stay: read as of the wrong one, the best model would be the worst."""
    answers = Answers(classes=("churn", "stay"))
    try:
        table = read(layout, answers, tmp_path)
    except BadInput as refusal:
        assert "--positive 'churn', or --positive 'stay'" in str(refusal)  # noqa: PT017 - or equal answers
        table = read(layout, answers, tmp_path, positive="stay")
    assert_same(table, answers)


TRUTHS = ["y_true", "label", "target", "Class", "obs", "outcome", "alpha", "z"]
SPEAKERS = ["lda", "gbm", "x1", "age", "prob_yes", "yes", "no", "p", "prediction", "answer", "fold", "run", "unnamed_1",
            "prob_a", "a_prob", "beta", "score", "stay"]


PAIRS = [("no", "yes"), (0, 1), ("churn", "stay"), ("b", "a")]


def any_table(seed):
    """A wide table of one truth whose models are called anything, known names of other things among them."""
    rng = np.random.default_rng(seed)
    answers = Answers(seed=seed % 11, classes=PAIRS[seed % 4], n=24)
    truth, labels, ids = str(rng.choice(TRUTHS)), bool(rng.integers(2)), rng.choice(["", "id", ".row", "case", "nr"])
    said = [answers.said(m) if labels else answers.p[m] for m in MODELS]
    called = [str(name) for name in rng.permutation(SPEAKERS) if name != truth]
    columns = {truth: answers.truth} | dict(zip(called, said, strict=False)) | ({str(ids): answers.ids} if ids else {})
    return answers, labels, pd.DataFrame({name: columns[name] for name in rng.permutation(list(columns))})


@pytest.mark.parametrize("first", [0, 50, *(pytest.param(n, marks=pytest.mark.slow) for n in (100, 150))])
def test_any_names_in_any_order_are_read_rightly_or_refused(first):
    read = 0
    for seed in range(first, first + 50):
        answers, labels, frame = any_table(seed)
        true = {m: roc_auc_score(answers.y, answers.p[m] > 0.5 if labels else answers.p[m]) for m in MODELS}
        try:
            table = read_predictions(frame)
        except BadInput:
            continue
        read += 1
        for model in table.models:
            accuracy, auc = scores(table, model)
            told = f"seed {seed}: {list(frame)} {table.notices}"
            assert any(accuracy is None or abs(accuracy - answers.accuracy(m)) < 1e-12 for m in MODELS), told
            assert any(auc is None or abs(auc - true[m]) < 1e-12 for m in MODELS), told
    assert read >= 10        # a reader that refuses everything is never wrong


def refused(frame, folder, **options):
    with pytest.raises(BadInput) as refusal:
        read_predictions(str(written(frame, folder, "given.csv")), Reading(**options))
    return str(refusal.value)


def test_answers_that_name_no_class_stop(tmp_path):
    a = Answers()
    frame = pd.DataFrame({"id": a.ids, "truth": a.truth, "a": a.said("a"), "b": [s.upper() for s in a.said("b")]})
    assert "column 'b' holds 'NO', 'YES', neither classes ('no', 'yes')" in refused(frame, tmp_path)
    frame["b"] = ["maybe", *a.said("b")[1:]]
    assert "1 answer of 40 of b name none of the classes ('no', 'yes'), the first is 'maybe' in row 1" in refused(
        frame, tmp_path)
    table = read_predictions(frame, Reading(strays_are_wrong=True))
    assert any("b: 1 answer named none" in notice for notice in table.notices)


def test_all_answers_off_stop_even_where_strays_count_as_wrong(tmp_path):
    a = Answers()
    frame = pd.DataFrame({"id": a.ids, "truth": a.truth, "prediction": [s.upper() for s in a.said("b")]})
    assert "all answers" in refused(frame, tmp_path, strays_are_wrong=True)


def test_numbers_that_are_no_probabilities_stop_with_the_options(tmp_path):
    a = Answers()
    frame = pd.DataFrame({"id": a.ids, "truth": a.truth, "age": a.ids, "a": a.p["a"]})
    sentence = refused(frame, tmp_path)
    assert "column 'age' holds numbers from 101 to 140" in sentence
    assert "--probability a" in sentence
    table = read_predictions(frame, Reading(columns={"probability": "a"}))
    assert scores(table, "a")[1] == pytest.approx(roc_auc_score(a.y, a.p["a"]))
    logits = pd.DataFrame({"id": a.ids, "truth": a.truth} | {m: np.log(a.p[m] / (1 - a.p[m])) for m in MODELS})
    assert "or --score c for numbers" in refused(logits.assign(c=a.p["a"]), tmp_path)
    table = read_predictions(logits, Reading(columns={"score": "a,b"}))
    assert table.models == MODELS
    assert scores(table, "b")[1] == pytest.approx(roc_auc_score(a.y, a.p["b"]))


def test_numbers_of_the_rows_beside_probabilities_are_passed_over_with_a_word(tmp_path):
    a = Answers()
    frame = pd.DataFrame({"stay": np.arange(a.y.size) * 3 + 31007, "truth": a.truth} | a.p)
    table = read_predictions(frame, Reading())
    assert table.models == MODELS
    assert any("Not read: 'stay'" in notice for notice in table.notices)
    assert_same(table, a)
    assert "column 'stay' holds numbers" in refused(frame.assign(stay=frame["stay"] // 6), tmp_path)    # some twice


def test_percentages_are_no_probabilities(tmp_path):
    a = Answers()
    assert "numbers from" in refused(pd.DataFrame({"truth": a.truth, "a": 100 * a.p["a"]}), tmp_path)


def test_two_columns_that_may_be_the_truth_are_asked_for(tmp_path):
    a = Answers()
    frame = pd.DataFrame({"id": a.ids, "target": a.truth, "label": a.said("a"), "b": a.said("b")})
    assert "several columns may be the truth ('target', 'label')" in refused(frame, tmp_path)
    table = read_predictions(frame, Reading(columns={"truth": "target"}))
    assert scores(table, "label")[0] == a.accuracy("a")


def test_files_of_one_name_are_not_one_model(tmp_path):
    a = Answers()
    files = []
    for m in MODELS:
        (tmp_path / f"run {m}").mkdir()
        frame = pd.DataFrame({"id": a.ids, "truth": a.truth, "prediction": a.said(m)})
        files.append(written(frame, tmp_path / f"run {m}", "preds.csv"))
    with pytest.raises(BadInput, match=r'both speak for .preds.* --names "run a/preds,run b/preds"'):
        read_predictions(files)
    table = read_predictions(files, Reading(names=("one", "two")))
    assert {m: scores(table, m)[0] for m in table.models} == {"one": a.accuracy("a"), "two": a.accuracy("b")}
    with pytest.raises(BadInput, match="3 names were given for 2 files"):
        read_predictions(files, Reading(names=("one", "two", "three")))


def test_files_of_one_model_with_different_cases_are_one(tmp_path):
    a = Answers()
    frame = pd.DataFrame({"id": a.ids, "truth": a.truth, "model": "m", "prediction": a.said("a")})
    files = [written(frame[:15], tmp_path, "first.csv"), written(frame[15:], tmp_path, "second.csv")]
    table = read_predictions(files)
    assert len(table.said["m"]) == 1
    assert scores(table, "m")[0] == a.accuracy("a")


def test_a_truth_file_must_know_every_case(tmp_path):
    a = Answers()
    solution = written(pd.DataFrame({"id": a.ids[:-1], "target": a.truth[:-1]}), tmp_path, "solution.csv")
    said = written(pd.DataFrame({"id": a.ids, "target": a.p["a"]}), tmp_path, "a.csv")
    with pytest.raises(BadInput, match=r"has no truth for 1 row of a\.csv"):
        read_predictions(said, Reading(columns={"truth": str(solution)}))
    short = written(pd.DataFrame({"id": a.ids[:-2], "target": a.p["a"][:-2]}), tmp_path, "b.csv")
    with pytest.raises(BadInput, match=r"says nothing of 1 case of solution\.csv"):
        read_predictions(short, Reading(columns={"truth": str(solution)}))


def test_one_missing_truth_is_named(tmp_path):
    path = tmp_path / "a.jsonl"
    path.write_text('{"id": 1, "truth": "x", "a": "x"}\n{"id": 2, "truth": NaN, "a": "x"}\n'
                    '{"id": 3, "truth": "y", "a": "y"}\n')
    with pytest.raises(BadInput, match="no truth is given for 1 case, such as id 2"):
        read_predictions(path)


def test_repeats_of_caret_are_taken_apart(tmp_path):
    a = Answers()
    frame = pd.concat([pd.DataFrame({"pred": a.said("a"), "obs": a.truth, "rowIndex": a.ids,
                                     "Resample": [f"Fold{i % 4 + 1}.Rep{r}" for i in range(a.n)]}) for r in (1, 2)])
    table = read_predictions(written(frame, tmp_path, "caret.csv"))
    assert [(p.repeat, p.fold) for p in table.said["caret"]] == [
        (f"Rep{r}", f"Fold{f}") for r in (1, 2) for f in (1, 2, 3, 4)]


@pytest.mark.parametrize("other", ["cow", "mass"])
def test_other_columns_beside_those_called_answers_are_no_models(other, tmp_path):
    """A single column called an answer is not enough: the other one may be a model's that writes classes otherwise."""
    a = Answers()
    values = {"cow": [f"NL{i // 4:03}" for i in range(len(a.ids))], "mass": [500.5 + i for i in range(len(a.ids))]}
    frame = pd.DataFrame({"id": a.ids, other: values[other], "truth": a.truth,
                          "tcn_pred": a.said("a"), "forest_pred": a.said("b")})
    table = read_predictions(frame)
    assert set(table.models) == {"tcn", "forest"}
    assert "neither classes" in refused(frame.drop(columns="forest_pred"), tmp_path)
