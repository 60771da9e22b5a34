"""Probabilities and the labels that were cut from them, in columns whose names have only the model in common."""

import json

import numpy as np
import pytest

ROWS = 60


def _file(path, name, *, cut=0.5, noise=False):
    rng = np.random.default_rng(3)
    truth, p = rng.integers(0, 2, ROWS), rng.random(ROWS).round(4)
    q = rng.random(ROWS).round(4)
    said = (q if noise else p) >= cut
    lines = [f"id,truth,p_forest,{name},p_net"]
    lines += [f"{k},{truth[k]},{p[k]},{int(said[k])},{q[k]}" for k in range(ROWS)]
    path.write_text("\n".join(lines) + "\n", encoding="utf-8")
    return str(path)


def _models(referee, file):
    told = json.loads(referee("audit", file, "--truth", "truth", "--json").out)
    return [finding["code"] for finding in told["findings"]], " ".join(told["notices"])


@pytest.mark.parametrize("name", ["call_forest", "forest_at_0.5", "yhat.forest", "forest@0.5", "flagged by (forest"])
@pytest.mark.parametrize("cut", [0.5, 0.3])
def test_labels_that_one_cut_makes_of_the_probabilities_are_the_same_model(referee, tmp_path, name, cut):
    codes, notices = _models(referee, _file(tmp_path / "said.csv", name, cut=cut))
    assert "F-54" not in codes
    assert f"prediction of forest is '{name}'" in notices


def test_labels_of_another_model_stay_apart(referee, tmp_path):
    _, notices = _models(referee, _file(tmp_path / "said.csv", "tuned_forest", noise=True))
    assert "prediction of forest is" not in notices


def test_a_longer_word_is_another_name(referee, tmp_path):
    _, notices = _models(referee, _file(tmp_path / "said.csv", "rainforest"))
    assert "prediction of forest is" not in notices
