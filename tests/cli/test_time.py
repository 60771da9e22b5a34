"""--time on the command line: what is told, and what stops the run."""

import json

import numpy as np
import pytest

DAYS = [f"2024-{1 + i // 28:02d}-{1 + i % 28:02d}" for i in range(160)]


def table(tmp_path, times=DAYS):
    rng = np.random.default_rng(0)
    x = rng.normal(size=len(times))
    lines = [f"{day},{a:.4f},{a + b:.4f}" for day, a, b in zip(times, x, rng.normal(size=len(times)), strict=True)]
    (tmp_path / "sales.csv").write_text("\n".join(["day,x,sold", *lines]) + "\n")
    return ("sales.csv", "--target", "sold", "--time", "day")


def test_compare_by_time_says_design_and_test(referee, tmp_path):
    seen = referee("compare", *table(tmp_path), "--models", "ridge,knn", "--jobs", 1, "--no-report", "--json")
    assert seen.code == 0, seen.text
    told = json.loads(seen.out)
    assert told["design"]["name"] == "rolling"
    assert told["design"]["why"].startswith("a model that has seen the future")
    assert told["families"][0]["test"] == "long-run-t"


@pytest.mark.parametrize(("row", "cell", "sentence"), [
    (3, "yesterday", "'day' holds no date and no number in 1 row (row 4"),
    (5, "", "'day' says no time for 1 row (row 6"),
    (7, "2024-01-08T00:00+02:00", "only some times in 'day' say their time zone"),
])
def test_what_is_no_time_stops_with_a_sentence_and_leaves_nothing_behind(referee, tmp_path, row, cell, sentence):
    times = [*DAYS[:row], cell, *DAYS[row + 1:]]
    seen = referee("compare", *table(tmp_path, times), "--models", "ridge,knn", "--no-report")
    assert seen.code == 2
    assert sentence in " ".join(seen.err.split())
    assert "Traceback" not in seen.text
    assert sorted(path.name for path in tmp_path.iterdir()) == ["sales.csv"]


def test_ties_and_days_to_come_are_told_and_kept(referee, tmp_path):
    seen = referee("data", "show", *table(tmp_path, [*DAYS[:-2], DAYS[0], "2999-01-01"]))
    assert seen.code == 0
    told = " ".join(seen.out.split())
    assert "160 rows have 159 different times in 'day'" in told
    assert "of a day to come (2999-01-01" in told
    assert "the rows were put in order of 'day'" in told
