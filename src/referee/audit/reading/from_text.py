"""An abstract or another text as evidence: the numbers that stand in it and in its tables, and what it says against
itself."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

from referee.audit.bundle import Bundle
from referee.audit.numbers.contradiction import Contradiction
from referee.audit.numbers.figure import Row
from referee.audit.numbers.grids import wrong_summaries
from referee.audit.numbers.marks import Marked, unmarked
from referee.audit.numbers.matrix_and_text import counts_of, text_against_counts
from referee.audit.numbers.of_table import SEVERAL
from referee.audit.numbers.of_text import text
from referee.audit.numbers.of_weka import of_weka
from referee.audit.numbers.tests_in_cells import in_cells
from referee.audit.numbers.text_and_tables import against_tables
from referee.audit.numbers.trivial import beaten_by_the_larger_class
from referee.audit.numbers.whole_answers import whole_answers
from referee.audit.prose.claims import copies_of_other_rows
from referee.audit.prose.confession import ACCURACY_ALONE, COPIED, SAME, Confession
from referee.audit.prose.marks import Sentence, language_of, marked, mentions
from referee.audit.prose.rows_apart import tested_apart
from referee.audit.prose.taught import Doubt, doubts_in
from referee.audit.reading.from_table import bundle_of_cells
from referee.audit.reading.printed_tables import PrintedTable, tables_in
from referee.audit.vocabulary.protocols import confessions
from referee.audit.vocabulary.sentences import line_of
from referee.audit.vocabulary.told import told_in
from referee.data.prediction_table.importers.weka import only_on_training
from referee.errors import BadInput
from referee.foreign_file import text_of

SHOWN = 12


def bundle_of_text(path: str | Path) -> Bundle:
    """The figures of a text and of its tables, what they say against one another, and what was read and left."""
    path = Path(path)
    content = text_of(path)
    parted = tables_in(content)
    said = text(parted.prose)
    read = f"Read in the text: {_some(said.read)}." if said.read else (
        "No figure of the text was recognised; it knows t(28) = 2.20, p = .03; F(2, 40) = …; χ²(1, N = 90) = …; "
        "accuracy of 91.2% (95% CI 88.1–93.9); 12 of 30 (40%); n = 90.")
    left = (f"Not read: {_some(said.left)}.",) if said.left else ()
    alone = Bundle(name=path.name, answered=(), printed=(*said.rows, *whole_answers(parted.prose)),
                   confessed=told_by(content, parted.tables, prose=parted.prose),
                   doubts=placed(doubts_in(parted.prose), content),
                   against_itself=of_weka(content),
                   notices=(*(() if parted.tables and not said.read else (read,)), *left))
    return with_tables(alone, parted.tables, parted.prose) if parted.tables else alone


def told_by(content: str, tables: tuple[PrintedTable, ...] = (), *, prose: str | None = None) -> tuple[Confession, ...]:
    """What a text says against itself: in its sentences, in the rows of its tables, in a program's headline.

    `prose` is what the sentences are read from, where that is not the content as it stands; lines are of the content.
    """
    rows = [confession for table in tables for row in table.rows
            for confession in confessions(", ".join(filter(None, row.values())))]
    sentences = marked(content if prose is None else prose) if tables else []
    rows += [confession for table in tables for confession in tested_apart(table.rows, sentences)]
    headline = only_on_training(content)
    weka = (Confession(fault=SAME, sentence=headline),) if headline else ()
    said = content if prose is None else prose
    told = told_in(said)
    if not any(one.fault == ACCURACY_ALONE for one in told):
        told = (*told, *beaten_by_the_larger_class(said))
    if tables and not any(one.fault == COPIED for one in told):
        told = (*told, *_bold_over_copies(tables, sentences, language_of(said)))
    heard = (replace(one, heard=True) for one in (*told, *rows))
    return tuple(replace(one, line=line_of(one.sentence, content)) for one in (*heard, *weka))


def placed(doubts: tuple[Doubt, ...], content: str) -> tuple[Doubt, ...]:
    """Doubts with the lines on which their sentences begin."""
    return tuple(replace(one, line=line_of(one.sentence, content)) for one in doubts)


def _bold_over_copies(tables: tuple[PrintedTable, ...], sentences: list[Sentence],
                      language: str) -> Iterator[Confession]:
    """A table that has the proposed model in bold, over numbers that others had on other rows."""
    lines = [[unmarked(cell) for cell in row.values()] for table in tables for row in table.rows]
    ahead = [name.text for name, *cells in lines if mentions(name.text, language, "ours")
             and any(one.bold for one in cells)]
    for one in copies_of_other_rows(sentences) if ahead else ():
        yield Confession(fault=COPIED, sentence=one.text, detail=f"{ahead[0]} in bold")


def with_tables(bundle: Bundle, tables: tuple[PrintedTable, ...], prose: str) -> Bundle:
    """A text with the tables that stand in it, each read as a table of published numbers is."""
    read: list[Bundle] = []
    notices: list[str] = []
    for number, table in enumerate(tables, start=1):
        label = f"Table {number}" if len(tables) > 1 else "The table"
        try:
            one = bundle_of_cells(bundle.name, list(table.names), [dict(row) for row in table.rows],
                                  around=f"{table.caption} {prose}")
        except BadInput as why:
            notices.append(f"{label} of the text was not read: {str(why).rstrip('.')}.")
            continue
        notices += [f"{label} of the text: {notice}" for notice in one.notices]
        read.append(replace(one, printed=_rows(one, table, number if len(tables) > 1 else None)))
    rows = [row for one in read for row in one.printed or ()]
    beside = _beside(tables, prose)
    grids = [one.grid for one in read if one.grid is not None]
    single = grids[0] if len(grids) == 1 else None
    wrong: list[Contradiction] = [*(bundle.against_itself or ()), *against_tables(prose, rows)]
    wrong += [each for one in read for each in one.against_itself or ()]
    wrong += [each for grid in grids if single is None and grid.complete for each in wrong_summaries(grid)]
    known = bundle.against_itself is not None or bool(read)
    return replace(
        bundle, confessed=(*bundle.confessed, *(each for one in read for each in one.confessed
                                                if each.fault not in {told.fault for told in bundle.confessed})),
        printed=(*(bundle.printed or ()), *rows, *beside), grid=single, marked=_marked(read),
        family=next((one.family for one in read if one.family is not None), None),
        # The text may say what became of the cases left out, so that it is only asked.
        unanswered=tuple(replace(each, lost="") for one in read for each in one.unanswered),
        reported=tuple(line for one in read for line in one.reported or ()) or None,
        declared=next((one.declared for one in read if one.declared is not None), None),
        against_itself=tuple(wrong) if known else None, notices=(*bundle.notices, *notices))


def _beside(tables: tuple[PrintedTable, ...], prose: str) -> list[Row]:
    """Tests in cells, and scores of the text beside the counts of the only table of test against truth."""
    tests = [row for table in tables for row in in_cells(table.names, table.rows, f"{table.caption} {prose}")]
    matrices = [counts for table in tables if (counts := counts_of(table.names, table.rows)) is not None]
    return tests + (list(text_against_counts(prose, matrices[0])) if len(matrices) == 1 else [])


def _rows(one: Bundle, table: PrintedTable, number: int | None) -> tuple[Row, ...]:
    """The rows of a table, with what its caption says of all of them."""
    said = SEVERAL.search(table.caption) is not None
    place = "" if number is None else f"table {number}, "
    return tuple(replace(row, where=f"{place}{row.where}", averaged=row.averaged or said,
                         words={**row.words, "caption": f"{place}{table.caption}"}) for row in one.printed or ())


def _marked(read: list[Bundle]) -> Marked | None:
    marks = [one.marked for one in read if one.marked is not None]
    if not marks:
        return None
    return Marked(lines=tuple(line for mark in marks for line in mark.lines),
                  tests=tuple(test for mark in marks for test in mark.tests))


def _some(parts: tuple[str, ...]) -> str:
    more = f" and {len(parts) - SHOWN} more" if len(parts) > SHOWN else ""
    return "; ".join(parts[:SHOWN]) + more
