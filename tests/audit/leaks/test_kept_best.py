"""Features kept for what they tell of all rows: told where halves of the rows would have chosen others."""

import numpy as np
import pandas as pd
import pytest

import referee
from referee.audit.leaks.kept_best import kept_the_best
from referee.data import make_problem

SMALL = {"design": "kfold:folds=3", "jobs": 1, "metrics": "accuracy", "baseline": False}


def table(rng, n=80, m=120, target="classes", strong=0):
    """Columns of noise, of which the first few may tell the target."""
    X = rng.normal(size=(n, m))
    said = X[:, :strong].sum(axis=1) * 3 + rng.normal(size=n)
    y = {"classes": np.where(said > np.median(said), "R", "N"), "numbers": said,
         "three": np.array(["a", "b", "c"])[np.digitize(said, np.quantile(said, [1 / 3, 2 / 3]))]}[target]
    return pd.DataFrame(X, columns=[f"g{i}" for i in range(m)]), y


def best_of(X, y, k, rows=slice(None)):
    """The k columns of the largest t, F or r on these rows."""
    from sklearn.feature_selection import f_classif, f_regression

    score = (f_regression if np.asarray(y).dtype.kind == "f" else f_classif)(X.iloc[rows], y[rows])[0]
    return list(X.columns[np.sort(np.argsort(-score)[:k])])


def found(X, y, kept, trained=None):
    whole = make_problem(X, y)
    return kept_the_best(make_problem(X[kept], y), whole.features, trained)


@pytest.mark.parametrize("target", ["classes", "numbers", "three"])
@pytest.mark.parametrize("k", [5, 15])
def test_the_best_of_all_rows_are_told(target, k):
    X, y = table(np.random.default_rng(k), target=target)
    told = found(X, y, best_of(X, y, k))
    assert told is not None
    assert len(told.columns) == k
    assert told.again < 0.75


def test_columns_with_gaps_are_ranked_too():
    X, y = table(np.random.default_rng(3))
    X = X.mask(np.random.default_rng(4).random(X.shape) < 0.02)
    assert found(X, y, best_of(X.fillna(X.mean()), y, 12)) is not None


@pytest.mark.slow
def test_clean_choices_are_left_in_peace():
    """By the training part alone, by knowledge of what is strong, by lot, and all but a few."""
    told = 0
    for seed in range(60):
        rng = np.random.default_rng(seed)
        X, y = table(rng)
        strong, ys = table(rng, strong=8, n=400)
        choices = [(X, y, best_of(X, y, 12, slice(0, 56)), np.arange(56)), (strong, ys, [f"g{i}" for i in range(8)]),
                   (X, y, list(rng.choice(X.columns, 12, replace=False))), (X, y, list(X.columns[:110]))]
        told += sum(found(*choice) is not None for choice in choices)
    assert told == 0


def test_a_study_that_dropped_the_others_is_told_of_its_ledger(tmp_path):
    X, y = table(np.random.default_rng(7))
    kept = best_of(X, y, 10)
    data = tmp_path / "genes.csv"
    X.assign(response=y).to_csv(data, index=False)
    drop = [name for name in X.columns if name not in kept]
    referee.compare(["gaussian-nb", "lda"], str(data), target="response", drop=drop, ledger=tmp_path / "l.db", **SMALL)
    result = referee.audit(tmp_path / "l.db", data=str(data), target="response")
    assert [one.severity.value for one in result["F-23"].findings] == ["fatal"]
    assert "10 of 120 columns were kept" in result["F-23"].findings[0].message
