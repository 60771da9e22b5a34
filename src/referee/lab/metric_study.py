"""The study of the metrics themselves: Algorithm 1 of Guo's thesis (GU-15, GU-16), with valid inference.

Data sets × training sizes × classifiers × repeats, every metric on the same predictions. Each data set and size is a
study of its own in the ledger (design `sized`): intervals over repeats allow for shared rows, pairs of classifiers are
tested by the corrected resampled t, Holm over all pairs. Then, for each metric: its discriminating power (pairs
separated), and its consistency (mean Kendall tau-b between rankings of two repeats, and between sizes).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import combinations
from pathlib import Path
from typing import TYPE_CHECKING, Any, ClassVar

import numpy as np

from referee.api import Answer, Ask, Asked, Local, Result, carry_out, opened, prepare
from referee.api.keywords import keywords
from referee.comparisons.many_models.metric_quality import Power, agreement
from referee.comparisons.multiplicity.adjust import adjust
from referee.data.kept_copies import copies_together
from referee.data.problem import Problem
from referee.errors import BadInput, Undefined, UnknownName
from referee.estimates._base import Estimate
from referee.kinds import Array, Direction, Json, Task
from referee.lab.fidelity import metrics_for
from referee.ledger import Ledger
from referee.metrics import Metric, metric
from referee.report.document import Page
from referee.report.multiples import Line, Panel, Score, metric_table, multiples_figure, multiples_page
from referee.report.text import wrapped
from referee.running import Progress, silent

if TYPE_CHECKING:
    import pandas as pd
    from matplotlib.figure import Figure

DUPLICATES = ("together", "apart")
MODELS = ("logistic", "svm-linear", "gaussian-nb", "tree:max_depth=4", "forest:n_estimators=50", "mlp")


@dataclass(frozen=True, slots=True, kw_only=True)
class MetricRow:
    """What one metric did on one data set, size by size."""

    data: str
    metric: str
    title: str
    sizes: tuple[int, ...]
    test: int
    repeats: int
    power: tuple[Power, ...]                    # for each size
    repeats_agree: tuple[float | None, ...]     # for each size; None where the metric ranks no two repeats
    sizes_agree: float | None

    def to_dict(self) -> Json:
        """For JSON."""
        return {"data": self.data, "metric": self.metric, "title": self.title, "sizes": list(self.sizes),
                "test": self.test, "repeats": self.repeats, "power": [p.to_dict() for p in self.power],
                "repeats_agree": list(self.repeats_agree),
                "sizes_agree": self.sizes_agree}

    @property
    def separated(self) -> float:
        """The mean share of pairs separated, over sizes."""
        return float(np.mean([p.share for p in self.power]))

    @property
    def consistency(self) -> float | None:
        """The mean agreement of repeats, over sizes."""
        known = [tau for tau in self.repeats_agree if tau is not None]
        return float(np.mean(known)) if known else None


@dataclass(frozen=True, slots=True, kw_only=True)
class Copies:
    """Rows of a data set that repeat earlier ones, and what was done about it."""

    repeats: int
    rows: int
    together: bool

    def __str__(self) -> str:
        said = f"{self.repeats:,} of {self.rows:,} rows repeat an earlier one in all features"
        if self.together:
            return f"{said}; copies were kept together, in training or in test."
        return (f"{said}, and copies stand in training and test: scores of learners that remember rows are too good "
                f"(historic; --duplicates together keeps them on one side).")


@dataclass(frozen=True, kw_only=True, eq=False, repr=False)
class MetricStudy(Answer):
    """All metrics on all data sets, and the results they rest on."""

    filename: ClassVar[str] = "metric-study.html"
    rows: tuple[MetricRow, ...]
    results: dict[tuple[str, int], Result]      # (data set, training size)
    copies: dict[str, Copies] = field(default_factory=dict)         # by data set, where rows repeat others

    def page(self) -> Page:
        """The answer laid out in sections."""
        return multiples_page([(self.title(data), self.panels(data), self._scores(data)) for data in self.data_sets],
                              told=[f"{data}: {copies}" for data, copies in self.copies.items()])

    def table(self) -> pd.DataFrame:
        """One row for each data set and metric."""
        import pandas as pd

        return pd.DataFrame([{"data": row.data, "metric": row.metric, "separated": row.separated,
                              "repeats_agree": row.consistency, "sizes_agree": row.sizes_agree} for row in self.rows])

    def figure(self, data: str | None = None, metrics: Sequence[str] = ()) -> Figure:
        """Small multiples of the first data set, or of one: every metric by training size, higher is better."""
        return multiples_figure(self.panels(self.data_sets[0] if data is None else data, metrics))

    def to_dict(self) -> Json:
        """Every number, ready for JSON."""
        return {"metrics": [row.to_dict() for row in self.rows],
                "estimates": [{"data": data, "size": size, **row} for (data, size), result in self.results.items()
                              for row in result.to_dict()["estimates"]],
                "duplicates": {data: {"repeats": copies.repeats, "together": copies.together}
                               for data, copies in self.copies.items()}}

    def __str__(self) -> str:
        return "\n\n".join("\n".join([metric_table(wrapped(self.title(data), hang="  "), self._scores(data)), *(
            wrapped(f"  {copies}", hang="  ") for name, copies in self.copies.items() if name == data)])
            for data in self.data_sets)

    def _scores(self, data: str) -> list[Score]:
        return [(row.title, row.separated, row.consistency, row.sizes_agree) for row in self.of(data)]

    @property
    def data_sets(self) -> tuple[str, ...]:
        """In the order given."""
        return tuple(dict.fromkeys(row.data for row in self.rows))

    def of(self, data: str) -> list[MetricRow]:
        """The metrics on one data set, the one that separates most pairs first."""
        return sorted((row for row in self.rows if row.data == data), key=lambda row: -row.separated)

    def title(self, data: str) -> str:
        """One line about a data set."""
        row = self.of(data)[0]
        sizes = ", ".join(f"{size:,}" for size in row.sizes)
        pairs = row.power[0].pairs
        return (f"{data}: {pairs} pair{'s' * (pairs != 1)} of learners, {row.repeats} repeats, trained on {sizes} "
                f"rows, tested on {row.test:,}")

    def panels(self, data: str, metrics: Sequence[str] = ()) -> list[Panel]:
        """Scores by training size for small multiples, losses to be drawn upside down."""
        sizes = sorted(size for name, size in self.results if name == data)
        analyses = [self.results[data, size].analysis for size in sizes]
        chosen = [m for m in analyses[0].metrics if not metrics or m.name in metrics]
        return [_panel(m, sizes, analyses) for m in chosen]


@keywords(test="test_rows")
def metric_study(  # noqa: PLR0913 - by keyword
    problems: Sequence[Problem], *, models: Any = MODELS, sizes: Sequence[int], test_rows: int, repeats: int = 10,
    metrics: Sequence[str | Metric] | None = None, duplicates: str = "together", level: float = 0.95, seed: int = 0,
    jobs: int | None = None, ledger: str | Path | Ledger | None = None, progress: Progress = silent,
) -> MetricStudy:
    """Fit every model at every size, score by every metric, and say how good each metric is at its job.

    Rows that repeat others are kept together, in training or in test; `duplicates="apart"` deals them as they come.
    """
    if repeats < 2:
        raise BadInput("a metric study needs two repeats at least.")
    if duplicates not in DUPLICATES:
        raise UnknownName("way with duplicates", duplicates, DUPLICATES)
    copies: dict[str, Copies] = {}
    results: dict[tuple[str, int], Result] = {}
    with opened(ledger) as store:
        for problem in problems:
            if problem.task is not Task.CLASSIFICATION:
                raise BadInput(f"{problem.name} is a regression problem; a metric study is about classifiers.")
            kept, repeated = copies_together(problem)
            if repeated:
                apart = duplicates != DUPLICATES[0]
                copies[problem.name] = Copies(repeats=repeated, rows=problem.n_rows, together=not apart)
                kept = problem if apart else kept
            chosen = [one if isinstance(one, Metric) else metric(one) for one in metrics or ()] or metrics_for(
                len(problem.classes), in_order=problem.in_order)
            for size in sorted(set(sizes)):
                asked = Asked("compare", models, metrics=chosen, seed=seed, ask=Ask(level=level),
                              design=f"sized:train={size},test={test_rows},repeats={repeats}")
                prepared = prepare(asked, kept)
                results[problem.name, size] = carry_out(prepared, store, engine=Local(workers=jobs),
                                                        progress=progress)
    rows = [row for problem in problems for row in _rows(problem.name, results)]
    return MetricStudy(rows=tuple(rows), results=results, copies=copies)


def together(studies: Sequence[MetricStudy]) -> MetricStudy:
    """Studies of different data sets as one."""
    return MetricStudy(rows=tuple(row for study in studies for row in study.rows),
                       results={key: result for study in studies for key, result in study.results.items()},
                       copies={data: copies for study in studies for data, copies in study.copies.items()})


def _rows(data: str, results: dict[tuple[str, int], Result]) -> list[MetricRow]:
    sizes = sorted(size for name, size in results if name == data)
    analyses = [results[data, size].analysis for size in sizes]
    entries = analyses[0].table.plan.entries
    return [MetricRow(
        data=data, metric=m.name, title=m.title, sizes=tuple(sizes), test=entries[0].n_test, repeats=len(entries),
        power=tuple(_power(a, m) for a in analyses),
        repeats_agree=tuple(_agreement(_scores(a, m)) for a in analyses),
        sizes_agree=_agreement(_means(analyses, m)),
    ) for m in analyses[0].metrics]


def _power(analysis: Any, m: Metric) -> Power:
    """Pairs that were separated among all pairs, a baseline as good as any; those not compared were not separated."""
    family = analysis.families[m.name]
    p = [verdict.comparison.p for verdict in family.every_verdict]
    found = int((adjust(p, "holm") <= 1 - family.ask.level).sum()) if p else 0
    return Power(separated=found, pairs=len(list(combinations(analysis.learners, 2))))


def _scores(analysis: Any, m: Metric) -> Array:
    """Repeats by learners: learners that have some score, and the repeats in which all of those have one."""
    columns = [analysis.table.scores[name, m.name] for name in analysis.learners]
    able = [c for c in columns if c.kept.any()]
    if len(able) < 2:
        return np.empty((0, 0))
    return np.column_stack([c.values for c in able])[np.all([c.kept for c in able], axis=0)]


def _means(analyses: list[Any], m: Metric) -> Array:
    """Sizes by learners, of the learners that have an estimate at every size."""
    found = [[a.estimates[name, m.name] for name in a.learners] for a in analyses]
    whole = [j for j in range(len(found[0])) if all(isinstance(row[j], Estimate) for row in found)]
    return np.array([[row[j].value for j in whole] for row in found]) if len(whole) > 1 else np.empty((0, 0))


def _agreement(rankings: Array) -> float | None:
    try:
        return agreement(rankings)
    except Undefined:
        return None


def _panel(m: Metric, sizes: list[int], analyses: list[Any]) -> Panel:
    lines = []
    for name in analyses[0].learners:
        found = [(size, a.estimates[name, m.name]) for size, a in zip(sizes, analyses, strict=True)]
        kept = [(size, e) for size, e in found if isinstance(e, Estimate)]
        bands = [(e.interval.low, e.interval.high) if e.interval else (e.value, e.value) for _, e in kept]
        lines.append(Line(name=name, sizes=tuple(size for size, _ in kept), values=tuple(e.value for _, e in kept),
                          low=tuple(low for low, _ in bands), high=tuple(high for _, high in bands)))
    return Panel(title=m.title, flipped=m.direction is Direction.MINIMISE, lines=tuple(lines))
