"""Logs that inspect-ai wrote itself (tests/fixtures/predictions/make_inspect.py), held against what it printed."""

import json
import shutil
import zipfile
from itertools import combinations
from pathlib import Path

import numpy as np
import pytest

import referee
from referee.data.prediction_table import Reading, read_data_sets, read_predictions, settled
from referee.errors import BadInput
from referee.foreign_file import Archive

HERE = Path(__file__).parents[1] / "fixtures" / "predictions" / "inspect"
WHOLE = ["plain", "plain_beta", "careful", "hurried", "warm", "style_long", "plain_again", "includes_first",
         "doubles_alpha", "doubles_beta"]
SIX = ["plain", "careful", "hurried", "warm", "style_long"]        # one model in five ways


def logs(*names):
    return [HERE / f"{name}.eval" for name in names]


def means(paths, **how):
    table = read_predictions(paths, Reading(**how))
    return {model: float(np.mean(np.concatenate([p.labels if p.labels is not None else p.values for p in parts])))
            for model, parts in settled(table).said.items()}


def printed(path):
    """What Inspect computed: the mean of each scorer, by the name that asks for it."""
    with Archive(path) as log:
        header = json.loads(log.read("header.json"))
    return {(one["name"] if one["name"] == one["scorer"] else f"{one['scorer']}.{one['name']}"):
            next(iter(one["metrics"].values()))["value"] for one in header["results"]["scores"]}


def test_the_logs_are_compressed_as_inspect_does_it():
    with zipfile.ZipFile(HERE / "plain.eval") as log:
        assert {member.compress_type for member in log.infolist()} == {93}


@pytest.mark.parametrize("name", WHOLE)
def test_every_scorer_is_read_as_inspect_scores_it(name):
    path = HERE / f"{name}.eval"
    for scorer, value in printed(path).items():
        said = means(path, columns={"correct": scorer})
        assert list(said.values()) == [pytest.approx(value)], scorer


def test_the_json_log_says_the_same():
    table = read_predictions(HERE / "plain_json.json")
    assert table.ids.tolist() == ["q1", "q2"]
    assert means(HERE / "plain_json.json") == {"mockllm/alpha": 1.0}


@pytest.mark.parametrize(("one", "other"), list(combinations(SIX, 2)))
def test_two_logs_of_one_model_are_two(one, other):
    said = means(logs(one, other))
    assert len(said) == 2
    assert all(name.startswith("mockllm/alpha (") for name in said)
    assert list(said.values()) == [printed(HERE / f"{name}.eval")["match"] for name in (one, other)]


@pytest.mark.parametrize(("one", "other", "first", "second"), [
    ("plain", "warm", "no temperature", "temperature 0.7"),
    ("plain", "style_long", "style plain", "style long"),
    ("plain", "careful", "solver generate", "solver system_message + generate"),
    ("careful", "hurried", "system_message template …careful.", "system_message template …quick."),
])
def test_they_are_called_by_what_differs(one, other, first, second):
    table = read_predictions(logs(one, other))
    assert table.models == (f"mockllm/alpha ({first})", f"mockllm/alpha ({second})")
    assert any("are logs of mockllm/alpha" in sentence for sentence in table.notices)


def test_five_ways_at_once():
    said = means(logs(*SIX))
    assert len(said) == 5
    assert list(said.values()) == [printed(HERE / f"{name}.eval")["match"] for name in SIX]


def test_logs_that_differ_in_nothing_are_refused_and_can_be_named():
    with pytest.raises(BadInput, match=r'--names "plain,plain_again"'):
        read_predictions(logs("plain", "plain_again"))
    with pytest.raises(BadInput, match="one would hide the other"):
        read_predictions(logs("plain", "plain_again", "warm"))
    assert list(means(logs("plain", "plain_again"), names=("one", "two"))) == ["one", "two"]


def test_tasks_are_data_sets_and_models_keep_their_names():
    sets = read_data_sets(logs("plain", "plain_beta", "doubles_alpha", "doubles_beta"))
    assert {name: table.models for name, table in sets.items()} == dict.fromkeys(
        ("sums", "doubles"), ("mockllm/alpha", "mockllm/beta"))


def test_the_names_of_ways_are_the_same_on_every_task(tmp_path):
    for name in ("careful", "hurried"):
        with zipfile.ZipFile(tmp_path / f"{name}_2.eval", "w") as copy, Archive(HERE / f"{name}.eval") as log:
            for member in log.names:
                copy.writestr(member, log.read(member).replace(b'"sums"', b'"other"'))
    sets = read_data_sets([*logs("careful", "hurried"), tmp_path / "careful_2.eval", tmp_path / "hurried_2.eval"])
    assert sets["sums"].models == sets["other"].models
    assert len(sets["sums"].models) == 2


def test_all_logs_of_a_task_are_marked_by_the_same_scorer():
    table = read_predictions(logs("plain", "includes_first"))       # beta's log has `includes` first, alpha's `match`
    assert any("the scorer match" in sentence and "includes_first" in sentence for sentence in table.notices)
    assert means(logs("plain", "includes_first")) == {"mockllm/alpha": 0.75, "mockllm/beta": 0.25}
    assert means(logs("includes_first", "plain")) == {"mockllm/beta": 0.5, "mockllm/alpha": 1.0}


def test_scorers_that_no_two_logs_share_are_refused(tmp_path):
    with zipfile.ZipFile(tmp_path / "other.eval", "w") as copy, Archive(HERE / "unscored.eval") as log:
        for member in log.names:
            text = log.read(member).replace(b'"numbers"', b'"sums"').replace(b'"scores":{}', (
                b'"scores":{"only_numbers":{"value":"I"}}')).replace(b"mockllm/alpha", b"mockllm/delta")
            copy.writestr(member, text)
    with pytest.raises(BadInput, match=r"plain.eval is marked by match and other.eval by only_numbers"):
        read_predictions([HERE / "plain.eval", tmp_path / "other.eval"])


def test_every_scorer_in_its_turn():
    over = referee.judge(logs("plain", "plain_beta"), correct="all")
    assert list(over.results) == ["sums by match", "sums by includes", "sums by judge.depth", "sums by judge.style"]
    assert over.ranking is None                 # scorers of one set of cases are no data sets
    frame = over.table()
    assert len(frame) == 8
    assert "sums by includes" in str(over)
    for name, result in over.results.items():
        assert result.estimates["mockllm/beta"].value == pytest.approx(
            printed(HERE / "plain_beta.eval")[name.removeprefix("sums by ")])


def test_the_other_scorers_are_told():
    notices = " ".join(read_predictions(HERE / "plain.eval").notices)
    assert "the mark is that of the scorer match; there are also includes, judge.depth, judge.style" in notices
    assert "--correct all" in notices


def test_a_failed_sample_stops_unless_common_cases_are_asked_for():
    with pytest.raises(BadInput, match=r"failed_sample.eval: 1 of 8 samples has no score \(q3 in epoch 2: "
                                       r"RuntimeError.*--common-cases"):
        read_predictions(logs("failed_sample"))
    table = read_predictions(logs("plain", "failed_sample"), Reading(common=True))
    assert any("q3 in epoch 2: RuntimeError" in sentence for sentence in table.notices)
    assert table.n_cases == 4                   # its other epoch has q3
    table = read_predictions(logs("plain", "failed_case"), Reading(common=True))
    assert table.ids.tolist() == ["q1", "q2", "q4"]


def test_a_failed_log_stops_with_what_to_do():
    with pytest.raises(BadInput, match=r"failed.eval: the run ended in an error \(RuntimeError.*q3.*2 of 4 samples.*"
                                       r"inspect eval-retry"):
        read_predictions(logs("plain", "failed"))
    table = read_predictions(logs("plain", "failed"), Reading(common=True))
    assert table.ids.tolist() == ["q1", "q2"]
    assert any("ended in an error" in sentence for sentence in table.notices)


@pytest.mark.parametrize(("status", "said"), [("cancelled", "was cancelled"), ("started", "did not finish")])
def test_logs_that_did_not_end(tmp_path, status, said):
    with zipfile.ZipFile(tmp_path / "cut.eval", "w") as copy, Archive(HERE / "failed.eval") as log:
        for member in log.names:
            copy.writestr(member, log.read(member).replace(b'"status":"error"', f'"status":"{status}"'.encode())
                          .replace(b'"status": "error"', f'"status": "{status}"'.encode()))
    with pytest.raises(BadInput, match=said):
        read_predictions(tmp_path / "cut.eval")


def test_a_log_cut_off_while_it_was_written(tmp_path):
    """A killed run leaves the journal, and no header: what it has is refused, or told."""
    with zipfile.ZipFile(tmp_path / "killed.eval", "w") as copy, Archive(HERE / "plain.eval") as log:
        for member in log.names:
            if member not in ("header.json", "summaries.json", "reductions.json"):
                copy.writestr(member, log.read(member))
    with pytest.raises(BadInput, match="did not finish"):
        read_predictions(tmp_path / "killed.eval")
    assert read_predictions(tmp_path / "killed.eval", Reading(common=True)).n_cases == 4


def test_a_sample_that_its_scorer_left_unscored_is_told():
    with pytest.raises(BadInput, match=r"1 of 4 samples has no score \(q3\)"):
        read_predictions(HERE / "unscored.eval")
    table = read_predictions(HERE / "unscored.eval", Reading(common=True))
    assert table.n_cases == 3


def test_marks_that_are_no_numbers_are_named(tmp_path):
    with zipfile.ZipFile(tmp_path / "a.eval", "w") as copy, Archive(HERE / "plain.eval") as log:
        for member in log.names:
            copy.writestr(member, log.read(member).replace(b'"value":"C"', b'"value":"good"'))
    with pytest.raises(BadInput, match=r"a.eval: the scorer match gives 'good' for sample q1, .*--correct"):
        read_predictions(tmp_path / "a.eval")


def test_damaged_logs_are_one_sentence(tmp_path):
    whole = (HERE / "plain.eval").read_bytes()
    rng = np.random.default_rng(1)
    for number in range(60):
        damaged = bytearray(whole)
        damaged[int(rng.integers(len(whole)))] ^= 1 << int(rng.integers(8))
        path = tmp_path / f"{number}.eval"
        path.write_bytes(damaged)
        try:
            table = settled(read_predictions(path))
        except BadInput:
            continue
        assert table.said["mockllm/alpha"][0].labels.tolist() == [1, 1, 0, 1]       # never another answer


def test_a_log_that_unpacks_without_end_is_refused(tmp_path, monkeypatch):
    monkeypatch.setattr("referee.foreign_file.AT_LEAST", 100)
    monkeypatch.setattr("referee.foreign_file.RATIO", 0)
    shutil.copy(HERE / "plain.eval", tmp_path / "a.eval")
    with pytest.raises(BadInput, match="would unpack to more than"):
        read_predictions(tmp_path / "a.eval")


def test_articles_are_clusters():
    table = read_predictions(logs("plain", "plain_beta"), Reading(columns={"cluster": "metadata.article"}))
    assert len(set(table.clusters.tolist())) == 2


def test_the_same_cases_judged_again_are_told_as_they_were_read_now(tmp_path):
    ledger = tmp_path / "l.db"
    referee.judge(logs("careful", "hurried"), ledger=ledger)
    again = referee.judge(logs("plain", "plain_beta"), ledger=ledger).analysis.problem
    assert again.name == "plain.eval, plain_beta.eval"
    assert not any("careful" in sentence for sentence in again.notices)
