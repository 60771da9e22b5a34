"""Every metric works everywhere: estimates, comparisons, text, JSON and the page, from fits to the last sentence."""

import json
from html import unescape
from itertools import combinations

import numpy as np
import pandas as pd
import pytest

import referee
from referee.kinds import Needs, Task
from referee.metrics import FAMILIES, METRICS, forecast, labelled, metric, scored, valued
from referee.metrics.predictions import Predictions
from referee.reading.estimate import Missing
from referee.report import as_html
from referee.spec import split_specs

# One set of parameters for each family, other than the usual ones.
TYPED = {
    "fbeta": "beta=0.5,average=macro", "precision": "average=weighted", "recall": "average=macro",
    "specificity": "average=micro", "jaccard": "average=weighted",
    "ece": "bins=5,of=class-wise", "mce": "bins=5,kind=equal-width", "calibration_rmse": "bins=8",
    "calibration_debiased": "bins=3", "log_loss": "base=2", "expected_cost": "matrix=((0,1),(5,0))",
    "average_value": "matrix=((1,0),(-5,2))", "optimal_value": "matrix=((1,0),(-5,2))",
    "net_benefit": "threshold=0.2", "partial_auc": "max_fpr=0.3", "bir": "base=e,per_class=false",
    "kappa": "distance=linear", "lift": "share=0.25", "top_k": "k=2", "pinball": "quantile=0.9", "mcb": "of=top-label",
    "mase": "scale=0.5", "rmsse": "scale=2",
}
SPECS = [f"{family.name}:{TYPED[family.name]}" for family in FAMILIES]
KINDS = {"two classes": (2, ["gaussian-nb", "tree:max_depth=2"]),
         "five classes": (5, ["gaussian-nb", "tree:max_depth=3"]), "regression": (None, ["linear", "tree:max_depth=2"])}
FOR_SHORT = ["two classes", pytest.param("five classes", marks=pytest.mark.slow), "regression"]


def problem(k, n=120):
    """Rows whose target two features tell something about."""
    rng = np.random.default_rng(5)
    X = rng.normal(size=(n, 3))
    signal = X[:, 0] + 0.5 * X[:, 1] + rng.normal(size=n)
    if k is None:
        return X, 10 + signal
    labels = [f"class {c}" for c in np.argsort(np.argsort(signal)) * k // n]
    return X, pd.Series(pd.Categorical(labels, ordered=True))


def fitting(k):
    """All metrics that fit, and one of each family that does."""
    task = Task.REGRESSION if k is None else Task.CLASSIFICATION
    everything = [*METRICS, *(metric(spec) for spec in SPECS)]
    return [*dict.fromkeys(m.name for m in everything if m.objection(task=task, n_classes=k) is None)]


def said(k, n=40):
    """Something said about some rows."""
    rng = np.random.default_rng(0)
    if k is None:
        return Predictions(truth=rng.random(n), values=rng.random(n))
    shares = rng.dirichlet(np.ones(k), size=n)
    return Predictions(truth=rng.integers(k, size=n), n_classes=k, labels=shares.argmax(axis=1), probabilities=shares,
                       prior=np.full(k, 1 / k))


SAID = {(Task.CLASSIFICATION, 2): said(2), (Task.CLASSIFICATION, 3): said(3), (Task.REGRESSION, 2): said(None)}


def check(result, names, learners):
    """Nothing is lost on the way: each metric has a number with an interval, or a reason."""
    analysis = result.analysis
    assert [m.name for m in analysis.metrics] == names
    assert set(analysis.estimates) == {(learner, name) for learner in learners for name in names}
    for (learner, name), found in analysis.estimates.items():
        assert found.reason or (not isinstance(found, Missing) and found.interval), (learner, name)
    text, told = str(result), json.loads(json.dumps(result.to_dict(), allow_nan=False))
    assert {(e["learner"], e["metric"]) for e in told["estimates"]} == set(analysis.estimates)
    for m in analysis.metrics:
        assert m.title in text
    assert len(result.table()) == len(names) * len(learners)
    for name, family in analysis.families.items():
        uncompared = [*family.uncompared, *(family.against_baseline.uncompared if family.against_baseline else ())]
        pairs = [{v.a, v.b} for v in family.every_verdict] + [{a, b} for a, b, reason in uncompared if reason]
        assert len(pairs) == len(list(combinations(learners, 2))), name


@pytest.mark.slow
@pytest.mark.parametrize("kind", FOR_SHORT)
@pytest.mark.usefixtures("undrawn", "few_resamples")
def test_all_metrics_at_once_over_cross_validation(kind):
    k, models = KINDS[kind]
    names = fitting(k)
    result = referee.compare(models, *problem(k, 75), metrics=names, design="kfold:folds=3", jobs=1, seed=1)
    check(result, names, result.analysis.learners)
    assert set(result.analysis.families) == set(names)
    for made in result.analysis.estimates.values():
        assert isinstance(made, Missing) or made.interval is None or made.value in made.interval, made
    page = unescape(as_html(result.analysis))
    assert [m.title for m in result.analysis.metrics if m.title not in page] == []


@pytest.mark.parametrize("design", ["loo", "bootstrap:resamples=15", "resubstitution", "holdout"])
@pytest.mark.parametrize("kind", FOR_SHORT)
@pytest.mark.usefixtures("few_resamples")
def test_all_metrics_of_one_model_over_every_kind_of_design(kind, design):
    k, models = KINDS[kind]
    names = fitting(k)
    result = referee.evaluate(models[0], *problem(k, 45), metrics=names, design=design, jobs=1)
    check(result, names, result.analysis.learners)


def test_leave_one_out_scores_all_rows_together():
    """One row has no R²; it has a reward whose prior is that of its own training part; AUC mixes scales of models."""
    X, y = problem(None, 40)
    result = referee.evaluate("linear", X, y, metrics=["r2", "mse"], design="loo", jobs=1)
    r2, mse = (result.analysis.estimates["linear", name] for name in ("r2", "mse"))
    assert r2.value == pytest.approx(1 - mse.value / y.var(), abs=1e-12)
    assert r2.interval is None
    assert "needs one value a row" in r2.reason
    assert (r2.kept, r2.lost) == (40, 0)
    X, y = problem(2, 40)
    rewards = referee.evaluate("gaussian-nb", X, y, metrics=["bir", "roc_auc"], design="loo", jobs=1).analysis
    parts = rewards.table.scores["gaussian-nb", "bir"].values
    assert rewards.estimates["gaussian-nb", "bir"].value == pytest.approx(parts.mean(), abs=1e-15)
    assert rewards.estimates["gaussian-nb", "bir"].interval is not None
    assert "not on one scale" in rewards.estimates["gaussian-nb", "roc_auc"].reason


def test_a_metric_that_does_not_exist_is_missing_with_its_reason():
    result = referee.compare(["gaussian-nb"], *problem(2), metrics=["accuracy", "mcc"], design="kfold:folds=3", jobs=1)
    found = result.analysis.estimates["prior", "mcc"]
    assert isinstance(found, Missing)
    assert found.reason == "Matthews correlation is undefined: every predicted label is the same"
    assert found.lost == 3
    assert result.to_dict()["estimates"][-1]["value"] is None


def test_every_family_has_an_example_here():
    assert set(TYPED) == {family.name for family in FAMILIES}


@pytest.mark.parametrize("spec", SPECS)
def test_a_metric_with_parameters_is_found_again_by_the_name_it_is_stored_under(spec):
    typed = metric(spec)
    stored = metric(typed.name)
    assert (stored.name, stored.title, stored.bounds) == (typed.name, typed.title, typed.bounds)
    assert typed.name != spec.partition(":")[0], "the parameters are part of the name"
    assert stored.score(SAID[typed.task, typed.least_classes]) == typed.score(SAID[typed.task, typed.least_classes])


@pytest.mark.parametrize("k", [2, 3, None])
def test_every_metric_takes_arrays_from_a_notebook(k):
    """Labels and plain vectors, no pipeline: the same number as from codes."""
    coded = said(k)
    if k is None:
        given = {Needs.VALUES: valued(coded.truth.tolist(), coded.values.tolist())}
    else:
        names = np.array(["ash", "oak", "yew"][:k])
        given = {Needs.LABELS: labelled(names[coded.truth], names[coded.labels]),
                 Needs.SCORES: scored(names[coded.truth], coded.probabilities),
                 Needs.PROBABILITIES: forecast(names[coded.truth], coded.probabilities, prior=coded.prior)}
    for name in fitting(k):
        m = metric(name)
        if m.least_classes < 3 or k == 3:
            assert m.score(given[m.needs]) == pytest.approx(m.score(coded), abs=1e-12), name


@pytest.mark.parametrize("k", [2, 5, None])
def test_all_names_survive_the_command_line(k):
    """Commas separate metrics there, and stand inside matrices and between parameters too."""
    names = fitting(k)
    assert split_specs(",".join(names)) == names


def test_a_stored_study_with_parameters_is_read_again(tmp_path):
    typed = [metric(spec) for spec in SPECS]
    names = [m.name for m in typed if m.objection(task=Task.CLASSIFICATION, n_classes=2) is None]
    ledger = tmp_path / "ledger.db"
    first = referee.compare("gaussian-nb", *problem(2), metrics=names, design="kfold:folds=3", jobs=1, ledger=ledger)
    assert [m.name for m in referee.reread(ledger).analysis.metrics] == names
    assert str(referee.reread(ledger)) == str(first)
