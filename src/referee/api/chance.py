"""chance: is a procedure better than chance, and is it honest on data without a signal?"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any, ClassVar, Self

import numpy as np

from referee.api.carry_out import Announce, StudyAnswer, carry_out, unannounced
from referee.api.data_words import OF_DATA
from referee.api.declaring import declared
from referee.api.keywords import keywords
from referee.api.ledger import opened
from referee.api.one_target import require_one_target
from referee.api.prepared import Prepared
from referee.api.study_tuning import tuning_for
from referee.api.unsealed_rows import unsealed_rows
from referee.data import Problem, load
from referee.data.remade import remade
from referee.data.shifts import Shift, shift_times
from referee.data.shuffle import COLUMNS, LABELS, Shuffle, shuffle_columns, shuffle_labels
from referee.declaration import ShuffleDeclared
from referee.designs import Plan, make_plan
from referee.designs._in_time import InTime
from referee.designs.units import Units
from referee.errors import BadInput, UnknownName
from referee.estimates._base import check_level
from referee.fingerprint import fingerprint
from referee.kinds import Array, Needs
from referee.learners import resolve
from referee.learners.recipe import recipe_of
from referee.ledger import Ledger, StudyCard
from referee.report.chance.figure import chance_figure
from referee.report.chance.page import chance_dict, chance_frame, chance_page
from referee.report.document import Page
from referee.running import Done, Engine, Progress, expect, make_engine, silent
from referee.running.shuffling import missing_shuffles, run_shuffles
from referee.seeds import check_seed, seed_for
from referee.study import choose_metrics
from referee.study.chance import Chance, against_chance
from referee.study.drifting import drifting_together

if TYPE_CHECKING:
    import pandas as pd
    from matplotlib.figure import Figure


@dataclass(frozen=True, eq=False, repr=False)
class ChanceResult(StudyAnswer):
    """Scores beside those on shuffled data: printed, in a notebook, as a table, as JSON, as a picture, as a page."""

    filename: ClassVar[str] = "chance.html"
    chance: Chance
    done: Done | None = None

    @classmethod
    def read(cls, ledger: Ledger, card: StudyCard, *, done: Done | None = None, count_look: bool = True,
             own: Sequence[Any] = ()) -> Self:
        """What the ledger says of the study."""
        return cls(against_chance(ledger, card, count_look=count_look, own=own), done)

    def page(self) -> Page:
        """The answer laid out in sections."""
        return chance_page(self.chance)

    def table(self) -> pd.DataFrame:
        """One row for each learner, metric and test."""
        return chance_frame(self.chance)

    def figure(self, metric: str | None = None) -> Figure:
        """The reference distributions and the scores, by the primary metric unless another is named."""
        return chance_figure(self.chance, metric)

    def to_dict(self) -> dict[str, Any]:
        """Everything, ready for JSON."""
        return chance_dict(self.chance)

    @property
    def failed(self) -> bool:
        """Whether any fit of the data, or all fits of a shuffle, failed."""
        return bool(self.chance.failures)

    def p(self, learner: str, *, test: str = "labels", metric: str | None = None) -> float | None:
        """The p-value of a learner, by the primary metric unless another is named."""
        return self.chance.reference(learner, test, metric).p


Before = Callable[[Any, Any], Any]
MAKERS = {LABELS: shuffle_labels, COLUMNS: shuffle_columns}


@dataclass(frozen=True, kw_only=True, eq=False)
class PreparedChance(Prepared[ChanceResult]):
    """A study of chance that is declared and ready to run."""

    shuffles: tuple[Shuffle, ...]
    raw: Problem                     # as it was before anything was done to the whole table
    before: Before | None

    @property
    def n_fits(self) -> int:
        """How many fits of outer splits it needs, recorded ones included."""
        learners = len({learner.fingerprint(self.seed) for learner in self.learners})
        return len(self.plan.card.entries) * learners * (1 + sum(s.count for s in self.shuffles))

    def fit(self, ledger: Ledger, engine: Engine, progress: Progress) -> Done:
        """Declare the study in the ledger, then fit what is missing on the data and on the shuffles."""
        done: list[Done] = []
        each = self.n_fits // (1 + sum(s.count for s in self.shuffles))      # fits for one shuffle, or the data
        sizes = [each, *(each * s.count for s in self.shuffles)]
        known = [size - len(self.plan.card.entries) * len(missing_shuffles(
            self.plan, self.learners, s, ledger, seed=self.seed))
            for s, size in zip(self.shuffles, sizes[1:], strict=True)]       # recorded before

        def shown(now: int, _total: int, failed: int, /, left: float | None = None) -> None:  # noqa: ARG001
            at = len(done)
            progress(sum(sizes[:at]) + min(now, sizes[at]) + sum(known[at:]), sum(sizes),
                     sum(d.failed for d in done) + failed)

        done.append(super().fit(ledger, engine, shown))
        for shuffle in self.shuffles:      # `shown` looks at what is done so far
            done.append(run_shuffles(  # noqa: PERF401
                self.problem, self.plan, self.learners, shuffle, ledger=ledger, engine=engine, seed=self.seed,
                progress=shown, raw=self.raw, before=self.before))
        return Done(**{name: sum(getattr(d, name) for d in done)
                       for name in ("total", "reused", "fitted", "failed", "shortcut", "steps", "inner")})


def prepare_chance(  # noqa: PLR0913 - what a study of chance declares
    models: Any, problem: Problem, *, tests: str | Sequence[str] = LABELS, shuffles: int = 999, design: Any = None,
    metrics: Any = None, strata: Any = None, before: Before | None = None, tuning: str | None = None,
    level: float = 0.95, seed: int = 0, command: str = "",
) -> PreparedChance:
    """Fix learners, design, metrics and shuffles before the first fit."""
    check_level(level)
    check_seed(seed)
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
    if plan.card.traits.single_units and chosen[0].needs is Needs.SCORES:
        raise BadInput(f"leave-one-out has no {chosen[0].title}: each row is scored by another model; name another "
                       f"metric, or kfold.")
    if is_series(problem, plan):
        made: tuple[Shuffle, ...] = (replace(_shifts(raw, kinds, strata, shuffles, seed), salt=salt),)
    else:
        codes = _strata(strata, problem)
        made = tuple(replace(MAKERS[kind](raw, seed=seed_for(seed, "shuffles", kind), count=shuffles, strata=codes),
                             salt=salt) for kind in dict.fromkeys(kinds))
    card = declared(
        "chance", problem, plan.card, learners, metrics=chosen, level=level, seed=seed, design=design, tuning=tuning,
        command=command, shuffles=tuple(_declared(shuffle, raw, before=before is not None) for shuffle in made))
    return PreparedChance(problem=problem, plan=plan, learners=learners, metrics=chosen, seed=seed, card=card,
                          kind=ChanceResult, shuffles=made, raw=raw, before=before)


def _declared(shuffle: Shuffle, problem: Problem, *, before: bool) -> ShuffleDeclared:
    """A shuffle as it is written down."""
    told = ShuffleDeclared(kind=shuffle.kind, shuffle=shuffle.fingerprint, count=shuffle.count,
                           exhaustive=shuffle.exhaustive, words=shuffle.words, before=before)
    if not isinstance(shuffle, Shift):
        return told
    return told.model_copy(update={"times": shuffle.times, "drifts": drifting_together(problem, shuffle.places)})


def is_series(problem: Problem, plan: Plan) -> bool:
    """Rows whose time is known, or that a design by time takes for a series."""
    return problem.time is not None or (problem.groups is None and (isinstance(plan.design, InTime)
                                                                    or plan.card.traits.of_a_series))


def _shifts(problem: Problem, kinds: list[str], strata: Any, count: int, seed: int) -> Shift:
    """The target moved along the times; nothing else keeps what a series remembers."""
    if COLUMNS in kinds:
        raise BadInput(f"columns are shuffled between rows as if rows were independent, and those of {problem.name} "
                       f"are a series; shuffle the labels, which are then moved along the times.")
    if strata is not None:
        raise BadInput(f"the labels of {problem.name} are a series, and are moved along its times as a whole: that "
                       f"cannot keep them within strata. Leave the strata away.")
    return shift_times(problem, seed=seed_for(seed, "shuffles", LABELS), count=count)


def _usual(problem: Problem) -> str:
    """Ten folds, or as many as the smallest class or the groups allow; rolling origins of a series."""
    if problem.n_times is not None:
        return f"rolling:splits={max(2, min(10, problem.n_times // 20))},gap=1"
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


@keywords(more=OF_DATA, tests="shuffled")
def chance(  # noqa: PLR0913 - a door of a notebook
    models: Any, X: Any, y: Any = None, *, shuffled: str | Sequence[str] = LABELS, shuffles: int = 999,
    design: Any = None, metrics: Any = None, strata: Any = None, before: Before | None = None,
    tuning: str | None = None, level: float = 0.95, seed: int = 0, jobs: int | None = None, engine: Any = None,
    time_limit: float | None = None, ledger: str | Path | Ledger | None = None, announce: Announce = unannounced,
    progress: Progress = silent, command: str = "", **data: Any,
) -> ChanceResult:
    """Better than chance? The whole procedure (tuning, fitting, design) is run again on shuffled data.

    `shuffled` is "labels" (is there anything to learn?), "columns" (does the learner use that features depend on each
    other?) or both. `strata`, a column or one value a row, are never crossed. The design is ten-fold cross-validation
    unless another is named; `tuning` says how learners with several settings choose, on every shuffle anew. `before` is
    what is done to the whole table before rows are divided, a function of features and target that gives features
    back: it is done on every shuffle too, so that what it leaks is seen.

    Labels of a series (`time=`, or a design by time) are not dealt anew, which would take their memory away, but moved
    along the times by 1, 2, … of them, over rolling origins unless another design is named.

    >>> result = chance("lda", "iris", shuffles=99, jobs=1)
    >>> result.p("lda")
    0.01
    """
    expect(models, engine)
    problem = unsealed_rows(require_one_target(load(X, y=y, **data), "chance"), ledger, design=design)
    prepared = prepare_chance(models, problem, tests=shuffled, shuffles=shuffles, design=design, metrics=metrics,
                              strata=strata, before=before, tuning=tuning, level=level, seed=seed, command=command)
    with opened(ledger) as store:
        return carry_out(prepared, store, engine=make_engine(engine, workers=jobs, time_limit=time_limit),
        announce=announce,
                         progress=progress)
