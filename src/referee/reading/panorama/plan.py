"""The divisions of rows that all estimators need, laid over one problem as one plan.

The 10-fold is the first repeat of the 10×10-fold, the hold-out the first of ten, and all bootstrap estimators share
one set of samples whose models predict every row.

A series has other estimators: rolling origins, blocks and the last third, each by models that end before what they
tell, or keep away from it; shuffled folds stand beside them for what they would have claimed, and have no interval.
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import replace

from referee.data.problem import Problem
from referee.designs import Bootstrap, Design, HoldOut, KFold, LeaveOneOut, Plan, Resubstitution, Units, lay
from referee.designs.blocked import Blocked
from referee.designs.joint import JointPlan, join
from referee.designs.rolling import Rolling
from referee.errors import BadInput

FOLDS = REPEATS = 10
BLOCKS, GAP = 5, 1            # of a series
FEWEST_TIMES = 12
MOST_FOR_LEAVE_ONE_OUT = 2000
PARTS = ("resubstitution", "bootstrap", "kfold", "holdout", "loo")


def panorama_plan(problem: Problem, *, seed: int, resamples: int = 200,
                  parts: Collection[str] = PARTS) -> tuple[JointPlan, dict[str, str]]:
    """The joint plan of these parts, and why one was left out, by its name."""
    if problem.time is not None:
        return _in_time(problem, seed=seed)
    units = Units.of(problem, stratified=False)
    if len(units) < 4:
        raise BadInput(f"{problem.name}: a panorama needs at least 4 {units.word}, and there are {len(units)}.")
    wanted: dict[str, Design] = {
        "resubstitution": Resubstitution(seed=seed),
        "bootstrap": Bootstrap(resamples=resamples, tested="all", seed=seed),
        "kfold": KFold(folds=min(FOLDS, len(units)), repeats=REPEATS, seed=seed),
        "holdout": HoldOut(test=1 / 3, repeats=REPEATS, seed=seed),
        "loo": LeaveOneOut(seed=seed),
    }
    wanted = {name: design for name, design in wanted.items() if name in parts}
    left_out = {}
    if len(units) > MOST_FOR_LEAVE_ONE_OUT and wanted.pop("loo", None) is not None:
        left_out["loo"] = f"{len(units):,} fits for {len(units):,} {units.word} were not made"
    return join({name: _laid(design, problem) for name, design in wanted.items()}, seed=seed), left_out


def _in_time(problem: Problem, *, seed: int) -> tuple[JointPlan, dict[str, str]]:
    """What makes sense of a series, beside what shuffled folds would have claimed; the bootstrap is not made."""
    times = problem.n_times or 0
    if times < FEWEST_TIMES:
        raise BadInput(f"{problem.name}: a panorama of a series needs at least {FEWEST_TIMES} times, and there are "
                       f"{times}.")
    splits = max(2, min(FOLDS, times // 20))
    window = times - splits * (times // (splits + 1)) - GAP
    wanted: dict[str, Design] = {
        "resubstitution": Resubstitution(seed=seed),
        "shuffled": KFold(folds=max(2, min(FOLDS, len(Units.of(problem, stratified=False)))), seed=seed),
        "blocked": Blocked(folds=BLOCKS, gap=GAP, seed=seed),
        "rolling": Rolling(splits=splits, gap=GAP, seed=seed),
        "window": Rolling(splits=splits, gap=GAP, window=window, seed=seed),
        "last": Rolling(splits=1, horizon=times // 3, gap=GAP, seed=seed),
    }
    left_out = {}
    if problem.n_groups is not None and problem.n_groups < 2:
        del wanted["shuffled"]
        left_out["shuffled"] = "all rows belong to one group, and folds keep groups whole"
    return join({name: _laid(design, problem) for name, design in wanted.items()}, seed=seed), left_out


def _laid(design: Design, problem: Problem) -> Plan:
    """With strata where every class has rows enough for them, otherwise without."""
    strata = Units.of(problem, stratified=design.stratified)
    return lay(replace(design, stratified=False) if design.objection(strata) else design, problem)
