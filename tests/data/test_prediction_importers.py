"""Files as other programs write them."""

import json
import zipfile
from pathlib import Path

import numpy as np
import pytest

from referee.data.prediction_table import Reading, read_predictions, settled
from referee.data.prediction_table.importers import IMPORTERS, importer_for
from referee.errors import BadInput, UnknownName

HERE = Path(__file__).parents[1] / "fixtures" / "predictions"
ALPHA = HERE / "lab__alpha" / "samples_gsm8k_2026-01-16T16-02-26.648276.jsonl"
BETA = HERE / "lab__beta" / ALPHA.name


@pytest.mark.parametrize(("name", "wanted"), [
    ("weka_iris.csv", "weka"), ("weka_single.csv", "weka"), ("weka_labor_J48.txt", "weka"), ("r_iris.csv", "mlr3"),
    ("openml_run.arff", "openml"), (f"lab__alpha/{ALPHA.name}", "lm-eval"), ("inspect_alpha.json", "inspect"),
    ("inspect_beta.eval", "inspect"), ("r_mtcars.csv", None),
])
def test_formats_are_recognised(name, wanted):
    known = importer_for(HERE / name)
    assert (known and known.name) == wanted


def test_formats_can_be_named():
    assert read_predictions(HERE / "r_iris.csv", Reading(written_by="mlr3")).n_cases == 75
    with pytest.raises(UnknownName, match="did you mean 'weka'"):
        read_predictions(HERE / "r_iris.csv", Reading(written_by="wekka"))
    with pytest.raises(BadInput, match="not a table of WEKA's predictions"):
        read_predictions(HERE / "r_iris.csv", Reading(written_by="weka"))
    with pytest.raises(BadInput, match="not a table of mlr3's"):
        read_predictions(HERE / "r_mtcars.csv", Reading(written_by="mlr3"))


def test_weka_csv_with_distributions():
    table = read_predictions(HERE / "weka_iris.csv")
    part = table.said["weka_iris"][0]
    assert table.classes == ("Iris-setosa", "Iris-versicolor", "Iris-virginica")
    assert [table.classes[c][5:8] for c in table.y] == ["set", "ver", "vir", "vir"]
    assert [table.classes[c][5:8] for c in part.labels] == ["set", "ver", "ver", "vir"]
    assert part.probabilities[3] == pytest.approx([1 / 3] * 3)
    assert part.probabilities[1] == pytest.approx([0.021, 0.936, 0.043])


def test_weka_csv_with_one_probability():
    part = read_predictions(HERE / "weka_single.csv").said["weka_single"][0]
    assert part.probabilities == pytest.approx(np.array([[0.75, 0.25], [0.6, 0.4], [0.1, 0.9]]))


def test_weka_under_cross_validation_has_folds():
    table = read_predictions([HERE / "weka_labor_J48.txt", HERE / "weka_labor_ZeroR.txt"])
    assert [part.cases.size for part in table.said["weka_labor_J48"]] == [12, 12, 11, 11, 11]
    assert table.n_cases == 57
    assert table.ids[0] == "1/1"


@pytest.mark.parametrize(("text", "sentence"), [
    ("inst#,actual,predicted,error,prediction\n1,1:?,1:no,,0.9\n", "instance 1 has no actual class"),
    ("inst#,actual,predicted,error,prediction\n", "has no rows"),
    ("inst#,actual,predicted,error,prediction\nCorrectly classified\n", "is not a row of WEKA's predictions"),
    (2 * "inst#,actual,predicted,error,prediction\n1,1:no,1:no,,0.9\n", "more than one table of WEKA's predictions"),
    ("inst#,actual,predicted,error,prediction\n\n=== Summary ===\n1,1:no,1:no,,0.9\n", "has no rows"),
])
def test_bad_weka(tmp_path, text, sentence):
    (tmp_path / "a.csv").write_text(text)
    with pytest.raises(BadInput, match=sentence):
        read_predictions(tmp_path / "a.csv")


def test_what_the_explorer_writes_around_the_table_is_left_aside(tmp_path):
    """Its result buffer, saved: the scheme and the model before the predictions, the summary and the matrix after."""
    alone = (HERE / "weka_labor_J48.txt").read_text()
    (tmp_path / "J48.txt").write_text(
        "=== Run information ===\n\nScheme:       weka.classifiers.trees.J48 -C 0.25 -M 2\nInstances:    57\n\n"
        "=== Classifier model (full training set) ===\n\nwage-increase-first-year <= 2.5: bad (15.27/2.27)\n\n"
        f"=== Predictions on test data ===\n\n{alone[alone.index(' inst#'):]}\n"
        "=== Stratified cross-validation ===\n=== Summary ===\n\n"
        "Correctly Classified Instances          42               73.6842 %\n\n=== Confusion Matrix ===\n\n"
        "  a  b   <-- classified as\n 14  6 |  a = bad\n  9 28 |  b = good\n\n")
    within, lone = (read_predictions(path) for path in (tmp_path / "J48.txt", HERE / "weka_labor_J48.txt"))
    for seen, expected in zip(within.said["J48"], lone.said["weka_labor_J48"], strict=True):
        assert (seen.labels == expected.labels).all()
        assert (seen.cases == expected.cases).all()


def test_attributes_that_weka_wrote_behind_each_row_are_no_probabilities(tmp_path):
    """-p 1 with CSV: the column of the subject stands behind the prediction."""
    rows = "".join(f"{i},{1 + i % 2}:{'ab'[i % 2]},1:a,{'+' * (i % 2)},0.{60 + i % 30},{i % 7 + 1}\n"
                   for i in range(1, 31))
    (tmp_path / "rf.csv").write_text(f"inst#,actual,predicted,error,prediction,subject\n{rows}")
    part = read_predictions(tmp_path / "rf.csv").said["rf"][0]
    assert part.probabilities.shape == (30, 2)
    assert part.probabilities[0] == pytest.approx([0.61, 0.39])
    (tmp_path / "cut.csv").write_text("inst#,actual,predicted,error,prediction,subject\n1,1:a,1:a,,0.9\n")
    with pytest.raises(BadInput, match="fewer values"):
        read_predictions(tmp_path / "cut.csv")


def test_weka_names_cut_to_the_same_are_told_apart(tmp_path):
    (tmp_path / "a.txt").write_text(" inst#     actual  predicted error distribution\n"
                                    "     1 1:recurren 2:recurren   +   0.2,*0.8\n"
                                    "     2 2:recurren 2:recurren       0.1,*0.9\n")
    assert read_predictions(tmp_path / "a.txt").classes == ("1:recurren", "2:recurren")


def test_openml():
    table = read_predictions(HERE / "openml_run.arff")
    assert table.ids[np.argsort(table.ids)].tolist() == [0, 1, 2, 3]
    assert [table.classes[table.y[table.ids.tolist().index(i)]] for i in range(4)] == ["no", "no", "yes", "yes"]
    assert len(table.said["openml_run"]) == 2
    assert table.said["openml_run"][0].probabilities.shape == (2, 2)


@pytest.mark.parametrize(("change", "sentence"), [
    (("@attribute correct {no, yes}\n", ""), "does not hold the true values"),
    (("0,1,0,3", "0,1,1,3"), "learning curve"),
    (("0,1,0,3,", ""), "row 4 of the data has 4 values for 8"),
])
def test_bad_openml(tmp_path, change, sentence):
    text = (HERE / "openml_run.arff").read_text().replace(*change)
    (tmp_path / "a.arff").write_text(text)
    with pytest.raises(BadInput, match=sentence):
        read_predictions(tmp_path / "a.arff")


def marks(table):
    return {model: parts[0].labels[np.argsort(np.argsort(table.ids)[parts[0].cases])].tolist()
            for model, parts in settled(table).said.items()}


def test_lm_eval():
    table = read_predictions([ALPHA, BETA])
    assert marks(table) == {"lab__alpha": [1, 1, 0, 1], "lab__beta": [1, 0, 0, 1]}
    assert any("exact_match after the filter strict-match; there are also flexible-extract" in n for n in table.notices)
    other = read_predictions([ALPHA, BETA], Reading(columns={"correct": "exact_match,flexible-extract"}))
    assert marks(other)["lab__beta"] == [1, 1, 1, 1]
    clustered = read_predictions([ALPHA, BETA], Reading(columns={"cluster": "doc.article"}))
    assert len(set(clustered.clusters.tolist())) == 2


def test_lm_eval_without_a_number_a_document(tmp_path):
    line = json.loads(ALPHA.read_text().splitlines()[0]) | {"metrics": ["f1"], "f1": ["DATE: x", [""]]}
    (tmp_path / "samples.jsonl").write_text(json.dumps(line) + "\n")
    with pytest.raises(BadInput, match="has no mark that is one number"):
        read_predictions(tmp_path / "samples.jsonl")


def test_inspect():
    table = settled(read_predictions([HERE / "inspect_alpha.json", HERE / "inspect_beta.eval"]))
    order = np.argsort(table.ids)
    means = {model: parts[0].values[order].tolist() for model, parts in table.said.items()}
    assert means == {"lab/alpha": [1, 0.75, 0, 1], "lab/beta": [1, 0, 0, 0.5]}      # C is 1, P a half, I and N are 0
    clustered = read_predictions(HERE / "inspect_alpha.json", Reading(columns={"cluster": "metadata.article"}))
    assert len(set(clustered.clusters.tolist())) == 2
    style = settled(read_predictions(HERE / "inspect_alpha.json", Reading(columns={"correct": "judge.depth"})))
    assert set(style.said["lab/alpha"][0].values) == {0.5}


def test_bad_inspect(tmp_path):
    with pytest.raises(BadInput, match="gives several values \\(depth, style\\); say which one"):
        read_predictions(HERE / "inspect_alpha.json", Reading(columns={"correct": "judge"}))
    with pytest.raises(BadInput, match="was not scored by 'f1'; there are match, judge"):
        read_predictions(HERE / "inspect_alpha.json", Reading(columns={"correct": "f1"}))
    (tmp_path / "cut.eval").write_bytes((HERE / "inspect_beta.eval").read_bytes()[:500])
    with pytest.raises(BadInput, match="not a log of Inspect, or no longer whole"):
        read_predictions(tmp_path / "cut.eval")
    with zipfile.ZipFile(tmp_path / "none.eval", "w") as log:
        log.writestr("header.json", json.dumps({"eval": {"model": "m"}}))
    with pytest.raises(BadInput, match="has no samples"):
        read_predictions(tmp_path / "none.eval")


def test_every_format_has_a_title():
    assert sorted(each.name for each in IMPORTERS) == ["inspect", "lm-eval", "mlr3", "openml", "weka"]
    assert all(each.title for each in IMPORTERS)
