"""Variance components for a terminal: a table a metric, then sentences."""

from __future__ import annotations

import math

from referee.reading.components import Components, Spreads
from referee.report.components.sentences import components_sentences, how_sentences, interval_percent, title_of
from referee.report.text import aligned, wrapped
from referee.report.wording import level_text, percent, plain


def components_text(spreads: Spreads) -> str:
    """Tables, what to take home, and how it was done."""
    tables = ["\n".join(aligned(header, rows)) for header, rows in tables_of(spreads)]
    said = [wrapped(sentence, hang="  ") for sentence in components_sentences(spreads)]
    return "\n\n".join([*tables, "\n".join([*said, wrapped("How: " + " ".join(how_sentences(spreads)))])]) + "\n"


def tables_of(spreads: Spreads) -> list[tuple[list[str], list[list[str]]]]:
    """(header, rows) for each metric."""
    made = []
    for m in spreads.metrics:
        rows = [row for c in spreads.found if c.metric == m.name for row in _rows(c)]
        header = [f"{title_of(spreads, m.name)} scatters by", "levels", "sd", "share",
                  f"{level_text(spreads.level)} interval"]
        if rows:
            made.append((header, rows))
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
