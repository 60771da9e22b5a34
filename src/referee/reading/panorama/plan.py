"""The divisions of rows that all estimators need, laid over one problem as one plan.

The 10-fold is the first repeat of the 10×10-fold, the hold-out the first of ten, and all bootstrap estimators share
one set of samples whose models predict every row.
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import replace

from referee.data.problem import Problem
from referee.designs import Bootstrap, Design, HoldOut, KFold, LeaveOneOut, Plan, Resubstitution, Units, lay
from referee.designs.joint import JointPlan, join
from referee.errors import BadInput

FOLDS = REPEATS = 10
MOST_FOR_LEAVE_ONE_OUT = 2000
PARTS = ("resubstitution", "bootstrap", "kfold", "holdout", "loo")


def panorama_plan(problem: Problem, *, seed: int, resamples: int = 200,
                  parts: Collection[str] = PARTS) -> tuple[JointPlan, dict[str, str]]:
    """The joint plan of these parts, and why one was left out, by its name."""
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


def _laid(design: Design, problem: Problem) -> Plan:
    """With strata where every class has rows enough for them, otherwise without."""
    strata = Units.of(problem, stratified=design.stratified)
    return lay(replace(design, stratified=False) if design.objection(strata) else design, problem)
