"""What was measured of a test or an interval in the situation nearest to the user's: how often it is wrong there.

The file beside this one is made by `referee lab levels … --levels-summary`. A cell is near only where everything
that matters agrees: the metric, what the plan is, the method, the kind of learner, the number of classes, groups or
none; the rows and the share of the smallest class up to a factor of two. Where none is near, nothing is claimed.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from math import log

import numpy as np

from referee.data.problem import Problem
from referee.estimates._base import Estimate
from referee.kinds import Task
from referee.learners.kinds import Kind, kind_of
from referee.study.analysis import Analysis

NEAR = log(2) + 1e-9            # rows and shares, as ratios


@dataclass(frozen=True, slots=True, kw_only=True)
class Measured:
    """One cell by one metric."""

    metric: str
    kind: Kind
    rows: int
    share: float | None                     # of the smallest class; None for numbers
    classes: int | None
    grouped: bool
    cell: str
    traits: str                             # of the plan, in words
    test: str
    level: tuple[int, int] | None           # false alarms of studies
    interval_traits: str                    # of the plan of its intervals
    interval: str                           # their method
    coverage: tuple[int, int] | None        # truths held of intervals

    @property
    def false_alarms(self) -> float:
        """The share of studies in which the test was wrong; 0 where none was made."""
        return self.level[0] / self.level[1] if self.level else 0.0

    @property
    def held(self) -> float:
        """The share of intervals that held the truth; 1 where none was made."""
        return self.coverage[0] / self.coverage[1] if self.coverage else 1.0


@dataclass(frozen=True, slots=True, kw_only=True)
class Situation:
    """What is to be looked up."""

    metric: str
    kind: Kind
    rows: int
    share: float | None
    classes: int | None
    grouped: bool
    traits: str

    @classmethod
    def of(cls, problem: Problem, *, metric: str, kind: Kind, traits: str) -> Situation:
        """That of a user's problem."""
        share = None
        if problem.task is Task.CLASSIFICATION:
            share = float(np.bincount(problem.y, minlength=len(problem.classes)).min() / problem.n_rows)
        return cls(metric=metric, kind=kind, rows=problem.n_rows, share=share, classes=len(problem.classes) or None,
                   grouped=problem.groups is not None, traits=traits)

    def distance(self, cell: Measured, traits: str) -> float | None:
        """How far a cell of such a plan is in rows and share; None where it is about something else, or too far."""
        mine = (self.metric, self.kind, self.classes, self.grouped, self.traits)
        if mine != (cell.metric, cell.kind, cell.classes, cell.grouped, traits):
            return None
        apart = [abs(log(self.rows / cell.rows))]
        if self.share is not None and cell.share is not None:
            apart.append(abs(log(max(self.share, 1e-9) / cell.share)))
        return None if max(apart) > NEAR else sum(apart)


@cache
def sheet() -> tuple[Measured, ...]:
    """Everything that was measured."""
    entries = json.loads((files("referee.study") / "measured.json").read_text(encoding="utf-8"))
    return tuple(Measured(**{
        **entry, "kind": Kind(entry["kind"]),
        **{name: tuple(entry[name]) if entry[name] else None for name in ("level", "coverage")}}) for entry in entries)


def measured_level(where: Situation, test: str) -> Measured | None:
    """The nearest cell with this test; of several equally near ones the one with most false alarms."""
    near = [(distance, cell) for cell in sheet() if cell.level and cell.test == test
            and (distance := where.distance(cell, cell.traits)) is not None]
    return min(near, key=lambda one: (one[0], -one[1].false_alarms))[1] if near else None


def measured_coverage(where: Situation, interval: str) -> Measured | None:
    """The nearest cell with this interval; of several equally near ones the one that held least."""
    near = [(distance, cell) for cell in sheet() if cell.coverage and cell.interval == interval
            and (distance := where.distance(cell, cell.interval_traits)) is not None]
    return min(near, key=lambda one: (one[0], one[1].held))[1] if near else None


@dataclass(frozen=True, slots=True, kw_only=True)
class Record:
    """What the sheet says of the learners of a study, by the primary metric."""

    found: dict[Kind, Measured]
    unknown: tuple[str, ...]                # kinds, and learners of no known kind, of which it says nothing
    of_levels: bool                         # false alarms of the test, not coverage of the interval


def track_record(analysis: Analysis) -> Record:
    """The cells nearest to a study, one for each kind of learner; baselines are a question of their own."""
    kinds = {name: kind_of(card.recipe) for name, card in analysis.learners.items() if not card.baseline}
    compares = analysis.family is not None and analysis.study.declaration.compares
    cells = {kind: _near(analysis, kind, compares=compares) for kind in dict.fromkeys(kinds.values()) if kind}
    return Record(
        found={kind: cell for kind, cell in cells.items() if cell is not None}, of_levels=compares,
        unknown=(*(kind.value for kind, cell in cells.items() if cell is None),
                 *(name for name, kind in kinds.items() if kind is None)))


def _near(analysis: Analysis, kind: Kind, *, compares: bool) -> Measured | None:
    where = Situation.of(analysis.problem, metric=analysis.primary.name, kind=kind, traits=str(analysis.plan.traits))
    if compares and analysis.family is not None:
        return measured_level(where, analysis.family.test)
    methods = {made.interval.method for (_, metric), made in analysis.estimates.items()
               if metric == analysis.primary.name and isinstance(made, Estimate) and made.interval}
    found = [cell for method in sorted(methods) if (cell := measured_coverage(where, method)) is not None]
    return min(found, key=lambda cell: cell.held) if found else None
