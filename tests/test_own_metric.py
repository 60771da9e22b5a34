"""A user's own metric in the pipeline: it travels with the analysis, and nothing of it is stored but its name."""

import sqlite3
from contextlib import closing

import numpy as np
import pytest
from sklearn.metrics import fbeta_score, make_scorer

import referee
from referee.errors import BadInput, UnknownName
from referee.learners import Tuning, resolve
from referee.metrics import METRICS

RNG = np.random.default_rng(4)
X = RNG.normal(size=(80, 3))
Y = np.where(X[:, 0] + RNG.normal(size=80) > 0, "yes", "no")
QUICK = {"design": "kfold:folds=4", "jobs": 1}


def cost(truth, said):
    """Five for a yes that was missed, one for a false alarm."""
    return float(np.mean(5.0 * ((truth == "yes") & (said == "no")) + ((truth == "no") & (said == "yes"))))


def gain(truth, said):
    return -cost(truth, said)


@pytest.mark.usefixtures("undrawn")
def test_a_function_goes_from_compare_to_text_page_and_latex(tmp_path):
    result = referee.compare(["lda", "gaussian-nb"], X, Y, metrics=[cost, "accuracy"], **QUICK)
    assert result.analysis.primary.name == "cost"
    page = result.report(tmp_path / "page.html").read_text(encoding="utf-8")
    assert all("cost" in told for told in (str(result), page, result.to_latex()))
    assert "lower is better" in page


def test_a_direction_that_was_assumed_is_told():
    assert "gain: higher is taken to be better, as nothing says otherwise." in " ".join(
        str(referee.evaluate("lda", X, Y, metrics=gain, **QUICK)).split())
    declared = referee.metric(gain, direction="maximise")
    assert "taken to be" not in str(referee.evaluate("lda", X, Y, metrics=declared, **QUICK))


@pytest.mark.parametrize("own", [cost, make_scorer(fbeta_score, beta=2, pos_label="yes")], ids=["function", "scorer"])
def test_a_stored_study_is_told_again_when_the_metric_is_given_again(own, tmp_path):
    first = referee.compare(["lda"], X, Y, metrics=[own, "accuracy"], ledger=tmp_path / "l.db", **QUICK)
    name = first.analysis.primary.name
    with pytest.raises(UnknownName, match=r"give it again \(metrics=\[.*\]\)"):
        referee.reread(tmp_path / "l.db")
    assert str(referee.reread(tmp_path / "l.db", metrics=[own])) == str(first)
    assert str(referee.reread(tmp_path / "l.db", metrics=own)) == str(first)
    assert name not in METRICS


def test_nothing_of_the_function_but_its_name_is_stored(tmp_path):
    referee.compare(["lda"], X, Y, metrics=cost, ledger=tmp_path / "l.db", **QUICK)
    with closing(sqlite3.connect(tmp_path / "l.db")) as store:
        dump = "\n".join(store.iterdump())
    assert '"cost"' in dump
    assert not any(word in dump for word in ("cloudpickle", "false alarm", __name__))


def test_tuning_by_another_function_of_the_same_name_is_another_learner():
    def named(sign):
        def mine(truth, said):
            return sign * float(np.mean(truth == said))
        return mine

    from referee.data import make_problem

    problem = make_problem(X, Y)
    chosen_by = [referee.metric(named(sign)).of(problem.task) for sign in (1, 1, -1)]
    prints = [resolve("knn:n_neighbors=1|5", problem, tuning=Tuning(select=own))[0].fingerprint(0) for own in chosen_by]
    assert prints[0] == prints[1]
    assert prints[0] != prints[2]


def test_tuning_chooses_by_the_function(tmp_path):
    def likes_yes(truth, said):
        return float(np.mean(said == "yes"))

    model = referee.tuned("tree", {"max_depth": [1, 6]}, select=likes_yes, inner="kfold:folds=2")
    result = referee.evaluate(model, X, Y, metrics="accuracy", ledger=tmp_path / "l.db", **QUICK)
    assert "likes_yes" in str(result)


@pytest.mark.slow
@pytest.mark.usefixtures("few_resamples")
def test_a_metric_of_labels_on_many_rows_needs_no_weights():
    """The linearised default of metrics of labels takes parts of rows; a function cannot."""
    n = 2500
    rng = np.random.default_rng(0)
    truth = rng.integers(2, size=n)
    said = {name: np.where(rng.random(n) < share, truth, 1 - truth) for name, share in (("a", 0.9), ("b", 0.8))}
    result = referee.judge({"id": np.arange(n), "truth": truth, **said}, metrics=share_right)
    found = result.estimates["a"]
    assert found.interval is not None
    assert found.interval.low < found.value < found.interval.high
    assert 0 < found.interval.high - found.interval.low < 0.1


def share_right(truth, said):
    return float(np.mean(truth == said))


@pytest.mark.usefixtures("few_resamples")
def test_a_function_of_row_order_is_bootstrapped_row_by_row():
    def runs(truth, said):
        return float(np.mean(np.diff(said) != 0))

    rng = np.random.default_rng(0)
    truth = rng.integers(2, size=200)
    said = {"a": truth, "b": np.sort(truth)}
    result = referee.judge({"id": np.arange(200), "truth": truth, **said}, metrics=referee.metric(runs, bounds=(0, 1)))
    assert result.estimates["a"].value == pytest.approx(np.mean(np.diff(truth) != 0))
    assert result.estimates["b"].value == pytest.approx(1 / 199)


def test_a_fault_of_the_function_is_told_before_anything_is_fitted(tmp_path):
    def slip(truth, said):
        return truth.nosuch(said)

    with pytest.raises(BadInput, match=r"slip could not be computed .AttributeError.*tried before fitting"):
        referee.compare(["lda"], X, Y, metrics=slip, ledger=tmp_path / "l.db", **QUICK)
    assert not (tmp_path / "l.db").exists()


@pytest.mark.slow
@pytest.mark.usefixtures("few_resamples")
def test_a_scorer_of_another_class_order_keeps_its_value():
    """The positive class is the first in sorted order here; scikit-learn still means the last."""
    from sklearn.metrics import get_scorer

    by_name = referee.evaluate("lda", X, Y, metrics=[get_scorer("roc_auc"), "roc_auc"], positive="no", design="holdout",
                               jobs=1)
    values = by_name.table().query("learner == 'lda'")["value"].tolist()
    assert values[0] == pytest.approx(values[1])


def test_a_study_by_a_function_of_ones_own_is_audited_when_it_is_given(tmp_path):
    referee.compare(["lda", "gaussian-nb"], X, Y, metrics=cost, ledger=tmp_path / "l.db", **QUICK)
    with pytest.raises(UnknownName, match=r"metrics=\[cost\]"):
        referee.audit_study(tmp_path / "l.db")
    assert referee.audit_study(tmp_path / "l.db", metrics=[cost]).grade
