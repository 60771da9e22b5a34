"""Results of WEKA's Experimenter, as it wrote them (tests/fixtures/predictions/make_weka_experiment.sh), in `rank`."""

import csv
from pathlib import Path

import numpy as np
import pytest

import referee
from referee.data.score_layout import Columns
from referee.data.score_table import scoreboard
from referee.errors import BadInput

PATH = Path(__file__).parents[1] / "fixtures" / "predictions" / "weka_experiment.csv"


def means(column):
    """The mean over runs and folds, read without referee."""
    found = {}
    with PATH.open() as file:
        for row in csv.DictReader(file):
            if row["Key_Run"] != "Key_Run" and row[column] != "?":
                found.setdefault((row["Key_Dataset"], row["Key_Scheme"].removeprefix("weka.classifiers.")), []).append(
                    float(row[column]))
    return {key: np.mean(values) for key, values in found.items()}


@pytest.mark.parametrize(("metric", "column", "unit"), [
    ("", "Percent_correct", 100), ("accuracy", "Percent_correct", 100), ("error_rate", "Percent_incorrect", 100),
    ("kappa", "Kappa_statistic", 1), ("Root_mean_squared_error", "Root_mean_squared_error", 1),
])
def test_schemes_are_models_and_data_sets_data_sets(metric, column, unit):
    board = scoreboard(PATH, metric=metric)
    assert board.models == ("bayes.NaiveBayes", "rules.ZeroR", "lazy.IBk")
    assert len(board.data_sets) == 7
    for (data_set, model), value in means(column).items():
        assert board.scores[board.data_sets.index(data_set), board.models.index(model)] == pytest.approx(value / unit)


def test_it_is_told_and_ranked():
    result = referee.rank(PATH)
    assert result.ranking.ask.direction_why == "accuracy: higher is better"
    notices = " ".join(result.ranking.board.notices)
    assert "WEKA's Experimenter" in notices
    assert "Percent_correct" in notices
    assert "averaged" in notices
    assert result["bayes.NaiveBayes", "rules.ZeroR"].wins >= 6


def test_folds_give_the_tests_of_single_data_sets():
    result = referee.rank(PATH, per_data_set=True)
    assert result["bayes.NaiveBayes", "rules.ZeroR"].truly_better is not None


def test_one_scheme_with_two_settings_is_two_models(tmp_path):
    lines = PATH.read_text().splitlines()
    kept = [line for line in lines if "ZeroR" not in line]
    kept += [line.replace("'-K 1 -W 0", "'-K 5 -W 0") for line in lines if "lazy.IBk" in line]
    (tmp_path / "a.csv").write_text("\n".join(kept) + "\n")
    models = scoreboard(tmp_path / "a.csv").models
    assert models[0] == "bayes.NaiveBayes"
    assert models[1].startswith("lazy.IBk -K 1")
    assert models[2].startswith("lazy.IBk -K 5")


def test_what_is_said_overrules_it():
    board = scoreboard(PATH, columns=Columns(
        dataset="Key_Dataset", model="Key_Scheme", score="Kappa_statistic"))
    assert board.models[0] == "weka.classifiers.bayes.NaiveBayes"


def test_a_measure_that_is_not_there_is_refused():
    with pytest.raises(BadInput, match=r"has no measure for 'log_loss'.*Percent_correct"):
        scoreboard(PATH, metric="log_loss")
