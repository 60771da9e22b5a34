"""referee decompose and referee components, as a person types them."""

import json

import numpy as np
import pandas as pd
import pytest


def test_decompose_prints_tables_and_sentences_and_is_told_again_from_the_ledger(referee):
    seen = referee("decompose", "iris", "--models", "tree,lda", "--samples", 4, "-j", 1, "--no-report")
    assert seen.code == 0
    assert "Kohavi & Wolpert" in seen.out
    assert "Domingos" in seen.out
    assert "Protocol: 75 rows are the test set" in seen.out
    assert max(map(len, seen.out.splitlines())) <= 100
    again = referee("report", "referee.db", "--no-report")
    assert again.out == seen.out


def test_a_truth_is_read_from_columns_and_is_no_feature(referee, tmp_path):
    x = np.linspace(0, 1, 60)
    y = x + np.random.default_rng(0).normal(0, 0.1, 60)
    pd.DataFrame({"x": x, "mean": x, "y": y}).to_csv(tmp_path / "line.csv", index=False)
    seen = referee("decompose", "line.csv", "--target", "y", "--models", "linear", "--true-mean", "mean",
                   "--noise", 0.01, "--samples", 5, "-j", 1, "--json", "--no-report")
    told = json.loads(seen.out)
    assert told["data"]["features"] == 1
    parts = {p["part"]: p["value"] for p in told["decompositions"][0]["parts"]}
    assert parts["noise"] == pytest.approx(0.01)
    assert parts["bias²"] < 0.01
    assert told["protocol"]["truth_known"]


def test_components_as_json_and_mistakes_in_a_sentence(referee):
    seen = referee("components", "iris", "--models", "tree", "--metrics", "accuracy", "--portions", 2, "--splits", 2,
                   "--seeds", 2, "-j", 1, "--json", "--no-report")
    told = json.loads(seen.out)
    assert [s["source"] for s in told["components"][0]["sources"]] == ["sample", "split", "seed"]
    for words, message in (
        (("components", "iris", "--models", "tree", "--portions", 60), "ask for fewer portions"),
        (("decompose", "iris", "--models", "tree", "--train-share", 1.0), "same rows"),
        (("decompose", "iris", "--models", "tree", "--true-mean", "nowhere"), "nowhere"),
        (("decompose", "iris", "--models", "tre"), "did you mean 'tree'"),
    ):
        seen = referee(*words)
        assert (seen.code, message in seen.err) == (2, True), seen.err
        assert "Traceback" not in seen.err


def test_evaluate_says_which_rule_chose_and_keeps_to_a_budget(referee):
    seen = referee("evaluate", "iris", "--models", "lda", "--metrics", "accuracy", "--budget", 1, "-j", 1,
                   "--no-report")
    assert seen.code == 0
    assert "hold-out (80% to train, 20% to test)" in seen.err
    assert "(rule E-09)" in seen.err
