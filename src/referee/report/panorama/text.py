"""The panorama for a terminal: what to take home, then one row an estimator."""

from __future__ import annotations

from collections.abc import Iterator

from referee.reading.panorama import Column, Line, Panorama
from referee.report.panorama.sentences import how_sentences, panorama_sentences, spread_sentence
from referee.report.panorama.wording import decimals_of, label
from referee.report.text import GAP, aligned, heading, wrapped
from referee.report.width import width
from referee.report.wording import duration, interval_text, level_text, number, plain, shortened

LONGEST_LABEL = 18


def panorama_text(panorama: Panorama) -> str:
    """What to take home, the tables, and how it was done."""
    tables = [table for name in panorama.learners for table in _tables(panorama, name)]
    said = [wrapped(sentence, hang="  ") for sentence in panorama_sentences(panorama)]
    spread = [spread_sentence(panorama)] if len(panorama.columns) == len(panorama.learners) else []
    how = wrapped("How: " + " ".join([*how_sentences(panorama), *spread]))
    return "\n\n".join(["\n".join(said), *tables, how]).lstrip("\n") + "\n"


def value_text(line: Line, places: int) -> str:
    """A value with the decimals of its column."""
    return "—" if line.value is None else number(line.value, places)


def spread_text(line: Line, places: int) -> tuple[str, str, str, str]:
    """Least, most, mean and standard deviation over the iterations."""
    if line.spread is None:
        return "—", "—", "—", "—"
    spread = line.spread
    low, high, mean = (number(x, places) for x in (spread.low, spread.high, spread.mean))
    return low, high, mean, _spread_number(spread.sd, places)


def _spread_number(sd: float, places: int) -> str:
    """A standard deviation; one that would round to nothing is said with two digits, because it is not nothing."""
    return plain(sd) if 0 < sd < 0.5 * 10.0 ** -places else number(sd, places)


def interval_cell(line: Line, places: int) -> str:
    """The interval, or a dash."""
    return "—" if line.interval is None else interval_text(line.interval, places)


def _tables(panorama: Panorama, learner: str) -> Iterator[str]:
    columns = [c for c in panorama.columns if c.learner == learner]
    if len(columns) == 1:
        yield _whole(panorama, columns[0])
        return
    for block in _blocks(panorama, columns):
        yield _side_by_side(panorama, learner, block)


def _whole(panorama: Panorama, column: Column) -> str:
    """One column, with its spread, fits and times."""
    places = decimals_of(column)
    header = [f"{heading(panorama.metric_of(column))} of {column.learner}", "estimate",
              f"{level_text(panorama.level)} interval", "least", "most", "sd", "fits", "lost", "time"]
    rows = []
    for line in column.lines:
        low, high, _, sd = spread_text(line, places)
        fits = [f"{line.fits:,}", f"{line.lost:,}", duration(line.seconds)] if line.fits else ["—", "—", "—"]
        rows.append([line.estimator.title, value_text(line, places), interval_cell(line, places), low, high, sd, *fits])
    return "\n".join(aligned(header, rows))


def _side_by_side(panorama: Panorama, learner: str, columns: list[Column]) -> str:
    """Several columns, each a value and its interval."""
    title = f"{panorama.metrics[0].title} of {learner}" if len(panorama.metrics) == 1 else learner
    header = [title, *_labels(panorama, columns), "fits", "lost"]
    rows = []
    for number_, line in enumerate(columns[0].lines):
        cells = [_cell(c.lines[number_], decimals_of(c)) for c in columns]
        lost = max(c.lines[number_].lost for c in columns)
        rows.append([line.estimator.title, *cells, f"{line.fits:,}" if line.fits else "—", f"{lost:,}"])
    return "\n".join(aligned(header, rows))


def _labels(panorama: Panorama, columns: list[Column]) -> list[str]:
    return shortened([label(panorama, c) for c in columns], LONGEST_LABEL)


def _cell(line: Line, places: int) -> str:
    text = value_text(line, places)
    return text if line.interval is None else f"{text} ({interval_cell(line, places)})"


def _blocks(panorama: Panorama, columns: list[Column]) -> Iterator[list[Column]]:
    """As many columns side by side as fit next to the longest title."""
    titles = max(len(line.estimator.title) for line in columns[0].lines)
    room = width() - titles - len(GAP) - 2 * (len(GAP) + 4)
    block: list[Column] = []
    used = 0
    for column, name in zip(columns, _labels(panorama, columns), strict=True):
        places = decimals_of(column)
        wide = len(GAP) + max(len(name), *(len(_cell(line, places)) for line in column.lines))
        if block and used + wide > room:
            yield block
            block, used = [], 0
        block.append(column)
        used += wide
    yield block
