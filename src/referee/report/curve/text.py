"""Learning curves for a terminal: the answer, then scores, differences and costs by training size."""

from __future__ import annotations

from collections.abc import Iterator

from referee.kinds import Direction
from referee.report.curve.sentences import curve_sentences, how_sentences, places_of
from referee.report.text import GAP, aligned, heading, wrapped
from referee.report.width import width
from referee.report.wording import (
    WORDS,
    column_decimals,
    duration,
    interval_text,
    joined,
    level_text,
    number,
    plain,
    signed,
)
from referee.study.curve import Contrast, Curves, Point

SHORT = {"nonzero_coefficients": "coefficients", "support_vectors": "support vectors", "stored_rows": "stored rows"}


def curve_text(curves: Curves, *, everything: bool = True) -> str:
    """What to take home, the tables, and how it was done; without `everything` only the tables that decide."""
    said = [wrapped(sentence, hang="  ") for sentence in curve_sentences(curves)]
    first, *others = curves.metrics
    tables = [*score_tables(curves, first.name), *difference_tables(curves)]
    more: list[str] = []
    if everything:
        tables += [table for m in others for table in score_tables(curves, m.name)]
        tables += list(cost_tables(curves))
    else:
        left = [*(m.title for m in others), "costs"]
        more = [wrapped(f"More ({joined(left)}): --all, or the page.")]
    how = wrapped("How: " + " ".join(how_sentences(curves)))
    return "\n\n".join(["\n".join(said), *tables, "\n".join([*more, how])]) + "\n"


def score_tables(curves: Curves, metric: str) -> Iterator[str]:
    """A row a size, a column a learner: the score and its band."""
    places = places_of(curves, metric)
    columns = [[name, *(value_text(p, places) for p in curves.curves[name, metric].points)] for name in curves.learners]
    head = score_heading(curves, metric)
    yield from side_by_side(head, [size_text(curves, i) for i in range(len(curves.sizes))], columns)


def score_heading(curves: Curves, metric: str) -> str:
    """The metric, and its band where there is one."""
    m = next(m for m in curves.metrics if m.name == metric)
    banded = not curves.of_a_series or any(p.band for name in curves.learners
                                           for p in curves.curves[name, metric].points)
    return heading(m) + (f" ({level_text(curves.level)} band)" if banded else "")


def value_text(point: Point, places: int) -> str:
    """A score with its band."""
    if point.value is None:
        return "—"
    band = f" ({interval_text(point.band, places)})" if point.band else ""
    return number(point.value, places) + band


def size_text(curves: Curves, i: int) -> str:
    """A training size: rows, or groups or times with their rows."""
    size = curves.sizes[i]
    rows = next(iter(curves.curves.values())).points[i].rows
    return f"{size:,} rows" if curves.unit == "rows" else f"{size:,} {curves.unit} ({rows:,} rows)"


def difference_tables(curves: Curves) -> Iterator[str]:
    """A row a size, a column a pair: the difference and the verdict."""
    family = curves.contrasts[curves.primary.name]
    if not family.found:
        return
    places = column_decimals([c.interval for c in family.found])
    columns = []
    for a, b in family.pairs:
        by_size = {c.size: c for c in family.of(a, b)}
        columns.append([f"{a} − {b}", *(contrast_text(by_size.get(size), places) for size in curves.sizes)])
    better = "" if curves.primary.direction is Direction.MAXIMISE else ", below 0 is better"
    yield from side_by_side(f"difference in {curves.primary.title}{better}",
                            [size_text(curves, i) for i in range(len(curves.sizes))], columns)


def contrast_text(contrast: Contrast | None, places: int) -> str:
    """A difference and its verdict in a word."""
    return "not compared" if contrast is None else f"{signed(contrast.difference, places)} {WORDS[contrast.outcome]}"


def cost_tables(curves: Curves) -> Iterator[str]:
    """A row a learner and size: training score, times, size of the model."""
    primary = curves.primary.name
    places = places_of(curves, primary)
    rows = []
    trained = [] if curves.of_a_series else ["training score"]
    for name in curves.learners:
        for i, p in enumerate(curves.curves[name, primary].points):
            rows.append([f"{name}, {size_text(curves, i)}",
                         *("—" if p.training is None else number(p.training, places) for _ in trained),
                         "—" if p.fit_seconds is None else duration(p.fit_seconds),
                         "—" if p.predict_seconds is None else duration(p.predict_seconds), complexity_text(p)])
    yield "\n".join(aligned(["costs", *trained, "to train", "to predict 1,000", "size of the model"], rows))


def complexity_text(point: Point) -> str:
    """The size of a model in words."""
    return ", ".join(f"{plain(value)} {SHORT.get(name, name)}" for name, value in point.complexity) or "—"


def side_by_side(head: str, names: list[str], columns: list[list[str]]) -> Iterator[str]:
    """As many columns as fit; further ones in a table below."""
    room = width() - max(len(head), *map(len, names)) - len(GAP)
    block: list[list[str]] = []
    used = 0
    for column in columns:
        wide = len(GAP) + max(map(len, column))
        if block and used + wide > room:
            yield _table(head, names, block)
            block, used = [], 0
        block.append(column)
        used += wide
    yield _table(head, names, block)


def _table(head: str, names: list[str], block: list[list[str]]) -> str:
    return "\n".join(aligned([head, *(c[0] for c in block)],
                             [[name, *(c[i + 1] for c in block)] for i, name in enumerate(names)]))
