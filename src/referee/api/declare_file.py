"""What a study file declares, ready to run: every problem of it, with a refusal that names its line."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from referee.api.asked import Asked
from referee.api.prepared import Prepared, prepare
from referee.api.result import Result
from referee.api.unsealed_rows import unsealed_rows
from referee.data import Problem, load
from referee.declaration import FilePart
from referee.errors import BadInput, LedgerError, RefereeError, did_you_mean
from referee.learners import tuned
from referee.ledger import Ledger, StudyCard
from referee.reading.ask import Ask
from referee.study.deviations import declared_before, deviations
from referee.study.lined_yaml import Where

if TYPE_CHECKING:
    from referee.declaration import ModelSaid, ProblemSaid, StudySaid
    from referee.study.file import StudyFile

OF_A_STUDY: tuple[Where, ...] = tuple((name,) for name in (
    "metrics", "primary", "test", "design", "adjust", "family", "side", "against", "protocol", "tuning", "budget",
    "relevant", "models"))


def declare(file: StudyFile, store: Ledger, *, command: str = "",
            fitted: StudySaid | None = None) -> Iterator[Prepared[Result]]:
    """Every problem of the file ready to run; the last step writes all of them down, before anything is fitted.

    `fitted` is the part of what the file says that is prepared, where that is not all of it.
    """
    said = file.said
    before = declared_before(store, said.study)
    ready = [_prepared(file, where, problem, store, said=fitted or said, command=command)
             for where, problem in file.problems()]
    _check_apart(file, ready)
    changed = deviations(before, said, {one.problem.name: one.problem.fingerprint for one in ready})
    same = before[:1] if changed else [card for card in before if file_of(card).fingerprint == said.fingerprint]
    noted = FilePart(study=said.study, where=file.path.name, fingerprint=said.fingerprint, said=said,
                     deviations=changed, first=same[0].created if same else None, together=len(ready))
    for one in ready:
        card = replace(one.card, declaration=one.card.declaration.model_copy(update={"file": noted}))
        yield replace(one, card=_again(before, card) or card)


def _again(before: list[StudyCard], card: StudyCard) -> StudyCard | None:
    """The card of the same declaration made earlier: a study that is run again was declared then, not now."""
    def essence(one: StudyCard) -> tuple[Any, ...]:
        file = file_of(one).model_copy(update={"first": None})
        said = one.declaration.model_copy(update={"file": file, "design": None, "rules": (), "command": "",
                                                  "versions": {}})
        return one.problem, one.plan, one.learners, said

    return next((one for one in before if essence(one) == essence(card)), None)


def file_of(card: StudyCard) -> FilePart:
    """The file of a study that came from one."""
    assert card.declaration.file is not None
    return card.declaration.file


def stored(store: Ledger, one: Prepared[Result]) -> Prepared[Result]:
    """Write the declaration, and read it back with its time."""
    store.add_problem(one.problem)
    store.add_plan(one.plan.card, one.plan.splits())
    store.add_study(one.card)
    stored = next((card for card in store.studies() if card.fingerprint == one.card.fingerprint), None)
    if stored is None:
        raise LedgerError("the declaration was not kept by the ledger; nothing was fitted.")
    return replace(one, card=stored)


def _prepared(file: StudyFile, where: Where, problem: ProblemSaid, store: Ledger, *, said: StudySaid,
              command: str) -> Prepared[Result]:
    fields = ("target", "groups", "ids", "time", "positive", "drop", "task", "data")
    with _placed(file, [(*where, name) for name in fields]):
        loaded = unsealed_rows(_loaded(file, problem), store)
    with _placed(file, OF_A_STUDY):
        prepared = prepare(asked_of(said, command=command), loaded)
    _check_claims(file, [learner.name for learner in prepared.learners])
    return prepared


def asked_of(said: StudySaid, *, command: str = "") -> Asked:
    """What the file asks, as a verb would ask it."""
    return Asked(
        "compare" if said.compares else "evaluate", models_of(said), design=said.design, metrics=said.asked_metrics,
        baseline=said.baseline, protocol=said.protocol, tuning=said.tuning,
        budget=said.budget, seed=said.seed, command=command,
        ask=Ask(level=said.level, test=said.test, adjust=said.adjust, against=said.against, relevant=said.relevant,
                family=said.family, side=said.side))


def models_of(said: StudySaid) -> Any:
    """The models as `resolve` takes them: a list, or by name where the file names any."""
    if any(model.name for model in said.models):
        return {model.name or model.learner: _model(model) for model in said.models}
    return [_model(model) for model in said.models]


def _model(model: ModelSaid) -> Any:
    if model.space is None:
        return model.learner
    return tuned(model.learner, model.space, inner=model.inner, select=model.select, rule=model.rule or "best",
                 draws=model.draws)


def _loaded(file: StudyFile, problem: ProblemSaid) -> Problem:
    options = {"target": problem.target, "task": problem.task, "groups": problem.groups, "ids": problem.ids,
               "time": problem.time, "positive": problem.positive, "drop": problem.drop or None}
    loaded = load(file.data(problem), **{key: value for key, value in options.items() if value is not None})
    return loaded if problem.name is None else replace(loaded, name=problem.name)


@contextmanager
def _placed(file: StudyFile, fields: Any) -> Iterator[None]:
    """A refusal in here gets the line of the field it is about."""
    try:
        yield
    except RefereeError as error:
        raise file.lined.placed(error, fields) from error


def _check_claims(file: StudyFile, names: list[str]) -> None:
    """A claim is about models of the study, and about a pair that is compared."""
    for i, claim in enumerate(file.said.claims):
        at = file.lined.at(("claims", i))
        for name in claim.pair:
            if name not in names:
                raise BadInput(f"{at}: a claim names {name!r}, which is not among the models ({', '.join(names)})"
                               f"{did_you_mean(name, names)}")
        if claim.pair[0] == claim.pair[1]:
            raise BadInput(f"{at}: a claim is about two models, not {claim.pair[0]} and itself.")
        if file.said.against is not None and file.said.against not in claim.pair:
            raise BadInput(f"{at}: all models are compared with {file.said.against} only (against), so nothing will be "
                           f"known of {' and '.join(claim.pair)}; leave out one of the two.")


def _check_apart(file: StudyFile, ready: list[Prepared[Result]]) -> None:
    """Two problems of one name could not be told apart in the results."""
    seen: set[str] = set()
    for (where, _), one in zip(file.problems(), ready, strict=True):
        if one.problem.name in seen:
            raise BadInput(f"{file.lined.at(where)}: two problems are called {one.problem.name}; add a name to one.")
        seen.add(one.problem.name)
