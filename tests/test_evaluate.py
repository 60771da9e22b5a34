"""One learner by itself: the design follows from the interval, and training scores are named for what they are."""

import numpy as np
import pytest
from sklearn.discriminant_analysis import LinearDiscriminantAnalysis

import referee
import referee.errors
from referee.advice import advise_design
from referee.data import load
from referee.metrics import METRICS
from referee.seeds import stream


def rows(n, seed=1):
    rng = stream(seed, "evaluate test")
    X = rng.normal(size=(n, 2))
    return X, (X[:, 0] + rng.normal(size=n) > 0).astype(int)


@pytest.mark.parametrize(("n", "metric", "spec"), [
    (500, "accuracy", "halves:repeats=50,passes=5"), (501, "accuracy", "halves:repeats=13"),
    (500, "roc_auc", "halves:repeats=45,passes=5"), (19, "accuracy", "halves:repeats=50,passes=5"),
    (20, "log_loss", "halves:repeats=50,passes=5"),
])
def test_the_design_of_an_evaluation_follows_from_rows_and_metric(n, metric, spec):
    X, y = rows(n)
    advice = advise_design(load(X, y=y), goal="evaluate", primary=METRICS[metric])
    assert advice.spec == spec
    assert advice.why


def test_groups_and_comparisons_keep_their_design():
    X, y = rows(60)
    grouped = load(X, y=y, groups=np.arange(60) % 20)
    assert advise_design(grouped, goal="evaluate", primary=METRICS["accuracy"]).spec == "halves:repeats=36"
    assert advise_design(load(X, y=y)).spec == "halves:repeats=50"


def test_a_memorising_learner_is_told_so_and_the_interval_speaks_of_all_rows():
    X, y = rows(60)
    found = referee.evaluate("knn:n_neighbors=1", X, y, metrics="accuracy", jobs=1)
    assert found.analysis.plan.design == "halves"
    assert len(found.analysis.plan.entries) == 150
    made = next(iter(found.estimates.values()))
    assert (made.n_train, made.n_half) == (54, 30)
    assert "halves jackknife" in made.interval.method
    assert "The model's own training accuracy is 1.00: it memorises. Don't quote that." in found.verdict
    assert "trained on about 54 rows; trained on half of the rows (30) it is 0." in found.verdict


def test_a_learner_that_does_not_memorise_is_not_accused(tmp_path):
    X, y = rows(60)
    place = tmp_path / "ledger.db"
    found = referee.evaluate("lda", X, y, metrics="accuracy", design="kfold:folds=5", jobs=1, ledger=place)
    trained = found.analysis.training["lda", "accuracy"]
    model = LinearDiscriminantAnalysis().fit(X, y)
    assert trained == pytest.approx((model.predict(X) == y).mean())
    assert "memorises" not in found.verdict
    assert f"own training accuracy is {trained:.2f}; that says nothing about new rows." in found.verdict
    assert found.done.total == 2 * 5
    assert referee.reread(place).verdict == found.verdict


def test_comparisons_make_no_extra_fit():
    X, y = rows(40)
    found = referee.compare(["lda", "gaussian-nb"], X, y, metrics="accuracy", design="kfold:folds=4", jobs=1)
    assert found.analysis.training == {}


def test_the_interval_of_the_folds_models_stands_beside_the_designs_own():
    """Bayle et al. (2020): the mean over the rows of one pass, each tested once, ± z σ/√n."""
    X, y = rows(60)
    found = referee.evaluate("lda", X, y, metrics=["accuracy", "roc_auc"], design="kfold:folds=5,repeats=2", jobs=1)
    line = found.analysis.fold_models["lda", "accuracy"]
    table = found.analysis.table
    first = [table.scores["lda", "accuracy"].values[i] for i, e in enumerate(table.plan.entries) if e.repeat == 0]
    p = np.mean(first)                                                  # folds of 12 rows each
    assert line.value == pytest.approx(p)
    assert line.interval.width == pytest.approx(2 * 1.959964 * np.sqrt(p * (1 - p) / 60), rel=1e-6)
    assert ("lda", "roc_auc") not in found.analysis.fold_models         # no mean over rows
    assert "For the k-fold test error only" in found.verdict
    assert found.to_dict()["fold_models"][0]["estimand"] == "the models of these folds"


@pytest.mark.parametrize(("design", "marks"), [
    ("holdout:test=0.2,repeats=3", {}), ("kfold:folds=5", {"groups": np.arange(60) % 12}),
])
def test_there_is_no_such_line_without_a_pass_of_folds_or_with_groups(design, marks):
    X, y = rows(60)
    found = referee.evaluate("lda", X, y, metrics="accuracy", design=design, jobs=1, **marks)
    assert found.analysis.fold_models == {}
    assert "k-fold test error" not in found.verdict


def test_a_budget_chooses_the_design_and_the_rules_are_on_record():
    X, y = rows(60)
    found = referee.evaluate("tree", X, y, metrics="accuracy", budget=1, jobs=1)
    assert found.analysis.plan.spec.startswith("holdout:")
    declared = found.analysis.study.declaration
    assert "rule E-09" in declared.why
    assert "E-09" in {rule.code for rule in declared.rules}
    with pytest.raises(referee.errors.BadInput, match="budget is for choosing"):
        referee.evaluate("tree", X, y, budget=3, design="kfold", jobs=1)
