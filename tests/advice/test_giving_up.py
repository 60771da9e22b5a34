"""Whatever the rows are like, the default lays a design that works, and says what it gives up."""

from __future__ import annotations

import contextlib
from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest

import referee
from referee.data import load
from referee.ledger import open_ledger

ZOO = {"mammal": 41, "bird": 20, "fish": 13, "invertebrate": 10, "bug": 8, "reptile": 5, "amphibian": 4}
ECOLI = {"cp": 143, "im": 77, "pp": 52, "imU": 35, "om": 20, "omL": 5, "imL": 2, "imS": 2}
LYMPHOGRAPHY = {"metastases": 81, "malignant": 61, "fibrosis": 4, "normal": 2}


def rows(counts: dict[str, int], seed: int = 1) -> tuple[np.ndarray, np.ndarray]:
    """Rows around a centre for each class."""
    rng = np.random.default_rng(seed)
    label = np.repeat(list(counts), list(counts.values()))
    code = np.repeat(np.arange(len(counts)), list(counts.values()))
    return rng.normal(size=(label.size, 4)) + 2 * np.column_stack([code == 0, code == 1, code > 1, code % 2]), label


CASES: dict[str, tuple[Any, Any, dict[str, Any], str]] = {
    "zoo": (*rows(ZOO), {}, "class 'amphibian' has only 4 rows"),
    "ecoli": (*rows(ECOLI), {}, "has only 2 rows"),
    "lymphography": (*rows(LYMPHOGRAPHY), {}, "class 'normal' has only 2 rows"),
    "five positives in 50": (*rows({"no": 45, "yes": 5}), {}, "class 'yes' has only 5 rows"),
    "a class with one row": (*rows({"no": 30, "yes": 29, "rare": 1}), {}, "class 'rare' has a single row"),
    "twelve rows": (*rows({"a": 6, "b": 6}), {}, "there are only 12 rows"),
    "six groups": (*rows({"a": 30, "b": 30}), {"groups": np.tile(np.arange(6), 10)}, "there are only 6 groups"),
    "three groups": (*rows({"a": 30, "b": 30}), {"groups": np.tile(np.arange(3), 20)}, "there are only 3 groups"),
    "one of two": (*rows({"a": 11, "b": 1}), {}, "class 'b' has a single row"),
    "regression of twelve": (rows({"a": 12})[0], np.arange(12.0), {}, "there are only 12 rows"),
}

@pytest.fixture(scope="module")
def ledgers() -> Iterator[dict[str, Any]]:
    """A ledger for each case: whoever asks second about the same rows finds the fits of the first."""
    with contextlib.ExitStack() as stack:
        yield {case: stack.enter_context(contextlib.closing(open_ledger(":memory:"))) for case in CASES}


TOLD_TWICE = {"ecoli"}                                     # by lymphography as well: two rows of a class
FOR_LONG = {*TOLD_TWICE, "lymphography", "zoo", "six groups", "one of two"}          # compared in the short run
DEFAULT = {"a class with one row", "five positives in 50", "three groups", "regression of twelve"}
METRICS = {name: ["accuracy"] for name in CASES if name not in DEFAULT}          # one, to be quick; else the default


def some_slow(slow: set[str]) -> list[Any]:
    """All cases; these are for the long run."""
    return [pytest.param(case, marks=pytest.mark.slow) if case in slow else case for case in CASES]


@pytest.mark.parametrize("case", some_slow(TOLD_TWICE))
def test_compare_lays_something_and_says_what_it_gives_up(case: str, ledgers: dict[str, Any]) -> None:
    X, y, known, said = CASES[case]
    models = ["linear", "mean"] if case.startswith("regression") else ["gaussian-nb", "majority"]
    result = referee.compare(models, X, y, jobs=1, metrics=METRICS.get(case), ledger=ledgers[case], **known)
    assert said in result.analysis.study.declaration.why
    assert said in result.to_markdown()
    if "groups" in known:
        assert 0 <= result[models[0], models[1]].comparison.p <= 1          # few groups, but a verdict
    primary = result.analysis.primary.name
    assert all(np.isfinite(result.analysis.estimates[name, primary].value) for name in result.analysis.learners)


@pytest.mark.parametrize("case", some_slow(FOR_LONG))
def test_evaluate_lays_something_and_says_what_it_gives_up(case: str, ledgers: dict[str, Any]) -> None:
    X, y, known, said = CASES[case]
    name = "linear" if case.startswith("regression") else "gaussian-nb"
    result = referee.evaluate(name, X, y, jobs=1, metrics=METRICS.get(case), ledger=ledgers[case], **known)
    assert said in result.analysis.study.declaration.why
    assert np.isfinite(result.estimates[name].value)


def test_rows_enough_give_nothing_up() -> None:
    from referee.advice.giving_up import given_up
    assert given_up(load("iris")) == ""


@pytest.mark.slow
def test_a_tuned_learner_gets_folds_that_can_be_laid() -> None:
    X, y = rows({"no": 45, "yes": 5})
    result = referee.compare(["knn:n_neighbors=1|3", "gaussian-nb"], X, y, jobs=1, metrics=["accuracy"])
    assert "class 'yes' has only 5 rows" in result.analysis.study.declaration.why


def test_nothing_can_be_laid_over_one_group() -> None:
    X, y = rows({"a": 10, "b": 10})
    with pytest.raises(referee.errors.BadInput, match=r"all rows belong to one group.*groups='none'"):
        referee.compare(["gaussian-nb", "lda"], X, y, jobs=1, groups=np.zeros(20, dtype=int))
