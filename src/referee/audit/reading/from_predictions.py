"""A file of predictions as evidence: who said what of which case, and on which parts.

Folds tell how the rows were divided; the rows trained on are then taken to be all others, which is marked as a guess. A
single test part tells nothing about training.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import numpy as np

from referee.audit.bundle import Bundle, DataSet, Declared, Division, Model, ModelPredictions, Run
from referee.audit.prose.confession import SAME, Confession
from referee.audit.reading.baselines import with_baselines
from referee.audit.reading.beside import columns_beside
from referee.audit.reading.dates_beside import dates_beside
from referee.audit.reading.found_roles import with_found
from referee.audit.reading.issued import issued_late
from referee.audit.reading.parted import named_part, parted
from referee.audit.reading.places import places
from referee.audit.reading.prompts import prompts_of
from referee.audit.reading.unanswered import unanswered
from referee.audit.unnamed_columns import Beside
from referee.data.prediction_table import Part, PredictionTable, Reading, read_predictions, settled
from referee.data.prediction_table.importers import importer_for
from referee.data.prediction_table.importers.weka import WEKA, only_on_training
from referee.data.prediction_table.naming import GROUPS
from referee.data.problem import Problem
from referee.data.row_marks import NONE
from referee.data.structure import Kind
from referee.errors import RefereeError, UnknownName
from referee.foreign_file import text_of
from referee.kinds import Array, Task
from referee.ledger.judged import problem_of
from referee.metrics import Predictions, metric
from referee.metrics.priors import smoothed_prior


@dataclass(frozen=True, slots=True, kw_only=True)
class Told:
    """What a file of predictions cannot show, and was told beside it."""

    tried: int | Mapping[str, int] | None = None        # settings of each model, or of those named
    tuned_on: str | None = None                         # where they were chosen: test, validation, training, nothing
    seeds: int | None = None                            # random seeds each model was run with; 0: nothing is random
    baselines: tuple[str, ...] = ()
    metrics: tuple[str, ...] = ()                       # by which the study judges

    @property
    def beyond_metrics(self) -> str:
        """The first word that only a file of predictions needs; empty where none was said."""
        said = {"tried": self.tried, "tuned_on": self.tuned_on, "seeds": self.seeds,
                "baselines": self.baselines or None}
        return next((word for word, value in said.items() if value is not None), "")

    def model(self, name: str, seeds: tuple[str, ...]) -> Model:
        """A model of the file; `seeds` are the runs the file itself holds."""
        tried = self.tried.get(name) if isinstance(self.tried, Mapping) else self.tried
        number = self.seeds if self.seeds is not None else len(seeds) or None
        return Model(name=name, tried=tried, tuned_on=self.tuned_on or ("nothing" if tried == 1 else None), told=False,
                     seeds=None if not number else seeds or tuple(f"{i} of {number}" for i in range(1, number + 1)),
                     deterministic=number == 0)


def bundle_of_predictions(  # noqa: PLR0913 - how a table is to be read
    source: Any, *, data: Problem | None = None, name: str = "predictions",
    columns: dict[str, str | None] | None = None, task: str | None = None, positive: Any = None,
    told: Told | None = None, weights_are: str | None = None,
) -> Bundle:
    """What a table of predictions tells of a study; `data` brings the features, and rows that were not predicted.

    A file of predictions reports, claims and tests nothing, so that what is asked of reports does not apply to it.
    """
    told = told or Told()
    roles, found = with_found(source, columns or {}, name)
    split = named_part(source, roles, name)
    if split is not None:
        roles["role"] = split.name
    table = read_table(source, name=name, columns=roles, task=task, positive=positive, weights_are=weights_are)
    apart = None if split is None or data is not None else parted(
        source, split, table, _reading(name, roles, task, positive, weights_are))
    rows = np.arange(table.n_cases) if data is None else places(table.ids, labels_of(table), data)
    problem = problem_of(table) if data is None else data
    if apart is not None and apart.problem is not None:
        rows, problem = apart.rows, apart.problem
    if (roles.get(GROUPS) or "") == NONE and table.clusters is None and data is None:
        problem = replace(problem, settled=(Kind.GROUPS.value,))
    said = tuple(said_of(table, rows))
    divisions = divisions_of(table, rows, problem.n_rows)
    if apart is not None and apart.division is not None and len(divisions) == 1:
        divisions = (apart.division,)
    plain = data is None and apart is None
    return Bundle(
        name=table.name, problem=problem, divisions=divisions, said=said,
        dates=dates_beside(source, table) if plain else None,
        issued=issued_late(source, roles, name),
        models=models_of_file(said, told), runs=runs_of(said, list(told.metrics) or [usual_metric(problem)]),
        written=_written(table, rows, problem.n_rows), alone=True, reported=(), claims=(), answered=(), tests=(),
        declared=Declared(metrics=told.metrics) if told.metrics else None,
        data_sets=(DataSet(name=table.name),), unanswered=tuple(unanswered(table)), faults=table.faults,
        prompts=prompts_of(source), confessed=tuple(_on_training(source)),
        notices=(*found, *table.notices, *(() if split is None else (split.sentence,))),
        beside=_beside(source, table, roles) if plain and table.clusters is None else {})


def _beside(source: Any, table: PredictionTable, roles: Mapping[str, str | None]) -> dict[str, Beside]:
    """The columns that nobody named; what was said to be the time, or another mark, is none."""
    named = {column for column in roles.values() if column}
    return {name: one for name, one in columns_beside(source, table).items() if name not in named}


def _on_training(source: Any) -> Iterator[Confession]:
    """What WEKA writes over predictions of the rows that were trained on."""
    files = [source] if isinstance(source, str | Path) else source if isinstance(source, list | tuple) else []
    for path in (Path(one) for one in files if isinstance(one, str | Path)):
        headline = only_on_training(text_of(path)) if path.is_file() and importer_for(path) is WEKA else ""
        if headline:
            yield Confession(fault=SAME, sentence=f"{path.name}: {headline}")


def _written(table: PredictionTable, rows: Array, n_rows: int) -> Array | None:
    """The place of each row in the file; rows that it has not come last."""
    if table.as_written is None:
        return None
    place = {case: number for number, case in enumerate(table.as_written.tolist())}
    found = np.full(n_rows, len(place))
    found[rows] = [place.get(case, len(place)) for case in table.ids.tolist()]
    return found


def models_of_file(said: tuple[ModelPredictions, ...], told: Told | None = None) -> tuple[Model, ...]:
    """The models of a file, with what was told of them, and those that are baselines marked."""
    told, seeds = told or Told(), dict[str, dict[str, None]]()
    for part in said:
        seeds.setdefault(part.model, {}).update({part.seed: None} if part.seed is not None else {})
    strange = [name for name in told.tried if name not in seeds] if isinstance(told.tried, Mapping) else []
    if strange:
        raise UnknownName("model", strange[0], list(seeds))
    return with_baselines((told.model(name, tuple(own)) for name, own in seeds.items()), said, told.baselines)


def read_table(source: Any, *, name: str, columns: dict[str, str | None] | None = None, task: str | None = None,
               positive: Any = None, weights_are: str | None = None) -> PredictionTable:
    """Aligned by id; several runs of a case are kept apart, because picking one of them is a thing to look for.

    So is leaving cases out: models are held against each other on the cases that all have, and what is missing is told.
    Answers that name no class count as wrong.
    """
    table = read_predictions(source, _reading(name, columns or {}, task, positive, weights_are))
    return settled(table) if table.marked or table.weights is not None else table


def _reading(name: str, columns: Mapping[str, str | None], task: str | None, positive: Any,
             weights_are: str | None) -> Reading:
    return Reading(name=name, columns=columns, task=task, positive=positive, common=True, strays_are_wrong=True,
                   faults_are_told=True, weights_are=weights_are)


def labels_of(table: PredictionTable) -> Array:
    """The truth of each case as it was given."""
    if table.task is Task.REGRESSION:
        return table.y
    return np.array(table.classes, dtype=object)[table.y]


def said_of(table: PredictionTable, rows: Array) -> Iterator[ModelPredictions]:
    """Everything each model said; `rows` are the row numbers of the cases."""
    for model, parts in table.said.items():
        for label, part in zip(part_labels(parts), parts, strict=True):
            yield ModelPredictions(model=model, rows=rows[part.cases], division=label, seed=part.seed or None,
                                   predictions=_predictions(table, part))


def _predictions(table: PredictionTable, part: Part) -> Predictions:
    classes = len(table.classes) or None
    prior = None
    if classes and len(table.said) and part.cases.size < table.n_cases:
        others = np.delete(table.y, part.cases)
        prior = smoothed_prior(np.bincount(others, minlength=classes))
    return Predictions(truth=table.y[part.cases], n_classes=classes, labels=part.labels, scores=part.scores,
                       probabilities=part.probabilities, values=part.values, prior=prior, classes=table.classes)


def part_labels(parts: tuple[Part, ...]) -> list[str]:
    """Repeat and fold by number; parts that differ only by their seed are one division."""
    repeats = {repeat: number for number, repeat in enumerate(dict.fromkeys(part.repeat for part in parts))}
    folds: dict[str, dict[str, int]] = {repeat: {} for repeat in repeats}
    return [f"{repeats[part.repeat]}/{folds[part.repeat].setdefault(part.fold, len(folds[part.repeat]))}"
            for part in parts]


def divisions_of(table: PredictionTable, rows: Array, n_rows: int) -> tuple[Division, ...]:
    """The parts of the first model; all models have the same, or the table would have been refused."""
    parts = next(iter(table.said.values()))
    found = dict(zip(part_labels(parts), parts, strict=True))
    if len(found) == 1:
        return tuple(Division(label=label, test=rows[part.cases]) for label, part in found.items())
    return tuple(Division(label=label, test=rows[part.cases], assumed=True,
                          train=np.setdiff1d(np.arange(n_rows), rows[part.cases]))
                 for label, part in found.items())


def usual_metric(problem: Problem) -> str:
    """The metric that runs are scored by where none is named."""
    return "accuracy" if problem.task is Task.CLASSIFICATION else "rmse"


def runs_of(said: tuple[ModelPredictions, ...], metrics: list[str]) -> tuple[Run, ...]:
    """A score for each part, by each metric that can be computed."""
    found = []
    for part in said:
        for name in metrics:
            try:
                value = float(metric(name).score(part.predictions))
            except RefereeError:        # not a metric of ours, or not defined for what was said
                continue
            found.append(Run(model=part.model, metric=name, value=value, division=part.division, seed=part.seed))
    return tuple(found)
