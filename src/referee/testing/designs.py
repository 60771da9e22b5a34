"""What every design must keep: a conformance suite for people who add one.

It lays the design over small problems and looks at the splits: rows that exist, something on both sides, no row tested
twice in a part, groups whole, the same splits for the same seed, a first repeat that does not depend on how many there
are, a recipe that can be written down and read back.
"""

from __future__ import annotations

import json
from dataclasses import fields, replace
from typing import Any

import numpy as np

from referee.data import Problem
from referee.designs import Design, Plan, Split, make_plan
from referee.designs.units import Units
from referee.errors import BadInput
from referee.testing.small_problems import grouped, in_words, numbers, series, three_classes, two_classes


def check_design(design: Any) -> None:
    """Run every check; `design` is a Design, a subclass of it that needs no parameters, or a splitter (or its class).

    >>> from referee.designs import KFold
    >>> check_design(KFold(folds=4, seed=0))
    """
    if isinstance(design, type) and issubclass(design, Design):
        design = design(seed=0)
    laid = 0
    for problem in (two_classes(), three_classes(), numbers(), grouped(), series()):
        try:
            plan = make_plan(design, problem, seed=0)
        except BadInput as refusal:
            in_words(refusal, f"{_name(design)} refuses {problem.name}")
            continue
        laid += 1
        for split in plan.splits():
            check_split(design, split, problem)
        check_again(design, plan, problem)
        if isinstance(design, Design):
            check_groups(design, plan, problem)
            check_first_repeat(design, plan, problem)
    assert laid, f"{_name(design)} can divide none of five ordinary problems of 60 rows"
    if isinstance(design, Design):
        check_recipe(design)
        check_few_rows(design)


def check_split(design: Any, split: Split, problem: Problem) -> None:
    """Rows that exist, something on both sides, no row tested twice."""
    for side, rows in (("trained", split.train_rows), ("tested", split.test)):
        assert rows.size, f"{_name(design)}: split {split.label} has no rows to be {side} on"
        assert rows.min() >= 0, f"{_name(design)}: split {split.label} has a row below 0"
        assert rows.max() < problem.n_rows, f"{_name(design)}: split {split.label} has a row that does not exist"
    assert np.unique(split.test).size == split.n_test, f"{_name(design)}: split {split.label} tests a row twice"


def check_again(design: Any, plan: Plan, problem: Problem) -> None:
    """The same splits when asked again, each under a label of its own."""
    again = [split.fingerprint for split in make_plan(design, problem, seed=0).splits()]
    same = again == [split.fingerprint for split in plan.splits()]
    assert same, f"{_name(design)} deals other splits when asked again"
    labels = [split.label for split in plan.splits()]
    assert len(set(labels)) == len(labels), f"{_name(design)} gives two splits one label"


def check_groups(design: Design, plan: Plan, problem: Problem) -> None:
    """Rows of one group stay on one side, where the two sides are different rows at all."""
    if problem.groups is None:
        return
    for split in plan.splits():
        train, test = split.train_rows, split.test
        if np.intersect1d(train, test).size:
            continue
        shared = np.intersect1d(problem.groups[train], problem.groups[test])
        assert not shared.size, f"{_name(design)}: split {split.label} has group {shared[0]} on both sides"


def check_first_repeat(design: Design, plan: Plan, problem: Problem) -> None:
    """More repeats add splits; they change none."""
    if "repeats" not in {field.name for field in fields(design)}:
        return
    more = make_plan(replace(design, repeats=design.n_repeats + 1), problem, seed=0)     # type: ignore[call-arg]
    first = [split.fingerprint for split in plan.splits()]
    assert [split.fingerprint for split in more.splits()][: len(first)] == first, \
        f"{_name(design)}: another repeat changes the splits before it"


def check_recipe(design: Design) -> None:
    """Words, and parameters that can be written down and read back."""
    for what, said in (("name", design.name), ("summary", design.summary), ("description", design.describe())):
        assert isinstance(said, str), f"{_name(design)} has a {what} that is no text"
        assert said.strip(), f"{_name(design)} has no {what}"
    written = json.loads(json.dumps(design.parameters()))
    assert type(design)(**written) == design, f"{_name(design)} is not what its parameters say"


def check_few_rows(design: Design) -> None:
    """What cannot be divided is objected to in words."""
    said = design.objection(Units(n_rows=1))
    assert said is None or (isinstance(said, str) and said.strip()), f"{_name(design)} objects to one row with {said!r}"


def _name(design: Any) -> str:
    return str(getattr(design, "name", None) or (design if isinstance(design, type) else type(design)).__name__)
