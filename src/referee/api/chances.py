"""chance: is a procedure better than chance, and is it honest on data without a signal?"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import numpy as np

from referee.api.chance_result import ChanceResult
from referee.api.declaring import design_declared, study_card, versions
from referee.api.ledgers import opened
from referee.api.open_rows import open_rows
from referee.api.settings import tuning_for
from referee.api.studies import Prepared, fitted
from referee.data import Problem, load
from referee.data.remade import remade
from referee.data.shuffle import COLUMNS, LABELS, Shuffle, shuffle_columns, shuffle_labels
from referee.declaration import Declaration, ShuffleDeclared
from referee.designs import make_plan
from referee.designs.units import Units
from referee.errors import BadInput, UnknownName
from referee.estimates._base import check_level
from referee.fingerprint import fingerprint
from referee.kinds import Array, Needs
from referee.learners import resolve
from referee.learners.recipe import recipe_of
from referee.ledger import Ledger
from referee.running import Done, Local, Progress, silent
from referee.running.shuffling import missing_shuffles, run_shuffles
from referee.seeds import seed_for
from referee.study import choose_metrics
from referee.study.chance import against_chance

Before = Callable[[Any, Any], Any]
MAKERS = {LABELS: shuffle_labels, COLUMNS: shuffle_columns}


@dataclass(frozen=True, kw_only=True, eq=False)
class PreparedChance(Prepared):
    """A study of chance that is declared and ready to run."""

    shuffles: tuple[Shuffle, ...]
    raw: Problem                     # as it was before anything was done to the whole table
    before: Before | None

    @property
    def n_fits(self) -> int:
        """How many fits of outer splits it needs, recorded ones included."""
        learners = len({learner.fingerprint(self.seed) for learner in self.learners})
        return len(self.plan.card.entries) * learners * (1 + sum(s.count for s in self.shuffles))


def prepare_chance(  # noqa: PLR0913 - what a study of chance declares
    models: Any, problem: Problem, *, tests: str | Sequence[str] = LABELS, shuffles: int = 999, design: Any = None,
    metrics: Any = None, strata: Any = None, before: Before | None = None, tuning: str | None = None,
    level: float = 0.95, seed: int = 0, command: str = "",
) -> PreparedChance:
    """Fix learners, design, metrics and shuffles before the first fit."""
    check_level(level)
    if isinstance(seed, bool) or not isinstance(seed, int) or seed < 0:
        raise BadInput(f"seed is a whole number from 0 on, not {seed!r}.")
    kinds = [tests] if isinstance(tests, str) else list(tests)
    for kind in kinds:
        if kind not in MAKERS:
            raise UnknownName("test of chance", kind, MAKERS)
    raw, salt = problem, ""
    if before is not None:
        problem, salt = remade(raw, before(raw.require_features().given, raw.labels)), fingerprint(recipe_of(before))
    chosen = choose_metrics(metrics, problem)[: 1 if metrics is None else None]
    learners = resolve(models, problem, tuning=tuning_for(tuning, None, chosen[0]))
    plan = make_plan(design if design is not None else _usual(problem), problem, seed=seed)
    if plan.card.design == "loo" and chosen[0].needs is Needs.SCORES:
        raise BadInput(f"leave-one-out has no {chosen[0].title}: each row is scored by another model; name another "
                       f"metric, or kfold.")
    codes = _strata(strata, problem)
    made = tuple(replace(MAKERS[kind](raw, seed=seed_for(seed, "shuffles", kind), count=shuffles, strata=codes),
                         salt=salt) for kind in dict.fromkeys(kinds))
    declaration = Declaration(
        verb="chance", names=tuple(learner.name for learner in learners), metrics=tuple(m.name for m in chosen),
        level=level, seed=seed, design=design_declared(plan.card, design), command=command, versions=versions(),
        shuffles=tuple(ShuffleDeclared(kind=s.kind, shuffle=s.fingerprint, count=s.count, exhaustive=s.exhaustive,
                                       words=s.words, before=before is not None) for s in made))
    card = study_card(problem, plan.card, [learner.fingerprint(seed) for learner in learners], declaration)
    return PreparedChance(problem=problem, plan=plan, learners=learners, metrics=chosen, seed=seed, card=card,
                          shuffles=made, raw=raw, before=before)


def _usual(problem: Problem) -> str:
    """Ten folds, or as many as the smallest class or the groups allow."""
    units = Units.of(problem, stratified=True)
    smallest = units.smallest_class()
    most = min(len(units), len(units) if smallest is None else smallest[1])
    return f"kfold:folds={max(2, min(10, most))}"


def _strata(strata: Any, problem: Problem) -> Array | None:
    """A code for each row, from a column of the data or from values."""
    if strata is None:
        return None
    if isinstance(strata, str):
        names = [column.name for column in problem.columns]
        if strata not in names:
            raise UnknownName("column", strata, names)
        strata = problem.require_features().matrix[:, names.index(strata)]
    values = np.asarray(strata)
    return np.unique(values, return_inverse=True)[1].reshape(-1)


def see_chance(
    prepared: PreparedChance, ledger: Ledger, *, engine: Local | None = None, progress: Progress = silent,
) -> ChanceResult:
    """Declare the study in the ledger, fit what is missing on the data and on the shuffles, and say what came out."""
    done: list[Done] = []
    each = prepared.n_fits // (1 + sum(s.count for s in prepared.shuffles))      # fits for one shuffle, or the data
    sizes = [each, *(each * s.count for s in prepared.shuffles)]
    known = [size - len(prepared.plan.card.entries) * len(missing_shuffles(
        prepared.plan, prepared.learners, s, ledger, seed=prepared.seed))
        for s, size in zip(prepared.shuffles, sizes[1:], strict=True)]           # recorded before

    def shown(now: int, _total: int, failed: int) -> None:
        at = len(done)
        progress(sum(sizes[:at]) + min(now, sizes[at]) + sum(known[at:]), sum(sizes),
                 sum(d.failed for d in done) + failed)

    done.append(fitted(prepared, ledger, engine, shown))
    for shuffle in prepared.shuffles:      # `shown` looks at what is done so far
        done.append(run_shuffles(  # noqa: PERF401
            prepared.problem, prepared.plan, prepared.learners, shuffle, ledger=ledger, engine=engine or Local(),
            seed=prepared.seed, progress=shown, raw=prepared.raw, before=prepared.before))
    whole = Done(**{name: sum(getattr(d, name) for d in done)
                    for name in ("total", "reused", "fitted", "failed", "shortcut", "inner")})
    return ChanceResult(against_chance(ledger, prepared.card), whole)


def chance(  # noqa: PLR0913 - a door of a notebook
    models: Any, X: Any, y: Any = None, *, tests: str | Sequence[str] = LABELS, shuffles: int = 999,
    design: Any = None, metrics: Any = None, strata: Any = None, before: Before | None = None,
    tuning: str | None = None, level: float = 0.95, seed: int = 0, jobs: int | None = None,
    ledger: str | Path | Ledger | None = None, progress: Progress = silent, **data: Any,
) -> ChanceResult:
    """Better than chance? The whole procedure (tuning, fitting, design) is run again on shuffled data.

    `tests` is "labels" (is there anything to learn?), "columns" (does the learner use that features depend on each
    other?) or both. `strata`, a column or one value a row, are never crossed. The design is ten-fold cross-validation
    unless another is named; `tuning` says how learners with several settings choose, on every shuffle anew. `before` is
    what is done to the whole table before rows are divided, a function of features and target that gives features
    back: it is done on every shuffle too, so that what it leaks is seen.

    >>> result = chance("lda", "iris", shuffles=99, jobs=1)
    >>> result.p("lda")
    0.01
    """
    problem = open_rows(load(X, y=y, **data), ledger, design=design)
    prepared = prepare_chance(models, problem, tests=tests, shuffles=shuffles, design=design, metrics=metrics,
                              strata=strata, before=before, tuning=tuning, level=level, seed=seed)
    with opened(ledger) as store:
        return see_chance(prepared, store, engine=Local(workers=jobs), progress=progress)
