"""Folds of a series in time that were shuffled: each test case has training cases just before and after it."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from referee.audit._base import Found, NotApplicable, Severity
from referee.audit.bundle import Bundle
from referee.audit.unnamed_columns import Dates
from referee.data.structure import Kind
from referee.kinds import Array, Task

AMONG = 0.4             # of the test cases have training cases on both sides; of five folds by chance it is 0.64
GOES, AGREES = 0.5, 0.3     # a correlation with the case before; for classes, agreement beyond chance


def shuffled_in_time(bundle: Bundle, dates: Dates) -> Iterator[Found]:
    """Whether most test cases lie between two that were trained on, in a series whose neighbours are alike."""
    problem = bundle.problem
    if problem is None or Kind.TIME.value in problem.settled:
        raise NotApplicable("it was said that time does not matter")
    order = np.argsort(dates.times, kind="stable")
    numbers = problem.task is Task.REGRESSION
    likeness = _likeness(problem.y[order], numbers=numbers)
    between = [_between(order, division.test) for division in bundle.divisions or ()]
    share = float(np.mean(between)) if between else 0.0
    if share > AMONG and likeness > (GOES if numbers else AGREES):
        what = f"correlation {likeness:.2f}" if numbers else f"agreement {likeness:.2f} beyond chance"
        yield Found(
            message=f"By {dates.name} the cases are a series in which each is like the one before ({what}), and its "
                    f"folds were shuffled: {share:.0%} of the test cases lie between two that were trained on. In use "
                    f"what comes after is not known.",
            severity=Severity.SERIOUS, evidence={"column": dates.name, "between": share, "likeness": likeness})


def _between(order: Array, test: Array) -> float:
    """The share of test cases whose neighbours in time are both in other parts."""
    tested = np.isin(order, test)
    inner = tested[1:-1]
    alone = inner & ~tested[:-2] & ~tested[2:]
    return float(alone.sum() / max(int(inner.sum()), 1))


def _likeness(y: Array, *, numbers: bool) -> float:
    """How much a case is like the one before: a correlation, or for classes Cohen's kappa."""
    if numbers:
        return float(np.corrcoef(y[1:], y[:-1])[0, 1]) if np.ptp(y[1:]) and np.ptp(y[:-1]) else 0.0
    shares = np.bincount(y) / y.size
    by_chance = float(np.square(shares).sum())
    return (float((y[1:] == y[:-1]).mean()) - by_chance) / max(1 - by_chance, 1e-12)
