"""What each of two models lost on the rows that both were tested on, row by row: the pairs that a test is made of."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from referee.audit._base import NotCheckable
from referee.audit.bundle import Bundle
from referee.audit.evidence import one_pass
from referee.kinds import Array
from referee.metrics import Predictions


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class PairedLosses:
    """The losses of two models, in the order of the rows."""

    rows: Array
    a: Array
    b: Array
    labels: bool            # right or wrong; else absolute errors


def paired_losses(bundle: Bundle, a: str, b: str) -> PairedLosses | None:
    """Errors of labels, or absolute errors of numbers, on the rows of both; None where these are not known."""
    try:
        (rows_a, said_a), (rows_b, said_b) = one_pass(bundle, a), one_pass(bundle, b)
    except NotCheckable:
        return None
    loss_a, loss_b = _loss(said_a), _loss(said_b)
    if loss_a is None or loss_b is None:
        return None
    rows, at_a, at_b = np.intersect1d(rows_a, rows_b, return_indices=True)
    if rows.size < 2:
        return None
    return PairedLosses(rows=rows, a=loss_a[at_a], b=loss_b[at_b], labels=said_a.n_classes is not None)


def _loss(said: Predictions) -> Array | None:
    if said.values is not None and said.n_classes is None:
        errors: Array = np.abs(said.values - said.truth)
        return errors
    labels = said.labels
    if labels is None and said.probabilities is not None:
        labels = said.probabilities.argmax(axis=1)
    return None if labels is None else (labels != said.truth).astype(float)
