"""Rows that were tested one by one are scored all at once: every number is the one that parts have by themselves."""

import contextlib
from dataclasses import replace

import numpy as np
import pytest

import referee
from referee.data import make_problem
from referee.designs import make_plan
from referee.ledger import Record, open_ledger
from referee.metrics import METRICS, named_metrics
from referee.reading import scoring
from referee.reading.scoring import score

N = 40


def rows(k, seed=2):
    draw = np.random.default_rng(seed)
    y = draw.integers(0, k, N) if k else draw.normal(size=N)
    return make_problem(draw.normal(size=(N, 2)), y), draw


def fitting(problem):
    """Every metric that such a problem allows."""
    known = [m.name for m in METRICS if m.objection(task=problem.task, n_classes=len(problem.classes) or None,
                                                    in_order=False, no_past="it has no time") is None]
    return named_metrics(known, (), problem.task)


def said(problem, draw, *, kind="all"):
    """What a model might have said of one row; certain and useless answers among them."""
    k = len(problem.classes)
    if not k:
        return {"values": draw.normal(size=1).round(1)}
    chances = draw.dirichlet(np.full(k, 0.3), size=1).round(draw.integers(0, 4))
    chances[0, 0] = 1 - chances[0, 1:].sum()
    made = {"labels": chances.argmax(axis=1), "probabilities": chances}
    return {"labels": made["labels"]} if kind == "labels" else made


@contextlib.contextmanager
def recorded(problem, draw, *, design="loo", change=lambda _i, record: record, **how):
    plan = make_plan(design, problem, seed=1)
    with contextlib.closing(open_ledger(":memory:")) as ledger:
        ledger.add_problem(problem)
        ledger.add_plan(plan.card, plan.splits())
        ledger.append(change(i, Record(problem=problem.fingerprint, learner="l", split=split.fingerprint,
                                       fit_seconds=draw.random(), notes={"complexity": {"leaves": i % 3}},
                                       warnings=("slow",) * (i % 2), **said(problem, draw, **how)))
                      for i, split in enumerate(plan.splits()))
        yield ledger, plan.card


def both_ways(ledger, plan, metrics, monkeypatch):
    """The table of scores as it is made now, and made part by part."""
    now = score(ledger, plan, {"m": "l"}, metrics)
    with monkeypatch.context() as patch:
        patch.setattr(scoring, "are_single_rows", lambda *_: False)
        return now, score(ledger, plan, {"m": "l"}, metrics)


def bits(array):
    return None if array is None else (array.dtype.str, array.shape, array.tobytes())


def assert_same(now, before):
    for key, mine in now.scores.items():
        other = before.scores[key]
        assert (bits(mine.values[mine.kept]), bits(mine.kept), mine.lost) == (
            bits(other.values[other.kept]), bits(other.kept), other.lost), key
        for name in ("way", "value", "parts", "undefined", "reason", "unit"):
            assert getattr(mine.pooled, name) == getattr(other.pooled, name), (key, name)
        assert bits(mine.pooled.passes) == bits(other.pooled.passes), key
    for name in ("failures", "warnings", "seconds", "choices", "costs", "lacking"):
        assert getattr(now, name) == getattr(before, name), name
    assert now.first.keys() == before.first.keys()
    for learner, mine in now.first.items():
        other = before.first[learner]
        assert (bits(mine.row), bits(mine.fold)) == (bits(other.row), bits(other.fold))
        for name in ("truth", "labels", "scores", "probabilities", "values"):
            assert bits(getattr(mine.predictions, name)) == bits(getattr(other.predictions, name))


@pytest.mark.parametrize("k", [0, 2, 3])
def test_every_metric_says_the_same_to_the_last_bit(k, monkeypatch):
    problem, draw = rows(k)
    with recorded(problem, draw) as (ledger, plan):
        now, before = both_ways(ledger, plan, fitting(problem), monkeypatch)
        assert len(now.scores) > 10
        assert_same(now, before)


@pytest.mark.parametrize("change", [
    lambda i, record: record if i != 7 else replace(record, labels=None, probabilities=None, error="it failed"),
    lambda i, record: record if i % 3 else replace(record, probabilities=None),
    lambda i, record: record if i != 5 else replace(record, probabilities=record.probabilities * np.nan),
    lambda i, record: record if i != 5 else replace(record, labels=record.labels + 7),
    lambda i, record: record if i != 5 else replace(record, probabilities=record.probabilities * 1.2),
    lambda _i, record: replace(record, scores=record.probabilities[:, 1] - 0.5)],
    ids=["failed", "two kinds", "no numbers", "no class", "no probability", "scores"])
def test_what_is_odd_is_told_as_it_was(change, monkeypatch):
    problem, draw = rows(2)
    with recorded(problem, draw, change=change) as (ledger, plan):
        assert_same(*both_ways(ledger, plan, fitting(problem), monkeypatch))


def test_labels_alone_and_a_part_of_the_rows(monkeypatch):
    problem, draw = rows(3)
    with recorded(problem, draw, kind="labels") as (ledger, plan):
        assert_same(*both_ways(ledger, plan, fitting(problem), monkeypatch))
    with recorded(problem, draw) as (whole, plan), contextlib.closing(open_ledger(":memory:")) as ledger:
        ledger.add_problem(problem)
        ledger.add_plan(plan, whole.splits([entry.split for entry in plan.entries]))
        ledger.append(list(whole.read_many(sorted(whole.keys())))[:25])
        assert_same(*both_ways(ledger, plan, fitting(problem), monkeypatch))


def test_it_is_not_for_parts_of_several_rows(monkeypatch):
    problem, _ = rows(2)
    monkeypatch.setattr(scoring, "single_rows", None)          # would fail if it were asked
    result = referee.evaluate("gaussian-nb", problem, design="kfold:folds=4", jobs=1, ledger=":memory:")
    assert result.analysis.table.scores["gaussian-nb", "accuracy"].n_kept == 4


def test_an_own_metric_is_shown_each_part(monkeypatch):
    seen = []

    def mine(predictions):
        seen.append(predictions.n_rows)
        return float(len(seen))

    problem, draw = rows(2)
    own = replace(METRICS["f1"], name="mine", score=mine, source=mine, counts_only=False)
    with recorded(problem, draw) as (ledger, plan):
        table = score(ledger, plan, {"m": "l"}, [own])
    assert seen[:N] == [1] * N
    assert table.scores["m", "mine"].values.tolist() == list(range(1, N + 1))
