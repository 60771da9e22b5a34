"""A study in a ledger as evidence: its divisions, predictions, tests, and everything else tried on the same rows."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
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
    ModelPredictions,
    Reported,
    Run,
    StatTest,
)
from referee.audit.reading.baselines import with_baselines
from referee.audit.reading.models_of_ledger import models_of
from referee.audit.reading.places import with_features_of
from referee.audit.reading.rows_removed import removed_rows
from referee.audit.vocabulary.units import known_unit
from referee.comparisons.verdict import Outcome
from referee.data.problem import Problem
from referee.data.structure import Kind, Noticed
from referee.declaration import COMPARING
from referee.designs.split import Split
from referee.errors import BadInput
from referee.estimates._base import Estimate
from referee.ledger import Ledger, Record, StudyCard
from referee.reading.said import predictions_of, prior_of, records_of
from referee.study import Analysis, analyse, tried
from referee.study.claims import answer_claims

CASES = {"case", "row", "cluster"}
AUDITED = COMPARING | {"evaluate"}        # verbs whose studies have an analysis to look at


def study_of(ledger: Ledger, number: int | None, where: str) -> StudyCard:
    """The study of a number, or the newest that can be audited."""
    studies = ledger.studies()
    if number is not None and not 1 <= number <= len(studies):
        raise BadInput(f"{where} has studies 1 to {len(studies)}, not {number}; `referee ledger ls {where}` lists "
                       f"them.")
    chosen = [studies[number - 1]] if number is not None else studies
    fitting = [card for card in chosen if card.declaration.verb in AUDITED]
    if not fitting:
        what = f"study {number} of {where} is a {chosen[0].declaration.verb}" if number else f"{where} holds none"
        raise BadInput(f"an audit is of a comparison or an evaluation, and {what}.")
    return fitting[-1]


def bundle_of_study(ledger: Ledger, card: StudyCard, *, data: Problem | None = None, whole: Problem | None = None,
                    own: Sequence[Any] = ()) -> Bundle:
    """What a ledger knows of one of its studies.

    `data` brings the features, which no ledger holds; `whole` has the columns too that the study left out.
    """
    if ledger.problem(card.problem).has_several:
        raise BadInput(f"the study of {card.name} has several targets, and an audit is of one; compare by one of them "
                       f"(--target) in the same ledger, and audit that study.")
    analysis = analyse(ledger, card, count_look=False, own=own)
    problem = analysis.problem if data is None else with_features_of(analysis.problem, data)
    problem = _as_noticed(problem, card, data, whole)
    judged = card.declaration.judged
    labels = [entry.label for entry in analysis.plan.entries]
    splits = list(ledger.splits([entry.split for entry in analysis.plan.entries]))
    divisions = tuple(_division(label, split, judged=judged) for label, split in zip(labels, splits, strict=True))
    label_of = dict(zip([split.fingerprint for split in splits], labels, strict=True))
    records = {name: [(label_of[split.fingerprint], split, record)
                      for split, record in records_of(ledger, analysis.plan, learner.fingerprint)]
               for name, learner in analysis.learners.items()}
    file = card.declaration.file
    vault = analysis.vault
    queries = tried(ledger, card).turn if vault is None else vault.openings + vault.queries
    said = tuple(_said(analysis, records))
    models = tuple(models_of(ledger, analysis, splits, judged=judged))
    return Bundle(
        name=card.name, problem=problem, left_out=None if whole is None else whole.features,
        divisions=divisions, said=said,
        models=with_baselines(models, said) if judged else models,
        runs=tuple(_runs(analysis, records)), reported=tuple(_reported(analysis)), claims=tuple(_claims(analysis)),
        answered=tuple(answer_claims(file.said.claims, analysis.family, card.name)) if file else (),
        tests=tuple(_tests(analysis, _looked_before(ledger, card))),
        data_sets=tuple(_data_sets(ledger, card)), declared=_declared(analysis),
        queries=None if judged else queries,
        looked_at=tuple(sorted(look.created for look in ledger.looks(problem=card.problem)
                               if look.learner in card.learners)),
        removed=removed_rows(ledger, card), deviations=file.deviations if file else (),
    )


def _as_noticed(problem: Problem, card: StudyCard, data: Problem | None, whole: Problem | None) -> Problem:
    """With what was noticed of the rows, and settled, when the study was declared; else as the data file shows it.

    Columns that the study left out may still say which rows belong together, and when they were measured.
    """
    said, used = card.declaration.structure, {column.name for column in problem.columns}
    beside = () if whole is None else tuple(
        one for one in whole.structure if one.kind in {Kind.GROUPS, Kind.TIME} and not used & set(one.columns))
    if said is None:
        return problem if data is None else replace(problem, structure=(*data.structure, *beside), settled=data.settled)
    settled = tuple(dict.fromkeys([*said.settled, *(data.settled if data else ())]))      # the auditor may answer too
    noticed = tuple(Noticed(kind=Kind(one.kind), columns=one.columns, evidence=(), sentence=one.sentence)
                    for one in said.noticed if one.kind not in settled)
    return replace(problem, structure=(*noticed, *(one for one in beside if one.kind.value not in settled)),
                   settled=settled)


def _division(label: str, split: Split, *, judged: bool) -> Division:
    """Predictions made elsewhere: a single test set tells nothing of training, folds let it be guessed."""
    if not judged:
        return Division(label=label, test=split.test, train=split.train_rows, tune=np.array([], dtype=np.int64))
    if split.train is not None and not split.train.size:
        return Division(label=label, test=split.test)
    return Division(label=label, test=split.test, train=split.train_rows, assumed=split.train is None)


Records = dict[str, list[tuple[str, Split, Record]]]


def _said(analysis: Analysis, records: Records) -> Iterator[ModelPredictions]:
    for name, some in records.items():
        for label, split, record in some:
            if not record.failed:
                prior = prior_of(analysis.problem, split)
                yield ModelPredictions(model=name, rows=split.test, division=label, seed="0",
                                       predictions=predictions_of(analysis.problem, record, split, prior))


def _runs(analysis: Analysis, records: Records) -> Iterator[Run]:
    labels = [entry.label for entry in analysis.plan.entries]
    times = {(name, label): record.created for name, some in records.items() for label, _, record in some}
    for name in analysis.learners:
        scores = analysis.table.scores[name, analysis.primary.name]
        for label, value, kept in zip(labels, scores.values, scores.kept, strict=True):
            if kept:
                yield Run(model=name, metric=analysis.primary.name, value=float(value), division=label,
                          at=times.get((name, label), ""))


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
    for verdict in analysis.family.every_verdict if analysis.family else ():
        c = verdict.comparison
        if verdict.outcome in {Outcome.BETTER, Outcome.WORSE}:
            yield Claim(
                says=f"{c.a} is {verdict.outcome.value} than {c.b}", kind=verdict.outcome.value, a=c.a, b=c.b,
                metric=c.metric, p=verdict.p_adjusted, difference=c.difference,
                low=c.interval.low if c.interval else None, high=c.interval.high if c.interval else None,
                test=c.method, basis="test")


def _looked_before(ledger: Ledger, card: StudyCard) -> set[str]:
    """Learners of the study, by name, whose results on these data were looked at before it was declared."""
    seen = {look.learner for look in ledger.looks(problem=card.problem) if look.created < card.created}
    return {name for name, fingerprint in zip(card.declaration.names, card.learners, strict=True)
            if fingerprint in seen}


def _tests(analysis: Analysis, before: set[str]) -> Iterator[StatTest]:
    """The primary family; supporting metrics are marked as such wherever they are shown, and claimed by nobody.

    A side counts as declared where nobody had seen both models on these data before.
    """
    family = analysis.family
    for verdict in family.every_verdict if family else ():
        c = verdict.comparison
        yield StatTest(
            name=family.test if family else c.method, a=c.a, b=c.b, metric=c.metric, p=c.p,
            adjusted=verdict.p_adjusted, statistic=c.statistic, n_units=c.n_units,
            unit="case" if c.unit in CASES else known_unit(c.unit) or c.unit, alternative=c.alternative,
            declared=c.alternative == "two-sided" or not {c.a, c.b} <= before)


def _data_sets(ledger: Ledger, card: StudyCard) -> Iterator[DataSet]:
    """The data set of the study; those of all studies of one file where it came from a file."""
    file = card.declaration.file
    read = {look.problem for look in ledger.looks()}
    together = [card] if file is None else [
        study for study in ledger.studies() if study.declaration.file is not None
        and study.declaration.file.study == file.study and study.problem in read]
    yield from (DataSet(name=name) for name in dict.fromkeys(study.name for study in [*together, card]))


def _declared(analysis: Analysis) -> Declared:
    said, family = analysis.study.declaration, analysis.family
    planned = [analysis.study.name] if said.file is None else [
        problem.name or problem.data.rpartition("/")[2] for problem in said.file.said.problems]
    return Declared(
        method=analysis.plan.description, metrics=said.metrics, level=said.level,
        primary_test=family.test if family else said.test or "", relevant=said.relevant,
        adjust=said.adjust, data_sets=tuple(planned), runs=len({entry.split for entry in analysis.plan.entries}),
        looks_counted=family is not None and family.ask.family != "declared",
        stated=frozenset(REPORT_FIELDS), at=analysis.study.created,
        purpose=(said.file.said.purpose or "") if said.file else "")
