"""The results of a search: the best of many settings on the folds that chose it is no estimate."""

import numpy as np
import pandas as pd
import pytest

import referee
from referee.errors import BadInput


def results(tmp_path, values, name="score"):
    """A CSV like that of `cv_results_`: values are (folds, settings)."""
    table = {"params": [f"{{'C': {i}}}" for i in range(values.shape[1])], "mean_fit_time": 0.1}
    table |= {f"split{i}_test_{name}": fold for i, fold in enumerate(values)}
    table |= {f"mean_test_{name}": values.mean(axis=0), f"rank_test_{name}": 1}
    pd.DataFrame(table).to_csv(tmp_path / "search.csv")
    return tmp_path / "search.csv"


def test_the_best_of_many_is_told_with_their_number_and_its_bias(tmp_path):
    values = np.array([[0.80, 0.82, 0.70], [0.76, 0.74, 0.70]])       # the first is the best: bias (0.02 + 0) / 2
    result = referee.audit(results(tmp_path, values))
    found, = result["F-03"].findings
    assert (found.severity.value, found.evidence["settings"]) == ("warning", 3)
    assert found.evidence["bias"] == pytest.approx(0.01)
    assert "The best of 3 settings has score 0.780 on the 2 folds" in found.message
    assert result.grade != "strong"
    assert not result.fails("serious")


def test_settings_that_failed_are_left_out_and_one_setting_chooses_nothing(tmp_path):
    values = np.array([[0.8, np.nan], [0.7, 0.9]])
    assert referee.audit(results(tmp_path, values, "accuracy"))["F-03"].findings == ()
    with pytest.raises(BadInput, match="no setting"):
        referee.audit(results(tmp_path, np.array([[np.nan], [0.7]])))


def test_the_real_thing_is_read(tmp_path):
    from sklearn.datasets import load_iris
    from sklearn.model_selection import GridSearchCV
    from sklearn.neighbors import KNeighborsClassifier

    search = GridSearchCV(KNeighborsClassifier(), {"n_neighbors": [1, 3, 5, 7]}, cv=3).fit(*load_iris(return_X_y=True))
    pd.DataFrame(search.cv_results_).to_csv(tmp_path / "s.csv", index=False)
    found, = referee.audit(tmp_path / "s.csv")["F-03"].findings
    assert found.evidence["best"] == pytest.approx(search.best_score_)
