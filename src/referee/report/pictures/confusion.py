"""Confusion matrices: counts and shares of each true class, a panel for each learner."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar

import numpy as np

from referee.errors import BadInput
from referee.kinds import Json
from referee.reading.pictures.confusion import Confusion
from referee.report.document import Block, Cell, Drawing, Row, Table
from referee.report.figures import BLUE, FAINT, INK
from referee.report.pictures.panel import drawing, names_of
from referee.report.pictures.view import View
from referee.report.sheet import Place, Sheet, words_width
from referee.report.wording import joined, percent, shortened

CELL, SMALL, ACROSS, MOST, LISTED = 0.62, 0.44, 2, 12, 15                  # inches; panels; classes; mistakes
ABOVE, BELOW = 0.52, 0.22


@dataclass(frozen=True, kw_only=True, eq=False)
class ConfusionView(View):
    """What the rows of each class were taken for."""

    matrices: tuple[Confusion, ...]
    title: ClassVar[str] = "confusion matrix"

    @property
    def lead(self) -> str:
        """How many rows each learner gets right."""
        return joined([f"{m.learner} gets {_count(m, float(np.trace(m.counts)))} of "
                       f"{_count(m, float(m.counts.sum()))} right" for m in self.matrices]) + "."

    def drawing(self) -> Drawing:
        """A square for each learner, true classes downwards, said ones across."""
        k = len(self.matrices[0].classes)
        if k > MOST:
            raise BadInput(f"a picture of {k} by {k} classes cannot be read; take the table.")
        cell = CELL if k <= 4 else SMALL
        names = shortened(list(self.matrices[0].classes), 12)
        left = 0.5 + words_width(names, 8)
        across = 1 if len(self.matrices) == 1 or left + k * cell > 3.3 else ACROSS
        wide, tall = left + k * cell + 0.15, ABOVE + k * cell + BELOW
        size = (across * wide, -(-len(self.matrices) // across) * tall)

        def draw(sheet: Sheet) -> None:
            labels = names_of([matrix.learner for matrix in self.matrices])
            for i, matrix in enumerate(self.matrices):
                corner = (left + i % across * wide, ABOVE + i // across * tall)
                _draw(sheet, matrix, corner, (cell, names, labels[i]))

        return drawing(draw, size, spoken=f"confusion matrices. {self.lead}", caption=self._caption())

    def _caption(self) -> str:
        unit = "Sums of weights" if self.matrices[0].weighted else "Counts"
        return (f"What rows of each true class (downwards) were called (across) {self.which}. {unit}, and shares of "
                f"the true class; the darker, the larger the share.")

    def blocks(self) -> Sequence[Block]:
        """The picture, and a table for each learner; of many classes those that are most often taken for others."""
        if len(self.matrices[0].classes) > MOST:
            return [self._worst(matrix) for matrix in self.matrices]
        return [self.drawing(), *(self._table(matrix) for matrix in self.matrices)]

    def _worst(self, matrix: Confusion) -> Table:
        wrong = matrix.counts - np.diag(np.diag(matrix.counts))
        order = [divmod(int(i), wrong.shape[0]) for i in np.argsort(-wrong, axis=None, kind="stable")[:LISTED]]
        rows: list[Row] = [[matrix.classes[i], matrix.classes[j], _count(matrix, float(wrong[i, j])),
                            percent(float(matrix.shares[i, j]))] for i, j in order if wrong[i, j] > 0]
        return Table(header=[f"{matrix.learner}: true class", "said", "count", "of the true class"], rows=rows,
                     caption=f"{matrix.learner}: the most frequent mistakes; the table as CSV has all.")

    def _table(self, matrix: Confusion) -> Table:
        rows: list[Row] = [[name, *(Cell(text=_count(matrix, float(n)), small=percent(float(share)))
                                    for n, share in zip(counts, shares, strict=True))]
                           for name, counts, shares in zip(matrix.classes, matrix.counts, matrix.shares, strict=True)]
        return Table(header=[f"{matrix.learner}: true class", *(f"said {name}" for name in matrix.classes)], rows=rows,
                     caption=f"{matrix.learner}: rows by what is so and what was said.")

    def how(self) -> Sequence[str]:
        """Which rows are counted."""
        return [f"rows are counted by what is so and what was said of them, {self.which}."]

    def records(self) -> list[Json]:
        """One entry for each cell; of many classes only for those with rows."""
        many = len(self.matrices[0].classes) > MOST
        return [{"learner": m.learner, "truth": truth, "said": said, "count": float(m.counts[i, j]),
                 "share": float(m.shares[i, j])} for m in self.matrices for i, truth in enumerate(m.classes)
                for j, said in enumerate(m.classes) if m.counts[i, j] > 0 or not many]

    def to_dict(self) -> Json:
        """Everything, ready for JSON."""
        return {"picture": self.title, "about": self.about, "matrices": [m.to_dict() for m in self.matrices]}


def _count(matrix: Confusion, n: float) -> str:
    return f"{n:,.1f}" if matrix.weighted else f"{n:,.0f}"


def _draw(sheet: Sheet, matrix: Confusion, corner: Place, style: tuple[float, list[str], str]) -> None:
    (left, top), (cell, names, label) = corner, style
    sheet.words((left, top - 0.38), label, size=9, colour=INK)
    sheet.words((left - 0.1 - words_width(names, 8) - 0.18, top + cell * len(names) / 2), "true", size=8, colour=FAINT,
                anchor="middle", turned=True)
    for i, name in enumerate(names):
        middle = (i + 0.5) * cell
        sheet.words((left - 0.06, top + middle), name, size=8, colour=INK, anchor="end")
        short = name if words_width([name], 8) <= cell else f"{name[:max(1, int(cell / 0.07) - 1)]}…"
        sheet.words((left + middle, top - 0.1), short, size=8, colour=INK, anchor="middle")
        for j in range(len(names)):
            x, y, share = left + j * cell, top + i * cell, float(matrix.shares[i, j])
            sheet.area([(x, y), (x + cell, y), (x + cell, y + cell), (x, y + cell)], colour=BLUE,
                       opacity=0.04 + 0.4 * share)
            sheet.words((x + cell / 2, y + cell / 2 - 0.07), _count(matrix, float(matrix.counts[i, j])), size=8.5,
                        colour=INK, anchor="middle")
            sheet.words((x + cell / 2, y + cell / 2 + 0.08), percent(share), size=7, colour=INK, anchor="middle")
    sheet.words((left + cell * len(names) / 2, top + cell * len(names) + 0.11), "said", size=8, colour=FAINT,
                anchor="middle")
