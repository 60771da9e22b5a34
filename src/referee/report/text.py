"""The whole answer for a terminal: tables aligned with spaces, at most 100 columns wide, then the verdict and how."""

from __future__ import annotations

import textwrap
from collections.abc import Iterator, Sequence

from referee.comparisons.verdict import Outcome
from referee.kinds import Direction
from referee.metrics import Metric
from referee.reading.estimate import Missing
from referee.report.best_first import BestFirst, Place, best_first
from referee.report.declaration import claims, declaration_sentence, deviation_sentences
from referee.report.document import Page
from referee.report.measured import measured_sentences
from referee.report.sentences import failure_sentences, method_sentence, verdict_sentences
from referee.report.structure import estimand_sentences, structure_sentences
from referee.report.supporting_sentences import supporting_sentences
from referee.report.tuning import tuning_sentences
from referee.report.wording import WORDS, level_text, shortened
from referee.study import Analysis

WIDTH = 100
GAP = "  "
LONGEST_NAME = 32            # in the tables of supporting metrics; the first table has the whole names


def as_text(analysis: Analysis) -> str:
    """The tables, the verdict, what went wrong, and how it was done."""
    noticed = "\n".join(wrapped(f"! {sentence}", hang="  ") for sentence in structure_sentences(analysis))
    parts = [*([noticed] if noticed else []), primary_table(analysis), *supporting_tables(analysis)]
    paragraphs = [wrapped(f"Verdict: {' '.join(verdict_sentences(analysis))}")]
    paragraphs += [wrapped(sentence) for sentence in (*estimand_sentences(analysis), *_single_pairs(analysis),
                                                      *supporting_sentences(analysis))]
    paragraphs += [wrapped(f"Tuning: {' '.join(said)}")] if (said := tuning_sentences(analysis)) else []
    paragraphs += [wrapped(str(claim)) for claim in claims(analysis)]
    paragraphs += [wrapped(sentence) for sentence in (declaration_sentence(analysis),) if sentence]
    paragraphs += [wrapped(f"! {sentence}", hang="  ")
                   for sentence in [*deviation_sentences(analysis), *failure_sentences(analysis)]]
    paragraphs += [wrapped(said) for said in (method_sentence(analysis), *measured_sentences(analysis))]
    return "\n\n".join([*parts, "\n".join(paragraphs)]) + "\n"


def _single_pairs(analysis: Analysis) -> Iterator[str]:
    """Why an interval in the table may leave out zero beside a verdict that says nothing is shown."""
    open_ = [p.verdict.comparison.interval for p in best_first(analysis, analysis.primary).places
             if p.verdict is not None and p.verdict.outcome is Outcome.UNDECIDED]
    if any(interval and not interval.low <= 0 <= interval.high for interval in open_):
        yield ("The interval of a difference is for that pair by itself; the verdict allows for the number of "
               "comparisons, so an interval may leave out zero and the verdict still be “can't tell”.")


def primary_table(analysis: Analysis) -> str:
    """Estimates by the primary metric, best first, each against the best or the learner that was named."""
    where = best_first(analysis, analysis.primary)
    header = [heading(where.metric), "estimate", f"{level_text(analysis.level)} interval"]
    rows = [[p.label, where.value_text(p), where.interval_text(p)] for p in where.places]
    if where.n_half is not None:
        header.append("at half")
        rows = [[*row, where.half_text(p)] for row, p in zip(rows, where.places, strict=True)]
    if where.reference is not None:
        header += [against_heading(where), ""]
        rows = [[*row, *_against(where, p)] for row, p in zip(rows, where.places, strict=True)]
    return "\n".join(aligned(header, rows))


def supporting_tables(analysis: Analysis) -> Iterator[str]:
    """The other metrics, as many side by side as fit."""
    stands = {m.name: best_first(analysis, m) for m in analysis.metrics[1:]}
    order = [p.learner for p in best_first(analysis, analysis.primary).places]
    columns = [_column(stands[m.name], order) for m in analysis.metrics[1:]]
    label = f"supporting ({level_text(analysis.level)} interval)"
    names = shortened([p.label for p in best_first(analysis, analysis.primary).places], LONGEST_NAME)
    room = WIDTH - len(GAP) - min(LONGEST_NAME, max(len(label), *map(len, names)))
    for block in _blocks(columns, room):
        header = [label, *(c[0] for c in block)]
        yield "\n".join(aligned(header, [[name, *(c[i + 1] for c in block)] for i, name in enumerate(names)]))


def heading(metric: Metric) -> str:
    """The title of a metric, and which way is better where that is not up."""
    return metric.title if metric.direction is Direction.MAXIMISE else f"{metric.title} ({metric.direction.word})"


def against_heading(where: BestFirst) -> str:
    """What the differences are taken from."""
    named = where.family.ask.against if where.family else None
    return f"against {named}" if named else "against the best"


def verdict_word(place: Place) -> str:
    """The verdict on one learner, in a word or two."""
    if place.verdict is not None:
        return WORDS[place.verdict.outcome]
    return "not compared" if place.reason else ""


def _against(where: BestFirst, place: Place) -> list[str]:
    return [where.difference_text(place), verdict_word(place)]


def _column(where: BestFirst, order: Sequence[str]) -> list[str]:
    by_name = {p.learner: p for p in where.places}
    cells = [where.metric.title if where.metric.direction is Direction.MAXIMISE else f"{where.metric.title} (lower)"]
    for name in order:
        place = by_name[name]
        spread = "" if isinstance(place.estimate, Missing) or not place.interval else f" ({where.interval_text(place)})"
        cells.append(where.value_text(place) + spread)
    return cells


def _blocks(columns: list[list[str]], room: int) -> Iterator[list[list[str]]]:
    block: list[list[str]] = []
    used = 0
    for column in columns:
        width = len(GAP) + max(map(len, column))
        if block and used + width > room:
            yield block
            block, used = [], 0
        block.append(column)
        used += width
    if block:
        yield block


def aligned(header: list[str], rows: list[list[str]]) -> Iterator[str]:
    """Columns padded to one width; a name too long for its column gets a line of its own."""
    widths = [max(len(row[i]) for row in [header, *rows]) for i in range(1, len(header))]
    room = WIDTH - len(GAP) - sum(widths) - len(GAP) * len(widths)
    first = min(max(len(header[0]) - len(GAP), *(len(row[0]) for row in rows)), max(room, 12))
    for i, row in enumerate([header, *rows]):
        name = row[0] if i == 0 else GAP + row[0]
        cells = GAP.join(cell.ljust(width) for cell, width in zip(row[1:], widths, strict=True))
        if len(name) > first + len(GAP):
            yield from textwrap.wrap(name, WIDTH, subsequent_indent=GAP * 2, break_on_hyphens=False)
            name = ""
        yield f"{name.ljust(first + len(GAP))}{GAP}{cells}".rstrip()


def wrapped(text: str, hang: str = "") -> str:
    """A paragraph no wider than the page."""
    return textwrap.fill(text, WIDTH, subsequent_indent=hang, break_on_hyphens=False)


def page_text(page: Page) -> str:
    """An answer for a terminal: its tables, what to take home, and how it was done."""
    tables = ["\n".join(aligned(list(table.header), table.texts())) for _, table in page.tables()]
    said = [wrapped(sentence, hang="  ") for sentence in page.sentences]
    how = [wrapped(f"How: {' '.join(page.how)}")] if page.how else []
    return "\n\n".join([*tables, "\n".join([*said, *how])]) + "\n"
