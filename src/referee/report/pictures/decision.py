"""Decision curves: net benefit by threshold against treating all and none, and a table of thresholds."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar

import numpy as np

from referee.estimates.curves.decision import Share
from referee.kinds import Json
from referee.reading.pictures.decision import SHARES, DecisionCurve
from referee.report.document import Block, Drawing, Row, Table
from referee.report.figures import FAINT
from referee.report.pictures.panel import BANDS, LEGEND, Panel, drawing, legend, names_of
from referee.report.pictures.view import View
from referee.report.sheet import Sheet, ticks
from referee.report.wording import joined, level_text, percent

LEFT, WIDE, HIGH, ABOVE, BELOW, RIGHT = 0.62, 2.6, 2.2, 0.3, 0.5, 0.2          # inches
HEADS = ("sensitivity %", "specificity %", "PPV %", "NPV %")


@dataclass(frozen=True, kw_only=True, eq=False)
class DecisionView(View):
    """What acting on the probabilities of some learners is worth."""

    curves: tuple[DecisionCurve, ...]
    title: ClassVar[str] = "decision curve"

    @property
    def lead(self) -> str:
        """Where each learner is worth more than treating all and none."""
        worth = joined([f"{curve.learner} {_worth(curve)}" for curve in self.curves])
        return f"Worth more than treating all and than treating none: {worth}."

    def drawing(self) -> Drawing:
        """Net benefit by threshold, one line for each learner."""
        size = (LEFT + WIDE + RIGHT, ABOVE + HIGH + BELOW + LEGEND * len(self.curves))
        first = self.curves[0]
        top = max([*(max(curve.worth) for curve in self.curves), first.share, 0.01]) * 1.08
        bottom = -0.25 * top

        def draw(sheet: Sheet) -> None:
            panel = Panel(sheet=sheet, left=LEFT, top=ABOVE, width=WIDE, height=HIGH, y=(bottom, top))
            panel.grid([(i / 4, f"{25 * i}%") for i in range(5)], ticks(bottom, top))
            panel.titles(above=f"acting on {first.of}", x="threshold probability", y="net benefit")
            self._lines(panel)
            legend(sheet, names_of([curve.learner for curve in self.curves]), left=LEFT,
                   top=ABOVE + HIGH + BELOW + 0.03)

        of = f" of {first.learner}, the first," if len(self.curves) > BANDS else ""
        caption = (f"Net benefit of acting from each threshold on, {self.which}. Grey: treating all (falling) and "
                   f"treating none (0). Shaded: {level_text(first.level)} interval{of} at each threshold by itself.")
        return drawing(draw, size, spoken=f"decision curve. {self.lead}", caption=caption)

    def _lines(self, panel: Panel) -> None:
        first, steps = self.curves[0], np.array(self.curves[0].steps)
        everyone = np.array([first.treat_all(t) for t in first.steps])
        shown = everyone >= panel.y[0]
        for x, y, dash in ((steps[shown], everyone[shown], "3.6 2.7"), (np.array([0.0, 1.0]), np.zeros(2), "")):
            panel.sheet.line([panel.at(*point) for point in zip(x, y, strict=True)], colour=FAINT, width=1.0, dash=dash)
        for i, curve in enumerate(self.curves if len(self.curves) <= BANDS else self.curves[:1]):
            known = [(t, b) for t, b in zip(curve.steps, curve.benefits, strict=True) if b.interval]
            if known:
                at = np.array([t for t, _ in known])
                low, high = (np.array([getattr(b.interval, end) for _, b in known]) for end in ("low", "high"))
                panel.band(at, low, high, number=i)
        for i, curve in enumerate(self.curves):
            worth = np.array(curve.worth)
            seen = int(np.argmax(np.append(worth, -np.inf) < panel.y[0]))       # it is left where it leaves the panel
            panel.curve(steps[:seen + 1], worth[:seen + 1], number=i)

    def blocks(self) -> Sequence[Block]:
        """The picture, and a table of thresholds for each learner."""
        return [self.drawing(), self._benefits(), *(self._shares(curve) for curve in self.curves)]

    def _benefits(self) -> Table:
        rows: list[Row] = [[curve.learner, percent(row.threshold), percent(row.called), _text(row.net_benefit, 3),
                            _minus(f"{row.treat_all:.3f}")] for curve in self.curves for row in curve.table]
        return Table(header=["learner", "threshold", "called", "net benefit", "treating all"], rows=rows,
                     caption=f"{level_text(self.curves[0].level)} intervals at each threshold by itself.")

    def _shares(self, curve: DecisionCurve) -> Table:
        rows: list[Row] = [[percent(row.threshold), *(_percent(getattr(row, name)) for name in SHARES[:-1])]
                           for row in curve.table]
        return Table(header=[f"{curve.learner}: threshold", *HEADS], rows=rows,
                     caption=f"{curve.learner}: {level_text(curve.level)} intervals at each threshold by itself.")

    def how(self) -> Sequence[str]:
        """What net benefit is, and where its intervals come from."""
        return ["net benefit is TP/n − FP/n · t/(1 − t) for acting from the probability t on (Vickers and Elkin 2006).",
                ("Its interval is that of a mean over rows, the shares have Wilson's; both allow for groups and "
                 "weights, if any.")]

    def records(self) -> list[Json]:
        """One entry for each learner and threshold of the table."""
        return [{"learner": curve.learner, "class": curve.of, "threshold": row.threshold, "called": row.called} |
                {key: value for name in SHARES for key, value in _flat(name, getattr(row, name)).items()} |
                {"treat_all": row.treat_all} for curve in self.curves for row in curve.table]

    def to_dict(self) -> Json:
        """Everything, ready for JSON."""
        return {"picture": self.title, "about": self.about, "curves": [curve.to_dict() for curve in self.curves]}


def _flat(name: str, share: Share) -> Json:
    ends = (share.interval.low, share.interval.high) if share.interval else (None, None)
    return {name: share.value, f"{name}_low": ends[0], f"{name}_high": ends[1]}


def _percent(share: Share) -> str:
    """A share with its interval in per cent, short enough for a row of five."""
    return _text(share, 1, times=100, to="–")


def _text(share: Share, places: int, *, times: float = 1, to: str = " to ") -> str:
    if share.value is None:
        return "—"
    ends = (share.interval.low, share.interval.high) if share.interval else ()
    between = " (" + to.join(f"{times * end:.{places}f}" for end in ends) + ")" if ends else ""
    return _minus(f"{times * share.value:.{places}f}{between}")


def _minus(text: str) -> str:
    return text.replace("-", "\u2212")


def _worth(curve: DecisionCurve) -> str:
    """Between which thresholds a learner is worth more than both, by the estimate alone."""
    better = [t for t, worth in zip(curve.steps, curve.worth, strict=True)
              if worth > max(0.0, curve.treat_all(t)) + 1e-12]
    if not better:
        return "at no threshold"
    whole = len(better) == round(100 * (better[-1] - better[0])) + 1
    return f"at thresholds from {percent(better[0])} to {percent(better[-1])}{'' if whole else ', with gaps'}"
