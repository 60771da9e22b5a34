"""What a script shows of its table: the columns that are learned and learned from, and the divisions that judge."""

from __future__ import annotations

from collections.abc import Iterator

from referee.audit.reading.scripts.columns import NOISE, plain
from referee.audit.reading.scripts.honest import honest
from referee.audit.reading.scripts.rows import Side, Span, Way
from referee.audit.reading.scripts.seen import Judging, TableUsed
from referee.audit.reading.scripts.source import Source
from referee.audit.reading.scripts.trace import Trace
from referee.audit.reading.scripts.values import Evaluation


def table_used(source: Source, trace: Trace) -> TableUsed:
    """Targets and features of all learners; and how rows were parted where a score counts."""
    targets = [frozenset(plain(name) for name in one.target if name != NOISE) for one in trace.learned]
    tables = [one.table for one in trace.learned]
    known = [table for table in tables if table is not None]
    parting = dict.fromkeys(name for e in trace.evaluations if honest(e) for name in _parting(e))
    judging = [Judging(place=source.place(one.line), line=one.line, call=one.call, how=one.how, by=one.by)
               for one in trace.divisions if one.name in parting and not one.inside]
    return TableUsed(targets=tuple(dict.fromkeys(filter(None, targets or map(_alone, sorted(trace.targets))))),
                     features=tuple(known) if tables and len(known) == len(tables) else None,
                     judging=tuple(dict.fromkeys(judging)))


def _alone(name: str) -> frozenset[str]:
    return frozenset({name})


def _parting(e: Evaluation) -> Iterator[str]:
    """The divisions by which the rows of a score are others than those trained on."""
    if e.kind == "cross-validated":
        yield f"fold@{e.line}"
    for model in e.models:
        yield from (name for trained in model.rows for tested in e.rows if (name := _first_apart(trained, tested)))


def _first_apart(trained: Way, tested: Way) -> str:
    for one, other in zip(trained, tested, strict=False):
        if one != other:
            return one.division if isinstance(one, Side) and isinstance(other, Side) else (
                one.along if isinstance(one, Span) and isinstance(other, Span) else "")
    return ""
