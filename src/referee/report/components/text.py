"""The tables of variance components."""

from __future__ import annotations

import math

from referee.reading.components import Components, Spreads
from referee.report.components.sentences import interval_percent, title_of
from referee.report.document import Table
from referee.report.wording import level_text, percent, plain


def tables_of(spreads: Spreads) -> dict[str, Table]:
    """A table for each metric that has components."""
    made = {}
    for m in spreads.metrics:
        rows = [row for c in spreads.found if c.metric == m.name for row in _rows(c)]
        header = [f"{title_of(spreads, m.name)} scatters by", "levels", "sd", "share",
                  f"{level_text(spreads.level)} interval"]
        if rows:
            made[m.name] = Table(header=header, rows=rows)
    return made


def _rows(c: Components) -> list[list[str]]:
    if c.found is None:
        return [[c.learner, "—", "—", "—", c.reason]]
    rows = []
    for number, source in enumerate(c.found.sources):
        share = c.found.shares[number]
        rows.append([f"{c.learner}: {source}", f"{c.found.levels[number]}",
                     plain(math.sqrt(c.found.variances[number])), percent(share), interval_percent(c, number)])
    return rows
