"""What the typed parts of a study tell: faults planted in descriptions, each beside the nearest honest study."""

from dataclasses import replace

import numpy as np
import pandas as pd
import pytest

import referee
from audit.clean_study import broken, clean
from referee.audit import audit_bundle
from referee.audit.bundle import Claim, DataSet, Division, Model, ModelPredictions, Reported, Run, StatTest
from referee.comparisons import delong_paired, mcnemar
from referee.data import make_problem
from referee.metrics import Predictions


def severities(bundle, code):
    return [finding.severity.value for finding in audit_bundle(bundle).answer(code).findings]


# -- precision and runs: what a baseline, and a model without chance, need not have


def lines(*, precise):
    found = [replace(line, low=None, high=None, sd=None, interval_method="") if line.model == "prior" or not precise
             else line for line in clean().reported]
    return tuple(found)


def test_a_baseline_needs_no_precision():
    assert severities(broken(reported=lines(precise=True)), "F-04") == []


def test_scores_of_which_nothing_tells_how_precise_they_are_stay_serious():
    assert severities(broken(reported=lines(precise=False), tests=None), "F-04") == ["serious"]
    over_sets = (StatTest(name="wilcoxon", a="logistic", b="prior", metric="accuracy", p=0.01, unit="data set"),)
    assert severities(broken(reported=lines(precise=False), tests=over_sets), "F-04") == ["warning"]


def test_an_interval_of_unknown_making_is_asked_about():
    unnamed = tuple(replace(line, interval_method="") for line in clean().reported)
    assert severities(broken(reported=unnamed), "F-04") == ["warning"]


def runs_of(model, n, **facts):
    return [Run(model=model, metric="accuracy", value=0.8 + i / 1000, seed=str(i), **facts) for i in range(n)]


@pytest.mark.parametrize(("facts", "n", "outcome"), [
    ({}, 7, "found"), ({}, 10, "passed"), ({}, 1, "not checkable"), ({"deterministic": True}, 1, "passed"),
    ({"baseline": True}, 1, "passed"), ({"baseline": True}, 0, "passed"), ({}, 0, "found"),
    ({"deterministic": True}, 7, "found")])
def test_runs_are_missed_only_where_chance_takes_part(facts, n, outcome):
    models = (Model(name="net"), Model(name="other", **facts))
    study = broken(models=models, runs=(*runs_of("net", 10), *runs_of("other", n)))
    assert audit_bundle(study).outcome("F-27") == outcome


@pytest.mark.parametrize(("low", "times", "severity"), [
    (None, None, "serious"), (0.7, None, "warning"), (None, np.arange(600.0), "warning")])
def test_one_split_of_few_is_less_grave_where_its_precision_is_told_or_time_divides(low, times, severity):
    one = Division(label="0/0", train=np.arange(400), test=np.arange(400, 600), tune=np.array([], dtype=int))
    told = tuple(replace(line, low=low, high=None if low is None else 0.9) for line in clean().reported)
    study = broken(divisions=(one,), reported=told, times=times, models=(Model(name="a"), Model(name="b")), said=None)
    assert severities(study, "F-02") == [severity]


# -- data sets


def sets(*sources):
    return tuple(DataSet(name=f"set {i}", real=True, source=source) for i, source in enumerate(sources))


@pytest.mark.parametrize(("sources", "unit", "expected"), [
    (["Cleveland clinic, 1988", "Cleveland  Clinic, 1988", "Zurich", "Basel 2001", "Bern 2002", "Chur 2003"],
     "data set", ["serious"]),
    (["Cleveland clinic, 1988", "cleveland clinic, 1988", "Zurich", "Basel 2001"], "split", ["warning"]),
    (["UCI", "UCI", "UCI", "OpenML"], "data set", []),
    (["generator of the authors"] * 6, "data set", []),
    (["Cleveland Clinic, 303 rows", "Statlog's choice of the Cleveland patients", "Zurich", "Basel"], "data set",
     ["warning"]),
    (["UCI, 208 rows", "UCI, 351 rows", "University of Bern", "University of Basel"], "data set", []),
    (["ward A, 2001", "ward B, 2001", "ward C, 2002"], "data set", [])])
def test_data_sets_of_one_source_are_no_independent_evidence(sources, unit, expected):
    test = StatTest(name="wilcoxon", a="logistic", b="prior", metric="accuracy", p=0.02, unit=unit, n_units=6)
    assert severities(broken(data_sets=sets(*sources), tests=(test,), claims=()), "F-18") == expected


@pytest.mark.parametrize(("real", "scope", "expected"), [
    (False, "in general", ["serious"]), (False, "these data", ["warning"]), (True, "in general", [])])
def test_a_general_claim_from_simulated_data_is_serious(real, scope, expected):
    claim = Claim(says="better for all tables", a="logistic", b="prior", scope=scope, p=0.01, test="wilcoxon")
    data = tuple(DataSet(name=f"set {i}", real=real, source=f"number {i}") for i in range(7))
    assert severities(broken(data_sets=data, claims=(claim,)), "F-18") == expected


# -- tests


def pair(metric="accuracy", p=0.03, name="mcnemar", **facts):
    return StatTest(name=name, a="logistic", b="naive-bayes", metric=metric, p=p, **facts)


@pytest.mark.parametrize(("tests", "expected"), [
    ([pair(p=0.24, declared=True, quoted=False), pair("roc_auc", 0.029, "delong", declared=False)], ["serious"]),
    ([pair(p=0.24, quoted=False), pair("roc_auc", 0.029, "delong")], ["serious"]),            # by the name declared
    ([pair(p=0.24, declared=True), pair("roc_auc", 0.029, "delong", declared=False)], []),    # both are quoted
    ([pair(p=0.01, declared=True, quoted=False), pair("roc_auc", 0.029, "delong")], []),      # both found it
    ([pair(p=0.24, declared=True, quoted=False), pair("roc_auc", 0.2, "delong", declared=False)], [])])
def test_a_declared_test_that_gives_way_to_another(tests, expected):
    declared = replace(clean().declared, primary_test="mcnemar")
    assert severities(broken(tests=tuple(tests), declared=declared), "F-37") == expected


@pytest.mark.parametrize(("repeat", "expected"), [("1", ["serious"]), ("0", [])])
def test_a_paired_test_of_models_that_share_no_division(repeat, expected):
    runs = tuple(Run(model=model, metric="accuracy", value=0.8 + fold / 100, division=f"{where}/{fold}")
                 for model, where in (("logistic", "0"), ("naive-bayes", repeat)) for fold in range(10))
    study = broken(runs=runs, said=None, tests=(pair(name="corrected-t", unit="split", n_units=10),))
    assert severities(study, "F-12") == expected


@pytest.mark.parametrize(("cases", "metric", "expected"), [
    ((300, 1319), "accuracy", ["serious"]), ((1319, 1319), "accuracy", []), ((1290, 1319), "accuracy", []),
    ((113, 127), "precision", [])])
def test_a_lead_over_a_score_of_other_cases(cases, metric, expected):
    reported = tuple(Reported(model=name, metric=metric, value=value, cases=n, data_set="gsm")
                     for name, value, n in zip(("a", "b"), (0.88, 0.79), cases, strict=True))
    claim = Claim(says="a is ahead", a="a", b="b", metric=metric, p=0.001, test="mcnemar")
    assert severities(broken(reported=reported, claims=(claim,)), "F-05") == expected


# -- predictions that are known


def answers(rng, n=600, *, groups=None, shift=0.0):
    """A truth of two classes and labels of two models, whose errors are those of whole groups where there are any."""
    truth = rng.integers(0, 2, n)
    units = np.arange(n) if groups is None else groups
    wrong = [rng.random(units.max() + 1)[units] < share for share in (0.2, 0.2 + shift)]
    return truth, [np.where(bad, 1 - truth, truth) for bad in wrong]


def study_of(truth, labels, tests, **parts):
    rows = np.arange(truth.size)
    problem = make_problem(np.zeros((truth.size, 1)), np.array(["no", "yes"])[truth], name="cases",
                           groups=parts.pop("groups", None))
    said = tuple(ModelPredictions(model=name, rows=rows, predictions=Predictions(truth=truth, n_classes=2, labels=said))
                 for name, said in zip(("logistic", "naive-bayes"), labels, strict=True))
    models = (Model(name="logistic"), Model(name="naive-bayes"))
    return broken(problem=problem, said=said, tests=tests, divisions=(Division(label="0/0", test=rows),), times=None,
                  runs=(), reported=None, claims=(), models=models, **parts)


def test_the_p_of_a_test_has_to_be_one_that_the_answers_give():
    truth, labels = answers(np.random.default_rng(4), shift=0.05)
    right = [said == truth for said in labels]
    given = [mcnemar(*right, variant=variant).p for variant in ("mid-p", "exact", "chi2", "chi2-corrected")]
    for p in given:
        for printed in (p, float(f"{p:.2g}")):
            assert severities(study_of(truth, labels, (pair(p=printed),)), "F-29") == []
    for p in (min(given) / 10, max(given) * 10):
        assert severities(study_of(truth, labels, (pair(p=p),)), "F-29") == ["serious"]


def test_the_p_of_delongs_test_has_to_be_one_that_the_scores_give():
    rng = np.random.default_rng(5)
    truth = rng.integers(0, 2, 300)
    scores = [truth + rng.normal(0, sd, 300) for sd in (1.0, 1.4)]
    chances = [1 / (1 + np.exp(-score)) for score in scores]
    p = delong_paired(truth, *scores).p
    rows = np.arange(300)
    said = tuple(ModelPredictions(model=name, rows=rows, predictions=Predictions(
        truth=truth, n_classes=2, probabilities=np.column_stack([1 - c, c])))
        for name, c in zip(("logistic", "naive-bayes"), chances, strict=True))
    for printed, expected in ((p, []), (p / 2.5, ["serious"])):
        study = replace(study_of(truth, [truth, truth], (pair("roc_auc", printed, "delong"),)), said=said)
        assert severities(study, "F-29") == expected


@pytest.mark.parametrize("told", ["groups", "nothing"])
def test_cases_of_a_few_patients_are_not_so_many(told):
    rng = np.random.default_rng(2)
    groups = np.repeat(np.arange(30), 20)
    found = []
    for _ in range(40):
        truth, labels = answers(rng, groups=groups)
        p = mcnemar(*(said == truth for said in labels)).p
        tests = (pair(p=p, unit="case", n_units=600),)
        study = study_of(truth, labels, tests, groups=groups if told == "groups" else None)
        found.append((p <= 0.05, severities(study, "F-64"), audit_bundle(study).outcome("F-64")))
    if told == "nothing":
        assert {outcome for *_, outcome in found} == {"not checkable"}
        return
    assert sum(significant for significant, *_ in found) > 15           # the models are equal
    assert all(severity in (["serious"], ["warning"]) for significant, severity, _ in found if significant)
    assert sum(severity == ["serious"] for significant, severity, _ in found if significant) > 12


@pytest.mark.slow
def test_cases_that_are_independent_within_groups_raise_no_alarm():
    rng = np.random.default_rng(8)
    groups = np.repeat(np.arange(60), 10)
    alarms = 0
    for _ in range(200):
        truth, labels = answers(rng, shift=0.06)
        p = mcnemar(*(said == truth for said in labels)).p
        alarms += "serious" in severities(study_of(truth, labels, (pair(p=p, unit="case"),), groups=groups), "F-64")
    assert alarms <= 12             # p on either side of 0.05 by the two tests, where it is near


def test_successive_errors_that_remember_each_other_are_no_independent_cases():
    rng = np.random.default_rng(4)
    n = 800
    for memory, expected in ((0.95, {"serious"}), (0.0, set())):
        noise = rng.normal(size=(2, n))
        for i in range(1, n):
            noise[:, i] += memory * noise[:, i - 1]
        truth = rng.normal(size=n)
        rows = np.arange(n)
        said = tuple(ModelPredictions(model=name, rows=rows, predictions=Predictions(truth=truth, values=truth + e * k))
                     for name, e, k in zip(("logistic", "naive-bayes"), noise, (1.0, 1.15), strict=True))
        study = replace(study_of(rng.integers(0, 2, n), [rows % 2] * 2, (pair("mae", 0.0001, "paired-t", unit="case"),),
                                 ), said=said, times=rows.astype(float))
        assert set(severities(study, "F-64")) == expected


def test_a_test_over_groups_needs_no_second():
    truth, labels = answers(np.random.default_rng(1))
    study = study_of(truth, labels, (pair(name="clustered-t", unit="group", n_units=30),), groups=np.arange(600) // 20)
    assert audit_bundle(study).outcome("F-64") == "not applicable"


# -- descriptions with files


def described(tmp_path, text, **files):
    for name, frame in files.items():
        frame.to_csv(tmp_path / f"{name}.csv", index=False)
    path = tmp_path / "audit.yaml"
    path.write_text(text)
    return referee.audit(path)


def parts(n=600, seed=0):
    rng = np.random.default_rng(seed)
    truth = rng.integers(0, 2, n)
    part = np.where(np.arange(n) < n // 2, "train", "test")
    ids = [f"PX-{i:04d}" for i in range(n)]
    good = np.where(rng.random(n) < 0.3, 1 - truth, truth)
    return pd.DataFrame({"part_no": ids, "truth": truth, "gbdt": np.where(part == "train", truth, good),
                         "role": part})


STUDY = """audit: castings
task: classification
divisions: split.csv
predictions: said.csv
ids: part_no
metrics: [accuracy]
models: [{name: gbdt, deterministic: true}]
reported: [{model: gbdt, metric: accuracy, value: %s, low: 0.5, high: 0.9}]
"""


@pytest.mark.parametrize(("scored", "expected"), [("all", ["fatal"]), ("test", ["warning"]), ("only test", [])])
def test_answers_to_rows_that_were_trained_on(tmp_path, scored, expected):
    table = parts()
    split = table.rename(columns={"part_no": "id"})[["id", "role"]]
    said = table[table.role == "test"] if scored == "only test" else table.iloc[100:]
    of = said if scored == "all" else said[said.role == "test"]
    value = (of.gbdt == of.truth).mean()
    result = described(tmp_path, STUDY % f"{value:.4f}", split=split, said=said.drop(columns="role"))
    assert [finding.severity.value for finding in result["F-01"].findings] == expected


@pytest.mark.parametrize(("lost", "expected"), [("by outcome", ["serious"]), ("by chance", ["warning"]), ("none", [])])
def test_test_rows_that_nobody_was_asked_about(tmp_path, lost, expected):
    rng = np.random.default_rng(6)
    n = 800
    truth = (rng.random(n) < 0.2).astype(int)
    data = pd.DataFrame({"stay": np.arange(5000, 5000 + n), "x": rng.normal(size=n), "died": truth,
                         "part": np.where(np.arange(n) < 400, "train", "test")})
    test = data[data.part == "test"]
    gone = {"by outcome": rng.random(400) < np.where(test.died == 1, 0.5, 0.05), "none": np.zeros(400, dtype=bool),
            "by chance": rng.random(400) < 0.15}[lost]
    said = pd.DataFrame({"stay": test.stay, "truth": test.died, "net": rng.random(400)})[~gone]
    text = ("audit: stays\ndata: data.csv\ntarget: died\nids: stay\nsplit: part\ntask: classification\npositive: 1\n"
            "predictions: said.csv\nmetrics: [roc_auc]\n")
    result = described(tmp_path, text, data=data, said=said)
    assert [finding.severity.value for finding in result["F-47"].findings] == expected


@pytest.mark.parametrize(("metrics", "severity"), [("[precision, recall]", "serious"), ("[roc_auc]", "warning")])
def test_classes_of_other_shares_in_the_test_rows(tmp_path, metrics, severity):
    rng = np.random.default_rng(1)
    failed = np.r_[rng.random(900) < 0.065, np.arange(240) % 2].astype(int)
    data = pd.DataFrame({"shift": np.arange(1140), "x": rng.normal(size=1140), "failed": failed,
                         "part": ["train"] * 900 + ["test"] * 240})
    text = f"audit: pumps\ndata: data.csv\ntarget: failed\nids: shift\nsplit: part\npositive: 1\nmetrics: {metrics}\n"
    found = described(tmp_path, text, data=data)["F-17"].findings
    assert [finding.severity.value for finding in found] == [severity]


@pytest.mark.parametrize(("claim", "severity"), [
    ("{calibrated: rnn}", "serious"), ("{better: rnn, than: points}", "warning")])
def test_probabilities_that_are_claimed_to_be_calibrated(tmp_path, claim, severity):
    rng = np.random.default_rng(9)
    chance = rng.random(1200)
    truth = (rng.random(1200) < 0.25 + chance / 2).astype(int)          # far too sure
    said = pd.DataFrame({"pid": np.arange(1200), "truth": truth, "rnn": chance.round(4), "points": 0.5 + 0 * chance})
    text = (f"audit: kidney\npredictions: said.csv\nids: pid\npositive: 1\nmetrics: [brier]\nclaims: [{claim}]\n"
            f"models: [{{name: rnn}}, {{name: points, baseline: true}}]\n")
    found = described(tmp_path, text, said=said)["F-41"].findings
    assert [finding.severity.value for finding in found] == [severity]


def test_columns_that_the_description_names_are_found_in_the_predictions_too(tmp_path):
    rng = np.random.default_rng(0)
    truth = rng.integers(0, 2, 120)
    said = pd.DataFrame({"night": np.arange(1, 121), "patient": np.arange(120) // 6, "truth": truth,
                         "boosting": rng.integers(0, 2, 120)})
    result = described(tmp_path, "audit: nights\npredictions: said.csv\nids: night\ngroups: patient\n", said=said)
    assert [model.name for model in result.audit.bundle.models] == ["boosting"]
    assert np.unique(result.audit.bundle.problem.groups).size == 20
