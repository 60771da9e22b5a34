"""A study file as evidence: as the ledger has the study where it was run, else what the file declares.

The file may be a stranger's. Nothing that it names by a path is imported; what cannot be looked at without is told.
"""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from referee.api.declare_file import declare, file_of
from referee.api.ledger import opened
from referee.api.prepared import Prepared
from referee.api.result import Result
from referee.audit import Bundle
from referee.audit.reading.from_declaration import bundle_of_declaration
from referee.audit.reading.from_ledger import bundle_of_study
from referee.ledger import Ledger, StudyCard
from referee.running.run import card_of
from referee.study import analyse
from referee.study.claims import AnsweredClaim, answer_claims
from referee.study.deviations import declared_before
from referee.study.file import StudyFile, read_study
from referee.study.known_names import check_names
from referee.study.without_paths import WithoutPaths, without_paths


def bundle_of_study_file(path: str | Path, ledger: str | Path | Ledger | None) -> Bundle:
    """The study as the ledger has it where it was run there, with its deviations; else what it declares."""
    file = read_study(path)
    check_names(file)
    left = without_paths(file.said)
    with opened(ledger, create=ledger is None, read_only=ledger is not None) as store:
        ready = list(declare(file, store, fitted=left.said))
        ran = declared_before(store, file.said.study)
        if ran:
            same = ready[0].problem if ready[0].problem.fingerprint == ran[-1].problem else None
            bundle = replace(bundle_of_study(store, ran[-1], data=same), answered=_answered(store, ran))
            return replace(bundle, deviations=tuple(dict.fromkeys([*bundle.deviations,
                                                                   *file_of(ready[0].card).deviations])))
    return _declared(file, left, ready)


def _answered(store: Ledger, ran: list[StudyCard]) -> tuple[AnsweredClaim, ...]:
    """The claims of the newest declaration, on each of its data sets."""
    last = file_of(ran[-1]).fingerprint
    newest = {card.problem: card for card in ran if file_of(card).fingerprint == last}
    return tuple(claim for card in newest.values() for claim in answer_claims(
        file_of(card).said.claims, analyse(store, card, count_look=False).family, card.name))


def _declared(file: StudyFile, left: WithoutPaths, ready: list[Prepared[Result]]) -> Bundle:
    first, planned = ready[0], [one.problem.name for one in ready]
    notices = [] if len(planned) == 1 else [f"The rows looked at are those of the first problem, {planned[0]}."]
    bundle = bundle_of_declaration(
        file.said.study, problem=first.problem, splits=first.plan.splits(), planned=planned,
        notices=[*notices, *left.notices],
        learners=[card_of(learner, first.seed) for learner in first.learners], declaration=first.card.declaration,
        description="" if left.design else first.plan.card.description)
    return bundle if left.design is None else _undivided(bundle, file)


def _undivided(bundle: Bundle, file: StudyFile) -> Bundle:
    """Without the divisions of a design that was put in the place of one that goes by a path."""
    assert bundle.declared is not None
    return replace(bundle, divisions=None, models=tuple(replace(model, steps=None) for model in bundle.models or ()),
                   declared=replace(bundle.declared, runs=None, primary_test=file.said.test or ""))
