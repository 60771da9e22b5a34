"""plan: what a study would need, and what can be seen with what there is."""

from __future__ import annotations

from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any, ClassVar

from referee.api.answer import Answer
from referee.api.keywords import keywords
from referee.api.reread import reread
from referee.api.result import Result
from referee.api.several_targets import TargetsResult
from referee.comparisons.power import Assumptions
from referee.comparisons.power.setting import Demand
from referee.errors import BadInput, UnknownName
from referee.metrics import metric as metric_named
from referee.reading.pilot import Pilot, pilot_of
from referee.reading.planned import Planned, plan_study
from referee.report.dictionary import json_ready
from referee.report.document import Page
from referee.report.plan import plan_figure, plan_frame, plan_page, plan_sentences, plan_text

if TYPE_CHECKING:
    import pandas as pd
    from matplotlib.figure import Figure


@dataclass(frozen=True, eq=False, repr=False)
class PlanResult(Answer):
    """A plan, printed, as a table, as JSON."""

    filename: ClassVar[str] = "plan.html"
    planned: Planned

    def page(self) -> Page:
        """The answer laid out in sections."""
        return plan_page(self.planned)

    def table(self) -> pd.DataFrame:
        """Units, and the smallest difference that each number of them shows."""
        return plan_frame(self.planned)

    def figure(self) -> Figure:
        """The smallest difference that can be seen, by the number of units."""
        return plan_figure(self.planned)

    def to_dict(self) -> dict[str, Any]:
        """Every number, ready for JSON."""
        clean: dict[str, Any] = json_ready({"schema": 1, "verb": "plan", "sentences": plan_sentences(self.planned)}
                                           | self.planned.to_dict())
        return clean

    def __str__(self) -> str:
        return plan_text(self.planned)

    @property
    def needed(self) -> int | None:
        """The fewest units; None where none was asked for, or no number is enough."""
        return self.planned.needed

    @property
    def seen(self) -> float | None:
        """The smallest difference that the units at hand show."""
        return self.planned.seen


@keywords(more=Assumptions.__dataclass_fields__, tests="comparisons", metric="metrics")
def plan(  # noqa: PLR0913 - a door of a notebook
    difference: float | None = None, *, unit: str | None = None, have: int | None = None, power: float = 0.8,
    level: float = 0.95, comparisons: int = 1, alternative: str = "two-sided", half_width: float | None = None,
    ledger: str | Path | None = None, study: int | None = None, pair: tuple[str, str] | None = None,
    metrics: str | None = None, **assumed: Any,
) -> PlanResult:
    """How much evidence a difference needs, and what difference can be seen with the evidence at hand.

    `unit` is what is counted: "cases" (of one test set), "splits", "runs" or "data-sets". What is assumed is named:
    accuracy, disagreement, correlation, sd, wins, test_share, cluster_size, icc, unpaired, test (wilcoxon or t); or a
    `ledger` with a pilot study gives the spread. `comparisons` share the error rate. An `alternative` of "greater" (or
    "less") is a side declared before anyone looks: it needs fewer units, and sees nothing on the other side.

    >>> print(plan(0.01, disagreement=0.08, have=2000))
    To see a difference of 0.01 (two models, same test set, 8% disagreement) with 80% power you need...
    With 2,000 test cases the smallest difference you can expect to see is 0.018.
    ...
    >>> plan(0.02, unit="splits", sd=0.03).needed is None       # more repeats have a floor
    True
    """
    demand = Demand(level=level, power=power, tests=comparisons, alternative=alternative)
    pilot = None
    if ledger is not None:
        pilot, assumed = _from_pilot(ledger, study, pair, metrics, unit, assumed)
        unit = unit or ("cases" if pilot.by_case is not None else "splits")
        have = have or (pilot.cases if unit == "cases" else pilot.splits)
    return PlanResult(plan_study(Assumptions(**assumed), unit=unit or "cases", difference=difference, have=have,
                                 demand=demand, half_width=half_width, pilot=pilot))


def _from_pilot(ledger: str | Path, study: int | None, pair: tuple[str, str] | None, metric: str | None,
                unit: str | None, assumed: dict[str, Any]) -> tuple[Pilot, dict[str, Any]]:
    """The spreads of a stored study, and the assumptions that follow; what was said by hand goes first."""
    if unit not in {None, "cases", "splits"}:
        raise BadInput(f"a pilot study on one data set tells how much cases and splits vary, not {unit}.")
    stored = reread(ledger, study)
    if isinstance(stored, TargetsResult):
        raise BadInput(f"{ledger}: the study has several targets, and a difference is in the unit of one; compare by "
                       f"one of them (--target), and plan by that study.")
    if not isinstance(stored, Result):
        which = "the newest study" if study is None else f"study {study}"
        raise BadInput(f"{ledger}: {which} is neither a comparison nor an evaluation; give the number of one that is "
                       f"(--study N, or study=N; `referee ledger ls` lists them).")
    table = stored.analysis.table
    a, b = pair or _leading(stored)
    for name in (a, b):
        if name not in table.learners:
            raise UnknownName("learner of this study", name, table.learners)
    chosen = stored.analysis.primary if metric is None else metric_named(metric)
    if chosen.name not in {m.name for m in table.metrics}:
        raise UnknownName("metric of this study", chosen.name, [m.name for m in table.metrics])
    pilot = pilot_of(table, a, b, chosen)
    wanted = unit or ("cases" if pilot.by_case is not None else "splits")
    found = pilot.by_case if wanted == "cases" else pilot.by_split
    if found is None:
        raise BadInput(f"{chosen.name} has no value for a single case; plan over splits (unit splits), or by a metric "
                       f"such as accuracy.")
    stated = {name: getattr(found, name) for name in ("disagreement", "sd", "test_share", "cluster_size", "icc")
              if getattr(found, name) is not None}
    pilot = replace(pilot, by_case_range=None, by_split_range=None) if assumed else pilot
    return pilot, stated | assumed


def _leading(stored: Result) -> tuple[str, str]:
    """The two best learners that are no baselines."""
    family = stored.analysis.family
    ranking = list(family.ranking) if family is not None else list(stored.analysis.learners)
    able = [name for name in ranking if not stored.analysis.learners[name].baseline]
    if len(able) < 2:
        able = ranking
    if len(able) < 2:
        raise BadInput("the pilot study has one learner; a difference needs two.")
    return able[0], able[1]


