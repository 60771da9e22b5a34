"""ROC and precision-recall curves with their bands, as a picture, a table and words."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from referee.estimates.curves.band import RESAMPLES
from referee.kinds import Json
from referee.reading.pictures.ranking import RankingCurve
from referee.report.document import Block, Drawing, Row, Table
from referee.report.figures import FAINT
from referee.report.pictures.panel import BANDS, LEGEND, Panel, drawing, legend, names_of, thinned
from referee.report.pictures.view import View
from referee.report.sheet import Sheet
from referee.report.wording import capitalised, joined, level_text

QUARTERS = ((0.0, "0"), (0.25, "¼"), (0.5, "½"), (0.75, "¾"), (1.0, "1"))
ONE, MANY, GAP, LEFT, RIGHT, ABOVE, BELOW = 2.65, 1.85, 0.5, 0.56, 0.12, 0.3, 0.5          # inches
ACROSS = 3


@dataclass(frozen=True, kw_only=True, eq=False)
class RankingView(View):
    """Curves of some learners, a panel for each class."""

    curves: tuple[RankingCurve, ...]
    told: dict[str, float]               # the same area in the study, of all passes, by learner; where it is known
    grouped: bool = False

    @property
    def title(self) -> str:
        """What kind of curves they are."""
        return f"{self.curves[0].kind.title} curves"

    @property
    def classes(self) -> list[str]:
        """The classes that are looked for, a panel each."""
        return list(dict.fromkeys(curve.of for curve in self.curves))

    @property
    def learners(self) -> list[str]:
        """In the order of their lines."""
        return list(dict.fromkeys(curve.learner for curve in self.curves))

    @property
    def lead(self) -> str:
        """The areas, class by class."""
        kind = self.curves[0].kind
        return " ".join(f"{capitalised(kind.area)} of {of}: " + joined(
            [f"{curve.learner} {curve.curve.area:.3f}" for curve in self._of(of)]) + "."
            for of in self.classes)

    def _of(self, of: str) -> list[RankingCurve]:
        return [curve for curve in self.curves if curve.of == of]

    def drawing(self) -> Drawing:
        """One panel for each class, one line for each learner."""
        n = len(self.classes)
        side, across = (ONE, 1) if n == 1 else (MANY, min(n, ACROSS))
        tall = ABOVE + side + BELOW
        size = (LEFT + across * side + (across - 1) * GAP + RIGHT,
                -(-n // across) * tall + LEGEND * len(self.learners))

        def draw(sheet: Sheet) -> None:
            for i, of in enumerate(self.classes):
                left, top = LEFT + i % across * (side + GAP), ABOVE + i // across * tall
                self._panel(Panel(sheet=sheet, left=left, top=top, width=side, height=side), of, first=i % across == 0)
            legend(sheet, self._legend(), left=LEFT, top=-(-n // across) * tall + 0.06)

        return drawing(draw, size, spoken=f"{self.title}. {self.lead}", caption=self._caption())

    def _legend(self) -> list[str]:
        names = names_of(self.learners)
        if len(self.classes) > 1:
            return names
        return [f"{name}  {curve.curve.area:.3f}" for name, curve in zip(names, self.curves, strict=True)]

    def _panel(self, panel: Panel, of: str, *, first: bool) -> None:
        curves = self._of(of)
        kind, share = curves[0].kind, curves[0].share
        panel.grid(QUARTERS, QUARTERS)
        panel.titles(above=of, x=kind.x, y=kind.y if first else "")
        guess = ((0.0, 0.0), (1.0, 1.0)) if kind.chance else ((0.0, share), (1.0, share))
        panel.sheet.line([panel.at(*point) for point in guess], colour=FAINT, width=0.9, dash="3.6 2.7")
        for i, curve in enumerate(curves):
            if i == 0 or len(curves) <= BANDS:
                known = (curve.banded.low > 0) | (curve.banded.high < 1)          # elsewhere it says nothing
                panel.band(curve.banded.x[known], curve.banded.low[known], curve.banded.high[known], number=i)
        for i, curve in enumerate(curves):
            panel.curve(*thinned(curve.curve.x, curve.curve.y), number=i)

    def _caption(self) -> str:
        first = self.curves[0]
        of = f" of {self.learners[0]}, the first," if len(self.learners) > BANDS else ""
        more = "; the number is the area below the line" if len(self.classes) == 1 else ""
        guess = "guessing" if first.kind.chance else "the share of the class, which guessing has"
        return (f"{capitalised(self.title)} {self.which}{more}. Shaded: {level_text(first.level)} band{of} at each "
                f"{first.kind.x} by itself, not for the whole curve at once; none where the rows are too few to "
                f"say. Dashed: {guess}.")

    def blocks(self) -> Sequence[Block]:
        """The picture, and the areas."""
        kind, known = self.curves[0].kind, len(self.classes) == 1 and bool(self.told)
        rows: list[Row] = [[curve.learner, curve.of, f"{curve.curve.area:.3f}",
                            *([f"{self.told[curve.learner]:.3f}"] if known else [])] for curve in self.curves]
        header = ["learner", "class", f"{kind.area}, as drawn", *([f"{kind.area} of the study"] if known else [])]
        return [self.drawing(), Table(header=header, rows=rows)]

    def how(self) -> Sequence[str]:
        """How curves and bands were made."""
        first = self.curves[0]
        parts, lacking = first.curve.parts, first.curve.lacking
        counted = "pairs" if first.kind.chance else "positive rows"
        averaged = (f"the curves of {parts} test parts are averaged at each {first.kind.x}, each by its {counted}, "
                    f"since scores of different models are on scales of their own.")
        left_out = f"In {lacking} of the test parts a class is missing; they have no such curve and are left out."
        return [*([averaged] if parts > 1 else []), *([left_out] if lacking else []),
                (f"The band is where the curve lies in {level_text(first.level)} of {RESAMPLES} draws of "
                 f"{'whole groups' if self.grouped else 'the test rows'}, at each {first.kind.x} by itself, and never "
                 f"narrower than Wilson's interval. The models are taken as they are.")]

    def records(self) -> list[Json]:
        """The curve and its band at fixed places."""
        return [{"learner": c.learner, "class": c.of, c.kind.x.replace(" ", "_"): float(x), c.kind.y.replace(" ", "_"):
                 float(y), "low": float(low), "high": float(high), "area": c.banded.curve.area}
                for c in self.curves
                for x, y, low, high in zip(c.banded.x, c.banded.curve.at(c.banded.x), c.banded.low, c.banded.high,
                                           strict=True)]

    def to_dict(self) -> Json:
        """Everything, ready for JSON."""
        return {"picture": self.title, "about": self.about, "curves": [curve.to_dict() for curve in self.curves]}
