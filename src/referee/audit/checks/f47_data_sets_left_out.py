"""F-47: data sets that were planned and are not reported, and cases that a model left unanswered."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from referee.audit._base import Found, NotCheckable, Severity, check
from referee.audit.bundle import Bundle, Unanswered
from referee.audit.evidence import require_a_study, told_by_itself
from referee.audit.numbers.grids import averaged_over_fewer
from referee.audit.prose.confession import MISSED, UNSURE
from referee.audit.reading.rows_removed import Removed

SURELY = 0.01               # the chance of so different shares, below which the cases left out were others
FEW = 0.05                  # of the cases: more, and two scores are not of the same cases, whichever were left out


@check("F-47", "Planned data sets, or cases of a model, are missing", severity=Severity.SERIOUS,
       advice="Report all data sets that were planned and all cases that were asked, or say why one was left out, and "
              "count what was not answered as wrong.",
       reference="Salzberg 1997, section 3.3; Simmons, Nelson & Simonsohn 2011")
def data_sets_left_out(bundle: Bundle) -> Iterator[Found]:
    """The list declared beforehand against the list reported; in a file of predictions, cases that one model answered
    and another did not, and how often the others were right about them; in a log, samples that have no score; in words,
    cases left out because the model was unsure of them or far wrong; in a table, an average over fewer data sets than
    the others', or a score of fewer cases, which is serious where the lead is gone once those left out count as wrong.
    """
    yield from map(_left_out, bundle.unanswered)
    unsure = told_by_itself(bundle, UNSURE, "cases of which the model was unsure were left out of its score")
    yield from unsure
    missed = told_by_itself(bundle, MISSED, "cases were left out because the model was far wrong about them")
    yield from missed
    fewer = [] if bundle.grid is None else list(averaged_over_fewer(bundle.grid))
    for one in fewer:
        yield Found(message=f"{one.label}: that of {one.model} is over {one.sets} of {one.of} data sets. It leads "
                            f"{one.other} by {one.lead:.3g}, and by {one.lead_there:.3g} on these {one.sets}.",
                    evidence={"model": one.model, "data_sets": one.sets, "of": one.of})
    unasked = [*_never_asked(bundle), *map(_removed, bundle.removed)]
    yield from unasked
    if bundle.unanswered or unsure or missed or fewer or unasked:
        return
    require_a_study(bundle)
    if bundle.data_sets is None or bundle.declared is None or bundle.declared.data_sets is None:
        raise NotCheckable("no list of data sets was declared beforehand", ask="the list (declared: data_sets)")
    reported = {data.name for data in bundle.data_sets}
    missing = [name for name in bundle.declared.data_sets if name not in reported]
    if missing:
        yield Found(message=f"{len(missing)} of {len(bundle.declared.data_sets)} planned data sets are missing from "
                            f"the report: "
                            f"{', '.join(missing[:5])}.", evidence={"missing": missing})


def _left_out(model: Unanswered) -> Found:
    """Serious where many cases were left out, or harder ones without which it would not be ahead of another model."""
    (right, there), (also, left) = model.right_there, model.right_left_out
    what = "names a class in" if model.silent else "has answers to"
    message = f"{model.model} {what} {model.answered:,} of {model.of:,} cases"
    evidence = {"model": model.model, "answered": model.answered, "of": model.of}
    few = model.of - model.answered <= FEW * model.of
    severity = Severity.WARNING if few or model.lost == "" else None
    if model.own is not None:
        message += (f", and its accuracy is {model.own:.3f} of those; with the others counted as wrong it is "
                    f"{model.own * model.answered / model.of:.3f}{f', below {model.lost}' if model.lost else ''}")
    if not there or not left:
        return Found(message=f"{message}; whether it left out the hard ones cannot be seen.", severity=severity,
                     evidence=evidence)
    easy, hard = right / there, also / left
    told = f"the others are right in {hard:.0%} of those that it left out and in {easy:.0%} of the rest"
    if hard < easy and _chance([[also, left - also], [right, there - right]]) < SURELY:
        return Found(message=f"{message}, and {told}: its score is that of easier cases.", evidence=evidence,
                     severity=Severity.WARNING if few and not model.lost else None)
    return Found(message=f"{message}; {told}, which may be chance.", severity=severity, evidence=evidence)


def _chance(table: list[list[int]]) -> float:
    """Fisher's exact test, one-sided; answers of several models to a case count one by one."""
    from scipy.stats import fisher_exact

    return float(fisher_exact(table, alternative="less").pvalue)


def _never_asked(bundle: Bundle) -> Iterator[Found]:
    """Test rows of the only division that no model says anything of; serious where they are other rows by the target.
    """
    problem, said = bundle.problem, bundle.said or ()
    if problem is None or problem.has_several or not said or len(bundle.divisions or ()) != 1:
        return
    test = (bundle.divisions or ())[0].test
    test = test[test < problem.n_rows]
    left = np.setdiff1d(test, np.concatenate([part.rows for part in said]))
    if not left.size or left.size == test.size:
        return
    there = np.setdiff1d(test, left)
    evidence = {"test_rows": int(test.size), "left_out": int(left.size)}
    message = f"{left.size:,} of {test.size:,} test rows have no answer of any model"
    for code, label in enumerate(problem.classes):
        hits = [int((problem.y[rows] == code).sum()) for rows in (left, there)]
        table = [[hits[0], left.size - hits[0]], [hits[1], there.size - hits[1]]]
        if min(_chance(table), _chance(table[::-1])) * 2 * len(problem.classes) < SURELY:
            yield Found(message=f"{message}, and {hits[0] / left.size:.0%} of them are of class {label}, of the others "
                                f"{hits[1] / there.size:.0%}: the scores are those of other cases than were to be "
                                f"tested.", evidence=evidence)
            return
    yield Found(message=f"{message}; say why they were left out.", evidence=evidence,
                severity=Severity.WARNING if left.size > FEW * test.size else Severity.INFO)


def _removed(one: Removed) -> Found:
    """Rows that were taken out of the data after a model had been tested on them, and had them wrong."""
    return Found(message=f"{one.rows:,} of the {one.of:,} rows of an earlier study ({one.study}) are no longer there, "
                         f"and {one.model} was wrong about {one.wrong:,} of them, of the others about "
                         f"{one.wrong_elsewhere:.0%}: rows were taken out by what came of them.",
                 evidence={"removed": one.rows, "wrong": one.wrong, "wrong_elsewhere": one.wrong_elsewhere})
