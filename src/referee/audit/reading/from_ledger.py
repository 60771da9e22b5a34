"""A study in a ledger as evidence: its divisions, predictions, tests, and everything else tried on the same rows."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import numpy as np

from referee.audit.bundle import (
    REPORT_FIELDS,
    Bundle,
    Claim,
    DataSet,
    Declared,
    Division,
    Model,
    Reported,
    Run,
    Said,
    StatTest,
    Step,
)
from referee.comparisons.verdict import Outcome
from referee.data.problem import Problem
from referee.designs.split import Split
from referee.errors import BadInput
from referee.estimates._base import Estimate
from referee.estimates.scores import predictions_of, prior_of, records_of
from referee.ledger import LearnerCard, Ledger, StudyCard
from referee.study import Analysis, analyse

CASES = {"case", "row", "cluster"}


def bundle_of_study(ledger: Ledger, card: StudyCard, *, data: Problem | None = None) -> Bundle:
    """What a ledger knows of one of its studies; `data` brings the features, which no ledger holds."""
    analysis = analyse(ledger, card, count_look=False)
    problem = _with_features(analysis.problem, data)
    splits = list(ledger.splits([entry.split for entry in analysis.plan.entries]))
    labels = [entry.label for entry in analysis.plan.entries]
    return Bundle(
        name=card.name, problem=problem,
        divisions=tuple(_division(label, split) for label, split in zip(labels, splits, strict=True)),
        said=tuple(_said(ledger, analysis, dict(zip([s.fingerprint for s in splits], labels, strict=True)))),
        models=tuple(_models(ledger, analysis, splits, labels)), runs=tuple(_runs(analysis)),
        reported=tuple(_reported(analysis)), claims=tuple(_claims(analysis)), tests=tuple(_tests(analysis)),
        data_sets=(DataSet(name=card.name),), declared=_declared(analysis),
        queries=len([study for study in ledger.studies() if study.problem == card.problem]),
        looked_at=tuple(sorted(look.created for look in ledger.looks(problem=card.problem))),
    )


def _with_features(stored: Problem, data: Problem | None) -> Problem:
    if data is None:
        return stored
    if data.fingerprint != stored.fingerprint:
        raise BadInput(f"{data.name} is not the data of this study: rows, values or target differ; give the file that "
                       f"was "
                       f"compared, with the same options.")
    return replace(stored, features=data.features, columns=data.columns)


def _division(label: str, split: Split) -> Division:
    return Division(label=label, test=split.test, train=split.train_rows, tune=np.array([], dtype=np.int64))


def _said(ledger: Ledger, analysis: Analysis, label_of: dict[str, str]) -> Iterator[Said]:
    for name, card in analysis.learners.items():
        for split, record in records_of(ledger, analysis.plan, card.fingerprint):
            if not record.failed:
                yield Said(model=name, rows=split.test, division=label_of[split.fingerprint], seed="0",
                           predictions=predictions_of(analysis.problem, record, split,
                                                      prior_of(analysis.problem, split)))


def _models(ledger: Ledger, analysis: Analysis, splits: list[Split], labels: list[str]) -> Iterator[Model]:
    """Configurations of one class that were scored on these rows by anyone count as tries of it on the test rows."""
    seen = {look.learner for look in ledger.looks(problem=analysis.study.problem)}
    kinds = [_kind(ledger.learner(fingerprint)) for fingerprint in seen]
    seed = str(analysis.study.declared.get("seed", 0))
    for name, card in analysis.learners.items():
        tried = max(1, kinds.count(_kind(card)))
        yield Model(
            name=name, baseline=card.baseline, tried=1 if card.baseline else tried,
            tuned_on="test" if tried > 1 and not card.baseline else "nothing", seeds=(seed,),
            deterministic="random_state" not in _parameters(card),
            seconds=sum(analysis.table.seconds.get(name, (0, 0))),
            training_scores={m: value for (learner, m), value in analysis.training.items() if learner == name},
            steps=tuple(Step(name="the fit", supervised=True, rows=split.train_rows, division=label)
                        for label, split in zip(labels, splits, strict=True)),
        )


def _kind(card: LearnerCard) -> str:
    return str(card.recipe.get("class", card.name))


def _parameters(card: LearnerCard) -> dict[str, Any]:
    found = card.recipe.get("parameters")
    return found if isinstance(found, dict) else {}


def _runs(analysis: Analysis) -> Iterator[Run]:
    labels = [entry.label for entry in analysis.plan.entries]
    for name in analysis.learners:
        scores = analysis.table.scores[name, analysis.primary.name]
        for label, value, kept in zip(labels, scores.values, scores.kept, strict=True):
            if kept:
                yield Run(model=name, metric=analysis.primary.name, value=float(value), division=label)


def _reported(analysis: Analysis) -> Iterator[Reported]:
    for (name, metric), found in analysis.estimates.items():
        if isinstance(found, Estimate) and not analysis.learners[name].baseline:
            interval = found.interval
            yield Reported(
                model=name, metric=metric, value=found.value, text=f"{found.value:.6g}",
                low=None if interval is None else interval.low, high=None if interval is None else interval.high,
                interval_method="" if interval is None else interval.method, data_set=analysis.problem.name,
                method=analysis.plan.description, computed=True)


def _claims(analysis: Analysis) -> Iterator[Claim]:
    for verdict in analysis.family.verdicts if analysis.family else ():
        c = verdict.comparison
        if verdict.outcome in {Outcome.BETTER, Outcome.WORSE}:
            yield Claim(
                says=f"{c.a} is {verdict.outcome.value} than {c.b}", kind=verdict.outcome.value, a=c.a, b=c.b,
                metric=c.metric, p=verdict.p_adjusted, difference=c.difference,
                low=c.interval.low if c.interval else None, high=c.interval.high if c.interval else None,
                test=c.method, basis="test")


def _tests(analysis: Analysis) -> Iterator[StatTest]:
    """The primary family; supporting metrics are marked as such wherever they are shown, and claimed by nobody."""
    family = analysis.family
    for verdict in family.verdicts if family else ():
        c = verdict.comparison
        yield StatTest(
            name=family.test if family else c.method, a=c.a, b=c.b, metric=c.metric, p=c.p,
            adjusted=verdict.p_adjusted, statistic=c.statistic, n_units=c.n_units,
            unit="case" if c.unit in CASES else c.unit, alternative=c.alternative, declared=True)


def _declared(analysis: Analysis) -> Declared:
    said = analysis.study.declared
    family = analysis.family
    return Declared(
        method=analysis.plan.description, metrics=tuple(said["metrics"]), level=float(said["level"]),
        primary_test=family.test if family else str(said.get("test") or ""), relevant=said.get("relevant"),
        adjust=str(said.get("adjust") or ""), data_sets=(analysis.study.name,), runs=len(analysis.plan.entries),
        stated=frozenset(REPORT_FIELDS), at=analysis.study.created)
