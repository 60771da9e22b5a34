"""Rows: which ones every model gets wrong, where two differ, and the residuals of a regression."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar

import numpy as np

from referee.errors import BadInput
from referee.kinds import Array, Json
from referee.reading.pictures.rows import Rows
from referee.report.document import Block, Cell, Drawing, Row, Table
from referee.report.figures import BLUE, FAINT
from referee.report.pictures.panel import Panel, drawing, names_of
from referee.report.pictures.view import View
from referee.report.sheet import Sheet, ticks
from referee.report.wording import count, plain

SHOWN, DOTS, ACROSS, PANELS = 30, 300, 2, 6                         # rows of a table, dots and panels of a picture
CELLS = 600                                                         # of a table of rows that one sifts
LEFT, SIDE, GAP, ABOVE, BELOW, RIGHT = 0.7, 2.45, 0.75, 0.3, 0.5, 0.2          # inches


@dataclass(frozen=True, kw_only=True, eq=False)
class RowsView(View):
    """Rows, what was so and what each learner said."""

    rows: Rows
    title: ClassVar[str] = "rows"

    @property
    def lead(self) -> str:
        """How many rows there are, and who is right about them."""
        rows = self.rows
        if rows.pair is not None:
            return _differing(rows)
        if rows.classes:
            some = int(np.count_nonzero(rows.missed))
            return (f"Every model is wrong about {count(rows.by_all.row.size, 'row')} of {rows.n_rows:,}, some model "
                    f"about {some:,}.")
        name = f"row {rows.name(0)}" if rows.ids is None else rows.name(0)
        return f"The largest errors are about {name}: {plain(float(rows.missed[0]))} on average over the models."

    def drawing(self) -> Drawing:
        """Rows are told in a table; the picture of numbers is that of their residuals."""
        if self.rows.classes:
            raise BadInput("rows of classes have no picture; take the table, or the confusion matrix.")
        return ResidualsView(about=self.about, which=self.which, rows=self.rows).drawing()

    def blocks(self) -> Sequence[Block]:
        """The first rows of the list."""
        return [rows_table(self.rows, limit=SHOWN)]

    def how(self) -> Sequence[str]:
        """Which predictions are told."""
        first = "" if self.rows.row.size <= SHOWN else (
            f" The page shows the first {SHOWN} of {self.rows.row.size:,}; the table as CSV has all.")
        return [f"what was said of each row once, {self.which}.{first}"]

    def records(self) -> list[Json]:
        """One entry for each row."""
        return self.rows.records()

    def to_dict(self) -> Json:
        """Everything, ready for JSON."""
        return {"picture": self.title, "about": self.about, "looked_at": self.rows.n_rows, "rows": self.records()}


@dataclass(frozen=True, kw_only=True, eq=False)
class ResidualsView(RowsView):
    """Residuals against what was predicted."""

    title: ClassVar[str] = "residuals"

    def drawing(self) -> Drawing:
        """A panel for each learner; of many rows those with the largest residuals and every so many of the others."""
        if self.rows.classes:
            raise BadInput("residuals are of numbers, and these are classes; ask for the confusion matrix.")
        learners = list(self.rows.said)[:PANELS]
        across = 1 if len(learners) == 1 else ACROSS
        tall = ABOVE + SIDE + BELOW
        size = (LEFT + across * SIDE + (across - 1) * GAP + RIGHT, -(-len(learners) // across) * tall)
        reach = 1.05 * max(float(np.abs(self.rows.error[name]).max()) for name in learners) or 1.0
        said = np.concatenate([self.rows.said[name] for name in learners])
        low, high = float(said.min()), float(said.max())
        margin = 0.04 * (high - low) or 1.0

        def draw(sheet: Sheet) -> None:
            for i, label in enumerate(names_of(learners)):
                panel = Panel(sheet=sheet, left=LEFT + i % across * (SIDE + GAP), top=ABOVE + i // across * tall,
                              width=SIDE, height=SIDE, x=(low - margin, high + margin), y=(-reach, reach))
                panel.grid(ticks(*panel.x, most=5), ticks(*panel.y))
                panel.titles(above=label, x="predicted", y="truth − predicted" if i % across == 0 else "")
                panel.sheet.line([panel.at(panel.x[0], 0), panel.at(panel.x[1], 0)], colour=FAINT, width=1.0)
                for x, y in _dots(self.rows.said[learners[i]], self.rows.error[learners[i]]):
                    sheet.mark(panel.at(float(x), float(y)), colour=BLUE, size=1.6)

        thinned = (f" Of {self.rows.row.size:,} rows {DOTS} are drawn: half of them those with the largest residuals."
                   if self.rows.row.size > DOTS else "")
        return drawing(draw, size, spoken=f"residuals against predictions. {self.lead}",
                       caption=f"Truth minus prediction against prediction, {self.which}.{thinned}")

    def blocks(self) -> Sequence[Block]:
        """The picture, and the rows with the largest residuals."""
        return [self.drawing(), rows_table(self.rows, limit=SHOWN)]


def rows_table(rows: Rows, *, limit: int) -> Table:
    """The first rows: what was so, and what each learner said, wrong labels marked."""
    told: list[Row] = []
    for i in range(min(limit, rows.row.size)):
        said: list[str | Cell] = []
        for name, values in rows.said.items():
            error = rows.error[name][i]
            if rows.classes:
                said.append(Cell(word=str(values[i]), kind="worse") if error else str(values[i]))
            else:
                said.append(Cell(text=plain(float(values[i])), small=f"{error:+.3g}".replace("-", "\u2212")))
        truth = str(rows.truth[i]) if rows.classes else plain(float(rows.truth[i]))
        told.append([rows.name(i), truth, *said])
    small = "wrong answers are marked" if rows.classes else "small: truth minus what was said"
    return Table(header=["row" if rows.ids is None else "id", "truth", *rows.said], rows=told, style="rows",
                 caption=f"The first {len(told):,} of {rows.row.size:,}; {small}.")


def _dots(said: Array, error: Array) -> Array:
    if said.size > DOTS:
        order = np.argsort(-np.abs(error), kind="stable")
        rest = order[DOTS // 2:]
        keep = np.concatenate([order[:DOTS // 2], rest[np.linspace(0, rest.size - 1, DOTS - DOTS // 2).astype(int)]])
        said, error = said[keep], error[keep]
    return np.column_stack([said, error])


def _differing(rows: Rows) -> str:
    assert rows.pair is not None
    a, b = rows.pair
    if not rows.classes:
        closer = int(np.count_nonzero(np.abs(rows.error[a]) < np.abs(rows.error[b])))
        return f"{a} is closer than {b} in {closer:,} of {rows.n_rows:,} rows."
    right = {name: int(np.count_nonzero(rows.error[name] == 0)) for name in rows.pair}
    neither = rows.row.size - sum(right.values())
    more = f", neither in {neither:,}" if neither else ""
    return (f"{a} and {b} say different things of {count(rows.row.size, 'row')} of {rows.n_rows:,}: {a} is right in "
            f"{right[a]:,}, {b} in {right[b]:,}{more}.")
