"""referee advise: advice for a terminal and as JSON; every command it gives works as it is."""

import json
import shlex

import pytest

import referee as package
from referee.advice import RULES

CHEAP = ["lda", "gaussian-nb"]


def run(command, referee_command):
    words = shlex.split(command)
    assert words.pop(0) == "referee"
    return referee_command(*words)


@pytest.mark.parametrize("options", [
    {"goal": "compare"}, {"goal": "leaderboard"}, {"goal": "growing"},
], ids=lambda options: options.get("goal", "compare"))
def test_the_commands_work_as_they_are(options, referee, tmp_path):
    _works(options, referee, tmp_path)


@pytest.mark.slow
@pytest.mark.parametrize("options", [
    {"goal": "absolute"}, {"models": "knn:n_neighbors=1|5", "goal": "select"},
    {"goal": "compare-models"}, {"goal": "chance"}, {"goal": "equivalence", "relevant": 0.1}, {"goal": "curve"},
    {"goal": "plan", "relevant": 0.05}, {"models": [*CHEAP, "qda"], "against": "qda"},
    {"data": "diabetes", "models": ["linear", "ridge"], "metrics": "mae", "ordered": True},
], ids=lambda options: options.get("goal", "compare"))
def test_the_other_commands_work_as_they_are(options, referee, tmp_path):
    _works(options, referee, tmp_path)


def _works(options, referee_command, folder):
    (folder / "answers.csv").write_text("lda,gaussian-nb\n" + "1,0\n1,1\n" * 20, encoding="utf-8")
    (folder / "predictions.csv").write_text("id,truth,lda,gaussian-nb\n" + "".join(
        f"{i},{'ab'[i % 2]},{'ab'[i % 2]},{'ab'[i % 3 % 2]}\n" for i in range(40)), encoding="utf-8")
    said = {"models": CHEAP, "metrics": "accuracy", "budget": 10, "timed": False} | options
    advice = package.advise(said.pop("data", "iris"), **said)
    for command in advice.commands:
        seen = run(command, referee_command)
        assert seen.code == 0, seen.err


def test_the_command_line_prints_advice_and_json(referee):
    seen = referee("advise", "iris", "--models", "lda,1nn", "--metrics", "accuracy", "--no-timed")
    assert seen.code == 0
    assert "E-25" in seen.out
    assert "referee compare iris --models lda,1nn" in seen.out
    told = json.loads(referee("advise", "iris", "--models", "lda", "--goal", "absolute", "--no-timed", "--json").out)
    assert told["commands"][0].startswith("referee evaluate iris")
    assert referee("advise", "iris", "--goal", "comparing").code == 2
    assert referee("list", "rules").out.count("E-") >= len(RULES)
