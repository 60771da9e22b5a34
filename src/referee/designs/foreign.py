"""Designs of others: splitter classes under a name, and subclasses of Design behind a guard.

A plan is judged by its splits, so a design may be anything that makes them. What it makes is looked at once, before
anything is fitted: rows that exist, something to train on and to test on, no row tested twice in one part.
"""

from __future__ import annotations

import inspect
import json
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np

from referee.data.problem import Problem
from referee.designs._base import Design, DesignKind
from referee.designs.plan import Plan, lay
from referee.designs.split import Split
from referee.errors import BadInput, RefereeError


@dataclass(frozen=True, slots=True, kw_only=True)
class SplitterKind:
    """A class with `split(X, y, groups)`, under a name."""

    name: str
    summary: str
    make: Callable[..., Any]


def admitted(item: Any, name: str) -> DesignKind:
    """What a plug-in brings, as it is kept in the registry."""
    if isinstance(item, type) and issubclass(item, Design):
        if inspect.isabstract(item):
            raise BadInput(f"it lacks {', '.join(sorted(item.__abstractmethods__))}")
        if not (isinstance(getattr(item, "name", None), str) and isinstance(getattr(item, "summary", None), str)):
            raise BadInput("a design needs a name and a summary, as class attributes")
        return item
    if isinstance(item, type) and callable(getattr(item, "split", None)):
        lines = (inspect.getdoc(item) or "splits of its own").splitlines()
        return SplitterKind(name=name, summary=lines[0].rstrip("."), make=item)
    raise BadInput("it is neither a subclass of Design nor a class with a method split()")


def made_splitter(make: Callable[..., Any], parameters: dict[str, Any], *, called: str) -> Any:
    """A splitter from its class and its parameters."""
    try:
        splitter = make(**parameters)
    except Exception as error:
        raise BadInput(f"cannot make a splitter from {called!r}: {error}.") from error
    if not hasattr(splitter, "split"):
        raise BadInput(f"{called!r} has no method split(); a design by dotted path is a scikit-learn splitter.")
    return splitter


def is_foreign(design: Design) -> bool:
    """Whether the class of a design is not one of ours."""
    return type(design).__module__.partition(".")[0] != "referee"


def lay_guarded(design: Design, problem: Problem) -> Plan:
    """Lay a foreign design over a problem; whatever is wrong with it is one sentence, before anything is fitted."""
    try:
        plan = lay(design, problem)
        for split in plan.splits():
            _check(split, problem.n_rows)
        json.dumps(design.parameters())
        plan.design.describe()
    except RefereeError as error:
        raise BadInput(f"design {design.name}: {error}") from error
    except Exception as error:
        raise BadInput(f"design {design.name} cannot divide {problem.name}: {type(error).__name__}: {error}") from error
    return plan


def _check(split: Split, n_rows: int) -> None:
    train, test = split.train_rows, split.test
    if not train.size or not test.size:
        raise BadInput(f"split {split.label} has {train.size} rows to train on and {test.size} to test on; both need "
                       f"some.")
    if min(train.min(), test.min()) < 0 or max(train.max(), test.max()) >= n_rows:
        raise BadInput(f"split {split.label} has rows that are not among 0 … {n_rows - 1}.")
    if np.unique(test).size != test.size:
        raise BadInput(f"split {split.label} tests a row twice.")
