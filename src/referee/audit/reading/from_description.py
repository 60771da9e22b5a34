"""A description of a study, with the files it names, as evidence."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np

from referee.audit.bundle import (
    Bundle,
    Claim,
    DataSet,
    Declared,
    Division,
    Model,
    ModelPredictions,
    Reported,
    Run,
    StatTest,
    Step,
)
from referee.audit.numbers.figure import Row
from referee.audit.numbers.of_table import sheet
from referee.audit.prose.taught import doubts_in
from referee.audit.reading.baselines import with_baselines
from referee.audit.reading.beside import columns_beside
from referee.audit.reading.description import ClaimSaid, Description, ModelSaid, StepSaid, TestSaid, read_description
from referee.audit.reading.divided import divided, folds_of_column, split_of_column, times_of
from referee.audit.reading.from_predictions import (
    divisions_of,
    labels_of,
    models_of_file,
    read_table,
    runs_of,
    said_of,
    usual_metric,
)
from referee.audit.reading.from_table import read_reported, read_text_table, reported_of
from referee.audit.reading.own_words import OwnWords
from referee.audit.reading.places import places
from referee.audit.reading.unanswered import unanswered
from referee.audit.unnamed_columns import Beside
from referee.audit.vocabulary.baselines import is_baseline
from referee.audit.vocabulary.methods import known_method
from referee.audit.vocabulary.tests import known_test
from referee.audit.vocabulary.told import told_in
from referee.audit.vocabulary.units import known_unit
from referee.data import load
from referee.data.prediction_table import PredictionTable
from referee.data.prediction_table.files import open_source
from referee.data.prediction_table.naming import GROUPS, TIME
from referee.data.problem import Problem
from referee.data.task import as_task
from referee.data.wording import shortened
from referee.errors import BadInput, RefereeError, did_you_mean
from referee.kinds import Array
from referee.ledger.judged import problem_of
from referee.study.lined_yaml import Lined


def bundle_of_description(path: str | Path, beside: Mapping[str, Any] | None = None) -> Bundle:
    """Everything a description tells, and what is said beside it, files read and rows brought together."""
    said, own, lined = read_description(path, beside)
    return _Reading(said, own, lined, Path(path).parent).bundle()


class _Reading:
    """One description being read: what its parts need from one another is made once."""

    def __init__(self, said: Description, own: OwnWords, lined: Lined, folder: Path) -> None:
        self.said, self.own, self.lined, self.folder = said, own, lined, folder
        self.data = self._data()
        self.table = self._table()
        self.rows = self._rows()
        self.divisions = self._divisions()

    def bundle(self) -> Bundle:
        """The evidence."""
        s, words = self.said, self._words()
        problem = self.data or (problem_of(self.table) if self.table is not None else None)
        return Bundle(
            name=s.audit, answered=(), problem=problem, task=as_task(s.task),
            divisions=self.divisions, said=words,
            times=None if s.time is None or s.data is None else times_of(self._file("data"), s.time),
            models=self._models(words),
            runs=self._runs(words, problem), reported=self._reported(), printed=self._printed(),
            claims=None if s.claims is None else tuple(_claim(c) for c in s.claims),
            tests=None if s.tests is None else tuple(_test(t, self._unit(t)) for t in s.tests),
            data_sets=self._data_sets(problem), declared=self._declared(), queries=s.queries,
            looked_at=None if s.looked_at is None else tuple(s.looked_at), estimators=s.estimators,
            known_studies=s.known_studies,
            confessed=(*(one for text in (s.method, "\n\n".join(s.protocol)) for one in told_in(text)),
                       *self.own.confessed),
            # How rows were divided is a phrase and no sentence: "random split" alone sounds like a fault, and is none.
            doubts=(*(doubts_in("\n\n".join(s.protocol)) if s.protocol else ()),
                    *self.own.doubts) if s.protocol or self.own.said else None,
            unanswered=() if self.table is None else tuple(unanswered(self.table)), beside=self._beside(),
            notices=(*(() if self.table is None else self.table.notices), *self._strange_units(), *self.own.notices))

    def _file(self, field: str, name: str | None = None) -> Path:
        """A file named in a field, looked for beside the description; one that is not there is told with its line."""
        given = str(name or getattr(self.said, field))
        for path in (self.folder / given, Path(given)):
            with suppress(OSError):             # a name that no file can have
                if path.exists():
                    return path
        beside = [p.name for p in self.folder.iterdir()]
        raise BadInput(f"{self.lined.at((field,))}: there is no file {shortened(given)!r}{did_you_mean(given, beside)}")

    @contextmanager
    def _placed(self, *fields: str) -> Iterator[None]:
        """A refusal in here gets the line of the field it is about."""
        try:
            yield
        except RefereeError as error:
            told = str(error)
            raise (error if told.startswith(self.lined.where) else
                   self.lined.placed(error, [(field,) for field in fields])) from error

    def _data(self) -> Problem | None:
        s = self.said
        if s.data is None:
            return None
        apart = [name for name in (s.split, s.folds, s.time) if name is not None]
        with self._placed("target", "groups", "ids", "time", "split", "folds", "drop", "positive", "task", "data"):
            return load(str(self._file("data")), target=s.target, task=s.task, groups=s.groups, ids=s.ids,
                        positive=s.positive, drop=[*s.drop, *apart] or None)

    def _table(self) -> PredictionTable | None:
        s = self.said
        if s.predictions is None:
            return None
        names = [s.predictions] if isinstance(s.predictions, str) else s.predictions
        files = [str(self._file("predictions", name)) for name in names]
        with self._placed("columns", "positive", "task", "predictions"):
            return read_table(files if len(files) > 1 else files[0], name=s.audit,
                              columns=self._roles(Path(files[0])), task=s.task, positive=s.positive)

    def _beside(self) -> dict[str, Beside]:
        """Columns of one file of predictions that nobody named, where nothing else tells which cases go together."""
        if self.table is None or self.data is not None or not isinstance(self.said.predictions, str):
            return {}
        return {} if self.table.clusters is not None else columns_beside(
            str(self._file("predictions")), self.table)

    def _roles(self, file: Path) -> dict[str, str | None]:
        """The columns of predictions that are named: in their own field, or where the columns of the data are."""
        s = self.said
        there = set(open_source(file).names)
        named = {"id": s.ids, GROUPS: s.groups, TIME: s.time, "truth": s.target if isinstance(s.target, str) else None}
        roles: dict[str, str | None] = {role: name for role, name in named.items() if name in there}
        return roles | dict(s.columns)

    def _rows(self) -> Array:
        if self.table is None:
            return np.array([], dtype=np.int64)
        if self.data is None:
            return np.arange(self.table.n_cases)
        with self._placed("ids", "predictions"):
            return places(self.table.ids, labels_of(self.table), self.data)

    def _divisions(self) -> tuple[Division, ...] | None:
        s = self.said
        if s.divisions is not None:
            return divided(self._file("divisions"), self.data, self.table)
        if (s.split or s.folds) and self.data is None:
            field = "split" if s.split else "folds"
            raise BadInput(f"{self.lined.at((field,))}: {field} is a column of the data; say which file that is "
                           f"(data: …).")
        if s.split is not None:
            return split_of_column(self._file("data"), s.split)
        if s.folds is not None:
            return folds_of_column(self._file("data"), s.folds)
        if self.table is None:
            return None
        return divisions_of(self.table, self.rows, self.table.n_cases if self.data is None else self.data.n_rows)

    def _words(self) -> tuple[ModelPredictions, ...] | None:
        """What was said; where the divisions are known by themselves, each part is called as its division is."""
        if self.table is None:
            return None
        words = tuple(said_of(self.table, self.rows))
        by_test = {tuple(sorted(d.test.tolist())): d.label for d in self.divisions or ()}
        return tuple(replace(w, division=by_test.get(tuple(sorted(w.rows.tolist())), w.division)) for w in words)

    def _runs(self, words: tuple[ModelPredictions, ...] | None, problem: Problem | None) -> tuple[Run, ...] | None:
        s = self.said
        if isinstance(s.runs, str):
            return _runs_of_table(self._file("runs"))
        if s.runs is not None:
            return tuple(Run(**run.model_dump() | {"seed": _text(run.seed)}) for run in s.runs)
        if words is None or problem is None:
            return None
        return runs_of(words, list(s.metrics) or [usual_metric(problem)])

    def _reported(self) -> tuple[Reported, ...] | None:
        s = self.said
        if s.reported is None:
            return None
        if isinstance(s.reported, str):
            return read_reported(self._file("reported"))
        names, rows = _cells(s.reported)
        return reported_of(rows, names, self.lined.at(("reported",))) if rows else ()

    def _unit(self, t: TestSaid) -> str:
        """What a test counts: a word of the field, or a thing of the study, known by its column or its number."""
        if t.unit is None or known_unit(t.unit) == t.unit:
            return t.unit or ""
        if self.said.groups is not None and same_thing(t.unit, self.said.groups):
            return "group"
        cases = None if self.table is None else self.table.n_cases
        if (self.said.ids is not None and same_thing(t.unit, self.said.ids)) or (cases is not None
                                                                                and t.n_units == cases):
            return "case"
        return ""

    def _strange_units(self) -> Iterator[str]:
        """Units that neither their words nor the study's columns and numbers explain."""
        odd = dict.fromkeys(t.unit for t in self.said.tests or () if t.unit and not self._unit(t))
        for unit in odd:
            yield (f"What the tests count, {shortened(unit)!r}, is not known: is it a case, a group, a split, a "
                   f"repeat, a seed, a run or a data set (tests: unit)?")

    def _models(self, words: tuple[ModelPredictions, ...] | None) -> tuple[Model, ...] | None:
        """The models described; where none are, those that spoke."""
        if self.said.models is not None:
            said = {m.name: m.baseline for m in self.said.models}
            models = [self._model(m) for m in self.said.models]
            return tuple(one if said[one.name] is not None else marked
                         for one, marked in zip(models, with_baselines(models, words or ()), strict=True))
        return None if words is None else models_of_file(words)

    def _printed(self) -> tuple[Row, ...] | None:
        s = self.said
        if s.reported is None:
            return None
        names, rows = read_text_table(self._file("reported")) if isinstance(s.reported, str) else _cells(s.reported)
        return sheet(names, rows).rows

    def _model(self, m: ModelSaid) -> Model:
        seeds = None if m.seeds is None else tuple(str(seed) for seed in m.seeds)
        steps = None if m.steps is None else tuple(step for s in m.steps for step in self._steps(s))
        baseline = is_baseline(m.name) if m.baseline is None else m.baseline
        told = m.model_dump(exclude={"seeds", "steps", "baseline"})
        return Model(**told, baseline=baseline, seeds=seeds, steps=steps)

    def _steps(self, s: StepSaid) -> list[Step]:
        if not self.divisions:
            return [Step(name=s.name, supervised=s.supervised, said=s.fitted_on or "")]
        if s.fitted_on == "training":
            return [Step(name=s.name, supervised=s.supervised, rows=d.train, division=d.label)
                    for d in self.divisions]
        everyone = np.concatenate([d.test if d.train is None else np.concatenate([d.train, d.test])
                                   for d in self.divisions])
        tested = np.concatenate([d.test for d in self.divisions])
        rows = {"all": everyone, "test": tested}.get(s.fitted_on or "")
        return [Step(name=s.name, supervised=s.supervised, said=s.fitted_on or "",
                     rows=None if rows is None else np.unique(rows))]

    def _data_sets(self, problem: Problem | None) -> tuple[DataSet, ...] | None:
        if self.said.data_sets is not None:
            return tuple(DataSet(**d.model_dump()) for d in self.said.data_sets)
        return None if problem is None else (DataSet(name=problem.name),)

    def _declared(self) -> Declared:
        s, d = self.said, self.said.declared
        told = {} if d is None else d.model_dump(exclude={"stated", "data_sets", "primary_test"})
        of_protocol = next((sentence for sentence in s.protocol if known_method(sentence) is not None), "")
        return Declared(
            method=s.method or of_protocol, metrics=tuple(s.metrics), **told,
            primary_test=name_of_test(d.primary_test) if d else "",
            data_sets=None if d is None or d.data_sets is None else tuple(d.data_sets),
            stated=None if d is None or d.stated is None else frozenset(d.stated))


def name_of_test(text: str) -> str:
    """A test by the name the checks know it by; as it is written where they do not.

    >>> [name_of_test(text) for text in ("paired t-test", "Welch's t test", "McNemar", "sign test", "Zorblatt's test")]
    ['paired-t', 'welch-t', 'mcnemar', 'sign-test', "Zorblatt's test"]
    """
    known = known_test(text)
    return text.strip() if known is None else known.name


def same_thing(a: str, b: str) -> bool:
    """Whether two words name one thing, one of it or several.

    >>> same_thing("Windows", "window"), same_thing("patient", "patient_id"), same_thing("tool", "row")
    (True, True, False)
    """
    a, b = (re.sub(r"[_ ]?(?:ids?|no|nr|number|names?)$", "", word.strip().lower()) or word.lower() for word in (a, b))
    return a.rstrip("s") == b.rstrip("s")


def _test(t: TestSaid, unit: str) -> StatTest:
    """What its name tells beside (its side, that it is one of equivalence) counts where nothing else is said."""
    facts = known_test(t.kind or t.name)
    told = t.model_dump(exclude={"name", "kind", "unit", "alternative", "equivalence", "adjusted"})
    corrected = t.p if t.adjusted is True else None if t.adjusted is False else t.adjusted
    return StatTest(**told, adjusted=corrected, name=name_of_test(t.kind or t.name), unit=unit,
                    alternative=t.alternative or (facts.side if facts else ""),
                    equivalence=t.equivalence or (facts is not None and facts.equivalence))


def _cells(lines: list[dict[str, Any]]) -> tuple[list[str], list[dict[str, str]]]:
    rows = [{str(k): str(v) for k, v in row.items() if v is not None} for row in lines]
    return list(dict.fromkeys(name for row in rows for name in row)), rows


def _claim(c: ClaimSaid) -> Claim:
    kind = "better" if c.better else "equal" if c.equal else "calibrated" if c.calibrated else "level"
    a, b = [*c.models, ""][:2]
    says = c.says or {"better": f"{a} is better than {b}", "equal": f"{a} and {b} are alike",
                      "calibrated": f"{a} is calibrated", "level": f"{a} scores {c.value}"}[kind]
    told = c.model_dump(exclude={"says", "better", "than", "equal", "calibrated", "level", "test"})
    return Claim(**told, says=says, kind=kind, a=a, b=b, test=name_of_test(c.test) if c.test else "")


def _runs_of_table(path: Path) -> tuple[Run, ...]:
    names, rows = read_text_table(path)
    missing = [name for name in ("model", "metric", "value") if name not in names]
    if missing:
        raise BadInput(f"{path.name} has no column {missing[0]!r}; runs have model, metric and value, and division, "
                       f"seed, at and rerun where these are known.")
    return tuple(Run(model=row["model"], metric=row["metric"], value=_float(row["value"], path.name),
                     division=row.get("division") or "0/0", seed=row.get("seed") or None, at=row.get("at") or "",
                     rerun=_float(row["rerun"], path.name) if row.get("rerun") else None) for row in rows)


def _float(text: str, where: str) -> float:
    try:
        return float(text)
    except ValueError:
        raise BadInput(f"{where}: {text!r} is not a number.") from None


def _text(value: Any) -> str | None:
    return None if value is None else str(value)
