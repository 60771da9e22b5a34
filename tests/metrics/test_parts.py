"""Parts that are scored together have the very values they have alone."""

import numpy as np
import pytest

from referee.errors import RefereeError
from referee.metrics import METRICS, Predictions
from referee.metrics.parts import BY_ROW, Parts
from referee.reading.draft import is_plain_mean

SIZES = (7, 12, 12, 5, 9)


def parts_of(k, *, one_class=False, scores=False):
    rng = np.random.default_rng(3)
    made = []
    for size in SIZES:
        truth = rng.integers(0, k, size)
        if one_class and size == 5:
            truth[:] = 1
        said = rng.dirichlet(np.ones(k), size).round(2)
        said[:, -1] = 1 - said[:, :-1].sum(axis=1)
        made.append({"truth": truth, "labels": rng.integers(0, k, size), "n_classes": k, "prior": np.full(k, 1 / k),
                     **({"scores": said[:, 1] if k == 2 else said} if scores else {"probabilities": np.abs(said)})})
    return made


def numbers():
    rng = np.random.default_rng(4)
    return [{"truth": rng.normal(size=size) + 3, "values": rng.normal(size=size) + 3} for size in SIZES]


CASES = {"two classes": parts_of(2), "three classes": parts_of(3), "a part of one class": parts_of(2, one_class=True),
         "scores": parts_of(2, scores=True), "scores of three": parts_of(3, scores=True), "numbers": numbers()}


def outcome(compute, *given):
    try:
        return compute(*given)
    except RefereeError as refusal:
        return str(refusal)


@pytest.mark.parametrize("case", CASES)
def test_every_metric_scores_them_alike(case):
    parts = Parts.of([Predictions(**part) for part in CASES[case]], areas=True)
    alone = [Predictions(**part) for part in CASES[case]]
    compared = 0
    for metric in METRICS:
        for i, part in enumerate(alone):
            ours, theirs = outcome(metric.score, parts.each[i]), outcome(metric.score, part)
            assert ours == theirs == outcome(parts.score, metric, i), f"{metric.name} of part {i}"
            compared += not isinstance(theirs, str)
            if metric.per_row is not None:
                rows, theirs_rows = outcome(parts.values, metric, i), outcome(metric.per_row, part)
                np.testing.assert_array_equal(rows, theirs_rows, err_msg=metric.name)
                if not isinstance(rows, str):
                    assert parts.mean(metric, i) == rows.mean()
                if is_plain_mean(metric) and not isinstance(rows, str):
                    assert rows.mean() == pytest.approx(theirs, abs=1e-15)
                elif not isinstance(rows, str):
                    assert metric.outer(parts.mean(metric, i)) == theirs
    assert compared > 50


@pytest.mark.parametrize("case", CASES)
def test_what_is_handed_out_is_what_they_would_work_out(case):
    parts = Parts.of([Predictions(**part) for part in CASES[case]], areas=True)
    handed = 0
    for ours, part in zip(parts.each, CASES[case], strict=True):
        alone = Predictions(**part)
        for name in (*BY_ROW, "columns", "class_counts", "confusion"):
            if name in vars(ours):
                np.testing.assert_array_equal(vars(ours)[name], getattr(alone, name), err_msg=name)
                handed += 1
    assert handed >= 2 * len(SIZES)


def test_a_broken_part_spoils_only_itself():
    made = parts_of(2)
    made[1]["probabilities"] = made[1]["probabilities"] * 3
    made[3]["labels"] = made[3]["labels"] + 5
    parts = Parts.of([Predictions(**part) for part in made], areas=True)
    for name in ("log_loss", "accuracy", "roc_auc"):
        for ours, part in zip(parts.each, made, strict=True):
            alone = Predictions(**part)
            assert outcome(METRICS[name].score, ours) == outcome(METRICS[name].score, alone)


def test_parts_of_different_kinds_are_left_as_they_are():
    made = parts_of(2)
    del made[2]["probabilities"]
    parts = Parts.of([Predictions(**part) for part in made])
    assert parts.whole is None
    assert "codes" not in vars(parts.each[0])
    assert outcome(parts.values, METRICS["log_loss"], 2) == "the model gave no probabilities."


def test_one_part_is_not_copied():
    part = Predictions(**parts_of(2)[0])
    parts = Parts.of([part])
    assert parts.each[0] is part
    assert parts.values(METRICS["accuracy"], 0).tolist() == METRICS["accuracy"].per_row(part).tolist()
    assert "whole" not in vars(parts)
