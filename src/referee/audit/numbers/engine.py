"""All constraints over all rows."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from referee.audit.numbers.averages import averages
from referee.audit.numbers.contradiction import Contradiction
from referee.audit.numbers.figure import Row
from referee.audit.numbers.interval_bounds import interval_bounds
from referee.audit.numbers.limits import limits
from referee.audit.numbers.p_values import p_values
from referee.audit.numbers.regression import regression
from referee.audit.numbers.repeated import repeated
from referee.audit.numbers.sizes import sizes
from referee.audit.numbers.summaries import summaries
from referee.audit.numbers.sums import sums
from referee.audit.numbers.two_classes import two_classes
from referee.audit.numbers.units import mixed

CONSTRAINTS = (limits, mixed, interval_bounds, summaries, averages, two_classes, regression, p_values, repeated,
               sizes, sums)


def contradictions(rows: Sequence[Row]) -> tuple[Contradiction, ...]:
    """Everything that cannot be, in the order of the rows.

    A figure that one constraint has found wrong is left out of those that follow, simple ones first: one fault, one
    sentence.
    """
    accused: dict[str, set[str]] = {}
    found: list[Contradiction] = []
    for constraint in CONSTRAINTS:
        for one in constraint(list(_without(rows, accused))):
            wrong = accused.setdefault(one.where, set())
            if not wrong & set(one.figures):
                wrong.add(one.figures[0])
                found.append(one)
    places = {row.where: k for k, row in reversed(list(enumerate(rows)))}
    return tuple(sorted(found, key=lambda one: places.get(one.where, 0)))


def _without(rows: Sequence[Row], accused: dict[str, set[str]]) -> Iterator[Row]:
    for row in rows:
        wrong = accused.get(row.where, set())
        yield replace(row, figures=tuple(one for one in row.figures if one.kind not in wrong)) if wrong else row
