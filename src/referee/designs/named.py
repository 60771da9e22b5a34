"""Designs by name: ``kfold``, ``kfold:folds=5,repeats=2``, a scikit-learn splitter, or splits themselves."""

from __future__ import annotations

import importlib
from collections.abc import Iterable
from dataclasses import fields
from typing import Any

from referee.data.problem import Problem
from referee.designs._base import Design
from referee.designs.bootstrap import Bootstrap
from referee.designs.complete import Complete
from referee.designs.conservative_z import ConservativeZ
from referee.designs.given import Given, checked_splits, splits_of_splitter
from referee.designs.holdout import HoldOut
from referee.designs.kfold import KFold
from referee.designs.loo import LeaveOneOut
from referee.designs.nested import Nested
from referee.designs.plan import Plan, lay
from referee.designs.resubstitution import Resubstitution
from referee.designs.sized import Sized
from referee.designs.units import Units
from referee.errors import BadInput, did_you_mean
from referee.registry import Registry
from referee.spec import parse_spec

DESIGNS: Registry[type[Design]] = Registry("design")
for _design in (Resubstitution, HoldOut, KFold, LeaveOneOut, Complete, Bootstrap, Nested, ConservativeZ, Sized, Given):
    DESIGNS.add(_design)


def make_plan(design: Any, problem: Problem, *, seed: int) -> Plan:
    """Lay whatever describes a division of rows over a problem.

    `design` may be a Design, a spec such as "kfold:folds=10,repeats=10", a dotted path to a
    scikit-learn splitter, a splitter object, or (train, test) pairs of row numbers.
    """
    if isinstance(design, Design) and not isinstance(design, Given):
        return lay(design, problem)
    if isinstance(design, str):
        name, parameters = parse_spec(design)
        if "." not in name:
            return lay(make_design(name, parameters, seed=seed), problem)
        design = _imported_splitter(name, parameters)
    if hasattr(design, "split"):
        origin = f"scikit-learn's {type(design).__name__}"
        splits = splits_of_splitter(design, problem, seed)
    elif isinstance(design, Iterable):
        origin, splits = "the user", checked_splits(design, problem.n_rows)
    else:
        raise BadInput(f"{design!r} is no design; give a name such as 'kfold:folds=10', a splitter, or pairs of rows.")
    given = Given(seed=seed, origin=origin)
    units = Units.of(problem, stratified=False)
    return Plan(design=given, problem=problem.fingerprint, units=units, given=tuple(splits))


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
    takes = [f.name for f in fields(kind) if f.name != "seed" and (kind.can_stratify or f.name != "stratified")]
    for parameter in parameters:
        if parameter not in takes:
            known = f"It takes: {', '.join(takes)}." if takes else "It takes none."
            raise BadInput(f"design {name} has no parameter {parameter!r}{did_you_mean(parameter, takes)} {known}")
    if not isinstance(parameters.get("stratified", True), bool):
        raise BadInput(f"stratified is true or false, not {parameters['stratified']!r}.")
    return kind(seed=seed, **parameters)


def _imported_splitter(path: str, parameters: dict[str, Any]) -> Any:
    module, _, name = path.rpartition(".")
    try:
        splitter = getattr(importlib.import_module(module), name)(**parameters)
    except (ImportError, AttributeError, TypeError, ValueError) as error:
        raise BadInput(f"cannot make a splitter from {path!r}: {error}.") from error
    if not hasattr(splitter, "split"):
        raise BadInput(f"{path!r} has no method split(); a design by dotted path is a scikit-learn splitter.")
    return splitter
