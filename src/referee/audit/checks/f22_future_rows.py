"""F-22: training rows that are later than the test rows."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from referee.audit._base import Found, NotApplicable, NotCheckable, Severity, check
from referee.audit.bundle import Bundle
from referee.audit.evidence import divisions_with_training, times_known, told_by_itself
from referee.audit.leaks.horizon import horizon_of, reaching_over
from referee.audit.leaks.owing import Owing, owed_to_order
from referee.audit.leaks.rows import rows_of
from referee.audit.prose.confession import FUTURE, SHUFFLED
from referee.audit.series import dealt_at_random, shuffled_in_time
from referee.data.structure import Kind, Noticed
from referee.kinds import Array

LATER = "Tested on the latest rows"
MUCH, AMONG = 0.1, 0.5          # of a score; of the training rows that are later than the first test row


@check("F-22", "Trained on the future", severity=Severity.FATAL,
       advice="Train on the past and test on what came later (rolling origin), with a gap if the target reaches ahead.",
       reference="Kapoor & Narayanan 2023; Tashman 2000")
def future_rows(bundle: Bundle) -> Iterator[Found]:
    """Divisions in which some training row is later than the earliest test row; columns that say when, unanswered.

    Also targets that reach ahead (the return of the next 20 days), where training goes on up to the test part; and
    folds of a file of predictions whose dates show a series that was shuffled; and forecasts that were issued when
    what they forecast was over, beside others that were issued before.
    """
    told = [*told_by_itself(bundle, FUTURE, "training goes on beyond the years tested", severity=Severity.SERIOUS),
            *told_by_itself(bundle, SHUFFLED, "a series in time is divided at random, so that test rows stand between "
                                              "training rows", severity=Severity.SERIOUS)]
    told += _issued_late(bundle)
    yield from told
    times = times_known(bundle)
    if told and (times is None or all(division.train is None for division in bundle.divisions or ())):
        return
    if times is None:
        known = bundle.dates if len(bundle.divisions or ()) > 1 else None
        yield from _unanswered(bundle) if known is None else shuffled_in_time(bundle, known)
        return
    if bundle.undivided:
        yield from _told(bundle, times)
        return
    late = []
    divisions = divisions_with_training(bundle)
    for division, train in divisions:
        after = float((times[train] > times[division.test].min()).mean())
        if after:
            late.append(after)
    if late:
        yield Found(message=f"Training rows are later than test rows in {len(late)} of {len(divisions)} divisions (up "
                            f"to "
                            f"{max(late):.0%} of the training rows): in use the future will not be known.",
                    severity=Severity.FATAL if max(late) > 0.1 else Severity.SERIOUS,
                    evidence={"divisions": len(late), "largest_share": max(late)})
        return
    yield from _without_a_gap(bundle, times)


def _issued_late(bundle: Bundle) -> list[Found]:
    """Serious where other models of the file were always issued before: else the dates may mean something else."""
    others = any(one.late == 0 for one in bundle.issued)
    return [Found(message=f"{one.late:,} of {one.of:,} forecasts{f' of {one.model}' if one.model else ''} were issued "
                          f"('{one.issue}') when their '{one.target}' was over"
                          f"{', those of other models never' if others else ''}: what they forecast could be known.",
                  severity=Severity.SERIOUS if others else Severity.WARNING,
                  evidence={"model": one.model, "late": one.late, "of": one.of})
            for one in bundle.issued if one.many]


def _without_a_gap(bundle: Bundle, times: Array) -> Iterator[Found]:
    """A target that reaches ahead, and training rows so near to the test part that theirs is made of it."""
    try:
        ahead = horizon_of(rows_of(bundle), times)
    except NotCheckable:
        return
    reach = 0 if ahead is None else max(
        (reaching_over(ahead, times, train, division.test) for division, train in divisions_with_training(bundle)),
        default=0)
    if ahead is not None and reach:
        yield Found(
            message=f"The target is the sum of {ahead.column} over the next {ahead.rows} rows, and no gap of as many "
                    f"is left: the targets of {reach:,} training rows are made of what is tested.",
            severity=Severity.SERIOUS, evidence={"column": ahead.column, "ahead": ahead.rows, "rows": reach})


def _told(bundle: Bundle, times: Array) -> Iterator[Found]:
    owed = _owed(bundle, times)
    if owed is not None and owed.matters:
        yield Found(message=f"Rows divided at random would flatter. {owed.sentence(LATER)}", severity=Severity.INFO,
                    evidence=owed.to_dict())


def _unanswered(bundle: Bundle) -> Iterator[Found]:
    """What was noticed that may be times: what a score owes to it is measured where the data are at hand."""
    problem, ask = bundle.problem, "the column of times (--data, --time)"
    if problem is not None and Kind.TIME.value in problem.settled:
        raise NotApplicable("it was said that time does not matter")
    noticed = next((one for one in (problem.structure if problem else ()) if one.kind in {Kind.TIME, Kind.ORDER}), None)
    if noticed is None or problem is None:
        raise NotCheckable("no times are known", ask=ask)
    places = _places(bundle, noticed)
    if places is not None and not bundle.undivided and _kept(bundle, places):
        return
    dealt = [] if places is None or noticed.kind is not Kind.TIME or bundle.undivided else list(
        dealt_at_random(rows_of(bundle), noticed.columns[0], places, _known(bundle)))
    if dealt:
        yield from dealt
        return
    owed = _owed(bundle, places)
    if owed is None or not owed.matters:
        raise NotCheckable(f"{noticed.sentence.rstrip('.')}; nobody has answered", ask=ask)
    yield Found(message=f"{noticed.sentence[:1].upper()}{noticed.sentence[1:]} Nobody has answered. "
                        f"{owed.sentence(LATER)}",
                severity=Severity.SERIOUS if noticed.kind is Kind.TIME and owed.loss > MUCH and _shuffled(
                    bundle, places) else Severity.WARNING,
                evidence={"columns": list(noticed.columns)} | owed.to_dict())


def _shuffled(bundle: Bundle, places: Array | None) -> bool:
    """Whether a split that was given tests rows which lie among its training rows in time."""
    known = _known(bundle)
    return places is not None and not bundle.undivided and bool(known) and all(
        float((places[train] > places[test].min()).mean()) > AMONG for train, test in known)


def _known(bundle: Bundle) -> list[tuple[Array, Array]]:
    """The training and the test rows of the divisions that were given."""
    return [(d.train, d.test) for d in bundle.divisions or () if d.train is not None and not d.assumed]


def _kept(bundle: Bundle, places: Array) -> bool:
    """Whether every division whose training rows are known tests on later rows, though nobody said when they are."""
    known = _known(bundle)
    return bool(known) and all(bool(places[train].max() <= places[test].min()) for train, test in known
                               if train.size and test.size)


def _places(bundle: Bundle, noticed: Noticed) -> Array | None:
    features = bundle.features_with(noticed.columns)
    if features is None or features.form:
        return None
    if not noticed.columns:
        return np.arange(features.n_rows)
    names = [column.name for column in features.columns]
    place: Array = features.matrix[:, names.index(noticed.columns[0])]
    return place


def _owed(bundle: Bundle, places: Array | None) -> Owing | None:
    try:
        return None if places is None else owed_to_order(rows_of(bundle), places)
    except NotCheckable:
        return None
