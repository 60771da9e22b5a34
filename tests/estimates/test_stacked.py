"""Scores in stacks are the scores one by one."""

from contextlib import suppress

import numpy as np
import pytest

from referee.data import load, make_problem
from referee.designs import make_plan
from referee.errors import Undefined
from referee.kinds import Direction
from referee.metrics import METRICS, Predictions, metric
from referee.reading.pooling import Pooling
from referee.reading.said import prior_of
from referee.reading.stacked_scores import Whole, as_good, no_skill, stacked_scores


def wholes(problem, splits, count, draw):
    n, k = sum(s.n_test for s in splits), len(problem.classes)
    for _ in range(count):
        if not k:
            yield Whole(said={"values": np.round(draw.normal(size=n), 1)})
            continue
        raw = draw.integers(1, 6, size=(n, k)).astype(float)       # many ties
        said = raw / raw.sum(axis=1, keepdims=True)
        yield Whole(said={"probabilities": said, "labels": said.argmax(axis=1)})


def one_by_one(plan, metrics, parts):
    """What the reading of a ledger makes of the same parts."""
    pooling = Pooling(plan.card, metrics)
    for where, part in enumerate(parts):
        values, kept = np.zeros(len(metrics)), np.zeros(len(metrics), dtype=bool)
        for m, chosen in enumerate(metrics):
            with suppress(Undefined):
                values[m], kept[m] = chosen.score(part), True
        pooling.take(where, part, values, kept)
    return [made.value for made in pooling.pooled()]


@pytest.mark.parametrize("design", ["kfold:folds=3,repeats=2", "holdout:repeats=3,test=0.3"])
@pytest.mark.parametrize("data", ["breast-cancer", "iris", "diabetes"])
def test_every_metric_in_stacks_and_one_by_one(data, design):
    problem = load(data)
    plan = make_plan(design, problem, seed=0)
    splits, k = list(plan.splits()), len(problem.classes) or None
    metrics = [m for m in METRICS if m.objection(task=problem.task, n_classes=k) is None and m.name != "mean_mark"]
    models = list(wholes(problem, splits, 3, np.random.default_rng(0)))
    found = stacked_scores(problem, plan.card, splits, metrics, models)
    assert found.kept.sum() > 0.8 * found.kept.size
    for i, model in enumerate(models):
        begin, scores = 0, []
        for split in splits:
            said = {name: a[begin : begin + split.n_test] for name, a in model.said.items()}
            begin += split.n_test
            scores.append(Predictions(truth=problem.y[split.test], n_classes=k, prior=prior_of(problem, split),
                                      classes=problem.classes, **said))
        for m, wanted in enumerate(one_by_one(plan, metrics, scores)):
            assert found.kept[m, i] == (wanted is not None)
            assert wanted is None or found.values[m, i] == pytest.approx(wanted, abs=1e-12)


def test_a_model_that_failed_has_a_reason_and_hurts_no_other():
    problem = load("iris")
    plan = make_plan("kfold:folds=3", problem, seed=0)
    splits = list(plan.splits())
    good = next(wholes(problem, splits, 1, np.random.default_rng(0)))
    silent = Whole(said={"labels": good.said["labels"]})
    found = stacked_scores(problem, plan.card, splits, [metric("log_loss"), metric("accuracy")],
                           [good, Whole(said={}, error="it broke."), silent])
    assert found.kept.tolist() == [[True, False, False], [True, False, True]]
    assert "it broke" in found.reasons[0, 1]
    assert "gave no probabilities" in found.reasons[0, 2]


def test_leave_one_out_is_scored_over_all_rows_together():
    problem = load("diabetes")
    plan = make_plan("loo", problem, seed=0)
    splits = list(plan.splits())
    model = next(wholes(problem, splits, 1, np.random.default_rng(0)))
    found = stacked_scores(problem, plan.card, splits, [metric("rmse")], [model]).values[0, 0]
    rows = np.concatenate([s.test for s in splits])
    assert found == pytest.approx(np.sqrt(np.mean((problem.y[rows] - model.said["values"]) ** 2)))


def test_leave_one_out_has_no_area():
    """Each row is scored by another model, on a scale of its own: there is no pair to compare."""
    problem = load("iris")
    plan = make_plan("loo", problem, seed=0)
    splits = list(plan.splits())
    model = next(wholes(problem, splits, 1, np.random.default_rng(0)))
    found = stacked_scores(problem, plan.card, splits, [metric("roc_auc")], [model])
    assert not found.kept.any()
    assert "not on one scale" in found.reasons[0, 0]


def test_no_skill_knows_the_training_targets_only():
    problem = make_problem(np.arange(10.0)[:, None], ["a"] * 7 + ["b"] * 3)
    plan = make_plan("kfold:folds=3", problem, seed=0)
    splits = list(plan.splits())
    found = stacked_scores(problem, plan.card, splits, [metric("accuracy"), metric("roc_auc")],
                           [no_skill(problem, splits)]).values[:, 0]
    assert found == pytest.approx([0.7, 0.5])             # rows count alike, also in parts of 3 and of 4


def test_as_good_counts_rounding_as_a_tie_and_knows_the_direction():
    values = np.array([0.5, 0.5 - 1e-14, 0.4, 0.6])
    assert as_good(values, 0.5, Direction.MAXIMISE).tolist() == [True, True, False, True]
    assert as_good(values, 0.5, Direction.MINIMISE).tolist() == [True, True, True, False]
