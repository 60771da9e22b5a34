"""The inner design: how the rows of one training part are divided to choose a setting.

Inner splits hold row numbers of the whole problem, taken from one outer training part and nothing else; so an inner
fit is a job like any other, with an address in the ledger. Groups stay whole; so do the copies of a row in a bootstrap
sample, which would otherwise be trained and scored on at once. Where a class has too few rows in a training part for
the strata of the design, the inner division does without strata.

Where rows are a series, no inner fit may know the future either: folds become as many rolling origins over the times of
the training part, a share held out becomes the last share, and the gap before the outer test part is kept. Where the
outer test part holds groups that were not trained on, so do these (`forward`).
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from referee.data.problem import Problem
from referee.designs import Design, Plan, Split, Units, make_design
from referee.errors import BadInput, UnknownName
from referee.kinds import Array, Task
from referee.learners.tuning.forward import asks_of_new_groups, forward, gap_before
from referee.learners.tuning.presets import PRESETS, Preset
from referee.seeds import seed_for
from referee.spec import format_spec, parse_spec

DIVIDE = ("kfold", "holdout", "loo")     # designs that test each row at most once a repeat, never on itself


@dataclass(frozen=True, slots=True, kw_only=True)
class Inner:
    """A way to divide the rows of a training part; by a paper's name, or as a design.

    >>> inner = Inner.parse("nested:folds=3")
    >>> inner.spec, inner.preset.name
    ('kfold:folds=3', 'nested')
    >>> print(Inner.parse("kfold:folds=3").describe())
    3-fold cross-validation, stratified
    """

    design: str
    parameters: dict[str, Any]
    preset: Preset | None = None

    @classmethod
    def parse(cls, text: str) -> Inner:
        """From a preset's name or a design, each perhaps with parameters; refused before anything is fitted."""
        name, parameters = parse_spec(text)
        preset = next((known for known in PRESETS if known.name == name), None)
        if preset is None and name not in DIVIDE:
            raise UnknownName("way to tune", name, [*(p.name for p in PRESETS), *DIVIDE],
                              hint=f"It is one of {', '.join(p.name for p in PRESETS)}, or a design: "
                                   f"{', '.join(DIVIDE)}")
        made = cls(design=preset.inner if preset else name, preset=preset,
                   parameters=(preset.parameters if preset else {}) | parameters)
        made.seeded(0)
        return made

    @property
    def spec(self) -> str:
        """The design as one would type it: equal specs are equal divisions."""
        return format_spec(self.design, dict(sorted(self.parameters.items())))

    def seeded(self, seed: int) -> Design:
        """The design with its seed."""
        return make_design(self.design, self.parameters, seed=seed)

    def describe(self, *, in_time: bool = False) -> str:
        """The design in words; in time folds are as many rolling origins, and what is held out comes last."""
        design = self.seeded(0)
        if not in_time:
            return design.describe()
        folds, share = getattr(design, "folds", None), getattr(design, "test", 0.0)
        return f"{folds} rolling origins" if folds else f"the last {share:.0%} of its times held out"

    def n_splits(self, n_train: int) -> int:
        """How many inner splits a training part of so many rows is given."""
        design = self.seeded(0)
        return {"kfold": getattr(design, "folds", 1), "holdout": 1, "loo": n_train}[self.design] * design.n_repeats

    def splits(self, problem: Problem, split: Split, *, seed: int, in_time: bool = False) -> tuple[Split, ...]:
        """Divisions of the training rows of one outer split; BadInput where there are too few.

        `in_time` says that rows stand in order of time though the problem does not know it.
        """
        rows = split.train_rows
        if in_time or problem.time is not None:
            return self._rolling(problem, split, rows)
        # The outer split's content is the address: equal training parts are divided alike, different ones afresh.
        design, units = _laid(self.seeded(seed_for(seed, "inner", split.fingerprint)), problem, rows)
        laid = Plan(design=design, problem=problem.fingerprint, units=units)
        return tuple(
            Split(label=part.label, n_rows=problem.n_rows, train=rows[part.train_rows], test=np.unique(rows[part.test]))
            for part in laid.splits()
        )

    def _rolling(self, problem: Problem, split: Split, rows: Array) -> tuple[Split, ...]:
        """The same amount of testing, each part on models of what came before it."""
        design = self.seeded(0)
        if self.design == "loo":
            raise BadInput("leave-one-out inside a training part learns from the future; tune by folds, which become "
                           "rolling origins (tuning kfold:folds=5).")
        parts = forward(rows if problem.time is None else problem.time[rows], splits=getattr(design, "folds", 1),
                        gap=gap_before(problem, split), share=getattr(design, "test", None),
                        groups=problem.groups[rows] if problem.groups is not None and
                        asks_of_new_groups(problem.groups, split) else None)
        return tuple(Split(label=f"0/{number}", n_rows=problem.n_rows, train=rows[train], test=np.unique(rows[test]))
                     for number, (train, test) in enumerate(parts))


def _laid(design: Design, problem: Problem, rows: Array) -> tuple[Design, Units]:
    """The design and the units it deals; without strata where a class is too thin for them."""
    for stratified in dict.fromkeys((design.stratified, False)):
        tried = replace(design, stratified=stratified) if design.can_stratify else design
        units = _units(problem, rows, stratified=stratified)
        objection = tried.objection(units)
        if objection is None:
            return tried, units
    raise BadInput(f"cannot tune inside a training part of {rows.size} rows: {objection}.")


def _units(problem: Problem, rows: Array, *, stratified: bool) -> Units:
    """Rows, or groups of rows; copies of a row stay together."""
    groups = None
    if problem.groups is not None:
        groups = np.unique(problem.groups[rows], return_inverse=True)[1]
    elif np.unique(rows).size < rows.size:
        groups = np.unique(rows, return_inverse=True)[1]
    if not stratified or problem.task is not Task.CLASSIFICATION:
        return Units(n_rows=rows.size, groups=groups)
    present, codes = np.unique(problem.y[rows], return_inverse=True)
    return Units(n_rows=rows.size, groups=groups, classes=codes, labels=[problem.classes[c] for c in present])
