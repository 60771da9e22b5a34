"""Tables of predictions: what is what, and which row is about which case."""

import json

import numpy as np
import pandas as pd
import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from referee.data.prediction_table import Reading, read_data_sets, read_predictions, settled
from referee.data.prediction_table.raw import read_raw
from referee.errors import BadInput
from referee.kinds import Task

IDS, TRUTH = [3, 1, 4, 2], list("abab")
WIDE = {"id": IDS, "truth": TRUTH, "lda": list("abbb"), "tree": list("aaab")}
LONG = {"id": IDS * 2, "truth": TRUTH * 2, "model": ["lda"] * 4 + ["tree"] * 4, "prediction": list("abbbaaab")}


def find_roles(names, said=None, words=("no", "yes")):
    """What the columns are taken for: those called like numbers hold 0.2 and 0.8, the others words."""
    numbers = ("prob", "p_", "weight")
    columns = {name: [0.2, 0.8] if name.startswith(numbers) or "prob" in name or name.endswith("score") else
               [1, 2] if name.lower().endswith(("id", "case")) else list(words) for name in names}
    return read_raw([columns], said or {}).blocks[0].roles


def said(columns, reading=None, **more):
    """What the table holds of the ids 1 to 4, by model."""
    table = read_predictions(columns, reading or Reading(**more))
    order = np.argsort(table.ids)
    return {model: [table.classes[code] for code in parts[0].labels[np.argsort(parts[0].cases)][order]]
            for model, parts in table.said.items()}


@pytest.mark.parametrize(("names", "roles"), [
    (["id", "truth", "model", "prediction"], {"id": "id", "truth": "truth", "model": "model"}),
    (["row_id", "y_true", "classifier", "y_pred"], {"id": "row_id", "truth": "y_true", "model": "classifier"}),
    (["Doc ID", "Gold", "Model Name", "Response"], {"id": "Doc ID", "truth": "Gold", "model": "Model Name"}),
    (["id", "truth", "pred", "fold", "repeat", "seed", "dataset", "patient", "weight", "split"],
     {"id": "id", "truth": "truth", "fold": "fold", "repeat": "repeat", "seed": "seed", "dataset": "dataset",
      "cluster": "patient", "weight": "weight", "role": "split"}),
])
def test_long_names_are_recognised(names, roles):
    found = find_roles(names)
    assert found.marks == roles
    assert [model for model, _ in found.sides] == [None]


@pytest.mark.parametrize("joint", ["_", ".", "-", ":"])
def test_wide_suffixes_are_recognised(joint):
    names = [f"forest{joint}pred", f"forest{joint}prob{joint}yes", f"forest{joint}prob{joint}no", f"lda{joint}score"]
    sides = dict(find_roles(["id", "truth", *names]).sides)
    assert sides["forest"].prediction == names[0]
    assert sides["forest"].classes == (("yes", names[1]), ("no", names[2]))
    assert sides["lda"].score == names[3]


def test_classes_whose_names_make_other_words():
    """prob_a without its joint is proba, p_red is pred: they are probabilities of the classes a and red."""
    assert find_roles(["id", "truth", "prob_a", "prob_b"], words="ab").sides[0][1].classes == (
        ("a", "prob_a"), ("b", "prob_b"))
    assert find_roles(["id", "truth", "p_red", "p_blue"], words=("red", "blue")).sides[0][1].prediction is None


def test_what_is_said_beats_the_names():
    found = find_roles(["id", "case", "truth", "x"], {"id": "case", "prediction": "x"})
    assert found.id == "case"
    assert found.sides[0][1].prediction == "x"
    with pytest.raises(BadInput, match="has no column 'csae'; did you mean 'case'"):
        find_roles(["id", "case"], {"id": "csae"})
    with pytest.raises(BadInput, match="'colour' is not a role"):
        find_roles(["id"], {"colour": "id"})


def test_long_and_wide_are_the_same():
    assert said(WIDE) == said(LONG) == {"lda": list("bbab"), "tree": list("abaa")}


def test_order_does_not_count(tmp_path):
    frame = pd.DataFrame(LONG)
    shuffled = frame.sample(frac=1, random_state=3)
    assert said(shuffled) == said(frame)
    for (part,) in read_predictions(shuffled).said.values():
        assert part.cases.tolist() == [0, 1, 2, 3]
    for model, rows in frame.groupby("model"):
        mixed = rows.sample(frac=1, random_state=len(model)).drop(columns="model")
        mixed.to_csv(tmp_path / f"{model}.csv", index=False)
    assert said([tmp_path / "lda.csv", tmp_path / "tree.csv"]) == said(WIDE)


@pytest.mark.parametrize("ending", ["csv", "tsv", "csv.gz", "parquet", "jsonl", "jsonl.gz"])
def test_every_kind_of_file(tmp_path, ending):
    path, frame = tmp_path / f"all.{ending}", pd.DataFrame(LONG)
    if "csv" in ending or "tsv" in ending:
        frame.to_csv(path, index=False, sep="\t" if "tsv" in ending else ",")
    elif "json" in ending:
        frame.to_json(path, orient="records", lines=True)
    else:
        frame.to_parquet(path)
    assert said(path) == said(WIDE)


def test_ids_of_text_and_numbers_that_look_alike_are_one(tmp_path):
    one = {"id": [1, 2], "truth": ["a", "b"], "prediction": ["a", "b"], "model": ["x", "x"]}
    other = {"id": ["2", "1"], "truth": ["b", "a"], "prediction": ["b", "b"], "model": ["y", "y"]}
    table = read_predictions([one, other])
    assert table.n_cases == 2
    assert said([one, other])["y"] == ["b", "b"]


def test_ids_are_needed_where_order_would_decide():
    columns = {key: values for key, values in LONG.items() if key != "id"}
    with pytest.raises(BadInput, match=r"has no column of ids .* never by order"):
        read_predictions(columns)
    wide = {key: values for key, values in WIDE.items() if key != "id"}       # a row is a case: nothing to align
    assert read_predictions(wide).n_cases == 4


def changed(**columns):
    return LONG | columns


BAD = {
    "a case twice": (changed(id=[4, 1, 4, 2, 3, 1, 4, 2]),
                     "lda: case 4 is given more than once"),
    "two truths": (changed(truth=list("ababbbab")), "case 3 has two truths \\('a' and 'b'\\)"),
    "no id": (changed(id=[3, None, 4, 2, 3, 1, 4, 2]), "row 2 has no id"),
    "no truth": (changed(truth=["a", "b", "a", None, "a", "b", "a", None]),
                 "no truth is given for 1 case, such as id 2"),
    "no model": (changed(model=["lda"] * 4 + ["tree"] * 3 + [None]), "no model is named in row 8"),
    "other cases": (changed(id=[3, 1, 4, 2, 3, 1, 4, 5]),
                    r"not given the same cases \(lda 4, tree 4; all have 3; id 2 is missing from tree\)"),
    "nothing shared": (changed(id=[1, 2, 3, 4, 5, 6, 7, 8]), "no case in common"),
    "only training": (changed(split=["train"] * 8), "marked as training"),
    "broken weight": (changed(weight=[1, 1, 1, 0.5] * 2), "weight of case 2 is 0.5"),
    "two clusters": (changed(cluster=list("xxyyxxyx")), "case 2 is in two clusters"),
    "no predictions": ({"id": IDS, "truth": TRUTH}, "holds no predictions"),
    "nothing": ({"id": [], "truth": [], "x": []}, "has no rows"),
}


@pytest.mark.parametrize("case", BAD)
def test_bad_tables_are_named(case):
    columns, sentence = BAD[case]
    with pytest.raises(BadInput, match=sentence):
        read_predictions(columns)


def test_shared_cases_on_request():
    table = read_predictions(changed(id=[3, 1, 4, 2, 3, 1, 4, 5]), Reading(common=True))
    assert sorted(table.ids) == [1, 3, 4]
    assert "2 cases that not every model has are left out" in table.notices[-1]


def test_training_rows_are_left_out_and_counted():
    table = read_predictions(changed(split=["test", "test", "train", "test"] * 2))
    assert sorted(table.ids) == [1, 2, 3]
    assert any("lda: 1 row marked as training" in notice for notice in table.notices)


P = {"id": [1, 2, 3], "truth": ["no", "yes", "yes"], "prob_no": [0.9, 0.4, 0.3], "prob_yes": [0.1, 0.6, 0.7]}


def test_probabilities_of_classes_and_of_the_positive_one():
    by_class = read_predictions(P).said["predictions"][0].probabilities
    single = {"id": P["id"], "truth": P["truth"], "probability": P["prob_yes"]}
    assert np.allclose(read_predictions(single).said["predictions"][0].probabilities, by_class)
    turned = read_predictions(single, Reading(positive="no"))
    assert turned.classes == ("yes", "no")
    assert np.allclose(turned.said["predictions"][0].probabilities[:, 1], P["prob_yes"])


@pytest.mark.parametrize(("change", "sentence"), [
    ({"prob_yes": [0.3, 0.6, 0.7]}, "do not sum to 1 in 1 row, first in row 1 \\(they sum to 1.2\\)"),
    ({"prob_yes": [-0.1, 0.6, 0.7], "prob_no": [1.1, 0.4, 0.3]}, "are outside 0 to 1 in 1 row, first in row 1"),
    ({"prob_yes": [0.1, None, 0.7]}, "are missing in 1 row, first in row 2"),
    ({"prob_yes": ["0.1", "high", "0.7"]}, "probability column 'prob_yes' holds text \\('high' in row 2\\)"),
])
def test_bad_probabilities(change, sentence):
    with pytest.raises(BadInput, match=sentence):
        read_predictions(P | change)


def test_rounded_probabilities_are_made_to_sum_to_one():
    table = read_predictions({"id": [1, 2, 3], "truth": list("abc"), **{f"p_{c}": [0.333] * 3 for c in "abc"}})
    assert np.allclose(table.said["predictions"][0].probabilities.sum(axis=1), 1, atol=1e-15)
    assert any("rounded" in notice for notice in table.notices)


def test_answers_that_are_no_class_are_wrong_and_counted_where_that_is_asked_for():
    with pytest.raises(BadInput, match=r"2 answers of 4 of lda name none of the classes .* --strays-are-wrong"):
        read_predictions(WIDE | {"lda": ["a", "b", "maybe", None]})
    table = read_predictions(WIDE | {"lda": ["a", "b", "maybe", None]}, Reading(strays_are_wrong=True))
    assert table.classes == ("a", "b", "(other)")
    assert any("lda: 2 answers named none of the classes" in notice for notice in table.notices)


def test_numbers_are_regression():
    table = read_predictions({"id": range(30), "truth": np.linspace(0, 1, 30), "lm": np.linspace(0, 2, 30)})
    assert table.task is Task.REGRESSION
    assert table.said["lm"][0].values[-1] == 2
    with pytest.raises(BadInput, match="no finite number in 1 row"):
        read_predictions({"id": range(30), "truth": np.linspace(0, 1, 30), "lm": [np.inf] + [1.0] * 29})


def test_folds_and_repeats_are_parts():
    table = read_predictions(changed(fold=[1, 1, 2, 2] * 2))
    assert [(p.fold, sorted(table.ids[p.cases])) for p in table.said["lda"]] == [("1", [1, 3]), ("2", [2, 4])]


def test_runs_are_averaged():
    runs = {"id": [1, 2, 1, 2], "truth": list("abab"), "seed": [0, 0, 1, 1], "prediction": list("aabb")}
    table = settled(read_predictions(runs))
    assert table.graded
    assert table.said["predictions"][0].values.tolist() == [0.5, 0.5]
    numbers = {"id": [1, 2] * 2, "truth": [0.5, 1.5] * 2, "seed": [0, 0, 1, 1], "prediction": [0.1, 0.2, 0.3, 0.4]}
    with pytest.raises(BadInput, match="2 runs of every case"):
        settled(read_predictions(numbers, Reading(task="regression")))


def test_marks_of_zero_and_one_are_right_and_wrong():
    table = settled(read_predictions({"id": [1, 2], "correct": [1, 0]}))
    assert (table.task, table.classes) == (Task.CLASSIFICATION, ("wrong", "right"))
    graded = settled(read_predictions({"id": [1, 2], "correct": [1, 0.5]}))
    assert graded.graded


def test_weights_are_repetitions():
    table = settled(read_predictions(WIDE | {"weight": [1, 3, 1, 2]}))
    assert table.n_cases == 7
    assert len(np.unique(table.clusters)) == 4


def test_data_sets_are_told_apart():
    rows = {key: values * 2 for key, values in LONG.items()} | {"dataset": ["u"] * 8 + ["v"] * 8}
    sets = read_data_sets(rows)
    assert {name: table.n_cases for name, table in sets.items()} == {"u": 4, "v": 4}
    with pytest.raises(BadInput, match="2 data sets here"):
        read_predictions(rows)


def test_columns_that_are_not_needed_are_not_read(tmp_path, monkeypatch):
    path = tmp_path / "big.parquet"
    pq.write_table(pa.table(LONG | {"prompt": ["x" * 1000] * 8}), path)
    asked = []
    real = pq.ParquetFile.iter_batches
    monkeypatch.setattr(pq.ParquetFile, "iter_batches",
                        lambda self, columns, **more: asked.extend(columns) or real(self, columns=columns, **more))
    read_predictions(path)
    assert sorted(asked) == ["id", "model", "prediction", "truth"]


def test_long_text_in_lines_never_comes_together(tmp_path):
    """20 MB of prompts, read with far less than that in memory."""
    import tracemalloc

    path = tmp_path / "big.jsonl"
    with path.open("w") as file:
        for case in range(2000):
            file.write(json.dumps({"id": case, "truth": "ab"[case % 2], "lda": "a", "prompt": "x" * 10_000}) + "\n")
    tracemalloc.start()
    read_predictions(path, Reading(columns={"prediction": "lda"}))
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert peak < 5_000_000
