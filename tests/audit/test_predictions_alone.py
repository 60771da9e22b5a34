"""Files of predictions: baselines by name and behaviour, what is told beside them, a grade that can be strong."""

import json

import numpy as np
import pandas as pd
import pytest

import referee
from audit.attacks.answers import labels, numbers, two_classes
from referee.audit.association import Sides, correlation
from referee.audit.checks import f54_same_answers
from referee.audit.reading.baselines import ignores_features
from referee.audit.vocabulary.baselines import is_baseline
from referee.errors import BadInput, UnknownName
from referee.metrics import Predictions


@pytest.mark.parametrize("name", [
    "prior", "majority", "Majority class", "ZeroR", "weka.classifiers.rules.ZeroR", "DummyClassifier",
    "dummy_regressor", "most-frequent", "mean", "median", "baseline", "Baseline model", "chance", "random guess",
    "last value", "persistence", "seasonal naive", "intercept only", "no-information rate", "null model", "constant"])
def test_a_baseline_is_known_by_its_name(name):
    assert is_baseline(name)


@pytest.mark.parametrize("name", [
    "random forest", "naive bayes", "mean-shift", "prior-fitted network", "forest", "median-of-trees", "old_rule",
    "last-layer", "gpt", "average of five networks", "dummy-coded logit"])
def test_a_learner_is_none(name):
    assert not is_baseline(name)


def test_a_baseline_is_known_by_what_it_says():
    truth = np.array([0, 0, 1, 0, 1, 0, 2, 0, 1, 0])
    said = {"majority": np.zeros(10, int), "another class": np.full(10, 2), "learned": truth}
    known = {name: ignores_features(Predictions(truth=truth, n_classes=3, labels=one)) for name, one in said.items()}
    assert known == {"majority": True, "another class": False, "learned": False}
    numbers = np.array([3.0, 4.0, 9.0, 5.0, 6.0])
    values = {"mean": np.full(5, 5.4), "median": np.full(5, 5.0), "zero": np.zeros(5),
              "last value": np.array([1.0, 3.0, 4.0, 9.0, 5.0]), "model": numbers + 0.1}
    known = {name: ignores_features(Predictions(truth=numbers, values=one)) for name, one in values.items()}
    assert known == {"mean": True, "median": True, "zero": False, "last value": True, "model": False}


def test_one_row_shows_nothing():
    assert not ignores_features(Predictions(truth=np.array([1.0]), values=np.array([1.0])))


def test_what_a_file_cannot_show_is_asked_for_and_told():
    asked = referee.audit(two_classes())
    assert asked["F-26"].outcome == asked["F-45"].outcome == "not checkable"
    assert "--tried" in asked["F-26"].ask
    assert "--seeds" in asked["F-45"].ask
    assert not asked.fails("serious")
    told = referee.audit(two_classes(), tried={"forest": 1, "lda": 1}, seeds=0)
    assert told["F-26"].outcome == told["F-45"].outcome == "passed"
    assert told.grade == "adequate"
    assert "--groups" in told.text()
    told = referee.audit(two_classes(), tried={"forest": 1, "lda": 1}, seeds=0, groups="none")
    assert told.grade == "strong"
    assert "free of leakage is not known" in " ".join(told.text().split())


def test_settings_chosen_on_these_rows_are_fatal_and_on_others_are_its_word():
    assert referee.audit(two_classes(), tried=40, tuned_on="test set").grade == "not usable"
    other = referee.audit(two_classes(), tried=40, tuned_on="validation")["F-03"]
    assert (other.outcome, "validation" in other.reason) == ("not checkable", True)


def test_runs_in_the_file_are_its_seeds():
    frame = labels(300).drop(columns=["fold"])
    runs = pd.concat([frame.assign(run=run) for run in (1, 2, 3)])
    assert referee.audit(runs)["F-45"].outcome == "passed"


@pytest.mark.parametrize(("options", "words"), [
    ({"tried": 0}, "whole number from 1"), ({"tried": {"forest": 1.5}}, "whole number from 1"),
    ({"seeds": -1}, "whole number from 0"), ({"tuned_on": "tuesday"}, "test, validation, training or nothing")])
def test_what_is_told_wrongly_is_refused(options, words):
    with pytest.raises(BadInput, match=words):
        referee.audit(two_classes(60), **options)


@pytest.mark.parametrize("options", [{"tried": {"florist": 3}}, {"baselines": ["florist"]}])
def test_a_model_that_is_not_there_is_refused(options):
    with pytest.raises(UnknownName, match="florist"):
        referee.audit(two_classes(60), **options)


def test_a_description_tells_such_things_itself(tmp_path):
    (tmp_path / "audit.yaml").write_text("audit: a\nmethod: hold-out\n")
    with pytest.raises(BadInput, match="tried is told beside a file of predictions"):
        referee.audit(tmp_path / "audit.yaml", tried=3)


def test_what_is_asked_of_reports_does_not_apply():
    result = referee.audit(numbers())
    assert {result[code].outcome for code in ("F-04", "F-05", "F-27", "F-30", "F-47", "F-48")} == {"not applicable"}


def test_the_association_of_shifted_rows_is_found_at_the_shift():
    draw = np.random.default_rng(0)
    truth = draw.normal(size=(200, 1))
    truth -= truth.mean(axis=0)
    sides = Sides(truth=truth, said=np.roll(truth, 3, axis=0))
    assert sides.at(-3) == pytest.approx(1.0)
    assert abs(sides.at(0)) < 0.3
    assert Sides(truth=truth, said=truth[::-1]).reversed() == pytest.approx(1.0)
    assert correlation(truth, 0 * truth) == 0.0


def test_a_series_with_inertia_is_not_taken_for_a_wrong_join():
    """A forecast that lags behind goes with the row before better than with its own, and is a forecast all the same."""
    draw = np.random.default_rng(2)
    truth = np.cumsum(draw.normal(size=400))
    late = np.concatenate([[truth[0]], truth[:-1]]) + 0.1 * draw.normal(size=400)
    frame = pd.DataFrame({"id": range(400), "truth": truth, "late": late, "last value": np.roll(truth, 1)})
    assert not referee.audit(frame)["F-52"].findings


def test_few_rows_answered_alike_are_no_copy():
    frame = pd.DataFrame({"id": range(12), "truth": list("aababbabaabb"), "lda": list("aababbabbabb"),
                          "tree": list("aababbabbabb")})
    assert referee.audit(frame)["F-54"].outcome == "passed"


def test_models_that_say_the_same_are_found_without_looking_at_every_pair(monkeypatch):
    draw, looked = np.random.default_rng(0), []
    truth = draw.integers(0, 2, 60)
    said = {f"m{i}": np.where(draw.random(60) < 0.7, truth, 1 - truth) for i in range(60)}
    said |= {"copy": said["m7"], "again": said["m7"]}
    equal = f54_same_answers._equal
    monkeypatch.setattr(f54_same_answers, "_equal", lambda *pair: looked.append(pair) or equal(*pair))
    found = referee.audit(pd.DataFrame({"id": range(60), "truth": truth} | said))["F-54"].findings
    assert [one.evidence["models"] for one in found] == [["m7", "copy"], ["m7", "again"], ["copy", "again"]]
    assert len(looked) == 3


def left_out(hard, *, n=300, right=(0.9, 0.55), seed=3, share=0.3):
    """Two models of one skill, of which the second has no answer to some cases."""
    draw = np.random.default_rng(seed)
    truth, difficult = draw.integers(0, 2, n), draw.random(n) < 0.3
    known = np.where(difficult, right[1], right[0])
    said = {name: np.where(draw.random(n) < known, truth, 1 - truth) for name in ("first", "second")}
    gone = difficult if hard else draw.random(n) < share
    rows = [pd.DataFrame({"id": np.arange(n), "model": name, "truth": truth, "prediction": labels})
            for name, labels in said.items()]
    return pd.concat([rows[0], rows[1][~gone]]), int(n - gone.sum())


def test_a_model_that_left_out_the_hard_cases_is_found_on_those_that_it_answered():
    frame, kept = left_out(hard=True)
    found = referee.audit(frame)["F-47"]
    assert found.outcome == "found"
    assert f"second has answers to {kept} of 300 cases" in found.findings[0].message
    assert found.findings[0].severity.name == "SERIOUS"
    assert "its score is that of easier cases" in found.findings[0].message


@pytest.mark.parametrize(("share", "severity"), [(0.3, "SERIOUS"), (0.03, "WARNING")])
def test_cases_left_out_at_random_are_told_by_how_many_they_are(share, severity):
    found = referee.audit(left_out(hard=False, share=share)[0])["F-47"].findings[0]
    assert (found.severity.name, "may be chance" in found.message) == (severity, True)


@pytest.mark.parametrize(("ahead", "severity"), [(60, "WARNING"), (-5, "SERIOUS")])
def test_a_few_hard_cases_left_unanswered_are_serious_where_they_decide_who_leads(ahead, severity):
    """The second names no class in 12 of 400 cases, of which the first has one right; both err elsewhere."""
    truth = np.arange(400) % 2
    wrong = {"first": np.r_[0:11, 100:100 + 40 + ahead], "second": np.r_[20:60]}
    frames = []
    for name, rows in wrong.items():
        said = truth.copy()
        said[rows] = 1 - said[rows]
        frames.append(pd.DataFrame({"id": np.arange(400), "model": name, "truth": truth, "prediction": said}))
    frames[1] = frames[1][frames[1]["id"] >= 12]
    found = referee.audit(pd.concat(frames))["F-47"].findings[0]
    assert (found.severity.name, "its score is that of easier cases" in found.message) == (severity, True)
    assert ("below first" in found.message) == (ahead < 0)


def test_numbers_that_are_missing_are_told_without_a_word_on_how_hard_they_were():
    draw = np.random.default_rng(0)
    truth = draw.normal(size=80)
    frame = pd.concat([pd.DataFrame({"id": np.arange(80), "model": name, "truth": truth,
                                     "prediction": truth + draw.normal(size=80)}) for name in ("first", "second")])
    found = referee.audit(frame[(frame["model"] == "first") | (frame["id"] > 20)])["F-47"].findings[0]
    assert (found.severity.name, "cannot be seen" in found.message) == ("SERIOUS", True)


def test_answers_that_name_no_class_count_as_wrong_in_an_audit_and_are_told():
    frame = left_out(hard=False)[0].astype({"truth": str, "prediction": str})
    frame.loc[frame["id"] < 7, "prediction"] = "I cannot say"
    told = " ".join(str(referee.audit(frame)).split())
    assert "first: 7 answers named none of the classes and count as wrong" in told


def test_predictions_that_weka_made_on_the_training_data_are_no_test(referee, tmp_path):
    rows = "".join(f"{i},{1 + i % 2}:{'ab'[i % 2]},{1 + i % 2}:{'ab'[i % 2]},,0.9\n" for i in range(1, 41))
    for name, kind in (("seen", "training"), ("new", "test")):
        (tmp_path / f"{name}.csv").write_text(
            f"=== Predictions on {kind} data ===\n\ninst#,actual,predicted,error,prediction\n{rows}")
    seen, new = (json.loads(referee("audit", f"{name}.csv", "--json").out) for name in ("seen", "new"))
    assert ("F-01", "fatal") in {(one["code"], one["severity"]) for one in seen["findings"]}
    assert "F-01" not in {one["code"] for one in new["findings"]}
    assert "trained on" in referee("judge", "seen.csv").err


def _long(n, models=("a", "b"), seed=3, **more):
    """Answers of several models to n cases, as a long table, with more columns of the cases."""
    draw = np.random.default_rng(seed)
    truth = draw.choice(["no", "yes"], size=n)
    return pd.concat([pd.DataFrame({"truth": truth, **more, "model": model, "prediction": np.where(
        draw.random(n) < 0.7, truth, np.where(truth == "no", "yes", "no"))}) for model in models], ignore_index=True)


def test_time_may_be_told_as_none(referee, tmp_path):
    _long(200, id=range(200)).to_csv(tmp_path / "p.csv", index=False)
    told = referee("audit", tmp_path / "p.csv", "--time", "none", "--groups", "none")
    assert told.code in {0, 1}
    assert "time names a column" not in told.err


def test_the_hour_may_be_the_case_and_the_time(referee, tmp_path):
    hours = pd.date_range("2024-01-01", periods=200, freq="h").astype(str)
    _long(200, time=hours).to_csv(tmp_path / "p.csv", index=False)
    told = referee("audit", tmp_path / "p.csv", "--time", "time", "--groups", "none", "--json")
    assert told.code in {0, 1}, told.err


def test_numbers_that_are_called_so_name_the_cases(tmp_path):
    draw = np.random.default_rng(4)
    place = tmp_path / "p.csv"
    sparse = np.sort(draw.choice(3000, size=200, replace=False))
    _long(200, record_id=sparse, strokes=draw.integers(0, 9000, 200)).to_csv(place, index=False)
    assert referee.audit(place).audit.bundle.problem.n_rows == 200


def test_the_time_that_was_named_is_no_group():
    """From some day on one model is wrong: its errors go together by day, and that is no matter of groups."""
    draw = np.random.default_rng(5)
    day = np.repeat(np.arange(100), 4)
    truth = draw.normal(size=400)
    wide = pd.DataFrame({"id": range(400), "sale_date": pd.Timestamp("2024-01-01") + pd.to_timedelta(day, unit="D"),
                         "truth": truth, "ols": truth + draw.normal(size=400) * np.where(day < 20, 0.3, 2.0),
                         "gbm": truth + draw.normal(size=400) * 0.5})
    told = referee.audit(wide.assign(sale_date=wide.sale_date.astype(str)), time="sale_date",
                         columns={"prediction": "ols,gbm"}, task="regression")
    assert not [one for one in told["F-21"].findings if "sale_date" in one.message]


def test_columns_are_dropped_from_predictions_by_name(tmp_path):
    draw = np.random.default_rng(0)
    truth = draw.integers(0, 2, 120)
    frame = pd.DataFrame({"id": range(120), "truth": truth, "lda": draw.random(120), "tree": draw.random(120),
                          "dose": draw.random(120)})
    place = tmp_path / "p.csv"
    frame.to_csv(place, index=False)
    for source in (place, frame):
        bundle = referee.audit(source, drop="dose").audit.bundle
        assert [model.name for model in bundle.models] == ["lda", "tree"]
        assert bundle.name == ("p.csv" if source is place else "predictions")
    form = tmp_path / "form.yaml"
    form.write_text("reader: Ada\nanswers: {units: {answer: 'yes', columns: dose, rows: dose > 0.5, note: Few doses}}")
    assert "(column dose; the" in str(referee.audit(place, drop="dose", filled=form).audit.findings)
    with pytest.raises(UnknownName, match="no column is called 'dos'; did you mean 'dose'"):
        referee.audit(place, drop="dos")


def test_sampling_weights_of_predictions_are_told_as_such(tmp_path):
    frame = _long(200, case=np.arange(200), w=np.tile([0.5, 1.5], 100))
    with pytest.raises(BadInput, match="weights_are='sampling'"):
        referee.audit(frame, ids="case", weights="w")
    assert referee.audit(frame, ids="case", weights="w", weights_are="sampling").audit.bundle.problem.n_rows == 200
    with pytest.raises(BadInput, match="counts or sampling, not 'samples'"):
        referee.audit(frame, ids="case", weights="w", weights_are="samples")
    with pytest.raises(BadInput, match="there are none; name them"):
        referee.audit(frame.drop(columns="w"), ids="case", weights_are="sampling")
