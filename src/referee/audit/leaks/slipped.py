"""A target that stands beside the features of other rows, from some row on: a column that slipped down or up.

Small learners say each row's target from rows dealt to other parts, and what they say is held against the targets of
the rows beside, as a model's answers are. Most rows have to be in place, so that there is something to learn.
"""

from __future__ import annotations

import numpy as np
from threadpoolctl import threadpool_limits

from referee.audit._base import NotCheckable
from referee.audit.association import Sides
from referee.audit.leaks.owing import FEWEST, MOST_CLASSES, MOST_COLUMNS, MOST_ROWS, PARTS, small_learner
from referee.audit.leaks.rows import Rows
from referee.audit.moved_rows import Stretch, moved
from referee.kinds import Array
from referee.seeds import stream

LAGS = (-1, 1, -2, 2, -3, 3)
CLEARLY = 6             # standard errors: six shifts, and every stretch
ENOUGH = 100            # rows


def slipped(rows: Rows) -> Stretch | None:
    """The stretch of rows whose features go with the target of rows beside them; None where there is none.

    Refused where none would show: of few rows, or where the features tell nothing of the target.
    """
    classes = None if rows.n_classes is None else np.bincount(rows.y, minlength=2)
    if rows.n < ENOUGH or not rows.names:
        raise NotCheckable(f"of {rows.n} rows no small fit tells whether they stand in place", ask=f"{ENOUGH} rows")
    if classes is not None and (classes.size > MOST_CLASSES or np.sort(classes)[-2] < FEWEST):
        raise NotCheckable("with such rare classes no small fit tells whether rows stand in place", ask="more rows")
    said = _said(rows)
    truth = rows.y.astype(float)[:, None] if classes is None else np.eye(classes.size)[rows.y]
    side = Sides(truth=truth - truth.mean(axis=0), said=said - said.mean(axis=0))
    found = moved(side, LAGS, CLEARLY)
    if found is None and side.at(0) < CLEARLY * side.noise:
        raise NotCheckable("by small fits the features tell too little of the target to see whether rows stand in "
                           "place", ask="features that tell more, or more rows")
    return found


def _said(rows: Rows) -> Array:
    """Of each row a number, or the chance of every class, by boosted trees of at most some rows of the other parts."""
    random = stream(0, "leaks", "slipped")
    part = random.permutation(np.arange(rows.n) % PARTS)
    table = rows.matrix[:, :MOST_COLUMNS]
    found = np.zeros((rows.n, rows.n_classes or 1))
    for one in range(PARTS):
        train, test = np.flatnonzero(part != one), part == one
        train = train if train.size <= MOST_ROWS else random.choice(train, size=MOST_ROWS, replace=False)
        there = ~np.isnan(table[train]).all(axis=0)
        if not there.any():
            continue
        with threadpool_limits(1):
            fitted = small_learner(rows, "boosted trees").fit(table[train][:, there], rows.y[train])
            some = table[test][:, there]
            if rows.n_classes is None:
                found[test, 0] = fitted.predict(some)
            else:
                found[np.ix_(test, fitted.classes_.astype(int))] = fitted.predict_proba(some)
    return found
