"""The posterior of a difference: its density, the region in which it does not matter, and the chance of each side."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar

import numpy as np

from referee.comparisons.bayes.posterior import Posterior
from referee.comparisons.verdict import Verdict
from referee.kinds import Json
from referee.report.document import Block, Drawing, Table
from referee.report.figures import FAINT
from referee.report.pictures.panel import Panel, drawing
from referee.report.pictures.view import View
from referee.report.sheet import Sheet, ticks
from referee.report.supporting_sentences import chance_text
from referee.report.wording import plain

LEFT, WIDE, HIGH, ABOVE, BELOW, RIGHT = 0.25, 3.4, 1.7, 0.3, 0.5, 0.2          # inches
POINTS, REACH = 161, 4.5            # of the line; standard errors to each side
HOW = "the density is Student's about the difference, with a flat prior; its scale and df are those of the test."


@dataclass(frozen=True, kw_only=True, eq=False)
class PosteriorView(View):
    """How likely which difference between two learners is."""

    verdict: Verdict
    posterior: Posterior
    metric: str
    higher_is_better: bool
    title: ClassVar[str] = "posterior of the difference"

    @property
    def chances(self) -> tuple[float, float]:
        """That the first is better, and that it is worse, by more than does not matter."""
        sides = self.posterior.right, self.posterior.left
        return sides if self.higher_is_better else (sides[1], sides[0])

    @property
    def lead(self) -> str:
        """The chances, in a sentence."""
        better, worse = map(chance_text, self.chances)
        same = f", no difference that matters (±{plain(self.posterior.rope)}) {chance_text(self.posterior.equal)}" \
            if self.posterior.rope else ""
        return (f"Chance that {self.verdict.a} is better than {self.verdict.b} by {self.metric}: {better}{same}, worse "
                f"{worse}.")

    def drawing(self) -> Drawing:
        """The density, the region that does not matter, and zero."""
        mean, scale = (self.posterior.detail(name) for name in ("mean", "scale"))
        rope = self.posterior.rope
        low, high = min(mean - REACH * scale, -1.2 * rope, 0.0), max(mean + REACH * scale, 1.2 * rope, 0.0)
        at = np.linspace(low, high, POINTS)
        density = self.posterior.density(at)
        top = float(density.max()) * 1.08

        def draw(sheet: Sheet) -> None:
            panel = Panel(sheet=sheet, left=LEFT, top=ABOVE, width=WIDE, height=HIGH, x=(low, high), y=(0.0, top))
            panel.grid(ticks(low, high, 5), [])
            panel.titles(above=f"{self.verdict.a} − {self.verdict.b}", x=f"difference in {self.metric}")
            if rope:
                panel.band(np.array([-rope, rope]), np.zeros(2), np.full(2, top), number=7)
            panel.band(at, np.zeros(POINTS), density, number=0)
            panel.curve(at, density, number=0)
            sheet.line([panel.at(0.0, 0.0), panel.at(0.0, top)], colour=FAINT, width=1.0, dash="3.6 2.7")

        region = f" Grey: ±{plain(rope)}, which does not matter." if rope else ""
        return drawing(draw, (LEFT + WIDE + RIGHT, ABOVE + HIGH + BELOW), spoken=f"{self.title}. {self.lead}",
                       caption=f"How likely which difference is ({self.posterior.method}).{region} Dashed: none.")

    def blocks(self) -> Sequence[Block]:
        """The picture, and the chances."""
        return [self.drawing(), Table(
            header=["pair", "first is better", "does not matter", "first is worse"],
            rows=[[f"{self.verdict.a} – {self.verdict.b}", *map(chance_text, (
                self.chances[0], self.posterior.equal, self.chances[1]))]] if self.posterior.rope else
            [[f"{self.verdict.a} – {self.verdict.b}", chance_text(self.chances[0]), "none was named",
              chance_text(self.chances[1])]], caption=f"Chances by {self.metric}, of this pair by itself.")]

    def how(self) -> Sequence[str]:
        """What the density is."""
        return [HOW]

    def records(self) -> list[Json]:
        """One entry, with the law from which the line is drawn."""
        return [{"a": self.verdict.a, "b": self.verdict.b, "metric": self.metric, "better": self.chances[0],
                 "equal": self.posterior.equal, "worse": self.chances[1], "rope": self.posterior.rope} |
                {name: self.posterior.detail(name) for name in ("mean", "scale", "df")}]

    def to_dict(self) -> Json:
        """Everything, ready for JSON."""
        return {"picture": self.title, "about": self.about, "method": self.posterior.method, **self.records()[0]}
