import json
from pathlib import Path

import pytest


def test_a_metric_study_from_data_to_a_page(referee):
    words = ("metric-study", "iris", "wine", "--sizes", "20,40", "--test-size", 30, "--repeats", 2, "-m", "gaussian-nb",
             "--metrics", "accuracy,log_loss", "-j", 1)
    seen = referee(*words)
    assert seen.code == 0
    assert "iris: 1 pair of learners" in seen.out
    assert "Page: metric-study.html" in seen.err
    assert Path("metric-study.html").read_text().count("<svg") == 2
    again = referee(*words, "--json", "--no-report")
    assert len(json.loads(again.out)["metrics"]) == 4
    assert "were already in the ledger" in again.err


def test_sizes_that_are_no_numbers_are_refused(referee):
    seen = referee("metric-study", "iris", "--sizes", "few", "--test-size", 30)
    assert seen.code == 2
    assert "whole numbers separated by commas" in seen.err


@pytest.mark.slow
def test_fidelity_from_one_command(referee):
    seen = referee("lab", "metric-fidelity", "--train-rows", 40, "--test-rows", 40, "--repeats", 2,
                   "-m", "gaussian-nb,lda", "-j", 1, "--figure", "s.svg")
    assert seen.code == 0
    assert "12 simulated problems" in seen.out
    assert "<svg" in Path("s.svg").read_text()


def test_neither_data_nor_the_thesis(referee):
    seen = referee("metric-study", "iris")
    assert seen.code == 2
    assert "--sizes to train on and --test-rows; or --thesis" in seen.err


def test_sets_of_the_thesis_are_known_by_name(referee, tmp_path):
    seen = referee("metric-study", "rosé", "--thesis", tmp_path)
    assert seen.code == 2
    assert "no data set of the thesis is called 'rosé'" in seen.err
