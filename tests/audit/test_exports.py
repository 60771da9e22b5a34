"""What other programs leave behind: folds that are none, cuts and stacks that know the labels, trials, logs."""

import json

import numpy as np
import pandas as pd
import pytest

import referee
from referee.errors import BadInput


def severities(result, code):
    return [found.severity.value for found in result[code].findings]


def two_models(rng, n=300, name="blend"):
    """A truth, and probabilities of two models that err together."""
    truth = rng.integers(0, 2, n)
    common = truth + rng.normal(0, 0.9, n)
    chance = {model: 1 / (1 + np.exp(-2 * (common + rng.normal(0, 0.3, n) - 0.5))) for model in ("cnn", "gbm")}
    return pd.DataFrame({"id": np.arange(n), "truth": truth, **chance, name: np.where(truth == 1, 0.9, 0.1)})


def test_ids_beside_predictions_name_their_column_whatever_the_truth_is_called(tmp_path):
    frame = pd.DataFrame({"proband": [f"p{i}" for i in range(60)], "befund": ["krank", "gesund"] * 30,
                          "baum": ["krank", "gesund", "krank", "krank"] * 15})
    frame.to_csv(tmp_path / "v.csv", index=False)
    result = referee.audit(tmp_path / "v.csv", truth="befund", ids="proband")
    assert "accuracy 0.500; the best model, baum, 0.750" in result["F-14"].findings[0].message
    assert referee.audit(tmp_path / "v.csv", ids="proband")["F-14"].findings == result["F-14"].findings
    frame.drop(columns="baum").to_csv(tmp_path / "v.csv", index=False)
    with pytest.raises(BadInput, match="give the data too"):
        referee.audit(tmp_path / "v.csv", ids="proband")             # nobody says anything: no predictions


def folds(sizes, twice=0):
    """Cases in folds; the last fold tests the first cases of the first again instead of its own."""
    ids = np.arange(1, sum(sizes) + 1)
    fold = np.repeat([f"Fold{i + 1}" for i in range(len(sizes))], sizes)
    ids[len(ids) - twice:] = ids[:twice]
    truth = np.where(ids % 3 == 0, "x", "y")
    return pd.DataFrame({"pred": np.where(ids % 7 == 0, "x", truth), "obs": truth, "rowIndex": ids, "Resample": fold})


def test_folds_that_share_rows_are_no_partition():
    found, = referee.audit(folds([30, 30, 30, 30], twice=9))["F-06"].findings
    assert (found.severity.value, found.evidence["twice"]) == ("serious", 9)
    assert not referee.audit(folds([30, 30, 30, 30]))["F-06"].findings


def test_draws_at_random_and_windows_that_overlap_are_no_folds():
    rng = np.random.default_rng(1)
    truth = rng.choice(["x", "y"], 100)
    drawn = [rng.choice(100, 30, replace=False) for _ in range(6)]
    windows = [np.arange(start, start + 30) for start in range(0, 71, 14)]
    for parts in (drawn, windows):
        frame = pd.concat([pd.DataFrame({"id": rows, "truth": truth[rows], "fold": f"part{i}",
                                         "pred": truth[rows[::-1]]}) for i, rows in enumerate(parts)])
        assert not referee.audit(frame)["F-06"].findings


def labelled(frame, cuts):
    return pd.concat([pd.DataFrame({"id": frame["id"], "truth": frame["truth"], "model": model, "prob_1": frame[model],
                                    "prediction": (frame[model] >= cut).astype(int)}) for model, cut in cuts.items()])


def f1(truth, said):
    return 2 * (truth & said).sum() / (truth.sum() + said.sum())


def test_a_cut_that_is_the_best_of_these_rows_is_seen():
    frame = two_models(np.random.default_rng(5))
    frame["gbm"] **= 3
    places = np.sort(frame["gbm"].unique())
    best = max(places, key=lambda cut: f1(frame["truth"], (frame["gbm"] >= cut).astype(int)))
    result = referee.audit(labelled(frame, {"cnn": 0.5, "gbm": best}), metrics="f1")
    found, = result["F-44"].findings
    assert (found.severity.value, found.evidence["model"]) == ("serious", "gbm")
    assert found.evidence["upto"] == pytest.approx(best)
    for other in (0.5, places[np.searchsorted(places, best) + 9]):          # the usual one, and one from other rows
        assert not referee.audit(labelled(frame, {"cnn": 0.5, "gbm": other}), metrics="f1")["F-44"].findings


def test_a_stack_knows_no_more_than_its_parts():
    rng = np.random.default_rng(2)
    assert severities(referee.audit(two_models(rng)), "F-55") == ["serious"]
    assert severities(referee.audit(two_models(rng, name="vit")), "F-55") == ["warning"]       # it has its own eyes
    apart = two_models(rng)
    for part in ("cnn", "gbm"):                       # in perfect order, and cut in the wrong place
        apart[part] = np.where(apart["truth"] == 1, 0.4, 0.2) + rng.uniform(0, 0.15, len(apart))
    assert severities(referee.audit(apart), "F-55") == ["warning"]


def search(tmp_path, values, **changed):
    table = {f"split{i}_test_score": fold for i, fold in enumerate(values)}
    means = values.mean(axis=0)
    table |= {"mean_test_score": means, "rank_test_score": (-means).argsort().argsort() + 1} | changed
    pd.DataFrame(table).to_csv(tmp_path / "search.csv", index=False)
    return referee.audit(tmp_path / "search.csv")


def test_means_and_ranks_of_a_search_follow_from_its_folds(tmp_path):
    values = np.random.default_rng(0).uniform(0.6, 0.9, (3, 6))
    means, ranks = values.mean(axis=0), (-values.mean(axis=0)).argsort().argsort() + 1
    assert not search(tmp_path, values)["F-30"].findings
    assert not search(tmp_path, values.round(3), mean_test_score=values.round(3).mean(axis=0).round(3))["F-30"].findings
    found, = search(tmp_path, values, mean_test_score=means + 0.01 * (ranks == 1))["F-30"].findings
    assert (found.severity.value, found.evidence["setting"]) == ("fatal", int(means.argmax()))
    assert severities(search(tmp_path, values, rank_test_score=ranks[::-1]), "F-30") == ["fatal"]
    weighted = np.average(values, axis=0, weights=[40, 41, 41])
    assert severities(search(tmp_path, values, mean_test_score=weighted), "F-30") == ["warning"]


def trials(tmp_path, **more):
    values = np.random.default_rng(4).uniform(0.7, 0.8, 12)
    table = pd.DataFrame({"number": range(12), "value": values, "params_depth": range(12), **{
        name: given(values) if callable(given) else given for name, given in more.items()},
        "state": ["COMPLETE"] * 10 + ["PRUNED"] * 2})
    table.to_csv(tmp_path / "trials.csv", index=False)
    return tmp_path / "trials.csv"


def test_trials_scored_on_the_test_set_are_fatal(tmp_path):
    for told in ({"user_attrs_scored_on": "held-out test set"}, {"user_attrs_test_auc": lambda values: values}):
        found, = referee.audit(trials(tmp_path, **told), metrics="roc_auc")["F-03"].findings
        assert (found.severity.value, found.evidence["finished"]) == ("fatal", 10)
    found, = referee.audit(trials(tmp_path), tuned_on="test")["F-03"].findings
    assert (found.severity.value, found.evidence["best"]) == ("fatal", None)


def test_trials_scored_elsewhere_are_told_and_no_more(tmp_path):
    for told in ({"user_attrs_eval_set": "dev"}, {"user_attrs_test_auc": lambda values: values[::-1]}, {},
                 {"user_attrs_owner": "test"}):
        result = referee.audit(trials(tmp_path, **told), tuned_on="validation", metrics="roc_auc")
        assert severities(result, "F-03") == ["warning"]
        assert not result.fails("serious")
    assert "seeds was told beside it" in referee.audit(trials(tmp_path), seeds=3).audit.bundle.notices[-1]


def log(tmp_path, n, lost):
    samples = [{"id": i, "epoch": 1, "target": "t", "scores": {} if i < lost else {"match": {"value": "CI"[i % 2]}},
                **({"error": {"message": "Timeout"}} if i < lost else {})} for i in range(n)]
    header = {"status": "success", "eval": {"task": "maze", "model": "m", "dataset": {"samples": n}, "config": {}},
              "results": {"total_samples": n, "completed_samples": n - lost}, "samples": samples}
    (tmp_path / "log.json").write_text(json.dumps(header))
    return referee.audit(tmp_path / "log.json")


def test_samples_of_a_log_without_a_score_are_missed(tmp_path):
    found, = log(tmp_path, 80, 20)["F-47"].findings
    assert found.severity.value == "serious"
    assert "60 of 80 cases, and its accuracy is 0.500 of those; with the others counted as wrong it is 0.375" \
        in found.message
    assert not log(tmp_path, 80, 0)["F-47"].findings
