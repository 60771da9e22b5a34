"""Tables of scores: both layouts, repetitions averaged, folds refused, gaps named."""

import numpy as np
import pandas as pd
import polars as pl
import pytest

from referee.data.score_layout import Columns
from referee.data.score_table import scoreboard
from referee.errors import BadInput, NotJustified, UnknownName

WIDE = pd.DataFrame({"dataset": ["iris", "wine", "zoo"], "nb": [0.95, 0.97, 0.9], "tree": [0.94, 0.91, 0.92]})
LONG = WIDE.melt(id_vars="dataset", var_name="model", value_name="accuracy")


def shown(board):
    return board.data_sets, board.models, board.scores.tolist()


WHOLE = (("iris", "wine", "zoo"), ("nb", "tree"), [[0.95, 0.94], [0.97, 0.91], [0.9, 0.92]])


@pytest.mark.parametrize("table", [
    WIDE, WIDE.set_index("dataset"), WIDE.rename(columns={"dataset": "Data set"}), pl.DataFrame(WIDE.to_dict("list")),
    WIDE.to_dict("list"), LONG, LONG.sample(frac=1, random_state=3).sort_values("model", kind="stable").sort_index(),
    LONG.rename(columns={"model": "Classifier", "dataset": "problem", "accuracy": "score"}),
])
def test_one_table_in_every_layout(table):
    assert shown(scoreboard(table)) == WHOLE


def test_a_file(tmp_path):
    path = tmp_path / "scores.csv"
    WIDE.to_csv(path, index=False)
    board = scoreboard(path)
    assert shown(board) == WHOLE
    assert (board.where, board.notices, board.metric) == ("scores.csv", (), "")


def test_the_metric_of_a_long_table_is_the_name_of_its_score_column():
    assert scoreboard(LONG).metric == "accuracy"
    assert scoreboard(LONG.rename(columns={"accuracy": "score"})).metric == ""


def test_one_metric_of_several_is_taken():
    both = pd.concat([LONG.rename(columns={"accuracy": "score"}).assign(metric="accuracy"),
                      LONG.rename(columns={"accuracy": "score"}).assign(metric="f1", score=0.5)])
    assert shown(scoreboard(both, metric="accuracy")) == WHOLE
    with pytest.raises(BadInput, match="several metrics"):
        scoreboard(both)
    with pytest.raises(UnknownName, match="did you mean 'accuracy'"):
        scoreboard(both, metric="acuracy")


def test_repetitions_are_averaged_and_kept():
    rows = [(d, f, WHOLE[2][i][0] + s, WHOLE[2][i][1] - s)
            for i, d in enumerate(WHOLE[0]) for f, s in ((1, 0.01), (2, -0.01))]
    board = scoreboard(pd.DataFrame(rows, columns=["dataset", "fold", "nb", "tree"]))
    assert board.scores == pytest.approx(np.array(WHOLE[2]))
    assert [r.shape for r in board.replicates] == [(2, 2)] * 3
    assert board.folds == 2
    assert [*board.notices] == [
        "2 rows of each data set (over fold) were averaged: the evidence is 3 data sets, not 6 rows."]


def test_a_long_table_with_repeated_rows_is_averaged_too():
    board = scoreboard(pd.concat([LONG, LONG.assign(accuracy=LONG.accuracy + 0.02)]))
    assert board.scores == pytest.approx(np.array(WHOLE[2]) + 0.01)
    assert "averaged" in board.notices[0]


def test_several_columns_can_name_the_data_set():
    frame = pd.DataFrame({"Size": [1, 1, 2], "Radius": [5, 6, 5], "a": [1.0, 2, 3], "b": [2.0, 3, 4]})
    assert scoreboard(frame, columns=Columns(dataset="Size,Radius")).data_sets == ("1 / 5", "1 / 6", "2 / 5")


def test_an_array_has_rows_without_names_and_that_is_said():
    board = scoreboard(np.arange(6.0).reshape(3, 2))
    assert (board.data_sets, board.models) == (("1", "2", "3"), ("x0", "x1"))
    assert "does not name its rows" in board.notices[0]


@pytest.mark.parametrize("table", [
    {"fold": [1, 2, 3], "nb": [0.9, 0.8, 0.7], "tree": [0.8, 0.7, 0.9]},
    {"seed": [1, 2, 3], "model": ["a", "b", "a"], "score": [0.8, 0.7, 0.9]},
    {"dataset": ["fold1", "fold2", "fold3"], "nb": [0.9, 0.8, 0.7], "tree": [0.8, 0.7, 0.9]},
    {"name": ["cv_1", "cv_2"], "nb": [0.9, 0.8], "tree": [0.8, 0.7]},
    {"dataset": ["iris"] * 3, "fold": [1, 2, 3], "nb": [0.9, 0.8, 0.7], "tree": [0.8, 0.7, 0.9]},
    {"dataset": ["iris"] * 3, "nb": [0.9, 0.8, 0.7], "tree": [0.8, 0.7, 0.9]},
    {"model": ["a", "b"], "score": [0.8, 0.7]},
])
def test_folds_of_one_data_set_are_refused_with_the_reason(table):
    with pytest.raises(NotJustified, match="say nothing about other data sets; test them as trials with"):
        scoreboard(table)


def test_missing_scores_are_named():
    holes = WIDE.assign(nb=[0.95, None, 0.9])
    with pytest.raises(BadInput, match=r"1 score missing: nb on wine; .*'drop-data-sets': 2 would stay"):
        scoreboard(holes)
    board = scoreboard(holes, missing="drop-data-sets")
    assert board.data_sets == ("iris", "zoo")
    assert "left out for that: wine" in board.notices[0]
    with pytest.raises(BadInput, match="1 models stay"):
        scoreboard(holes, missing="drop-models")
    with pytest.raises(UnknownName, match="did you mean 'drop-models'"):
        scoreboard(holes, missing="drop-model")


def test_a_pair_that_a_long_table_lacks_is_missing():
    with pytest.raises(BadInput, match="1 score missing: tree on zoo"):
        scoreboard(LONG.iloc[:-1])


@pytest.mark.parametrize(("table", "words"), [
    (WIDE.assign(nb=["0.9±0.1", "0.8", "0.7"]), "column 'nb' holds text"),
    (WIDE.assign(nb=[np.inf, 0.8, 0.7]), "the score of nb on iris is infinite"),
    (WIDE[["dataset", "nb"]], "1 model; ranking needs two"),
    (LONG.assign(f1=0.5), "several columns of numbers"),
    (LONG.assign(model=["a", None, "b", "a", "b", "b"]), "column 'model' has empty cells"),
])
def test_what_cannot_be_read_is_refused(table, words):
    with pytest.raises(BadInput, match=words):
        scoreboard(table)


def test_columns_can_be_left_out():
    assert shown(scoreboard(WIDE.assign(source="uci"), columns=Columns(drop="source"))) == WHOLE


@pytest.mark.parametrize(("columns", "words"), [
    (["param_C", "mean_fit_time", "split0_test_score", "split1_test_score", "mean_test_score", "rank_test_score"],
     "cv_results_ of a search"),
    (["fit_time", "score_time", "test_score"], "what cross_validate gives back"),
])
def test_what_scikit_learn_leaves_behind_is_no_table_of_data_sets(columns, words):
    with pytest.raises(BadInput, match=words):
        scoreboard(pd.DataFrame({name: [0.5, 0.6, 0.7] for name in columns}))
