"""F-47: data sets that were planned and are not reported, and cases that a model left unanswered."""

from __future__ import annotations

from collections.abc import Iterator

from referee.audit._base import Found, NotCheckable, Severity, check
from referee.audit.bundle import Bundle, Unanswered
from referee.audit.evidence import require_a_study, told_by_itself
from referee.audit.numbers.grids import averaged_over_fewer
from referee.audit.prose.confession import MISSED, UNSURE

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
    if bundle.unanswered or unsure or missed or fewer:
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
    """Serious where many cases were left out, or the others do worse on them: then its score is that of easier ones."""
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
        return Found(message=f"{message}, and {told}: its score is that of easier cases.", evidence=evidence)
    return Found(message=f"{message}; {told}, which may be chance.", severity=severity, evidence=evidence)


def _chance(table: list[list[int]]) -> float:
    """Fisher's exact test, one-sided; answers of several models to a case count one by one."""
    from scipy.stats import fisher_exact

    return float(fisher_exact(table, alternative="less").pvalue)
