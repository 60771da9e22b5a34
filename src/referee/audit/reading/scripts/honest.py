"""Which scores are of rows that nothing was fitted on."""

from __future__ import annotations

from referee.audit.reading.scripts.rows import Common, Way, any_common
from referee.audit.reading.scripts.values import Evaluation


def is_score(e: Evaluation) -> bool:
    """Whether it is a score that somebody may report: no loss of training, no look at a validation part."""
    return e.kind in {"held out", "cross-validated", "search"} or (
        e.kind == "curve" and bool(e.models)) or (
        e.kind == "loss" and e.printed and apart(e) and all(model.rows for model in e.models))


def overlap(rows: frozenset[Way], e: Evaluation) -> Common:
    """Whether rows are among those of a score."""
    return any_common(rows, e.rows)


def apart(e: Evaluation) -> bool:
    """Whether no model of it was fitted on its rows, as far as is known."""
    return bool(e.models) and all(any_common(model.rows, e.rows) is Common.NONE for model in e.models)


def honest(e: Evaluation) -> bool:
    """A score on rows apart from training, or cross-validated; a search's own is not."""
    if e.lost or not e.rows:
        return False
    if e.kind == "cross-validated":
        return True
    known = all(model.rows and not model.lost for model in e.models)
    return e.kind in {"held out", "loss"} and known and apart(e)
