"""Rows on which the usual design cannot be laid, or shows little: what is laid instead, and what that gives up.

Few rows of a class, few groups, few rows: each leaves something out that the usual design has. It is said in one
sentence, before anything is fitted, and refused only where no row can be tested on a model of others.
"""

from __future__ import annotations

from collections.abc import Iterator

from referee.data.problem import Problem
from referee.designs.units import Units

FEW_CASES, FEW_GROUPS, FEW_ROWS = 10, 10, 20
FOLDS = 10


def without_strata(problem: Problem, budget: int | None = None) -> str:
    """Folds of whole units in any order, which two units allow; a hold-out where one fit is all there is."""
    units = len(Units.of(problem, stratified=False))
    if units < 2 or budget == 1:
        return "holdout:test=0.2,stratified=false"
    folds = max(2, min(FOLDS, units, budget or FOLDS))
    repeats = 1 if folds == units else max(1, min(10, (budget or 10 * folds) // folds))
    return f"kfold:folds={folds},repeats={repeats},stratified=false"


def given_up(problem: Problem, *, stratified: bool = True) -> str:
    """What rows like these leave out, as a clause; empty where nothing is.

    >>> from referee.data import load
    >>> given_up(load([[float(i)] for i in range(30)], y=["a"] * 26 + ["b"] * 4))
    "class 'b' has only 4 rows, so that only large differences in it can be seen"
    """
    return "; ".join(_clauses(problem, stratified=stratified))


def _clauses(problem: Problem, *, stratified: bool) -> Iterator[str]:
    units = Units.of(problem, stratified=True)
    if len(units) < (FEW_ROWS if units.groups is None else FEW_GROUPS):
        yield f"there are only {len(units)} {units.word}, so that only large differences can be seen"
    smallest = units.smallest_class()
    if smallest is None or smallest[1] >= FEW_CASES:
        return
    label, cases = smallest
    if cases == 1:
        yield (f"class {label!r} has a single {units.word[:-1]}, so that whoever is tested on it was never shown the "
               f"class")
    elif len(units) >= FEW_ROWS or units.groups is not None:
        yield f"class {label!r} has only {cases} {units.word}, so that only large differences in it can be seen"
    if not stratified:
        yield "classes are not dealt evenly, so that some parts hold none of it"
