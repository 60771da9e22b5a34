"""A stored study gives the spread to plan with."""

import numpy as np
import pytest

import referee
from referee.errors import BadInput, Undefined, UnknownName
from referee.metrics import metric
from referee.reading.pilot import pilot_of


@pytest.fixture(scope="module")
def stored(tmp_path_factory):
    path = tmp_path_factory.mktemp("pilot") / "pilot.db"
    draw = np.random.default_rng(0)
    X, y = draw.normal(size=(120, 3)), draw.integers(0, 2, 120)
    y[X[:, 0] > 0.3] = 1
    result = referee.compare(["gaussian-nb", "tree:max_depth=2"], X, y, design="kfold:folds=5",
                             metrics=["accuracy", "roc_auc"], jobs=1, ledger=path)
    return path, result


def test_the_disagreement_of_the_pilot_is_counted_from_its_predictions(stored):
    path, result = stored
    table = result.analysis.table
    right = [np.asarray(metric("accuracy").per_row(table.rows[name].predictions), bool)
             for name in ("gaussian-nb", "tree")]
    share = np.mean(right[0] != right[1])
    made = referee.plan(0.05, ledger=path, pair=("gaussian-nb", "tree"))
    assert made.planned.assumptions.disagreement == pytest.approx(share)
    assert made.planned.have == 120
    low, high = made.planned.needed_range
    assert low < made.needed < high
    assert "it is as lucky as the pilot was" in str(made)


def test_splits_and_metrics_without_cases(stored):
    path, result = stored
    scores = [result.analysis.table.scores[name, "roc_auc"].values for name in ("gaussian-nb", "tree")]
    made = referee.plan(0.2, ledger=path, metric="roc_auc")
    assert made.planned.unit == "splits"
    assert made.planned.assumptions.sd == pytest.approx(np.std(scores[0] - scores[1], ddof=1))
    assert made.planned.assumptions.test_share == pytest.approx(0.2)
    assert made.planned.have == 5
    with pytest.raises(BadInput, match="no value for a single case"):
        referee.plan(0.2, ledger=path, metric="roc_auc", unit="cases")
    with pytest.raises(BadInput, match="not runs"):
        referee.plan(0.2, ledger=path, unit="runs")
    with pytest.raises(UnknownName, match="forest"):
        referee.plan(0.2, ledger=path, pair=("forest", "gaussian-nb"))
    with pytest.raises(UnknownName, match="brier"):
        referee.plan(0.2, ledger=path, metric="brier")


def test_a_pilot_without_any_difference_says_so(stored):
    table = stored[1].analysis.table
    with pytest.raises(Undefined, match="differ nowhere"):
        pilot_of(table, "gaussian-nb", "gaussian-nb", metric("accuracy"))


def test_groups_become_a_design_effect():
    draw = np.random.default_rng(1)
    groups = np.repeat(np.arange(20), 6)
    X = draw.normal(size=(120, 3)) + draw.normal(size=(20, 3))[groups]
    y = (X[:, 0] + draw.normal(size=20)[groups] > 0).astype(int)
    result = referee.compare(["gaussian-nb", "tree:max_depth=3"], X, y, groups=groups, design="kfold:folds=4",
                             metrics="accuracy", jobs=1)
    found = pilot_of(result.analysis.table, "gaussian-nb", "tree", metric("accuracy")).by_case
    assert found.cluster_size == 6
    assert 0 <= found.icc <= 1
    assert found.disagreement is None
    assert found.sd > 0


def test_what_mcnemar_could_have_seen_is_exact_where_disagreements_are_few():
    from referee.comparisons.power import mcnemar_power

    draw = np.random.default_rng(3)
    X, y = draw.normal(size=(100, 2)), draw.integers(0, 2, 100)
    y[X[:, 0] > 0] = 1
    result = referee.compare(["gaussian-nb", "lda"], X, y, design="kfold:folds=5", test="mcnemar", metrics="accuracy",
                             jobs=1, baseline=False)
    verdict = result["gaussian-nb", "lda"]
    rate = verdict.comparison.detail("disagreement")
    assert 0 < 100 * rate < 50
    assert mcnemar_power(100, verdict.detectable, max(rate, verdict.detectable)) == pytest.approx(0.8, abs=1e-4)
