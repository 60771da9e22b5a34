"""The page of tests of runs and trials: the answer, every line, every other way to test it, what is assumed."""

from __future__ import annotations

from collections.abc import Sequence

from referee.comparisons._base import Comparison
from referee.comparisons._flags import ZERO_VARIANCE
from referee.comparisons.trials.judged import JudgedLine, TrialsAsk, Tried
from referee.comparisons.trials.together import Together
from referee.comparisons.verdict import Outcome
from referee.report.document import Block, Bullets, Cell, Drawing, Folded, Page, Row, Section, Table, Text
from referee.report.study_sections import command_block, how_section
from referee.report.trials.figure import trials_figure
from referee.report.trials.sentences import difference_text, how_sentences, line_sentences, together_sentences
from referee.report.wording import (
    WORDS,
    capitalised,
    column_decimals,
    interval_text,
    level_text,
    number,
    p_text,
    row_decimals,
)

KIND = {Outcome.BETTER: "better", Outcome.WORSE: "worse", Outcome.IDENTICAL: "same", Outcome.UNDECIDED: "open"}
MANY = 3                # lines whose other ways are shown in the text too


def trials_page(lines: Sequence[JudgedLine], together: Sequence[Together], ask: TrialsAsk, *,
                notices: Sequence[str] = (), command: str = "", read: str = "") -> Page:
    """The lines with their tests, then how else one could test them."""
    lead, *rest = line_sentences(lines)
    how = [*([f"Read from {read}"] if read else []), *how_sentences(lines, ask)]
    pairs = list(dict.fromkeys(f"{line.a} against {line.b}" for line in lines))
    about = pairs[0] if len(pairs) == 1 else f"{len(pairs)} pairs of models"
    drawing = Drawing(draw=lambda: trials_figure(lines, level=ask.level), spoken=lead,
                      caption=f"Differences with their {level_text(ask.level)} intervals, each by itself.")
    drawn: list[Block] = [drawing] if any(line.interval for line in lines) else []
    sections = [Section(key="lines", title="The test" if len(lines) == 1 else "The tests", gist=True,
                        blocks=[_table(lines, ask), *drawn]),
                Section(key="ways", title="Other ways to test the same numbers", gist=len(lines) <= MANY,
                        blocks=[Text("Shown so that what a paper says can be found again. A test is chosen before "
                                     "looking, never for its p-value.", "note"), *_ways(lines)]),
                how_section(how, more=command_block(command))]
    return Page(kind="trials", about=about, title=about, question="Is the difference more than chance?", lead=lead,
                rest=[*rest, *together_sentences(together, ask), *(f"! {notice}" for notice in notices)], how=how,
                sections=sections)


def _table(lines: Sequence[JudgedLine], ask: TrialsAsk) -> Table:
    measured = any(line.line.measure for line in lines)
    several = len(lines) > 1
    header = [*(["measure"] if measured else []), "A", "B", "mean A (sd, n)", "mean B (sd, n)",
              f"A − B ({level_text(ask.level)})", "p", *(["corrected p"] if several else []), "verdict"]
    rows: list[Row] = [
        [*([line.line.measure] if measured else []), line.a, line.b, *_means(line), difference_text(line),
         p_text(line.p), *([p_text(line.p_adjusted)] if several else []),
         Cell(word=WORDS[line.outcome], kind=KIND.get(line.outcome, "none"))] for line in lines]
    return Table(header=header, rows=rows)


def _means(line: JudgedLine) -> list[str]:
    said = []
    for one in line.line.summaries:
        places = column_decimals([], values=[one.sd or one.mean])
        said.append(f"{number(one.mean, places)} ({number(one.sd, places)}, {one.n})")
    return said


def _ways(lines: Sequence[JudgedLine]) -> list[Block]:
    """The other ways of each line; folded where there are many lines."""
    tables: list[Block] = [_ways_of(line, named=len(lines) > 1) for line in lines]
    refused = list(dict.fromkeys(one.refused for line in lines for one in line.others if one.refused))
    not_taken: list[Block] = [Bullets([capitalised(sentence) for sentence in refused])] if refused else []
    return [*tables, *not_taken] if len(lines) <= MANY else [Folded(summary="Line by line", blocks=tables), *not_taken]


def _ways_of(line: JudgedLine, *, named: bool) -> Table:
    own = Tried(way=line.way, comparison=line.comparison)
    rows = [_way(one.way.title, one.comparison, first=one is own) for one in (own, *line.others) if one.comparison]
    subject = " ".join(filter(None, [line.line.measure, f"{line.a} − {line.b}"]))
    return Table(header=["test" if not named else f"test ({subject})", "statistic", "df", "p", "interval"], rows=rows,
                 caption=subject)


def _way(title: str, said: Comparison, *, first: bool) -> Row:
    statistic = "" if said.statistic is None else "∞" if abs(said.statistic) == float("inf") else number(
        said.statistic, 3)
    df = "" if not isinstance(said.df, int | float) else f"{said.df:.4g}"
    places = row_decimals(said.interval, 0)
    p = "none without spread" if ZERO_VARIANCE in said.flags else _p(said.p)
    return [f"{title}: the one taken" if first else title, statistic, df, p,
            interval_text(said.interval, places, sign=True) if said.interval else "none"]


def _p(p: float) -> str:
    """With three significant digits: here people look for the number that a paper prints."""
    return f"{p:.3g}" if p >= 1e-6 else "< 0.000001"
