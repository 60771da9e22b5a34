"""Scores that cannot be of their metric: refused with the cell; per cent told."""

import numpy as np
import pytest

import referee
from referee.errors import BadInput

SCORES = np.random.default_rng(0).uniform(0.6, 0.95, (8, 3))


def ranked(scores, metrics="accuracy", **more):
    table = {"dataset": [f"set {i}" for i in range(8)]} | dict(zip(("nb", "tree", "forest"), scores.T, strict=True))
    return referee.rank(table, metrics=metrics, **more)


def changed(value, row=2, column=1):
    scores = SCORES.copy()
    scores[row, column] = value
    return scores


@pytest.mark.parametrize("value", [1.5, -0.3, 130.0])
def test_a_score_that_its_metric_cannot_have_is_refused_with_its_cell(value):
    with pytest.raises(BadInput, match=rf"tree on set 2 is {value:g}; accuracy lies between 0 and 1"):
        ranked(changed(value))


@pytest.mark.parametrize("scores", [
    changed(91.0), SCORES * [1, 100, 1], SCORES * np.where(np.arange(8) == 4, 100, 1)[:, None]])
def test_per_cent_among_shares_are_refused(scores):
    with pytest.raises(BadInput, match=r"per cent and shares.* in one unit"):
        ranked(scores)


def test_a_table_in_per_cent_is_told_and_says_the_same():
    cent, share = ranked(SCORES * 100), ranked(SCORES)
    assert any("per cent" in sentence for sentence in cent.ranking.board.notices)
    assert cent.verdict == share.verdict
    assert cent["nb", "tree"].p == share["nb", "tree"].p


@pytest.mark.parametrize(("metrics", "scores"), [
    ("accuracy", changed(1.0)), ("accuracy", changed(0.0)), ("mcc", changed(-0.4)), ("rmse", SCORES * 300),
    ("log_loss", SCORES * 3), ("", changed(91.0)), ("accuracy", changed(1 + 1e-12)),
])
def test_what_a_metric_can_be_is_taken(metrics, scores):
    assert ranked(scores, metrics, higher_is_better=True if not metrics else None).ranking.n_data_sets == 8


def test_the_metric_that_the_table_names_counts_too():
    rows = {"dataset": [f"d{i // 2}" for i in range(12)], "model": ["a", "b"] * 6,
            "accuracy": [0.7, 0.8] * 5 + [0.7, 1.2]}
    with pytest.raises(BadInput, match=r"b on d5 is 1\.2; accuracy lies between 0 and 1"):
        referee.rank(rows)


def test_a_table_in_per_cent_may_have_gaps_and_a_hopeless_model():
    scores = np.random.default_rng(1).uniform(60, 95, (120, 3))
    scores[5, 1], scores[7, 0] = 0.9, np.nan
    table = {"dataset": [f"set {i}" for i in range(120)]} | dict(zip("abc", scores.T, strict=True))
    board = referee.rank(table, metrics="accuracy", missing="drop-data-sets").ranking.board
    assert any("taken to be in per cent" in sentence for sentence in board.notices)
    assert "Those up to 1 too, so few are they: b on set 5 (0.9)." in board.notices
