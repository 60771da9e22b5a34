"""The whole answer for a terminal: who leads, the table, the verdict, then what supports it, and how it was done."""

from __future__ import annotations

import textwrap
from collections.abc import Iterable, Iterator, Sequence

from referee.comparisons.verdict import Outcome
from referee.kinds import Direction
from referee.metrics import Metric
from referee.reading.estimate import Missing
from referee.report.best_first import BestFirst, Place, best_first
from referee.report.declaration import claims, declaration_sentence, deviation_sentences
from referee.report.document import Page
from referee.report.first_line import first_line
from referee.report.measured import measured_sentences
from referee.report.sentences import failure_sentences, method_sentence, verdict_sentences
from referee.report.structure import estimand_sentences, structure_sentences
from referee.report.supporting_sentences import supporting_sentences
from referee.report.tuning import tuning_sentences
from referee.report.width import width, width_of_text
from referee.report.wording import WORDS, count, joined, level_text, shortened
from referee.study import Analysis

GAP = "  "
LEAST_FOR_NAMES = 20         # columns that a table leaves to names before it is divided
SCREEN = 40                  # lines, before a reader has to scroll
LONGEST_NAME = 32            # in the tables of supporting metrics; the first table has the whole names


def as_text(analysis: Analysis, *, everything: bool = True) -> str:
    """Who leads, the table, the verdict, what went wrong, the other metrics, and how it was done.

    Without `everything` the other metrics are only named where all of it would be more than a screen.
    """
    noticed = "\n".join(wrapped(f"! {sentence}", hang="  ") for sentence in structure_sentences(analysis))
    first = wrapped(first_line(analysis))
    paragraphs = [wrapped(f"Verdict: {' '.join(verdict_sentences(analysis))}")]
    paragraphs += [wrapped(sentence) for sentence in (*estimand_sentences(analysis), *_single_pairs(analysis),
                                                      *supporting_sentences(analysis))]
    paragraphs += [wrapped(f"Tuning: {' '.join(said)}")] if (said := tuning_sentences(analysis)) else []
    paragraphs += [wrapped(str(claim)) for claim in claims(analysis)]
    paragraphs += [wrapped(sentence) for sentence in (declaration_sentence(analysis),) if sentence]
    warned = [wrapped(f"! {sentence}", hang="  ")
              for sentence in [*deviation_sentences(analysis), *failure_sentences(analysis)]]
    how = [wrapped(said) for said in (method_sentence(analysis), *measured_sentences(analysis))]
    before = [noticed, first, primary_table(analysis), "\n".join(paragraphs), "\n".join(warned)]
    text = _joined([*before, *supporting_tables(analysis), "\n".join(how)])
    if everything or text.count("\n") <= SCREEN or not analysis.metrics[1:]:
        return text
    others = joined([metric.title for metric in analysis.metrics[1:]])
    return _joined([*before, wrapped(f"By {others}: with --all, and on the page."), "\n".join(how)])


def _joined(parts: Iterable[str]) -> str:
    return "\n\n".join(filter(None, parts)) + "\n"


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
    told = [[where.half_text(p)] for p in where.places] if where.n_half is not None else []
    against: list[list[str]] = []
    if where.reference is not None:
        against = [_against(where, p) for p in where.places]
    return "\n".join(aligned(*_whole_or_without([header, *rows], [["at half"], *told] if told else [],
                                                [[against_heading(where), ""], *against] if against else [])))


def _whole_or_without(table: list[list[str]], half: list[list[str]], against: list[list[str]],
                      ) -> tuple[list[str], list[list[str]]]:
    """Columns beside each other; scores at half of the rows are left to the page where they would not fit."""
    for parts in ([half, against], [against]):
        whole = [[*line, *(cell for part in parts if part for cell in part[i])] for i, line in enumerate(table)]
        if sum(max(map(len, column)) + len(GAP) for column in zip(*whole, strict=True)) <= width():
            return whole[0], whole[1:]
    whole = [[*line, *(cell for part in (half, against) if part for cell in part[i])] for i, line in enumerate(table)]
    return whole[0], whole[1:]


def supporting_tables(analysis: Analysis) -> Iterator[str]:
    """The other metrics, as many side by side as fit."""
    stands = {m.name: best_first(analysis, m) for m in analysis.metrics[1:]}
    order = [p.learner for p in best_first(analysis, analysis.primary).places]
    columns = [_column(stands[m.name], order) for m in analysis.metrics[1:]]
    label = f"supporting ({level_text(analysis.level)} interval)"
    names = shortened([p.label for p in best_first(analysis, analysis.primary).places], LONGEST_NAME)
    room = width() - len(GAP) - min(LONGEST_NAME, max(len(label), *map(len, names)))
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
        wide = len(GAP) + max(map(len, column))
        if block and used + wide > room:
            yield block
            block, used = [], 0
        block.append(column)
        used += wide
    if block:
        yield block


def aligned(header: list[str], rows: list[list[str]]) -> Iterator[str]:
    """Columns padded to one width; those that do not fit stand below, and a name too long gets a line of its own."""
    widths = [max(len(row[i]) for row in [header, *rows]) for i in range(1, len(header))]
    names = len(GAP) + min(LEAST_FOR_NAMES, max(len(header[0]) - len(GAP), *(len(row[0]) for row in rows)))
    below = False
    for block in _fitting(widths, [cell == "" for cell in header[1:]], room=width() - names):
        yield from [""] if below else []
        yield from _aligned(header, rows, block, [widths[i] for i in block])
        below = True


def _fitting(widths: Sequence[int], goes_on: Sequence[bool], *, room: int) -> Iterator[list[int]]:
    """Numbers of columns that fit side by side; one without a heading goes on with what stands before it."""
    parts: list[list[int]] = []
    for i, on in enumerate(goes_on):
        parts[-1:] = [[*parts[-1], i]] if on and parts else [*parts[-1:], [i]]
    block: list[int] = []
    for part in parts:
        if block and sum(len(GAP) + widths[i] for i in (*block, *part)) > room:
            yield block
            block = []
        block = [*block, *part]
    yield block


def _aligned(header: list[str], rows: list[list[str]], block: list[int], widths: list[int]) -> Iterator[str]:
    room = width() - len(GAP) - sum(widths) - len(GAP) * len(widths)
    first = min(max(len(header[0]) - len(GAP), *(len(row[0]) for row in rows)), max(room, 12))
    for i, row in enumerate([header, *rows]):
        name = row[0] if i == 0 else GAP + row[0]
        cells = GAP.join(row[1 + j].ljust(wide) for j, wide in zip(block, widths, strict=True))
        if len(name) > first + len(GAP):
            yield from textwrap.wrap(name, width(), subsequent_indent=GAP * 2, break_on_hyphens=False)
            name = ""
        yield f"{name.ljust(first + len(GAP))}{GAP}{cells}".rstrip()


def wrapped(text: str, hang: str = "") -> str:
    """A paragraph no wider than the page."""
    return textwrap.fill(text, width_of_text(), subsequent_indent=hang, break_on_hyphens=False)


def page_text(page: Page, *, most: int | None = None) -> str:
    """An answer for a terminal: what to take home, its tables, or the first so many of them, and how it was done."""
    tables = ["\n".join(aligned(list(table.header), table.texts())) for _, table in page.tables()]
    said = [wrapped(sentence, hang="  ") for sentence in page.sentences]
    left = len(tables) - len(tables[:most])
    more = [f"{count(left, 'more table')}: --all, or the page."] if left else []
    how = [wrapped(f"How: {' '.join(page.how)}")] if page.how else []
    return "\n\n".join(["\n".join(said), *tables[:most], "\n".join([*more, *how])]).strip("\n") + "\n"
