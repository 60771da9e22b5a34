"""Files of answers in which the same question stands under several ids: that is no other case."""

import json

import numpy as np
import pandas as pd
import pytest

import referee

N = 200


def questions(n, shape):
    """So many different things to ask, in the columns of one maker of files."""
    numbers = np.arange(n)
    if shape == "prompt":
        return {"prompt": [f"Translate the word number {i} into French." for i in numbers]}
    if shape == "context":
        return {"context": [f"Passage {i // 4} tells of a river and its towns." for i in numbers],
                "frage": [f"Wie viele Häuser stehen in Dorf {i}?" for i in numbers]}
    return {"premise": [f"A man of {i} years walks his dog." for i in numbers],
            "hypothesis": ["Somebody is outside with an animal."] * n}


def answers(shape, copies, seed=2):
    """One model's answers to the questions, some of which come again under new ids."""
    draw = np.random.default_rng(seed)
    asked = pd.DataFrame(questions(N - copies, shape)).assign(
        gold=draw.choice(["a", "b", "c"], N - copies), right=draw.random(N - copies) < 0.6)
    asked["answer"] = np.where(asked["right"], asked["gold"], "x")
    again = asked.iloc[draw.choice(len(asked), copies, replace=False)]
    rows = pd.concat([asked, again]).drop(columns="right")
    return rows.sample(frac=1, random_state=1).assign(item=[f"q{i:04d}" for i in range(len(rows))])


@pytest.mark.parametrize("shape", ["prompt", "context", "premise"])
@pytest.mark.parametrize("copies", [60, 0])
def test_the_same_question_under_new_ids_is_told(tmp_path, shape, copies):
    rows = answers(shape, copies).to_dict("records")
    (tmp_path / "run.jsonl").write_text("\n".join(map(json.dumps, rows)))
    found = referee.audit(tmp_path / "run.jsonl", ids="item", truth="gold", prediction="answer")["F-21"].findings
    assert [one.severity.value for one in found] == (["serious"] if copies else [])
    assert not copies or f"200 cases come from {N - copies} values" in found[0].message


def test_a_few_copies_are_let_be(tmp_path):
    answers("prompt", 2).to_csv(tmp_path / "run.csv", index=False)
    assert not referee.audit(tmp_path / "run.csv", ids="item", truth="gold", prediction="answer")["F-21"].findings


def test_cells_without_an_answer_are_no_text(tmp_path):
    draw = np.random.default_rng(3)
    truth = draw.choice(["good", "bad", "fair"], N)
    said = {name: np.where(draw.random(N) < right, truth, "fair").astype(object)
            for name, right in {"a": 0.8, "b": 0.6}.items()}
    said["b"][::7] = np.nan
    path = tmp_path / "said.csv"
    pd.DataFrame({"review": [f"r{i}" for i in range(N)], "gold": truth} | said).to_csv(path, index=False)
    result = referee.audit(path, ids="review", truth="gold", prediction="a,b")
    assert result["F-21"].outcome != "found"
