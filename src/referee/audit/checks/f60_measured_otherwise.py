"""F-60: columns that are measured, written or prepared otherwise in the test rows, and a target turned round."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from referee.audit._base import Found, Severity, check
from referee.audit.bundle import Bundle
from referee.audit.evidence import divisions_with_training, named
from referee.audit.leaks.one_answer import one_answer
from referee.audit.leaks.other_codes import other_codes
from referee.audit.leaks.other_units import other_units
from referee.audit.leaks.owing import owed_to_a_change, owed_to_the_side
from referee.audit.leaks.rows import Rows, rows_of
from referee.audit.leaks.scaled import ROUNDED, scaled_over
from referee.audit.leaks.units_in_part import units_in_part
from referee.data.structure import Kind
from referee.designs.kept_together import units_of
from referee.kinds import Array

TELLS, TELLS_MUCH = 0.65, 0.75      # as an AUC
CLEARLY, NEARLY = 4, 1              # standard errors
MOST_DIVISIONS = 10                 # that are looked at: of many folds the first tell as much


@check("F-60", "Test rows are measured otherwise", severity=Severity.SERIOUS,
       advice="Bring both sides into one unit, prepared by what the training rows say, and score again.",
       reference="common sense")
def measured_otherwise(bundle: Bundle) -> Iterator[Found]:
    """Columns whose test rows are in another unit, written in other words, or were scaled by themselves.

    A unit shows where the two sides hardly overlap and a factor, a change of degrees or a logarithm makes them one
    shape; a warning where the factor is a small one that no unit has; or where a part of the test rows comes back into
    the range of training. Levels in other words (f, m and Female, Male); -999 for a gap; and, of data alone, two
    classes that test rows have the other way round, or nothing tells there.
    """
    divisions = divisions_with_training(bundle)[:MOST_DIVISIONS]
    rows = rows_of(bundle)
    told: set[str] = set()
    for division, train in divisions:
        for one in other_units(rows, train, division.test):
            if one.column not in told:
                told.add(one.column)
                yield Found(
                    message=f"{one.column} has a median of {one.train:.4g} in training rows and of {one.test:.4g} in "
                            f"test rows, which hardly overlap, and {one.how}: it seems to be in another unit there.",
                    severity=Severity.SERIOUS if one.sure else Severity.WARNING,
                    evidence={"column": one.column, "median_in_training": one.train, "median_in_test": one.test})
    for written in (code for division, train in divisions for code in other_codes(rows, train, division.test)):
        if written.column not in told:
            told.add(written.column)
            yield Found(message=written.sentence, severity=Severity.SERIOUS, evidence={"column": written.column})
    for division, train in divisions:
        yield from _in_part(rows, train, division.test, told)
    if len(divisions) == 1:
        yield from _scaled_apart(rows, divisions[0][0].test)
    if len(divisions) == 1 and bundle.untrained and not told:
        yield from _unlike(bundle, rows, divisions[0][1], divisions[0][0].test)


def _in_part(rows: Rows, train: Array, test: Array, told: set[str]) -> Iterator[Found]:
    """Columns of which a part of the test rows is in another unit: serious where small fits lose by it."""
    for one in units_in_part(rows, train, test):
        if not told.isdisjoint(one.columns):
            continue
        told.update(one.columns)
        owed = owed_to_a_change(rows, one.undone(rows), train, test) if one.sure else None
        sentence = f" {owed.sentence('As they are,')}" if owed is not None and owed.matters else ""
        yield Found(
            message=f"In {one.rows.size:,} test rows ({one.rows.size / test.size:.0%}) {named(one.columns)} "
                    f"{'seem' if len(one.columns) > 1 else 'seems'} to be {one.change.name}: they are beyond all "
                    f"training rows, and within their range once they are changed back.{sentence}",
            severity=Severity.SERIOUS if sentence else Severity.WARNING,
            evidence={"columns": list(one.columns), "rows": one.rows[:20].tolist(),
                      "share": one.rows.size / test.size} | (owed.to_dict() if owed is not None else {}))


def _scaled_apart(rows: Rows, test: Array) -> Iterator[Found]:
    """Test rows that were scaled by what they themselves say, and not by what training says."""
    own = {name: how for name, how in scaled_over(rows, test, near=ROUNDED).items() if how.startswith("mean")}
    if len(own) > 1 and test.size < rows.n:
        yield Found(message=f"{named(own)} have {next(iter(own.values()))} over the test rows by themselves: these "
                            f"were scaled apart from the training rows, which nobody can do with a single new case.",
                    severity=Severity.SERIOUS, evidence={"columns": list(own)})


def _unlike(bundle: Bundle, rows: Rows, train: Array, test: Array) -> Iterator[Found]:
    """Two classes that the test rows have the other way round, or that nothing tells there any more."""
    owed = owed_to_the_side(rows, train, test) if rows.n_classes == 2 else None
    if owed is None or owed.having < TELLS:
        return
    units = _units(bundle, rows)
    turned = owed.without < 0.5 - CLEARLY * max(owed.noise, _luck_of(units, test))
    lost = owed.having > TELLS_MUCH and owed.without < 0.5 + NEARLY * owed.noise and units is None and (
        not _by_units(bundle))
    if turned or lost:
        what = "there the classes seem to be the other way round" if turned else (
            "there the target does not go with the features, as if it were joined to other rows")
        yield Found(message=f"Trained on the training rows, {owed.learner} have an AUC of {owed.having:.2f} among them "
                            f"and of {owed.without:.2f} on the test rows: {what}.", severity=Severity.SERIOUS,
                    evidence=owed.to_dict())


def _units(bundle: Bundle, rows: Rows) -> Array | None:
    """Which rows belong together, where that was told or noticed, or a column has one target for each of its values."""
    problem = bundle.problem
    if problem is None or problem.groups is not None:
        return None if problem is None else problem.groups
    for noticed in (one for one in problem.structure if one.kind is Kind.GROUPS):
        features = bundle.features_with(noticed.columns)
        if features is not None:
            return units_of(features, noticed)
    return next((one.units for one in one_answer(rows)), None)


def _luck_of(units: Array | None, test: Array) -> float:
    """The noise of an AUC on rows of so many units, each of one class perhaps: they count, and not their rows."""
    return 0.0 if units is None else 0.3 / max(1.0, np.unique(units[test]).size / 2) ** 0.5


def _by_units(bundle: Bundle) -> bool:
    """Whether rows may belong together, or lie in time: then parts of the training rows flatter."""
    problem = bundle.problem
    return problem is None or problem.groups is not None or problem.time is not None or any(
        one.kind in {Kind.GROUPS, Kind.TIME, Kind.ORDER} for one in problem.structure)
