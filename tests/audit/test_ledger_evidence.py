"""What only a ledger knows: answers judged before under another name, rows taken out, declarations changed."""

import numpy as np
import pandas as pd
import pytest
from sklearn.linear_model import LogisticRegression

import referee

SMALL = {"design": "kfold:folds=3", "jobs": 1, "metrics": "accuracy"}


def table(seed=0, n=240):
    rng = np.random.default_rng(seed)
    X = rng.normal(size=(n, 3)).round(4)
    y = (X[:, 0] + rng.normal(0, 1.2, n) > 0).astype(int)
    return pd.DataFrame(X, columns=["a", "b", "c"]).assign(y=np.array(["no", "yes"])[y])


def severities(result, code):
    return [finding.severity.value for finding in result[code].findings]


# -- predictions


def answers(seed, n=200):
    rng = np.random.default_rng(seed)
    truth = np.random.default_rng(99).integers(0, 2, n)
    return pd.DataFrame({"id": [f"r{i}" for i in range(n)], "truth": truth,
                         "net": np.where(rng.random(n) < 0.2, 1 - truth, truth)})


@pytest.mark.parametrize(("final", "before", "expected"), [
    (3, 6, ["fatal"]), (50, 6, []), (3, 0, [])])
def test_answers_that_were_judged_before_under_another_name_were_chosen_by_it(tmp_path, final, before, expected):
    ledger = tmp_path / "l.db"
    for seed in range(before):
        referee.judge(answers(seed).rename(columns={"net": f"epoch {seed}"}), ledger=ledger, family="declared")
    referee.judge(answers(final).rename(columns={"net": "final"}), ledger=ledger, family="declared")
    result = referee.audit(ledger)
    assert severities(result, "F-03") == expected
    if expected:
        assert "6 configurations of final (epoch 3 before)" in result["F-03"].findings[0].message


# -- rows taken out


def wrong_of(ledger):
    """The rows that the model of the newest study had wrong."""
    bundle = referee.audit(ledger).audit.bundle
    return np.concatenate([said.rows[said.predictions.labels != said.predictions.truth] for said in bundle.said
                           if said.model == "logistic"])


def removed(tmp_path, drop):
    """The audit of a study of rows from which some were dropped that an earlier study had tested."""
    ledger, data = tmp_path / "l.db", table()
    whole, part = tmp_path / "all.csv", tmp_path / "cleaned.csv"
    data.to_csv(whole, index=False)
    models = {"logistic": LogisticRegression()}
    referee.compare(models, str(whole), target="y", ledger=ledger, **SMALL)
    data.drop(index=drop(wrong_of(ledger))).to_csv(part, index=False)
    referee.compare(models, str(part), target="y", ledger=ledger, family="declared", **SMALL)
    return referee.audit(ledger, data=str(part), target="y")


@pytest.mark.parametrize(("drop", "expected"), [
    (lambda wrong: wrong[:14], ["serious"]), (lambda wrong: wrong[:2], []),
    (lambda _: np.random.default_rng(1).choice(240, 14, replace=False), [])])
def test_rows_that_a_model_had_wrong_and_that_are_gone(tmp_path, drop, expected):
    assert severities(removed(tmp_path, drop), "F-47") == expected


# -- declarations


STUDY = """study: margins
problems: [{data: all.csv, target: y}]
models: [gaussian-nb, lda]
design: kfold:folds=3
metrics: [accuracy]
%s
"""


@pytest.mark.parametrize(("first", "then", "expected"), [
    ("relevant: 0.02", "relevant: 0.08", ["serious"]), ("relevant: 0.02", "relevant: 0.02", []),
    ("seed: 1", "seed: 2", ["warning"])])
def test_a_declaration_that_changed_once_results_were_there(tmp_path, first, then, expected):
    table().to_csv(tmp_path / "all.csv", index=False)
    path, ledger = tmp_path / "study.yaml", tmp_path / "l.db"
    path.write_text(STUDY % first)
    referee.run(path, ledger=ledger, jobs=1)
    path.write_text(STUDY % then)
    found = [one for one in referee.audit(path, ledger=ledger)["F-36"].findings if "Otherwise" in one.message]
    assert [one.severity.value for one in found] == expected
