"""Prompts of an evaluation harness: a question that was answered in its own prompt is no test."""

import json

import pytest

import referee
from referee.audit.reading.prompts import Prompts, prompts_of

CITIES = {"France": "Paris", "Spain": "Madrid", "Italy": "Rome", "Norway": "Oslo", "Peru": "Lima", "Chad": "N'Djamena"}
ASKED = "What is the capital of {}?"


def shots(countries):
    return "".join(f"Q: {ASKED.format(one)}\nA: {CITIES[one]}\n\n" for one in countries)


def log(tmp_path, examples, *, choices=False, prompt=None):
    lines = []
    for number, (country, city) in enumerate(CITIES.items()):
        asked = ASKED.format(country)
        text = prompt.format(asked) if prompt else f"{shots(examples)}Q: {asked}\nA:"
        lines.append({
            "doc_id": number, "target": "1" if choices else city, "filter": "none", "metrics": ["acc"],
            "acc": number % 2, "resps": [["x"]], "filtered_resps": ["x"],
            "doc": {"question": asked, **({"choices": ["Rom", city]} if choices else {"answer": city})},
            "arguments": {"gen_args_0": {"arg_0": text, "arg_1": f" {city}"}}})
    path = tmp_path / "samples_capitals_2026-01-02T03-04-05.678901.jsonl"
    path.write_text("".join(json.dumps(line) + "\n" for line in lines))
    return path


@pytest.mark.parametrize("choices", [False, True])
def test_examples_drawn_from_the_test_documents_are_told(tmp_path, choices):
    path = log(tmp_path, ["Spain", "Chad"], choices=choices)
    assert prompts_of(path) == Prompts(documents=6, answered=("1", "5"))
    found, = referee.audit(path)["F-01"].findings
    assert (found.severity.value, found.evidence["documents"]) == ("fatal", ["1", "5"])
    assert "2 of 6 questions stand in their own prompt" in found.message


@pytest.mark.parametrize("prompt", [
    "Q: What is the capital of Greece?\nA: Athens\n\nQ: {0}\nA:",      # an example that is no test document
    "{0}\nThink first. {0}\nAnswer:"])                                  # asked twice, not answered
def test_other_examples_and_repeated_questions_are_let_be(tmp_path, prompt):
    path = log(tmp_path, [], prompt=prompt)
    assert prompts_of(path) == Prompts(documents=6)
    assert referee.audit(path)["F-01"].outcome == "not checkable"


def test_prompts_without_the_question_and_other_files_say_nothing(tmp_path):
    assert prompts_of(log(tmp_path, [], prompt="Answer!")) is None
    (tmp_path / "x.csv").write_text("id,truth,prediction\n1,a,a\n")
    assert prompts_of(tmp_path / "x.csv") is None
    assert prompts_of(tmp_path / "none.jsonl") is None
    assert prompts_of([1, 2]) is None
