"""The verbs of a notebook, end to end."""

import json
import subprocess
import sys

import numpy as np
import pandas as pd
import pytest
from sklearn.base import BaseEstimator, ClassifierMixin
from sklearn.dummy import DummyClassifier
from sklearn.linear_model import LogisticRegression
from sklearn.tree import DecisionTreeClassifier

import referee
from referee import api
from referee.errors import BadInput, NotComparable, NotJustified
from referee.estimates import corrected_t_interval, wilson
from referee.ledger import open_ledger

QUICK = {"design": "kfold:folds=5,repeats=2", "jobs": 1}


def noisy(n=120, seed=0):
    rng = np.random.default_rng(seed)
    X = rng.normal(size=(n, 4))
    return X, (X[:, 0] + 0.8 * rng.normal(size=n) > 0).astype(int)


def test_a_model_against_itself_is_identical_with_p_1_and_difference_0():
    result = referee.compare({"one": "tree", "two": "tree"}, *noisy(), **QUICK)
    verdict = result["one", "two"]
    assert verdict.outcome.value == "identical predictions"
    assert (verdict.comparison.p, verdict.comparison.difference, verdict.p_adjusted) == (1.0, 0.0, 1.0)
    assert "nan" not in str(result).lower()


def test_swapped_names_flip_signs_and_nothing_else():
    result = referee.compare(["tree", "lda"], *noisy(), **QUICK)
    one, other = result["tree", "lda"], result["lda", "tree"]
    assert one.comparison.difference == -other.comparison.difference
    assert one.comparison.interval.low == -other.comparison.interval.high
    assert one.p_adjusted == other.p_adjusted
    assert {one.outcome.value, other.outcome.value} in ({"better", "worse"}, {"can't tell"})


def test_the_order_of_models_does_not_change_the_numbers():
    forward, backward = (referee.compare(models, *noisy(), **QUICK) for models in (["tree", "lda"], ["lda", "tree"]))
    for name in ("tree", "lda", "prior"):
        assert forward.estimates[name] == backward.estimates[name]
    assert forward["tree", "lda"].p_adjusted == backward["tree", "lda"].p_adjusted


def test_estimates_are_what_scikit_learn_gives_on_the_same_splits():
    X, y = noisy()
    result = referee.compare({"lr": LogisticRegression()}, X, y, metrics="accuracy", **QUICK)
    from referee.data import make_problem
    from referee.designs import make_plan

    splits = list(make_plan(QUICK["design"], make_problem(X, y), seed=0).splits())
    scores = [LogisticRegression().fit(X[s.train_rows], y[s.train_rows]).score(X[s.test], y[s.test]) for s in splits]
    found = result.estimates["lr"]
    assert found.value == pytest.approx(np.mean(scores), abs=1e-12)
    by_hand = corrected_t_interval(scores, n_train=96, n_test=24, bounds=(0, 1)).interval
    assert (found.interval.low, found.interval.high) == pytest.approx((by_hand.low, by_hand.high), abs=1e-12)


def test_a_hold_out_gets_wilsons_interval_and_mcnemars_test():
    X, y = noisy(300)
    result = referee.compare(["tree", "lda"], X, y, metrics="accuracy", design="holdout", jobs=1)
    found = result.estimates["tree"]
    by_hand = wilson(round(found.value * 100), 100)
    assert (found.interval.low, found.interval.high) == (by_hand.low, by_hand.high)
    comparison = result["tree", "lda"].comparison
    assert "McNemar" in comparison.method
    assert comparison.estimand.value == "the fitted model at hand"


def test_equivalence_is_shown_only_when_asked_for():
    X, y = noisy(400)
    silent = referee.compare({"a": LogisticRegression(C=1.0), "b": LogisticRegression(C=1.1)}, X, y, **QUICK)
    asked = referee.compare({"a": LogisticRegression(C=1.0), "b": LogisticRegression(C=1.1)}, X, y, relevant=0.05,
                            **QUICK)
    assert silent["a", "b"].outcome.value in {"can't tell", "better", "worse"}
    assert asked["a", "b"].outcome.value == "equivalent"


class Flaky(ClassifierMixin, BaseEstimator):
    """Fails on training parts whose first value is below a threshold."""

    def __init__(self, threshold=0.0):
        self.threshold = threshold

    def fit(self, X, y):
        if X[0, 0] < self.threshold:
            raise RuntimeError("did not converge")
        self.inner_ = DecisionTreeClassifier(max_depth=2, random_state=0).fit(X, y)
        self.classes_ = self.inner_.classes_
        return self

    def predict(self, X):
        return self.inner_.predict(X)

    def predict_proba(self, X):
        return self.inner_.predict_proba(X)


def test_failed_fits_are_counted_left_out_of_the_pair_and_never_scored_as_zero():
    X, y = noisy()
    X = X.copy()
    X[:3, 0] = [-9.0, 9.0, 9.0]               # row 0 opens every training part but those that test it
    result = referee.compare({"flaky": Flaky(), "tree": "tree"}, X, y, metrics="accuracy", **QUICK)
    found = result.estimates["flaky"]
    assert (found.kept, found.lost) == (2, 8)
    assert found.value > 0.5
    assert result["flaky", "tree"].comparison.n_units == 2
    assert "did not converge" in str(result)
    failed = referee.compare({"never": Flaky(threshold=1e9), "tree": "tree"}, X, y, **QUICK)
    assert "did not converge" in str(failed)
    with pytest.raises(NotComparable, match="no test part in common"):
        failed["never", "tree"]


def test_results_render_in_every_form(tmp_path):
    result = referee.compare(["tree", "lda"], *noisy(), **QUICK)
    assert len(repr(result)) < len(str(result))
    assert "<svg" in result._repr_html_()
    assert json.loads(json.dumps(result.to_dict(), allow_nan=False))["schema"] == 1
    assert set(result.table()["learner"]) == {"tree", "lda", "prior"}
    assert len(result.comparisons()) == 3 * 7
    assert "\\begin{tabular}" in result.to_latex()
    assert result.report(tmp_path / "page.html").read_text().count("<html") == 1
    assert result.verdict


def test_a_study_is_told_again_from_a_copied_ledger(tmp_path):
    first = referee.compare(["tree", "lda"], *noisy(), ledger=tmp_path / "a.db", **QUICK)
    (tmp_path / "b.db").write_bytes((tmp_path / "a.db").read_bytes())
    assert str(referee.reread(tmp_path / "b.db")) == str(first)
    assert str(referee.reread(tmp_path / "b.db", study=1)) == str(first)


def test_another_metric_or_test_costs_no_refit(tmp_path):
    ledger = open_ledger(tmp_path / "l.db")
    first = referee.compare(["tree", "lda"], *noisy(), ledger=ledger, **QUICK)
    again = referee.compare(["tree", "lda"], *noisy(), metrics=["brier", "mcc"], level=0.9, ledger=ledger, **QUICK)
    assert first.done.fitted == 30
    assert again.done.fitted == 0
    assert again.analysis.configurations == 3
    third = referee.compare(["gaussian-nb"], *noisy(), ledger=ledger, **QUICK)
    assert third.analysis.configurations == 4          # counted over studies
    ledger.close()


def test_frames_with_words_and_gaps_and_labels_of_any_kind():
    X, y = noisy()
    frame = pd.DataFrame(X, columns=list("abcd"))
    frame["word"] = np.where(y == 1, "up", "down")
    frame.loc[[3, 7], "b"] = np.nan
    frame["label"] = np.where(y == 1, "yes", "no")
    models = ["logistic", "hist-gradient-boosting:max_iter=5"]
    result = referee.compare(models, frame, target="label", metrics="accuracy", **QUICK)
    assert result.estimates["logistic"].value == 1.0
    assert result.estimates["logistic"].interval.low < 1.0       # 24 right answers of 24 are no certainty


@pytest.mark.parametrize(("kind", "words", "said"), [
    (BadInput, {"models": []}, "model"),
    (BadInput, {"models": "tree", "baseline": False}, "one learner cannot be compared"),
    (NotJustified, {"test": "mcnemar", "metrics": "accuracy"}, "predicted up to 2 times"),
    (NotJustified, {"test": "mcnemar", "metrics": "brier", "design": "holdout"}, "counts right and wrong answers"),
    (NotJustified, {"test": "per-row-t", "metrics": "roc_auc", "design": "holdout"}, "needs one value a row"),
    (NotJustified, {"test": "corrected-t", "design": "holdout"}, "needs several splits"),
    (NotJustified, {"test": "delong", "design": "holdout", "metrics": "brier"}, "DeLong is for the area under the ROC"),
    (NotJustified, {"design": "bootstrap:resamples=3"}, "no test is known to be valid"),
    (BadInput, {"seed": 1.5}, "seed is a whole number"),
    (BadInput, {"metrics": []}, "no metric was asked for"),
])
def test_what_is_not_justified_is_refused_before_anything_is_fitted(kind, words, said, monkeypatch):
    monkeypatch.setattr("referee.api.prepared.run", lambda *_a, **_k: pytest.fail("something was fitted"))
    options = {"models": ["tree", "lda"], **QUICK} | words
    with pytest.raises(kind, match=said):
        referee.compare(options.pop("models"), *noisy(), **options)


@pytest.mark.slow
def test_the_verdict_keeps_its_level_on_two_models_that_are_equally_good():
    """Two learners blind to all but noise: over 40 data sets the corrected t decides at most a few times.

    At 5% about 2 are expected and 9 or more have probability below 0.001 (binomial).
    """
    decided = 0
    for seed in range(40):
        rng = np.random.default_rng(seed)
        X, y = rng.normal(size=(60, 6)), rng.integers(0, 2, 60)
        models = {"left": Half(columns=(0, 1, 2)), "right": Half(columns=(3, 4, 5))}
        result = referee.compare(models, X, y, metrics="accuracy", design="kfold:folds=10", jobs=1, baseline=False)
        decided += result["left", "right"].outcome.value in {"better", "worse"}
    assert decided < 9


class Half(ClassifierMixin, BaseEstimator):
    """Nearest class mean on some of the columns."""

    def __init__(self, columns=(0,)):
        self.columns = columns

    def fit(self, X, y):
        self.classes_ = np.unique(y)
        self.means_ = np.array([X[y == c][:, list(self.columns)].mean(axis=0) for c in self.classes_])
        return self

    def predict(self, X):
        gaps = ((X[:, None, list(self.columns)] - self.means_[None]) ** 2).sum(axis=2)
        return self.classes_[gaps.argmin(axis=1)]


def test_a_baseline_of_the_users_own_is_not_doubled():
    result = referee.compare({"mine": DummyClassifier(), "tree": "tree"}, *noisy(), **QUICK)
    assert set(result.estimates) >= {"mine", "tree"}


@pytest.mark.slow
def test_a_verb_loads_no_more_than_it_stands_on(tmp_path):
    """judge and its page wait for no pandas, no learner and no matplotlib; and judge is a verb, though a file is so
    called."""
    rows = "".join(f"{i},{i % 2},{(i % 2 + i % 5) / 8},{(i % 2 + i % 7) / 9}\n" for i in range(60))
    (tmp_path / "said.csv").write_text("id,truth,a,b\n" + rows, encoding="utf-8")
    script = ("import sys; from referee import api; api.judge('said.csv').report('page.html'); "
              "import referee.api.compare; "
              "print(callable(api.judge), callable(api.compare), *({*'pandas matplotlib sklearn scipy.stats "
              "referee.learners.families.linear'.split()} & sys.modules.keys()))")
    said = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True, cwd=tmp_path)
    assert said.stdout.split() == ["True", "True"]
    assert (tmp_path / "page.html").read_text(encoding="utf-8").count("<svg") > 3


def test_every_name_of_the_room_is_there():
    for name in api.__all__:
        assert getattr(api, name) is not None
    with pytest.raises(AttributeError, match="has no attribute 'jugde'"):
        _ = api.jugde
