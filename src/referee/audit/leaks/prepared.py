"""What the columns themselves say of how they were prepared: with the target of all rows, or scaled over them."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from referee.audit._base import Found, NotCheckable, Severity, Unseen
from referee.audit.bundle import Bundle
from referee.audit.evidence import named
from referee.audit.leaks.encoded import encodings
from referee.audit.leaks.filled import filled_by_class, filled_from_all
from referee.audit.leaks.owing import owed_to_columns
from referee.audit.leaks.rows import Rows, rows_of
from referee.audit.leaks.scaled import scaled_over, scaled_within
from referee.audit.leaks.spikes import values_tell

MUCH = 0.1          # of a score


def in_the_data(bundle: Bundle) -> Iterator[Found | Unseen]:
    """Preparation that can be seen in the table; what cannot be decided is told as such."""
    if bundle.problem is None or bundle.problem.features is None:
        return
    try:
        rows = rows_of(bundle)
    except NotCheckable as reason:
        yield Unseen(reason=str(reason), ask=reason.ask)
        return
    labels = tuple(str(label) for label in bundle.problem.classes)
    filled = [*encodings(rows, labels), *filled_by_class(rows, labels)]
    known = {name for one in filled for name in one.columns}
    spikes = [one for one in values_tell(rows, labels) if not set(one.columns) & known]
    within = scaled_within(rows)
    if len(within) > 1:
        yield Found(message=f"{named(within)} have mean 0 and standard deviation 1 in each class by itself: they were "
                            f"scaled within the classes, which nobody knows of new rows.",
                    severity=Severity.SERIOUS, evidence={"columns": within})
    for one in (*filled, *spikes):
        owed = owed_to_columns(rows, one.columns)
        grave = owed is not None and owed.loss > MUCH
        severity = max(one.severity, Severity.FATAL) if grave else (
            Severity.WARNING if owed is not None and not owed.matters else one.severity)
        yield Found(message=f"{one.sentence} {owed.sentence()}" if owed else one.sentence, severity=severity,
                    evidence={"columns": list(one.columns)} | (owed.to_dict() if owed else {}))
    yield from _scaled(bundle, rows)


def _scaled(bundle: Bundle, rows: Rows) -> Iterator[Found | Unseen]:
    """Scaling learns little from test rows; where it was fitted on them it is said, where that is open, asked."""
    over_all = scaled_over(rows) | dict.fromkeys(filled_from_all(rows), "gaps filled with the mean of all other rows")
    if not over_all:
        return
    told, how = named(over_all), next(iter(over_all.values()))
    trained = [d.train for d in bundle.divisions or () if d.train is not None and np.unique(d.train).size < rows.n]
    if len(trained) == 1 and not bundle.undivided and not scaled_over(rows, trained[0]):
        yield Found(message=f"{told} {'has' if len(over_all) == 1 else 'have'} {how} over all {rows.n:,} rows, and not "
                            f"over the training rows: the preparation was fitted on test rows too.",
                    severity=Severity.WARNING, evidence={"columns": list(over_all)})
        return
    yield Unseen(reason=f"{told} {'has' if len(over_all) == 1 else 'have'} {how} over all rows, and whether that was "
                        f"fitted before these data were drawn cannot be seen",
                 ask="the columns as they were measured", aside=_steps_known(bundle))


def _steps_known(bundle: Bundle) -> bool:
    """Whether the study's own steps can be looked at: what was scaled before it learned little, and is told aside."""
    return any(step.rows is not None for model in bundle.models or () for step in model.steps or ())
