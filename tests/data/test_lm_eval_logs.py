"""Logs that lm-evaluation-harness wrote (tests/fixtures/predictions/make_lm_eval.py), held against its results."""

import json
import shutil
from pathlib import Path

import numpy as np
import pytest

import referee
from referee.data.prediction_table import Reading, read_data_sets, read_predictions, settled
from referee.errors import BadInput

HERE = Path(__file__).parents[1] / "fixtures" / "predictions" / "lm_eval"
RUNS = [("first", "lab__alpha"), ("first", "lab__beta"), ("second", "lab__alpha"), ("again", "lab__alpha")]


def log(place, model, task):
    found, = (HERE / place / model).glob(f"samples_{task}_*.jsonl")
    return found


def means(paths, **how):
    table = settled(read_predictions(paths, Reading(**how)))
    return {model: float(np.mean(parts[0].labels)) for model, parts in table.said.items()}


def printed(place, model, task):
    """What the harness computed, by the name that asks for it."""
    results, = (HERE / place / model).glob("results_*.json")
    found = json.loads(results.read_text())["results"][task]
    return {name: value for name, value in found.items() if "," in name and "stderr" not in name}


@pytest.mark.parametrize(("place", "model"), RUNS)
@pytest.mark.parametrize("task", ["colours", "words"])
def test_every_mark_is_read_as_the_harness_scores_it(place, model, task):
    wanted = printed(place, model, task)
    assert len(wanted) == 2
    for mark, value in wanted.items():
        assert means(log(place, model, task), columns={"correct": mark}) == {model: pytest.approx(value)}, mark


def test_runs_in_folders_of_one_name_are_told_apart_by_what_differs():
    table = read_predictions([log("first", "lab__alpha", "colours"), log("second", "lab__alpha", "colours")])
    assert table.models == ("lab__alpha (no system instruction)", "lab__alpha (system instruction Be careful.)")
    assert any("are logs of lab__alpha" in sentence and "random_seed" in sentence for sentence in table.notices)


def test_runs_that_differ_in_nothing_else_are_called_by_their_folders():
    paths = [log("first", "lab__alpha", "colours"), log("again", "lab__alpha", "colours")]
    assert read_predictions(paths).models == ("lab__alpha (folder first)", "lab__alpha (folder again)")


def test_both_runs_are_scored():
    paths = [log("first", "lab__alpha", "colours"), log("second", "lab__alpha", "colours")]
    assert list(means(paths, names=("one", "two")).values()) == list(means(paths).values()) == [
        printed(place, "lab__alpha", "colours")["acc,none"] for place in ("first", "second")]


def test_one_log_given_twice_is_refused(tmp_path):
    path = log("first", "lab__alpha", "colours")
    with pytest.raises(BadInput, match="one would hide the other"):
        read_predictions([path, path])


def test_without_the_results_beside_them_the_folders_tell(tmp_path):
    paths = [tmp_path / place / "lab__alpha" / log(place, "lab__alpha", "words").name for place in ("first", "second")]
    for path in paths:
        path.parent.mkdir(parents=True)
        shutil.copy(log(path.parent.parent.name, "lab__alpha", "words"), path)
    assert read_predictions(paths).models == ("lab__alpha (folder first)", "lab__alpha (folder second)")


def test_damaged_results_are_no_obstacle(tmp_path):
    path = tmp_path / "first" / "lab__alpha" / log("first", "lab__alpha", "words").name
    path.parent.mkdir(parents=True)
    shutil.copy(log("first", "lab__alpha", "words"), path)
    for text in ("{", "[]", '{"config": 3}', '{"config": {}, "configs": {"words": 1}}'):
        path.with_name(path.name.replace("samples_words", "results").replace(".jsonl", ".json")).write_text(text)
        assert read_predictions(path).models == ("lab__alpha",)


def test_tasks_are_data_sets():
    paths = [log("first", model, task) for model in ("lab__alpha", "lab__beta") for task in ("colours", "words")]
    sets = read_data_sets(paths)
    assert {name: table.models for name, table in sets.items()} == dict.fromkeys(
        ("colours", "words"), ("lab__alpha", "lab__beta"))


def test_every_mark_in_its_turn():
    over = referee.judge([log("first", model, "colours") for model in ("lab__alpha", "lab__beta")], correct="all")
    assert list(over.results) == ["colours by acc,none", "colours by acc_norm,none"]
    assert over.ranking is None
    for name, result in over.results.items():
        assert result.estimates["lab__beta"].value == pytest.approx(
            printed("first", "lab__beta", "colours")[name.removeprefix("colours by ")])
    both = read_data_sets(log("first", "lab__alpha", "words"), Reading(columns={"correct": "all"}))
    assert list(both) == ["words by exact_match,strict", "words by exact_match,first-word"]


def test_the_other_marks_are_told():
    assert any("the mark is acc; there are also acc_norm (--correct all judges by each)" in sentence
               for sentence in read_predictions(log("first", "lab__alpha", "colours")).notices)


def test_a_column_of_scorers_in_a_table_of_ones_own():
    rows = {"id": [1, 2, 1, 2], "scorer": ["strict", "strict", "kind", "kind"], "model": ["m"] * 4,
            "correct": [0, 1, 1, 1]}
    sets = read_data_sets(rows, Reading(name="mine"))
    assert list(sets) == ["mine by strict", "mine by kind"]
    assert [table.scorer for table in sets.values()] == ["strict", "kind"]
