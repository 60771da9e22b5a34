"""components: how much of a score's spread comes from the sample, the split and the seed."""

from __future__ import annotations

import platform
from collections.abc import Sequence
from dataclasses import dataclass
from importlib.metadata import version
from pathlib import Path
from typing import Any

from referee.api.ledgers import opened
from referee.api.open_rows import open_rows
from referee.api.spread_result import SpreadResult
from referee.api.studies import VERSIONED
from referee.data import Problem, load
from referee.designs import Plan, Portions, lay
from referee.errors import BadInput
from referee.estimates._base import check_level
from referee.learners import Learner, resolve
from referee.ledger import Ledger, StudyCard
from referee.reading.components import components as components_of
from referee.running import Done, Local, Progress, card_of, run, silent
from referee.study import choose_metrics


@dataclass(frozen=True, kw_only=True, eq=False)
class PreparedSpread:
    """Crossed runs that are declared and ready: every split with every seed."""

    problem: Problem
    plan: Plan
    learners: tuple[Learner, ...]
    seeds: tuple[int, ...]
    card: StudyCard

    @property
    def n_fits(self) -> int:
        """How many fits are needed, recorded ones included."""
        return len(self.plan.card.entries) * len(self.learners) * len(self.seeds)


def prepare_components(  # noqa: PLR0913 - what is declared
    models: Any, problem: Problem, *, metrics: Any = None, protocol: Portions | None = None, seeds: int = 5,
    level: float = 0.95, seed: int = 0, command: str = "",
) -> PreparedSpread:
    """Fix learners, metrics, portions, splits and seeds."""
    check_level(level)
    if isinstance(seeds, bool) or not isinstance(seeds, int) or seeds < 1:
        raise BadInput(f"seeds is how many seeds each split is fitted with, 1 at least, not {seeds!r}.")
    chosen, learners = choose_metrics(metrics, problem), resolve(models, problem)
    plan = lay(protocol or Portions(seed=seed), problem)
    runs = tuple(range(seed, seed + seeds))
    card = StudyCard(
        name=problem.name, problem=problem.fingerprint, plan=plan.fingerprint,
        learners=tuple(learner.fingerprint(s) for learner in learners for s in runs),
        declared={
            "verb": "components", "names": [learner.name for learner in learners], "seeds": list(runs),
            "metrics": [m.name for m in chosen], "level": level, "seed": seed, "why": "", "command": command,
            "versions": {name: version(name) for name in VERSIONED} | {"python": platform.python_version()},
        },
    )
    return PreparedSpread(problem=problem, plan=plan, learners=learners, seeds=runs, card=card)


def spread_out(
    prepared: PreparedSpread, ledger: Ledger, *, engine: Local | None = None, progress: Progress = silent,
) -> SpreadResult:
    """Declare it in the ledger, fit what is missing seed by seed, and say where the spread comes from."""
    ledger.add_problem(prepared.problem)
    ledger.add_plan(prepared.plan.card, prepared.plan.splits())
    for learner in prepared.learners:
        for seed in prepared.seeds:
            ledger.add_learner(card_of(learner, seed))
    ledger.add_study(prepared.card)
    done: list[Done] = []
    for number, seed in enumerate(prepared.seeds):
        done.append(run(prepared.problem, prepared.plan, prepared.learners, ledger=ledger, engine=engine or Local(),
                        seed=seed, progress=_one_of(progress, done, len(prepared.seeds) - number)))
    total = Done(total=sum(d.total for d in done), reused=sum(d.reused for d in done),
                 fitted=sum(d.fitted for d in done), failed=sum(d.failed for d in done))
    return SpreadResult(components_of(ledger, prepared.card), total)


def _one_of(progress: Progress, before: Sequence[Done], left: int) -> Progress:
    """The progress of one run of several, in numbers of them all."""
    past, lost = sum(d.total for d in before), sum(d.failed for d in before)
    return lambda done, total, failed: progress(past + done, past + total * left, lost + failed)


def components(  # noqa: PLR0913 - a door of a notebook
    models: Any, X: Any, y: Any = None, *, metrics: Any = None, samples: int = 5, splits: int = 5, seeds: int = 5,
    test: float = 1 / 3, level: float = 0.95, seed: int = 0, jobs: int | None = None, time_limit: float | None = None,
    ledger: str | Path | Ledger | None = None, progress: Progress = silent, **data: Any,
) -> SpreadResult:
    """Where a score's spread comes from: other rows, another split of them, another seed of the learner.

    The rows are dealt into `samples` disjoint portions (1: all rows, and the sample is not varied), each is split at
    random `splits` times, and each split is fitted with `seeds` seeds.

    >>> found = components("lda", "iris", metrics="accuracy", samples=2, splits=3, seeds=2, jobs=1)
    >>> found.spreads.found[0].found["seed"]        # least squares has no seed
    0.0
    """
    problem = open_rows(load(X, y=y, **data), ledger)
    prepared = prepare_components(models, problem, metrics=metrics, seeds=seeds, level=level, seed=seed,
                                  protocol=Portions(seed=seed, samples=samples, splits=splits, test=test))
    with opened(ledger) as store:
        return spread_out(prepared, store, engine=Local(workers=jobs, time_limit=time_limit), progress=progress)
