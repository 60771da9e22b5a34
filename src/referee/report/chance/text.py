"""The tables of a study of chance."""

from __future__ import annotations

from referee.report.chance.sentences import places_of
from referee.report.document import Table
from referee.report.text import heading
from referee.report.wording import number, p_text, signed
from referee.study.chance import Chance, Reference

HEAD = ["shuffled", "score", "on shuffles", "95% of them", "no skill", "bias", "p", "p (Holm)"]


def tables_of(study: Chance) -> list[Table]:
    """A table for each metric: one row a learner and test."""
    several = len(study.learners) > 1
    head = [*HEAD] if several else HEAD[:-1]
    if study.along_times:
        head = ["moved", "score", "on shifts", *(title for title in head[3:] if title != "bias")]
    return [Table(header=[heading(m), *head],
                  rows=[_row(r, several=several) for r in study.references if r.metric is m]) for m in study.metrics]


def _row(r: Reference, *, several: bool) -> list[str]:
    places = places_of(r)

    def shown(value: float | None) -> str:
        return "—" if value is None else number(value, places)

    spread = "—" if not r.values.size else f"{shown(r.low)} to {shown(r.high)}"
    bias = "—" if r.bias is None else signed(r.bias, places) + (" !" if r.optimistic else "")
    cells = [r.learner, r.kind, shown(r.observed), shown(r.mean), spread, shown(r.no_skill),
             *([bias] if r.times is None else []),
             "—" if r.p is None else p_text(r.p).removeprefix("p = ").removeprefix("p ")]
    last = [] if not several else ["—" if r.p_adjusted is None
                                   else p_text(r.p_adjusted).removeprefix("p = ").removeprefix("p ")]
    return cells + last
