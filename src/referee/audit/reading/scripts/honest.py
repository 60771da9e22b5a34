"""Which scores are of rows that nothing was fitted on."""

from __future__ import annotations

from referee.audit.reading.scripts.rows import Common, Side, Way, any_common
from referee.audit.reading.scripts.values import Evaluation


def is_score(e: Evaluation) -> bool:
    """Whether it is a score that somebody may report: no loss of training, no look at a validation part."""
    return e.kind in {"held out", "cross-validated", "search"} or (
        e.kind == "curve" and bool(e.models)) or (
        e.kind == "loss" and e.printed and apart(e) and all(model.rows for model in e.models))


def overlap(rows: frozenset[Way], e: Evaluation) -> Common:
    """Whether rows are among those of a score; rows of each class, one after the other, are those of all classes."""
    return any_common(rows | _together(rows, e.rows), e.rows)


def _together(rows: frozenset[Way], tested: frozenset[Way]) -> frozenset[Way]:
    """What several values of one mask take together, unless the test rows are taken by the same mask."""
    by_mask: dict[tuple[Way, str], set[str]] = {}
    for way in rows:
        last = way[-1]
        if isinstance(last, Side) and last.division.startswith("where "):
            by_mask.setdefault((way[:-1], last.division), set()).add(last.side)
    masks = {part.division for way in tested for part in way if isinstance(part, Side)}
    return frozenset(way for (way, mask), sides in by_mask.items() if len(sides) > 1 and mask not in masks)


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
