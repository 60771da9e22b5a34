"""Who stands where by one metric: the learners, best first, each against the one they are measured by."""

from __future__ import annotations

from dataclasses import dataclass

from referee.comparisons.verdict import Verdict
from referee.errors import NotComparable, UnknownName
from referee.estimates._base import Estimate, Interval
from referee.metrics import Metric
from referee.reading.estimate import Missing
from referee.reading.family import Family
from referee.report.wording import column_decimals, in_column, interval_text, number, signed
from referee.study import Analysis

NOT_ASKED = "this pair was not part of the comparison"


@dataclass(frozen=True, slots=True, kw_only=True)
class Place:
    """One learner by one metric: its estimate, and the verdict on it against the reference."""

    learner: str
    baseline: bool
    estimate: Estimate | Missing
    verdict: Verdict | None = None        # told from this learner's side; None for the reference itself
    reason: str = ""                      # why there is no verdict, where one was asked for

    @property
    def interval(self) -> Interval | None:
        """The interval of the estimate, where there is one."""
        return self.estimate.interval if isinstance(self.estimate, Estimate) else None

    @property
    def label(self) -> str:
        """The name, and whether it is a baseline."""
        return f"{self.learner} (baseline)" if self.baseline else self.learner


@dataclass(frozen=True, slots=True, kw_only=True)
class BestFirst:
    """All learners by one metric, best first, and whom they are measured by."""

    metric: Metric
    family: Family | None
    reference: str | None                 # the best learner, or the one the study named
    places: tuple[Place, ...]

    @property
    def beats_baseline(self) -> dict[str, str]:
        """For each model, in a word: does it beat knowing nothing? Empty where that is the whole question."""
        if self.family is None or self.family.against_baseline is None:
            return {}
        return {name: answer.value for name, answer in self.family.beats_baseline.items()}

    @property
    def decimals(self) -> int:
        """The decimals of the estimates."""
        values = [p.estimate.value for p in self.places if isinstance(p.estimate, Estimate)]
        return column_decimals([p.interval for p in self.places], values=values)

    @property
    def difference_decimals(self) -> int:
        """The decimals of the differences."""
        made = [p.verdict.comparison for p in self.places if p.verdict]
        return column_decimals([c.interval for c in made if not c.flags] or [c.interval for c in made],
                               values=[c.difference for c in made])

    def value_text(self, place: Place) -> str:
        """The estimate as printed; a dash where there is none."""
        if isinstance(place.estimate, Missing):
            return "—"
        return number(place.estimate.value, in_column(place.interval, self.decimals))

    def interval_text(self, place: Place) -> str:
        """The interval as printed."""
        if isinstance(place.estimate, Missing):
            return "—"
        if place.interval is None:
            return "no interval"
        return interval_text(place.interval, in_column(place.interval, self.decimals))

    def half_text(self, place: Place) -> str:
        """The score of models trained on half of the rows, as printed; a dash where there is none."""
        if isinstance(place.estimate, Missing) or place.estimate.half is None:
            return "—"
        return number(place.estimate.half, in_column(place.interval, self.decimals))

    @property
    def n_half(self) -> int | None:
        """On how many rows the models of the halves were trained; None where there are no halves."""
        found = (p.estimate.n_half for p in self.places if isinstance(p.estimate, Estimate))
        return next((rows for rows in found if rows is not None), None)

    def difference_text(self, place: Place) -> str:
        """The difference from the reference with its interval, as printed."""
        return difference_text(place.verdict, self.difference_decimals) if place.verdict else "—"


def difference_text(verdict: Verdict, column: int) -> str:
    """A difference A − B with its interval, where it has one."""
    c = verdict.comparison
    places = in_column(c.interval, column)
    spread = f" ({interval_text(c.interval, places, sign=True)})" if c.interval else ""
    return f"{signed(c.difference, places)}{spread}"


def best_first(analysis: Analysis, metric: Metric) -> BestFirst:
    """Put the learners in order and next to the one they are measured by."""
    family = analysis.families.get(metric.name)
    order = family.ranking if family and family.ranking else tuple(analysis.learners)
    reference = _reference(analysis, metric, family, order)
    places = tuple(_place(analysis, metric, family, name, reference) for name in order)
    return BestFirst(metric=metric, family=family, reference=reference, places=places)


def _reference(analysis: Analysis, metric: Metric, family: Family | None, order: tuple[str, ...]) -> str | None:
    if family is None:
        return None
    if family.ask.against is not None:
        return family.ask.against
    # The baseline takes no part in the question which model is best; where it scores best, that is said apart.
    scored = [name for name in order if isinstance(analysis.estimates[name, metric.name], Estimate)]
    return next((name for name in scored if name not in family.baselines), scored[0] if scored else None)


def _place(analysis: Analysis, metric: Metric, family: Family | None, name: str, reference: str | None) -> Place:
    verdict, reason = None, ""
    if family and reference and name != reference:
        verdict, reason = verdict_on(family, name, reference)
    return Place(learner=name, baseline=analysis.learners[name].baseline, verdict=verdict, reason=reason,
                 estimate=analysis.estimates[name, metric.name])


def verdict_on(family: Family, a: str, b: str) -> tuple[Verdict | None, str]:
    """The verdict on A against B, or why there is none."""
    try:
        return family.pair(a, b), ""
    except NotComparable as reason:
        return None, str(reason)
    except UnknownName:
        return None, NOT_ASKED
