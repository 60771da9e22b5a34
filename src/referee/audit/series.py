"""A series in time that was divided at random: each test case has training cases just before and after it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import numpy as np

from referee.audit._base import Found, NotApplicable, Severity
from referee.audit.bundle import Bundle
from referee.audit.leaks.rows import Rows
from referee.audit.unnamed_columns import Dates
from referee.data.structure import Kind
from referee.kinds import Array, Task

AMONG = 0.4             # of the test cases have training cases on both sides; of five folds by chance it is 0.64
GOES, AGREES = 0.5, 0.3     # a correlation with the case before; for classes, agreement beyond chance
EVEN = 0.8              # of the steps of a series have one length; some days may be missing
FARTHEST = 31           # rows back, at which a column may hold the target
NEARLY = 0.95           # of the rows where it does
ROUNDED = 1e-3          # of a step: times are kept in days


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


def dealt_at_random(rows: Rows, name: str, times: Array, known: Sequence[tuple[Array, Array]]) -> Iterator[Found]:
    """A split of one even series whose test rows lie between training rows: as no use of it will ever be.

    One row for each step of time, alike the one before, or with columns that hold the target of an earlier row: what is
    to be foretold then stands in the training rows.
    """
    order = np.argsort(times, kind="stable")
    steps = np.diff(times[order])
    if not known or steps.size < 2 or not np.median(steps) > 0 or _even(steps) < EVEN:
        return
    share = float(np.mean([_between(order, test) for _, test in known]))
    if share <= AMONG:
        return
    numbers = rows.n_classes is None
    likeness, earlier = _likeness(rows.y[order], numbers=numbers), _earlier_targets(rows, order)
    if not (earlier or likeness > (GOES if numbers else AGREES)):
        return
    given = "".join(f" The column {column} holds the target {back} row{'s' if back > 1 else ''} before, so that "
                    f"targets which are tested stand in training rows." for column, back in list(earlier.items())[:1])
    yield Found(
        message=f"By {name} the rows are one series, a row for each step of time, and it was divided at random: "
                f"{share:.0%} of the test rows lie between two that are trained on.{given} In use what comes after is "
                f"not known; test on the latest rows, or say time='none' if the order does not matter.",
        severity=Severity.SERIOUS,
        evidence={"column": name, "between": share, "likeness": likeness, "earlier_targets": dict(earlier)})


def _even(steps: Array) -> float:
    """The share of steps that are as long as the middle one, but for how times are rounded: an hour is no round day."""
    middle = float(np.median(steps))
    return float((np.abs(steps - middle) <= ROUNDED * middle).mean())


def _earlier_targets(rows: Rows, order: Array) -> dict[str, int]:
    """The columns that hold the target of an earlier row, and how many rows back."""
    if rows.n_classes is not None:
        return {}
    y, found = rows.y[order].astype(np.float64), {}
    close = 1e-6 * float(np.ptp(y))
    for place, column in enumerate(rows.names):
        values = rows.matrix[order, place]
        back = next((back for back in range(1, min(FARTHEST, y.size // 2) + 1) if not rows.categories[place]
                     and (np.abs(values[back:] - y[:-back]) <= close).mean() > NEARLY), None)
        if back is not None and close > 0:
            found[column] = back
    return found


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
