"""Algorithm 1 on one data set, as printed (historic) and as it should be."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

import numpy as np

from referee.data.column import ColumnKind
from referee.data.make import make_problem
from referee.data.problem import Problem
from referee.estimates._base import Estimate
from referee.kinds import Direction, Task
from referee.lab.metric_study import MetricStudy, metric_study
from referee.lab.thesis import SETS, ThesisSet
from referee.metrics import Metric, metric
from referee.metrics.own import own_metric
from referee.replications._base import How
from referee.replications.guo.classifiers import PRIOR, RIGHT, as_printed

HERE = Path(__file__).parent.parent / "data"          # red wine comes along
MOST_QUICK = 2000
SIX = ("bir", "roc_auc", "accuracy", "calibration_rmse", "brier")        # and the squared error of class codes


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Scores:
    """One data set and size: mean scores by classifier and metric, and those of each repeat."""

    data: str
    size: int
    metrics: tuple[Metric, ...]
    means: dict[tuple[str, str], float]
    repeats: dict[tuple[str, str], tuple[float, ...]]
    lost: dict[str, str] = field(default_factory=dict)          # classifiers without any score, and what they said

    @property
    def classifiers(self) -> list[str]:
        """In their order."""
        return list(dict.fromkeys(name for name, _ in self.means))

    def worst(self, name: str) -> list[str]:
        """The classifiers that share the worst score by a metric."""
        better = next(m.direction.value for m in self.metrics if m.name == name)
        turned = {classifier: better * self.means[classifier, name] for classifier in self.classifiers
                  if (classifier, name) in self.means}
        least = min(turned.values())
        return [classifier for classifier, value in turned.items() if value <= least + 1e-12]


@dataclass(frozen=True, slots=True, kw_only=True)
class Asked:
    """How much of Table 5.2 is done."""

    sizes: tuple[int, ...]
    test: int
    repeats: int

    @classmethod
    def of(cls, one: ThesisSet, how: How) -> Asked:
        """All of it; in quick mode the two smallest sizes, five times, and at most 2,000 rows to test."""
        return cls(sizes=one.sizes[:2], test=min(one.test, MOST_QUICK), repeats=5) if how.quick else cls(
            sizes=one.sizes, test=one.test, repeats=10)


def sets_at_hand(how: How) -> list[ThesisSet]:
    """Red wine, which comes along, and those in the folder."""
    files = {"red": "wine-quality-red", "white": "wine-quality-white", "wines": "wine-quality-white",
             "abalone": "abalone", "letter": "letter-recognition", "covertype": "covertype-92962"}
    return [one for one in SETS if one.name == "red" or how.table(files[one.name]) is not None]


def problem_of(one: ThesisSet, how: How) -> Problem:
    """From the folder, or as it comes along."""
    folder = how.folder if how.table("wine-quality-red") is not None else HERE
    return one.problem(HERE if one.name == "red" else folder or HERE)


def in_codes(problem: Problem) -> Problem:
    """Categories as their codes, as the thesis gave the sex of abalones to every classifier."""
    if all(column.kind is ColumnKind.NUMBER for column in problem.columns):
        return problem
    labels = [problem.classes[code] for code in problem.y]
    return make_problem(np.asarray(problem.require_features().matrix, float), labels, task=Task.CLASSIFICATION,
                        name=problem.name)


def of_codes(problem: Problem) -> Metric:
    """Squared differences of the numbers that stand for classes (Table 5.4): historic, and without a meaning."""
    codes = {label: code for code, label in enumerate(problem.classes)}

    def mse_of_codes(truth: Any, said: Any) -> float:
        told = [np.array([codes[label] for label in np.asarray(labels).tolist()], float) for labels in (truth, said)]
        return float(((told[0] - told[1]) ** 2).mean())

    return own_metric(mse_of_codes, title="squared error of class codes, historic", direction=Direction.MINIMISE,
                      bounds=(0, None)).of(problem.task)


def printed_scores(problem: Problem, size: int, how: How, *, asked: Asked, smooth_all: bool) -> Scores:
    """As printed: fresh samples for every classifier, duplicates dealt apart, all that Table 5.3 says."""
    problem = in_codes(problem)
    commonest = problem.classes[int(np.bincount(problem.y).argmax())]
    kept: dict[str, MetricStudy] = {}
    for number, (name, model) in enumerate(as_printed(commonest, smooth_all=smooth_all).items()):
        # Fresh samples: another seed for each classifier.
        kept[name] = metric_study([problem], models={name: model}, sizes=[size], test_rows=asked.test,
                                  repeats=asked.repeats, metrics=_metrics(problem), duplicates="apart",
                                  seed=how.seed + 1 + number, jobs=how.jobs, ledger=how.ledger, progress=how.progress)
    found = [_of(study, problem.name, size, names=[name]) for name, study in kept.items()]
    return replace(found[0], means={key: value for one in found for key, value in one.means.items()},
                   repeats={key: value for one in found for key, value in one.repeats.items()},
                   lost={name: why for one in found for name, why in one.lost.items()})


def right_study(problem: Problem, how: How, *, asked: Asked) -> MetricStudy:
    """As it should be: scaled, the class shares of the training part as prior, shared samples, copies together."""
    return metric_study([problem], models=RIGHT, sizes=asked.sizes, test_rows=asked.test, repeats=asked.repeats,
                        metrics=_metrics(problem), seed=how.seed, jobs=how.jobs, ledger=how.ledger,
                        progress=how.progress)


def scores_of(study: MetricStudy, data: str, size: int) -> Scores:
    """Of one size."""
    return _of(study, data, size, names=[*RIGHT, PRIOR])


def _metrics(problem: Problem) -> list[Metric]:
    return [*(metric(name) for name in SIX), of_codes(problem)]


def _of(study: MetricStudy, data: str, size: int, *, names: Sequence[str]) -> Scores:
    analysis: Any = study.results[data, size].analysis
    means, repeats = {}, {}
    for name in names:
        for m in analysis.metrics:
            made = analysis.estimates.get((name, m.name))
            if isinstance(made, Estimate):
                means[name, m.name] = made.value
                repeats[name, m.name] = tuple(analysis.table.scores[name, m.name].values.tolist())
    said = {learner: error for learner, _, error in analysis.table.failures}
    return Scores(data=data, size=size, metrics=tuple(analysis.metrics), means=means, repeats=repeats,
                  lost={name: said.get(name, "it has no score") for name in names
                        if not any(of == name for of, _ in means)})
