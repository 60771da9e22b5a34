"""--fail-if on the command line: exit codes, and what servers of continuous integration are given."""

import json
import xml.etree.ElementTree as ET

import numpy as np
import pandas as pd
import pytest


@pytest.fixture
def predictions(tmp_path):
    rng = np.random.default_rng(0)
    truth = rng.integers(0, 2, 300)
    right = {"old": .8, "good": .95, "bad": .5}
    table = {"id": range(300), "truth": truth} | {
        who: np.where(rng.random(300) < share, truth, 1 - truth) for who, share in right.items()}
    path = tmp_path / "said.csv"
    pd.DataFrame(table).to_csv(path, index=False)
    return path


def judged(referee, predictions, *words):
    return referee("judge", predictions, "--metrics", "accuracy", "--no-report", *words)


@pytest.mark.parametrize(("words", "code"), [
    (("--prediction", "good,old"), 0), (("--prediction", "bad,old"), 1), (("--prediction", "good,bad,old"), 1)])
def test_the_exit_code_says_whether_the_gate_is_closed(referee, predictions, words, code):
    seen = judged(referee, predictions, "--fail-if", "worse", "--against", "old", *words)
    assert seen.code == code, seen.err
    assert "Gate: " in seen.err


def test_junit_and_summary_are_written_though_the_gate_is_closed(referee, predictions, tmp_path):
    junit, summary = tmp_path / "gate.xml", tmp_path / "summary.md"
    seen = judged(referee, predictions, "--prediction", "good,bad,old", "--against", "old", "--fail-if", "maybe-worse",
                  "--relevant", "0.05", "--junit", junit, "--summary", summary, "--json")
    assert seen.code == 1, seen.err
    json.loads(seen.out)
    suite = ET.parse(junit).getroot()
    assert (suite.get("tests"), suite.get("failures"), suite.get("errors")) == ("2", "1", "0")
    assert "❌ failed" in summary.read_text(encoding="utf-8")


def test_on_githubs_runners_what_failed_is_annotated(referee, predictions, monkeypatch):
    monkeypatch.setenv("GITHUB_ACTIONS", "true")
    seen = judged(referee, predictions, "--prediction", "bad,old", "--against", "old", "--fail-if", "worse")
    assert "\n::error title=referee%3A bad failed::bad failed against old" in seen.err


@pytest.mark.parametrize(("words", "why"), [
    (("--fail-if", "worse"), "--against"), (("--fail-if", "maybe-worse", "--against", "old"), "--relevant"),
    (("--junit", "x.xml"), "--fail-if"), (("--fail-if", "ugly", "--against", "old"), "ugly")])
def test_a_gate_that_cannot_be_held_is_refused_before_anything_is_read(referee, predictions, words, why):
    seen = judged(referee, predictions, *words)
    assert seen.code == 2
    assert why in seen.err


def test_the_words_of_the_option_are_those_of_the_gate():
    from referee.cli.options import FailIf as Typed
    from referee.reading.gate import FailIf

    assert [one.value for one in Typed] == [one.value for one in FailIf]


def test_compare_has_the_same_gate(referee, tmp_path):
    seen = referee("compare", "iris", "--models", "lda,gaussian-nb", "--against", "lda", "--design", "kfold:folds=5",
                   "--metrics", "accuracy", "--fail-if", "not-better", "--ledger", tmp_path / "l.db", "--no-report")
    assert seen.code == 1, seen.err
    assert "Gate: gaussian-nb failed against lda: it must be shown to be better" in seen.err
