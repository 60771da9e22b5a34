"""Decompositions read from the ledger: many models of one learner, one test set."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

from referee.data.problem import Problem
from referee.declaration import Declaration, DecompositionPart
from referee.designs.card import PlanCard
from referee.errors import Undefined
from referee.estimates.decomposition.schemes import SCHEMES, Cases, Decomposition, decomposed
from referee.kinds import Array, Task
from referee.ledger import LearnerCard, Ledger, Look, StudyCard, job_key, plan_of
from referee.reading.said import lacks_a_class, records_of

FOR_TASK = {Task.REGRESSION: ("squared", "squared-plug-in"),
            Task.CLASSIFICATION: ("kohavi-wolpert", "kohavi-wolpert-plug-in", "domingos")}
FEWEST_MODELS = 2


@dataclass(frozen=True, kw_only=True, eq=False)
class Decompositions:
    """The errors of some learners taken apart, in every way that fits the task."""

    study: StudyCard
    problem: Problem
    plan: PlanCard
    learners: dict[str, LearnerCard]
    found: tuple[Decomposition, ...]
    lost: dict[str, Counter[str]]          # learner → reasons of samples without a model, with their number
    undefined: dict[str, str]              # learner → why it has no decomposition
    lacking: int                           # training samples in which some class is missing
    missing: int                           # fits that are not recorded yet

    @property
    def level(self) -> float:
        """The confidence of every interval."""
        return self.study.declaration.level

    @property
    def truth_known(self) -> bool:
        """Whether noise is told apart from bias."""
        return self.study.declaration.decomposition is not None and bool(self.study.declaration.decomposition.truth)

    @property
    def n_test(self) -> int:
        """Rows of the test set."""
        return self.plan.entries[0].n_test

    @property
    def n_train(self) -> int:
        """Rows of a training sample."""
        return self.plan.entries[0].n_train

    @property
    def failures(self) -> int:
        """Fits that were lost."""
        return sum(reasons.total() for reasons in self.lost.values())

    def of(self, scheme: str, target: str = "") -> tuple[Decomposition, ...]:
        """One decomposition a learner."""
        return tuple(d for d in self.found if d.scheme.name == scheme and d.target == target)


def decompositions(ledger: Ledger, card: StudyCard, *, count_look: bool = True) -> Decompositions:
    """Read what the ledger holds, take the errors apart, and count the look."""
    plan, problem = plan_of(ledger, card), ledger.problem(card.problem)
    names = dict(zip(card.declaration.names, card.learners, strict=True))
    found: list[Decomposition] = []
    lost: dict[str, Counter[str]] = {}
    undefined: dict[str, str] = {}
    for name, fingerprint in names.items():
        said, lost[name], test = _models(ledger, plan, fingerprint)
        try:
            found += _of_learner(problem, card.declaration, name, said, test)
        except Undefined as reason:
            undefined[name] = str(reason).rstrip(".")
    if count_look:
        first = FOR_TASK[problem.task][0]
        ledger.add_looks(Look(problem=card.problem, plan=card.plan, learner=fingerprint, metric=first,
                              purpose="decompose") for fingerprint in dict.fromkeys(card.learners))
    wanted = {job_key(plan.problem, learner, e.split) for learner in card.learners for e in plan.entries}
    return Decompositions(
        study=card, problem=problem, plan=plan, found=tuple(found), lost=lost, undefined=undefined,
        learners={name: ledger.learner(fingerprint) for name, fingerprint in names.items()},
        lacking=sum(lacks_a_class(problem, ledger.split(e.split)) for e in plan.entries),
        missing=len(wanted - ledger.keys(problem=plan.problem)),
    )


def _models(ledger: Ledger, plan: PlanCard, learner: str) -> tuple[list[Array], Counter[str], Array]:
    """What each model said of the test rows, why others said nothing, and which rows these are."""
    said: list[Array] = []
    lost: Counter[str] = Counter()
    test = ledger.split(plan.entries[0].split).test
    for _, record in records_of(ledger, plan, learner):
        values = record.values if record.labels is None else record.labels
        if record.failed or values is None:
            lost[(record.error or "it said nothing").rstrip(".")] += 1
        else:
            said.append(np.asarray(values))
    return said, lost, test


def _of_learner(problem: Problem, declaration: Declaration, name: str, said: list[Array],
                test: Array) -> Iterator[Decomposition]:
    if len(said) < FEWEST_MODELS:
        raise Undefined(f"{len(said)} of its models are left, and a decomposition needs {FEWEST_MODELS} at least")
    models, y = np.stack(said), problem.y[test]
    known = declaration.decomposition or DecompositionPart()
    truth = np.asarray(known.truth, dtype=float) if known.truth else None
    groups = None if problem.groups is None else problem.groups[test]
    for scheme in FOR_TASK[problem.task]:
        for t, target in enumerate(problem.targets if problem.y.ndim > 1 else [""]):
            several = problem.y.ndim > 1
            cases = Cases(said=models[..., t] if several else models, y=y[:, t] if several else y,
                          truth=truth[:, t] if several and truth is not None else truth,
                          noise=known.noise, groups=groups)
            yield decomposed(SCHEMES[scheme], cases, learner=name, target=target, level=declaration.level)
