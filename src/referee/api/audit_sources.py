"""Where the evidence of an audit comes from: a file by its kind, a frame, a bundle that is one already."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

from referee.api.declare_file import declare, file_of
from referee.api.ledger import opened
from referee.audit import Bundle
from referee.audit.reading.from_declaration import bundle_of_declaration
from referee.audit.reading.from_description import bundle_of_description
from referee.audit.reading.from_ledger import bundle_of_study, study_of
from referee.audit.reading.from_predictions import bundle_of_predictions
from referee.audit.reading.from_table import bundle_of_table
from referee.audit.reading.which import Kind, which
from referee.data import Problem
from referee.errors import BadInput
from referee.ledger import Ledger
from referee.metrics import each_of
from referee.running.run import card_of
from referee.study.deviations import declared_before
from referee.study.file import read_study
from referee.study.known_names import check_names


def bundle_from(  # noqa: PLR0913 - what a source may need to be read
    source: Any, data: Problem | None, *, study: int | None, ledger: str | Path | Ledger | None, task: str | None,
    positive: Any, columns: dict[str, str | None] | None, metrics: Any = (),
) -> Bundle:
    """The evidence, whatever it is in."""
    if isinstance(source, Bundle):
        return source
    if not isinstance(source, str | Path):
        return bundle_of_predictions(source, data=data, task=task, positive=positive, columns=columns)
    kind = which(source)
    if kind is Kind.LEDGER:
        return _of_ledger(source, data, study, metrics)
    if kind is Kind.PREDICTIONS:
        return bundle_of_predictions(source, data=data, name=Path(source).name, task=task, positive=positive,
                                     columns=columns)
    if data is not None:
        raise BadInput(f"{source} is a {kind.value}, which names its data itself; leave the data out.")
    if kind is Kind.STUDY:
        return _of_study_file(source, ledger)
    return bundle_of_table(source) if kind is Kind.TABLE else bundle_of_description(source)


def _of_ledger(where: str | Path, data: Problem | None, study: int | None, metrics: Any) -> Bundle:
    with opened(where, create=False, read_only=True) as store:
        return bundle_of_study(store, study_of(store, study, str(where)), data=data, own=each_of(metrics))


def _of_study_file(path: str | Path, ledger: str | Path | Ledger | None) -> Bundle:
    """The study as the ledger has it where it was run there, with its deviations; else what it declares."""
    file = read_study(path)
    check_names(file)
    with opened(ledger, create=ledger is None, read_only=ledger is not None) as store:
        ready = list(declare(file, store))
        ran = declared_before(store, file.said.study)
        if ran:
            same = ready[0].problem if ready[0].problem.fingerprint == ran[-1].problem else None
            bundle = bundle_of_study(store, ran[-1], data=same)
            told = tuple(f"Deviation from what was declared: {sentence}"
                         for sentence in file_of(ready[0].card).deviations)
            return replace(bundle, notices=tuple(dict.fromkeys([*bundle.notices, *told])))
    first, planned = ready[0], [one.problem.name for one in ready]
    notices = [] if len(planned) == 1 else [f"The rows looked at are those of the first problem, {planned[0]}."]
    return bundle_of_declaration(
        file.said.study, problem=first.problem, splits=first.plan.splits(), planned=planned, notices=notices,
        learners=[card_of(learner, first.seed) for learner in first.learners], declaration=first.card.declaration,
        description=first.plan.card.description)
