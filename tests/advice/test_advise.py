"""advise: the rules that hold, what would be run, how long it takes, and commands that work as they are."""

import json
import time

import numpy as np
import pytest
from sklearn.base import BaseEstimator, ClassifierMixin

import referee
from referee.api import Asked, prepare
from referee.api.timing import measure
from referee.data import load
from referee.errors import RefereeError

CHEAP = ["lda", "gaussian-nb"]
USUAL = {"models": CHEAP, "metrics": "accuracy", "timed": False}


def codes(advice):
    return [rule.code for rule in advice.rules]


@pytest.fixture(scope="module")
def usual_codes():
    return codes(referee.advise("iris", **USUAL))


def test_advice_names_rules_design_fits_and_the_command():
    advice = referee.advise("iris", models=[*CHEAP, "1nn"], metrics="accuracy", timed=False)
    assert codes(advice) == ["E-22", "E-25"]
    assert advice.prepared.n_fits == 440
    assert advice.command == ("referee compare iris --models lda,gaussian-nb,1nn --metrics accuracy "
                              "--design halves:repeats=50")
    said = " ".join(str(advice).split())
    for rule in advice.rules:
        assert rule.code in said
        assert rule.source in said
        assert rule.advice[1:] in said
    assert "1nn may answer from single training rows" in said
    assert "440 fits" in said


def test_the_json_holds_situation_rules_run_and_time():
    told = json.loads(json.dumps(referee.advise("iris", models=CHEAP, metrics="accuracy", budget=10).to_dict()))
    assert told["situation"]["goal"] == "compare-learners"
    assert told["rules"][-1]["code"] == "E-23"
    assert all(rule["reason"] and rule["source"] for rule in told["rules"])
    assert told["fits"] == 30
    assert told["time"]["seconds"] > 0
    assert told["design"]["spec"] == "holdout:test=0.1,repeats=10"


@pytest.mark.parametrize(("known", "code"), [
    ({"goal": "absolute", "test_rows": 50}, "E-01"), ({"goal": "compare-models"}, "E-19"),
    ({"goal": "compare-models", "metrics": "log_loss"}, "E-20"), ({"simulator": True}, "E-04"),
    ({"asked": "resubstitution"}, "E-11"), ({"ordered": True}, "E-18"), ({"data_sets": 7}, "E-28"),
    ({"goal": "chance"}, "E-40"), ({"goal": "equivalence", "relevant": 0.02}, "E-36"), ({"reused": True}, "E-39"),
    ({"probabilities": True}, "E-41"), ({"metrics": "brier"}, "E-41"),
    ({"data": "breast-cancer", "costs": (1, 5)}, "E-42"), ({"human": 20}, "E-44"),
    ({"models": ["lda", "gaussian-nb", "qda"], "against": "lda"}, "E-31"), ({"models": "knn:n_neighbors=1|5"}, "E-32"),
    ({"models": ["mlp", "lda"]}, "E-34"), ({"goal": "curve"}, "E-35"), ({"goal": "growing"}, "E-38"),
    ({"goal": "plan", "relevant": 0.02}, "E-37"), ({"goal": "leaderboard"}, "E-39"),
])
def test_what_is_known_makes_its_rule_speak(known, code, usual_codes):
    assert code in codes(referee.advise(known.get("data", "iris"), **USUAL | {
        name: value for name, value in known.items() if name != "data"}))
    assert code not in usual_codes


def test_rows_in_time_are_tested_by_what_came_before():
    advice = referee.advise("diabetes", models=["linear", "ridge"], ordered=True, timed=False)
    assert "rolling:splits=10,gap=1" in advice.command


def test_rows_in_time_are_compared_by_a_metric_that_has_a_value_a_row():
    advice = referee.advise("breast-cancer", models=CHEAP, ordered=True, timed=False)
    assert "--metrics accuracy,log_loss" in advice.command
    assert "--design rolling:splits=10,gap=1" in advice.command


@pytest.mark.parametrize(("options", "says"), [
    ({"goal": "comparing"}, "did you mean"), ({"goal": "equivalence"}, "relevant"), ({"goal": "plan"}, "relevant"),
    ({"costs": "1"}, "two positive numbers"), ({"costs": "1,5"}, "for two classes"),
    ({"test_rows": 150}, "test_rows"), ({"models": "ldaa"}, "did you mean 'lda'"), ({"budget": 0}, "budget"),
])
def test_what_makes_no_sense_is_refused(options, says):
    with pytest.raises(RefereeError, match=says):
        referee.advise("iris", **{"models": CHEAP, "timed": False} | options)


def test_objects_get_a_call_in_python():
    X = np.random.default_rng(0).normal(size=(60, 2))
    advice = referee.advise(X, (X[:, 0] > 0).astype(int), models={"mine": Sleeper()}, goal="absolute", timed=False)
    assert advice.command.startswith("referee.evaluate(models, X, y, metrics=['roc_auc',")
    assert "'recall', 'precision'], design=" in advice.command          # fewer than 50 rows of a class (E-16)


class Sleeper(ClassifierMixin, BaseEstimator):
    """Takes a fifth of a millisecond a row: long beside what a busy machine adds."""

    def fit(self, X, y):
        time.sleep(2e-4 * len(X))
        self.classes_ = np.unique(y)
        return self

    def predict(self, X):
        return np.repeat(self.classes_[:1], len(X))


class Broken(Sleeper):
    """Cannot be fitted."""

    def fit(self, X, y):  # noqa: ARG002 - what every fit takes
        raise ValueError("no")


def test_time_is_measured_on_some_rows_and_drawn_out_to_all():
    X = np.zeros((5000, 1))
    problem = load(X, y=np.arange(5000) % 2)
    study = prepare(Asked("evaluate", Sleeper(), design="holdout:test=0.2,repeats=3", baseline=False), problem)
    timing = measure(study, jobs=1)
    assert (timing.rows, timing.of_rows, timing.drawn_out, timing.failed) == (1000, 4000, True, ())
    assert 0.6 < timing.slowest < 4                  # 0.8 s at least; a busy machine takes longer
    assert timing.seconds == pytest.approx(3 * timing.slowest)


def test_a_learner_that_fails_has_no_time():
    X = np.zeros((40, 1))
    advice = referee.advise(X, np.arange(40) % 2, models={"broken": Broken(), "sleeper": Sleeper()}, metrics="accuracy",
                            budget=2)
    assert advice.timing.failed == ("broken",)
    assert "A first fit of broken failed" in " ".join(str(advice).split())


@pytest.mark.slow
def test_a_panorama_tells_how_far_the_estimators_are_apart(tmp_path):
    ledger = tmp_path / "p.db"
    referee.panorama("lda", "iris", metrics="accuracy", resamples=20, jobs=1, ledger=ledger)
    usual = {"models": "lda", "goal": "absolute", "metrics": "accuracy", "ledger": ledger, "timed": False}
    assert "E-46" in codes(referee.advise("iris", tolerance=0.2, **usual))
    assert "E-46" not in codes(referee.advise("iris", tolerance=0.0001, **usual))


def test_many_settings_and_few_fits_are_corrected_from_one_cross_validation():
    few = {"models": "knn:n_neighbors=1|2|3|4|5|6|7|8|9|10", "goal": "select", "metrics": "accuracy", "timed": False}
    cheap, dear = referee.advise("iris", budget=100, **few), referee.advise("iris", **few)
    assert "E-33" in codes(cheap)
    assert "E-33" not in codes(dear)
    assert cheap.command.endswith("--design kfold:folds=10 --correction bbc")
    assert (cheap.prepared.n_fits, dear.prepared.n_fits) == (110, 520)     # with the baseline
