"""Repetitions condensed to counts say the same, are not made again, and are what the published page is made from."""

import json
from pathlib import Path

import pytest

from referee.lab.sheet.cells import PARTS, Cell
from referee.lab.sheet.condense import to_counts
from referee.lab.sheet.measure import measure
from referee.lab.sheet.page import page
from referee.lab.sheet.results import read
from referee.lab.sheet.run import run
from referee.lab.sheet.study import How
from referee.lab.sheet.summary import summary
from referee.lab.sheet.tally import tallies

OLS = Cell(learner="ols", n=50)
HOW = How(design="holdout:test=0.5,repeats=3")
ROOT = Path(__file__).resolve().parents[3]
KEPT = ROOT / "docs" / "levels.jsonl"


def lines(numbers, truth=1.0):
    made = [{"cell": "ols n=50", "how": "default", "repetition": i, "seed": i, "traits": "t", "interval_traits": "u",
             "p": {"rmse": 0.01 if i % 7 == 0 else 0.5, "mae": None}, "tests": {"rmse": "x"}, "seconds": 0,
             "intervals": {"a": {"rmse": [1.1, 0.9 + i / 500, 1.2, 45], "mae": [1.0, None, None, 45]}},
             "methods": {"rmse": "m"}, "all": {"a": {"rmse": 1.1}}} for i in numbers]
    made += [{"cell": "ols n=50", "how": "default", "repetition": 1000, "refused": "too few rows"}]
    return made + ([{"cell": "ols n=50", "n_train": 45, "truth": {"rmse": truth}}] if truth else [])


def write(path, some):
    path.write_text("".join(json.dumps(line) + "\n" for line in some))


def told(path):
    return [(tally.metric, tally.counts()) for tally in tallies(read(path), (OLS,))]


def test_counts_say_what_the_repetitions_said_and_again(tmp_path):
    path = tmp_path / "x.jsonl"
    write(path, lines(range(120)))
    before, texts = told(path), (page(tallies(read(path), (OLS,))), summary(tallies(read(path), (OLS,))))
    assert before[0][1]["rejected"] == [18, 120]
    assert before[0][1]["held"] == [51, 120]                # 0.9 + i/500 ≤ 1.0
    assert before[0][1]["refused"] == {"too few rows": 1}
    for _ in range(2):
        to_counts(path, (OLS,))
        assert told(path) == before
        assert (page(tallies(read(path), (OLS,))), summary(tallies(read(path), (OLS,)))) == texts
    assert not read(path).lines
    assert path.stat().st_size < 1000


def test_what_was_counted_by_an_earlier_rule_is_marked_and_stays_so(tmp_path):
    path = tmp_path / "x.jsonl"
    write(path, lines(range(120)))
    to_counts(path, (OLS,))
    assert "°" not in page(tallies(read(path), (OLS,)))
    kept = [json.loads(line) for line in path.read_text().splitlines()]
    next(line for line in kept if "counts" in line)["counts"]["rmse"]["earlier"] = "leaning"
    write(path, kept)
    for _ in range(2):
        said = page(tallies(read(path), (OLS,)))
        assert said.count("± .045**° /") == 1                      # 51 of 120
        assert "° Counted, in part, before" in said
        to_counts(path, (OLS,))


def test_repetitions_added_to_counts_are_counted_once(tmp_path):
    path, whole = tmp_path / "x.jsonl", tmp_path / "whole.jsonl"
    write(whole, lines(range(120)))
    write(path, lines(range(80)))
    to_counts(path, (OLS,))
    with path.open("a") as file:
        file.writelines(json.dumps(line) + "\n" for line in lines(range(60, 120)))      # 60 to 79 stand in the counts
    assert told(path) == told(whole)
    to_counts(path, (OLS,))
    assert told(path) == told(whole)
    assert read(path).counted[0]["repetitions"] == [[0, 119], [1000, 1000]]


def test_a_cell_without_its_truth_waits_and_other_cells_are_left_alone(tmp_path):
    path = tmp_path / "x.jsonl"
    write(path, lines(range(5), truth=None))
    before = path.read_text()
    to_counts(path, (OLS,))
    assert sorted(path.read_text().splitlines()) == sorted(
        json.dumps(json.loads(line), separators=(",", ":")) for line in before.splitlines())
    write(path, lines(range(5)))
    to_counts(path, (Cell(learner="lda", n=50),))
    assert len(read(path).lines) == 6


def test_what_is_condensed_is_not_made_again(tmp_path):
    path = tmp_path / "x.jsonl"
    run([OLS], path, HOW, repetitions=3)
    to_counts(path, (OLS,))
    first = path.read_text()
    run([OLS], path, HOW, repetitions=3)
    assert path.read_text() == first
    run([OLS], path, HOW, repetitions=4)
    assert [line["repetition"] for line in read(path).lines] == [3]


@pytest.mark.parametrize(("page_or_summary", "file"), [
    ("page", ROOT / "docs" / "levels.md"), ("summary", ROOT / "src" / "referee" / "study" / "measured.json")])
def test_what_is_published_is_made_from_the_counts_that_are_kept(tmp_path, page_or_summary, file):
    (tmp_path / "kept.jsonl").write_bytes(KEPT.read_bytes())
    measure(tmp_path / "kept.jsonl", repetitions=0, condense=True, **{page_or_summary: tmp_path / "made"})
    assert (tmp_path / "made").read_text() == file.read_text()
    assert (tmp_path / "kept.jsonl").read_bytes() == KEPT.read_bytes()


def test_every_count_that_is_kept_is_of_a_cell_of_the_sheet():
    kept = read(KEPT)
    assert not kept.lines
    assert {line["cell"] for line in kept.counted} <= {cell.id for cell in PARTS["all"]}
