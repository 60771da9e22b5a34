"""Variance components as a figure, a page, JSON and a table."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

from referee.errors import BadInput
from referee.kinds import Json
from referee.reading.components import Components, Spreads
from referee.report.bars import Piece, bars_figure
from referee.report.components.sentences import components_sentences, how_sentences, title_of
from referee.report.components.text import tables_of
from referee.report.dictionary import json_ready
from referee.report.document import Block, Drawing, Folded, Page, Section, Table
from referee.report.study_sections import again_section, data_section, how_section
from referee.report.wording import percent, plain

if TYPE_CHECKING:
    import pandas as pd
    from matplotlib.figure import Figure

SCHEMA = 1
FRAME = ["learner", "metric", "source", "levels", "variance", "sd", "share", "low", "high", "lost", "reason"]

SOURCE = "Reich and Barai (1999) name three sources: the sample, its split, and what the learner does by chance."


def components_figure(spreads: Spreads, metric: str | None = None) -> Figure:
    """One bar a learner, in shares of the variance."""
    wanted = spreads.metrics[0].name if metric is None else metric
    rows = [(c, c.found) for c in spreads.found if c.metric == wanted and c.found is not None]
    if not rows:
        raise BadInput(f"there are no components of {wanted} to draw; there are metrics "
                       f"{', '.join(m.name for m in spreads.metrics)}.")
    bars = [[Piece(s, 100 * share, percent(share)) for s, share in zip(found.sources, found.shares, strict=True)]
            for _, found in rows]
    return bars_figure([c.learner for c, _ in rows], [f"sd {plain(c.sd or 0.0)}" for c, _ in rows], bars,
                       axis=f"share of the variance of one {title_of(spreads, wanted)}, %")


def components_page(spreads: Spreads) -> Page:
    """Where the spread comes from, a section for each metric."""
    lead, *rest = components_sentences(spreads) or [""]
    how = how_sentences(spreads)
    return Page(
        kind="components", about=spreads.problem.name,
        title=f"{spreads.problem.name}: spread of {', '.join(spreads.learners)}",
        question="Where does the spread of a score come from?", lead=lead, rest=rest, how=how,
        sections=[_section(spreads),
                  data_section(spreads.problem), how_section(how, note=SOURCE),
                  again_section(spreads.study, spreads.problem)])


def _section(spreads: Spreads) -> Section:
    """The first metric in full view, the others folded."""
    tables = tables_of(spreads)
    first, *others = tables
    folded = [Folded(summary=f"Spread of {title_of(spreads, name)}", metric=title_of(spreads, name),
                     blocks=_blocks(spreads, name, tables[name])) for name in others]
    title = title_of(spreads, first)
    return Section(key="spread", title=f"Spread of {title}", gist=True, metric=title,
                   blocks=[*_blocks(spreads, first, tables[first]), *folded])


def _blocks(spreads: Spreads, metric: str, table: Table) -> list[Block]:
    title = f"Spread of {title_of(spreads, metric)}"
    drawing = Drawing(draw=lambda: components_figure(spreads, metric), spoken=f"{title}: see the table below",
                      caption="Each bar is the variance of one score, shared out; how large it is stands at the right.")
    return [drawing, table]


def components_dict(spreads: Spreads) -> Json:
    """Everything for JSON."""
    clean: Json = json_ready({
        "schema": SCHEMA, "verb": "components",
        "sentences": {"gist": components_sentences(spreads), "how": how_sentences(spreads)},
        "study": {"name": spreads.study.name, "fingerprint": spreads.study.fingerprint,
                  "created": spreads.study.created, "declared": spreads.study.declaration.to_dict(),
                  "level": spreads.level,
                  "missing": spreads.missing},
        "data": spreads.problem.to_dict(),
        "protocol": spreads.plan.parameters | {"description": spreads.plan.description, "seeds": spreads.seeds},
        "components": [_row_dict(c) for c in spreads.found],
        "versions": dict(spreads.study.declaration.versions),
    })
    return clean


def _row_dict(c: Components) -> Json:
    sources = [] if c.found is None else [
        {"source": s, "levels": c.found.levels[i], "variance": c.found.variances[i], "share": c.found.shares[i],
         "below_zero": s in c.found.below_zero, "interval": c.intervals[i].to_dict()}
        for i, s in enumerate(c.found.sources)]
    return {"learner": c.learner, "metric": c.metric, "mean": c.mean, "sd": c.sd, "sources": sources, "lost": c.lost,
            "dropped": c.dropped, "why_lost": list(c.why_lost), "reason": c.reason}


def components_frame(spreads: Spreads) -> pd.DataFrame:
    """One row for each learner, metric and source."""
    import pandas as pd

    rows: list[Json] = []
    for told in map(_row_dict, spreads.found):
        for source in told["sources"] or [{"source": None, "levels": None, "variance": None, "share": None}]:
            interval = source.get("interval") or {}
            rows.append(told | source | {"low": interval.get("low"), "high": interval.get("high"),
                                         "sd": None if source["variance"] is None else math.sqrt(source["variance"])})
    numbers = dict.fromkeys(["variance", "sd", "share", "low", "high"], float)
    return pd.DataFrame(rows, columns=FRAME).astype(numbers | {"levels": "Int64"})
