"""Designs by name: ``kfold``, ``kfold:folds=5,repeats=2``, a scikit-learn splitter, or splits themselves."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import fields
from numbers import Integral
from typing import Any

from referee.data.problem import Problem
from referee.designs._base import DESIGNS, Design
from referee.designs.foreign import SplitterKind, is_foreign, lay_guarded, made_splitter
from referee.designs.given import Given, checked_splits, origin_of, splits_of_splitter
from referee.designs.plan import Plan, lay
from referee.designs.units import Units
from referee.dotted import load_class
from referee.errors import BadInput, did_you_mean
from referee.spec import parse_spec


def make_plan(design: Any, problem: Problem, *, seed: int) -> Plan:
    """Lay whatever describes a division of rows over a problem.

    `design` may be a Design, a spec such as "kfold:folds=10,repeats=10", a dotted path to a
    scikit-learn splitter, a splitter object, or (train, test) pairs of row numbers; a number is that of folds.
    """
    if isinstance(design, Integral) and not isinstance(design, bool):
        design = make_design("kfold", {"folds": int(design)}, seed=seed)
    if isinstance(design, str):
        design = _named(design, seed)
    elif isinstance(design, type):
        design = design(seed=seed) if issubclass(design, Design) else made_splitter(design, {}, called=design.__name__)
    if isinstance(design, Design) and not isinstance(design, Given):
        return lay_guarded(design, problem) if is_foreign(design) else lay(design, problem)
    if hasattr(design, "split"):
        origin, splits = origin_of(design), splits_of_splitter(design, problem, seed)
    elif isinstance(design, Iterable):
        origin, splits = "the user", checked_splits(design, problem.n_rows)
    else:
        raise BadInput(f"{design!r} is no design; give a name such as 'kfold:folds=10', a splitter, or pairs of rows.")
    given = Given(seed=seed, origin=origin)
    units = Units.of(problem, stratified=False)
    return Plan(design=given, problem=problem.fingerprint, units=units, given=tuple(splits))


def _named(spec: str, seed: int) -> Any:
    """A design, or a splitter, from a name with parameters or a dotted path."""
    name, parameters = parse_spec(spec)
    if "." in name:
        return made_splitter(load_class(name, "split", what="design"), parameters, called=name)
    kind = DESIGNS[name]
    if isinstance(kind, SplitterKind):
        return made_splitter(kind.make, parameters, called=name)
    return make_design(name, parameters, seed=seed)


def make_design(name: str, parameters: dict[str, Any], *, seed: int) -> Design:
    """A design by registry name, its parameters checked by name.

    >>> make_design("kfold", {"folds": 5}, seed=1).describe()
    '5-fold cross-validation, stratified'
    >>> make_design("kfold", {"fold": 5}, seed=1)
    Traceback (most recent call last):
    ...
    referee.errors.BadInput: design kfold has no parameter 'fold'; did you mean 'folds'? It takes: ...
    """
    kind = DESIGNS[name]
    if kind is Given:
        raise BadInput("design 'given' is for Python: pass the (train, test) pairs or the splitter itself as design.")
    if not (isinstance(kind, type) and issubclass(kind, Design)):
        raise BadInput(f"design {name} is a splitter, and here a design is needed that can be laid over any rows.")
    takes = [f.name for f in fields(kind) if f.name != "seed" and (kind.can_stratify or f.name != "stratified")]
    for parameter in parameters:
        if parameter not in takes:
            known = f"It takes: {', '.join(takes)}." if takes else "It takes none."
            raise BadInput(f"design {name} has no parameter {parameter!r}{did_you_mean(parameter, takes)} {known}")
    if not isinstance(parameters.get("stratified", True), bool):
        raise BadInput(f"stratified is true or false, not {parameters['stratified']!r}.")
    return kind(seed=seed, **parameters)
