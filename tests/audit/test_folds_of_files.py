"""Folds in a file of predictions: other ones for each model, cut in the order of the classes, cases called samples."""

import numpy as np
import pandas as pd
import pytest

import referee

N = 150


def cross_validated(fold_of_b):
    draw = np.random.default_rng(4)
    truth, folds = draw.integers(0, 2, N), np.arange(N) % 5
    rows = [pd.DataFrame({"id": range(N), "model": model, "fold": fold, "truth": truth,
                          "prediction": np.where(draw.random(N) < 0.8, truth, 1 - truth)})
            for model, fold in (("a", folds), ("b", fold_of_b(folds, draw)))]
    return referee.audit(pd.concat(rows, ignore_index=True))


def grave(result):
    return {one.code for one in result.findings if one.severity.rank > 1}


def test_models_tested_on_other_folds_cannot_be_compared_fold_by_fold():
    assert "F-06" in grave(cross_validated(lambda folds, draw: draw.permutation(folds)))


def test_the_same_folds_under_other_numbers_are_the_same():
    assert "F-06" not in grave(cross_validated(lambda folds, _: (folds + 2) % 5))


def in_folds(fold):
    truth = np.repeat(["x", "y", "z"], N // 3)
    said = np.where(np.random.default_rng(0).random(N) < 0.8, truth, "x")
    return referee.audit({"sample": range(N), "fold": fold, "kind": truth, "lda": said}, truth="kind", prediction="lda")


def test_rows_cut_in_the_order_of_their_classes_lack_classes_in_most_folds():
    result = in_folds(np.arange(N) // 30)
    assert "F-17" in grave(result)
    assert "absent from 3 of 5 test parts" in result["F-17"].findings[0].message


def test_shuffled_folds_have_every_class_and_samples_are_cases():
    result = in_folds(np.arange(N) % 5)
    assert result["F-17"].outcome == "passed"
    assert result["F-07"].findings[0].message.startswith("With 150 test cases")


def test_samples_beside_ids_are_several_answers_to_a_case():
    result = referee.audit({"id": [0, 0, 1, 1] * 5, "sample": [0, 1] * 10, "truth": list("aabb") * 5,
                            "prediction": list("abbb") * 5, "model": ["m"] * 20, "fold": np.arange(20) // 4})
    assert {said.seed for said in result.audit.bundle.said} == {"0", "1"}


@pytest.mark.parametrize(("scale", "outcome"), [(1.0, "passed"), (0.5, "found")])
def test_probabilities_of_a_nested_object_are_read_and_must_sum_to_one(tmp_path, scale, outcome):
    draw = np.random.default_rng(2)
    p = draw.dirichlet([1, 1, 1], 60).round(4)
    p[:, 2] = (1 - p[:, 0] - p[:, 1]).round(4)
    frame = pd.DataFrame({"id": range(60), "gold": draw.choice(list("abc"), 60),
                          "answer": np.array(list("abc"))[p.argmax(1)],
                          "probs": [dict(zip("abc", row * scale, strict=True)) for row in p]})
    frame.to_json(tmp_path / "said.jsonl", orient="records", lines=True)
    result = referee.audit(tmp_path / "said.jsonl", truth="gold", prediction="answer")["F-42"]
    assert result.outcome == outcome
    assert all("do not sum to 1 in 60 rows" in found.message for found in result.findings)


@pytest.mark.parametrize(("share", "severity"), [(0.97, ["serious"]), (0.3, ["warning"])])
def test_a_column_filled_in_nearly_all_rows_of_one_class_is_the_class(share, severity):
    draw = np.random.default_rng(6)
    left = draw.random(600) < 0.3
    frame = pd.DataFrame(draw.normal(size=(600, 3)), columns=list("abc"))
    frame["fee"] = np.where(left & (draw.random(600) < share), draw.uniform(10, 90, 600).round(2), 0.0)
    frame["left"] = np.where(left, "yes", "no")
    found = referee.audit(frame, target="left")["F-24"].findings
    assert [one.severity.value for one in found if "fee is 0 in most rows" in one.message] == severity


def series(folds, *, smooth=True):
    """A year of days with folds, and a model that knows the day before."""
    draw = np.random.default_rng(9)
    steps = draw.normal(size=365)
    load = 100 + (steps.cumsum() if smooth else steps)
    return pd.DataFrame({"day": pd.date_range("2023-01-01", periods=365).astype(str), "fold": folds,
                         "truth": load.round(2), "net": (load + draw.normal(size=365)).round(2)})


AT_RANDOM = np.random.default_rng(1).integers(1, 6, 365)


@pytest.mark.parametrize(("frame", "told"), [
    (series(AT_RANDOM), True), (series(np.arange(365) // 73 + 1), False), (series(AT_RANDOM, smooth=False), False),
], ids=["shuffled", "in blocks", "no series"])
def test_folds_of_a_series_that_were_shuffled_are_told(frame, told):
    found = [(one.code, one.severity.value) for one in referee.audit(frame).findings]
    assert (("F-22", "serious") in found) is told


@pytest.mark.parametrize("whole", [False, True], ids=["clips", "speakers"])
def test_folds_over_the_clips_of_a_speaker_are_told_and_folds_of_speakers_are_not(whole):
    draw = np.random.default_rng(2)
    speaker = np.repeat(np.arange(40), 6)
    truth = (speaker % 2).astype(int)
    fold = speaker % 5 + 1 if whole else draw.integers(1, 6, 240)
    frame = pd.DataFrame({"speaker": [f"V{s:03}" for s in speaker], "clip": np.tile(np.arange(1, 7), 40),
                          "truth": truth, "fold": fold, "svm": np.where(draw.random(240) < 0.8, truth, 1 - truth),
                          "cnn": np.where(draw.random(240) < 0.9, truth, 1 - truth)})
    result = referee.audit(frame)
    told = [one.message for one in result["F-21"].findings if one.severity.value == "serious"]
    assert any("stand in several folds" in message for message in told) is not whole
    assert "'svm,cnn' for what was predicted" in str(result)


def answers(rows, *, seed=0):
    """Cases as (name, part, truth), with the answers of two models to each."""
    draw = np.random.default_rng(seed)
    frame = pd.DataFrame(rows, columns=["pid", "fold", "truth"])
    for model in ("nb", "rf"):
        frame[model] = np.where(draw.random(len(frame)) < 0.8, frame["truth"], 1 - frame["truth"])
    return frame.replace({column: {0: "no", 1: "relapse"} for column in ("truth", "nb", "rf")})


def copied(*, whole):
    """Patients of the rare class several times, in folds drawn after that, or before."""
    draw = np.random.default_rng(3)
    rows = [(f"K{number}", number) for number in range(300)] + [(f"K{n}", n) for n in draw.integers(0, 60, 180)]
    return answers([(name, n % 5 if whole else int(draw.integers(5)), int(n < 60)) for name, n in rows])


def drawn_anew():
    """Four parts drawn anew from the same patients, as by repeated hold-outs."""
    draw = np.random.default_rng(4)
    return answers([(f"K{n}", part, int(n % 2)) for part in range(4) for n in draw.choice(200, 60, replace=False)])


def names_alike():
    """Surnames, which some share by chance."""
    draw = np.random.default_rng(5)
    return answers([(f"N{draw.integers(700)}", n % 5, int(draw.integers(2))) for n in range(600)])


@pytest.mark.parametrize(("frame", "told"), [
    (copied(whole=False), "serious"), (copied(whole=True), None), (drawn_anew(), "warning"), (names_alike(), None),
], ids=["copies over folds", "copies in one fold", "tested again", "surnames"])
def test_a_column_of_names_that_stand_in_several_folds_is_told(frame, told):
    found = [one for one in referee.audit(frame)["F-21"].findings if "'pid'" in one.message]
    assert [one.severity.value for one in found] == ([told] if told else [])


def test_answers_of_one_model_are_not_taken_for_names_of_models():
    times = [answers([(f"K{n}", n % 5, n // 7 % 2) for n in range(200)], seed=seed).assign(repeat=seed)
             for seed in range(3)]
    assert "'nb,rf' for what was predicted" in str(referee.audit(pd.concat(times)))
