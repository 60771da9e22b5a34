"""referee rank, as a person meets it."""

import json

import numpy as np
import pandas as pd
import pytest


@pytest.fixture
def scores(tmp_path):
    rng = np.random.default_rng(1)
    base = rng.uniform(0.6, 0.9, 12)
    frame = pd.DataFrame({"dataset": [f"d{i}" for i in range(12)], "nb": base, "tree": base - 0.02,
                          "forest": base + 0.03 + rng.normal(0, 0.004, 12)})
    path = tmp_path / "scores.csv"
    frame.to_csv(path, index=False)
    return path


def test_from_a_table_to_a_verdict_and_a_page(referee, scores, tmp_path):
    seen = referee("rank", scores, "--metrics", "accuracy")
    assert seen.code == 0
    assert "forest is better than nb and tree over 12 data sets (mean rank 1.00)" in seen.out.replace("\n", " ")
    assert "Page: ranking.html" in seen.err
    assert "forest is better than" in (tmp_path / "ranking.html").read_text(encoding="utf-8")


def test_json(referee, scores):
    seen = referee("rank", scores, "--metrics", "accuracy", "--json", "--no-report")
    said = json.loads(seen.out)
    assert said["models"][0]["model"] == "forest"
    assert seen.err == ""


def test_lower_is_better_turns_it_round(referee, scores):
    out = referee("rank", scores, "--lower-is-better", "--no-report").out
    assert "tree is better than nb and forest" in out.replace("\n", " ")


def test_options_reach_the_analysis(referee, scores):
    out = referee("rank", scores, "--metrics", "accuracy", "--adjust", "shaffer", "--relevant", "0.01",
                  "--no-report").out
    assert "corrected by Shaffer" in out
    assert "chances b/s/w" in out
    out = referee("rank", scores, "--metrics", "accuracy", "--against", "nb", "--no-report").out
    assert "against nb" in out
    assert "2 comparisons corrected by Holm" in out.replace("\n", " ")


def test_gaps_are_answered_in_options(referee, scores):
    frame = pd.read_csv(scores)
    frame.loc[2, "nb"] = np.nan
    frame.to_csv(scores, index=False)
    seen = referee("rank", scores, "--metrics", "accuracy", "--no-report")
    assert seen.code == 2
    assert "(--missing drop-data-sets: 11 would stay) or the models (--missing drop-models: 2 would stay)" in seen.err


@pytest.mark.parametrize(("words", "said"), [
    (("--against", "forrest"), "did you mean 'forest'?"),
    (("--adjust", "hom"), "no correction is called 'hom'"),
    (("--metrics", "rmse", "--higher-is-better"), "lower is better for rmse"),
    (("--relevant", "-1"), "rope is -1"),
    (("--seed", "-1"), "seed is a whole number from 0 on, not -1"),
    (("--missing", "drop"), "no way with missing scores is called 'drop'"),
    (("--per-data-set",), "does not number folds"),
])
def test_mistakes_are_one_sentence(referee, scores, words, said):
    seen = referee("rank", scores, *words, "--no-report")
    assert seen.code == 2
    assert said in seen.err
    assert "Traceback" not in seen.err


def test_folds_are_refused(referee, tmp_path):
    path = tmp_path / "folds.csv"
    path.write_text("fold,nb,tree\n1,0.8,0.9\n2,0.7,0.8\n")
    seen = referee("rank", path)
    assert seen.code == 2
    assert "parts of one data set" in seen.err
