"""run: carry out what a study file declares."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from referee.api.ledgers import opened
from referee.api.results import Result
from referee.api.studies import Prepared, carry_out, prepare
from referee.comparisons.family import Ask
from referee.data import Problem, load
from referee.errors import BadInput
from referee.ledger import Ledger
from referee.running import Local, Progress, silent
from referee.study.deviations import deviations
from referee.study.file import ProblemSaid, StudySaid, read_study


@dataclass(frozen=True, kw_only=True, eq=False)
class StudyRun:
    """What came of a study file: a result for each of its problems, and where it left its declaration."""

    said: StudySaid
    results: tuple[Result, ...]
    deviations: tuple[str, ...] = ()

    def __str__(self) -> str:
        return "\n".join(str(result) for result in self.results)

    def to_dict(self) -> dict[str, Any]:
        """For JSON."""
        return {"study": self.said.study, "fingerprint": self.said.fingerprint, "deviations": list(self.deviations),
                "results": [result.to_dict() for result in self.results]}


def run_study(
    path: str | Path, *, ledger: str | Path | Ledger | None = None, jobs: int | None = None, command: str = "",
    announce: Callable[[Prepared], None] = lambda _: None, progress: Progress = silent,
) -> StudyRun:
    """Declare the study with its fingerprint and the time, then fit what is missing, problem by problem."""
    said = read_study(path)
    with opened(ledger) as store:
        changed = deviations(store, said.study, said.declaration)
        prepared = [declared(said, problem, changed, command) for problem in said.problems]
        for one in prepared:
            store.add_problem(one.problem)
            store.add_plan(one.plan.card, one.plan.splits())
            store.add_study(one.card)           # all are declared before anything is fitted
        results = []
        for one in prepared:
            announce(one)
            results.append(carry_out(one, store, engine=Local(workers=jobs), progress=progress))
    return StudyRun(said=said, results=tuple(results), deviations=changed)


def declared(said: StudySaid, problem: ProblemSaid, changed: tuple[str, ...], command: str) -> Prepared:
    """One problem of the file, ready to run, with the declaration on its card."""
    ask = Ask(level=said.level, test=said.test, adjust=said.adjust, against=said.against, relevant=said.relevant)
    verb = "compare" if len(said.models) + said.baseline > 1 else "evaluate"
    prepared = prepare(verb, said.models, _loaded(problem), design=said.design, metrics=said.metrics,
                       baseline=said.baseline, ask=ask, protocol=said.protocol, seed=said.seed, command=command)
    names = {learner.name for learner in prepared.learners}
    for claim in said.claims:
        unknown = [name for name in (claim.better, claim.than, *(claim.equal or ())) if name and name not in names]
        if unknown:
            raise BadInput(f"a claim names {unknown[0]!r}, which is not among the models ({', '.join(sorted(names))}).")
    file = {"study": said.study, "fingerprint": said.fingerprint, "declaration": said.declaration,
            "deviations": list(changed)}
    return replace(prepared, card=replace(prepared.card, declared=prepared.card.declared | {"file": file}))


def _loaded(problem: ProblemSaid) -> Problem:
    options = {"target": problem.target, "task": problem.task, "groups": problem.groups, "ids": problem.ids,
               "positive": problem.positive, "drop": problem.drop or None, "name": problem.name}
    return load(problem.data, **{key: value for key, value in options.items() if value is not None})
