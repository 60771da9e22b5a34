"""sensitivity: how an estimate moves with parameters, seeds, splits and designs."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any, ClassVar, Self

from referee.api.carry_out import Announce, StudyAnswer, carry_out, unannounced
from referee.api.data_words import OF_DATA
from referee.api.declaring import design_declared, study_card, versions
from referee.api.keywords import keywords
from referee.api.ledger import opened
from referee.api.one_target import require_one_target
from referee.api.unsealed_rows import unsealed_rows
from referee.data import Problem, load
from referee.declaration import Declaration, VariantDeclared
from referee.designs import Plan, make_plan
from referee.errors import BadInput
from referee.estimates._base import check_level
from referee.kinds import Task
from referee.learners import Learner, resolve
from referee.ledger import Ledger, StudyCard
from referee.metrics import Metric
from referee.report.document import Page
from referee.report.sensitivity.figure import sensitivity_figure
from referee.report.sensitivity.page import sensitivity_dict, sensitivity_frame, sensitivity_page
from referee.running import Done, Engine, Progress, card_of, expect, make_engine, run, silent
from referee.seeds import seed_for
from referee.spec import format_spec, parse_spec
from referee.study import choose_metrics
from referee.study.sensitivity import BASE, Sensitivity, see_sensitivity

if TYPE_CHECKING:
    import pandas as pd
    from matplotlib.figure import Figure


@dataclass(frozen=True, eq=False, repr=False)
class SensitivityResult(StudyAnswer):
    """An estimate and all its neighbours: printed, in a notebook, as a table, as JSON, as a picture, as a page."""

    filename: ClassVar[str] = "sensitivity.html"
    sensitivity: Sensitivity
    done: Done | None = None

    @classmethod
    def read(cls, ledger: Ledger, card: StudyCard, *, done: Done | None = None, count_look: bool = True,
             own: Sequence[Any] = ()) -> Self:
        """What the ledger says of the study."""
        return cls(see_sensitivity(ledger, card, count_look=count_look, own=own), done)

    def page(self) -> Page:
        """The answer laid out in sections."""
        return sensitivity_page(self.sensitivity)

    def table(self) -> pd.DataFrame:
        """One row for each variant."""
        return sensitivity_frame(self.sensitivity)

    def figure(self) -> Figure:
        """One row a variant: its estimate and interval, against those of the base."""
        return sensitivity_figure(self.sensitivity)

    def to_dict(self) -> dict[str, Any]:
        """Everything, ready for JSON."""
        return sensitivity_dict(self.sensitivity)

    @property
    def failed(self) -> bool:
        """Whether any fit failed."""
        return bool(self.sensitivity.failures)


DESIGN = "kfold:folds=10"
DESIGNS = ("kfold:folds=5", "holdout:test=0.33,repeats=10")


@dataclass(frozen=True, kw_only=True, eq=False)
class Arm:
    """One variant, ready to run."""

    kind: str
    source: str
    label: str
    learner: Learner
    plan: Plan
    seed: int

    def declared(self, base: Arm) -> VariantDeclared:
        """As it is written into the ledger."""
        return VariantDeclared(kind=self.kind, source=self.source, label=self.label, seed=self.seed,
                               learner=self.learner.fingerprint(self.seed), plan=self.plan.fingerprint,
                               base=base.learner.fingerprint(base.seed))


@dataclass(frozen=True, kw_only=True, eq=False)
class PreparedSensitivity:
    """A sensitivity study that is declared and ready to run."""

    problem: Problem
    arms: tuple[Arm, ...]           # the base first
    metrics: tuple[Metric, ...]
    card: StudyCard

    @property
    def n_fits(self) -> int:
        """How many fits it needs, recorded ones included."""
        return len({(a.learner.fingerprint(a.seed), e.split) for a in self.arms for e in a.plan.card.entries})

    @property
    def plan(self) -> Plan:
        """That of the base."""
        return self.arms[0].plan

    @property
    def kind(self) -> type[SensitivityResult]:
        """The kind of answer."""
        return SensitivityResult

    def fit(self, ledger: Ledger, engine: Engine, progress: Progress) -> Done:
        """Declare the study in the ledger, then fit what is missing arm by arm."""
        ledger.add_problem(self.problem)
        for arm in self.arms:
            ledger.add_plan(arm.plan.card, arm.plan.splits())
            ledger.add_learner(card_of(arm.learner, arm.seed))
        ledger.add_study(self.card)
        groups: dict[tuple[str, int], list[Arm]] = {}
        for arm in self.arms:
            groups.setdefault((arm.plan.fingerprint, arm.seed), []).append(arm)
        total, before = self.n_fits, _Tally()
        for arms in groups.values():
            before.add(run(self.problem, arms[0].plan, tuple(arm.learner for arm in arms), ledger=ledger, engine=engine,
                           seed=arms[0].seed, progress=before.shown(progress, total)))
        return before.done(total)


def prepare_sensitivity(  # noqa: PLR0913 - what a sensitivity study declares
    model: Any, problem: Problem, *, vary: Mapping[str, Sequence[Any]] | None = None, seeds: int = 5, splits: int = 5,
    designs: Sequence[Any] = DESIGNS, design: Any = None, metrics: Any = None, level: float = 0.95, seed: int = 0,
    command: str = "",
) -> PreparedSensitivity:
    """Fix the base, and what is varied one thing at a time, before the first fit."""
    check_level(level)
    for name, value in (("seeds", seeds), ("splits", splits), ("seed", seed)):
        if isinstance(value, bool) or not isinstance(value, int) or value < 0:
            raise BadInput(f"{name} is a whole number from 0 on, not {value!r}.")
    usual = "rmse" if problem.task is Task.REGRESSION else "accuracy"
    chosen = choose_metrics(usual if metrics is None else metrics, problem)
    spec = design or DESIGN
    plan, learner = make_plan(spec, problem, seed=seed), _one(model, problem)
    base = Arm(kind=BASE, source=BASE, label=_told(spec, plan), learner=learner, plan=plan, seed=seed)
    arms = [base, *_other_parameters(base, model, problem, vary or {}), *_other_seeds(base, seeds),
            *_other_splits(base, spec, problem, splits), *_other_designs(base, designs, problem)]
    if len(arms) == 1:
        raise BadInput("nothing is varied; name parameters (vary), seeds, splits or designs.")
    declaration = Declaration(
        verb="sensitivity", names=(learner.name,), metrics=(chosen[0].name,), level=level, seed=seed,
        design=design_declared(plan.card, spec), command=command, versions=versions(),
        variants=tuple(arm.declared(base) for arm in arms))
    prints = list(dict.fromkeys(arm.learner.fingerprint(arm.seed) for arm in arms))
    card = study_card(problem.name, problem, plan.card, prints, declaration)
    return PreparedSensitivity(problem=problem, arms=tuple(arms), metrics=chosen[:1], card=card)


def _other_parameters(base: Arm, model: Any, problem: Problem, vary: Mapping[str, Sequence[Any]]) -> Iterator[Arm]:
    """The same model with one parameter changed at a time."""
    for name, values in vary.items():
        for value in values:
            yield replace(base, kind="parameter", source=name, label=f"{name}={value}",
                          learner=_one(_changed(model, name, value), problem))


def _other_seeds(base: Arm, seeds: int) -> Iterator[Arm]:
    """The same model with other seeds, on the same splits."""
    for i in range(1, seeds + 1):
        yield replace(base, kind="seed", source="seed", label=f"seed {i}", seed=seed_for(base.seed, "sensitivity", i))


def _other_splits(base: Arm, spec: Any, problem: Problem, splits: int) -> Iterator[Arm]:
    """Other divisions of the rows by the same design."""
    for i in range(1, splits + 1):
        yield replace(base, kind="split", source="split", label=f"other splits {i}",
                      plan=make_plan(spec, problem, seed=seed_for(base.seed, "sensitivity", i)))


def _other_designs(base: Arm, designs: Sequence[Any], problem: Problem) -> Iterator[Arm]:
    """Other designs."""
    for design in designs:
        plan = make_plan(design, problem, seed=base.seed)
        yield replace(base, kind="design", source="design", label=_told(design, plan), plan=plan)


def _told(design: Any, plan: Plan) -> str:
    """A design as it was typed, or as one would type it."""
    return design if isinstance(design, str) else plan.card.spec


def _one(model: Any, problem: Problem) -> Learner:
    found = resolve(model, problem)
    if len(found) != 1:
        raise BadInput(f"a sensitivity study is about one model, not {len(found)}.")
    return found[0]


def _changed(model: Any, name: str, value: Any) -> Any:
    """The same model with one parameter changed."""
    if isinstance(model, str):
        kind, parameters = parse_spec(model)
        return format_spec(kind, parameters | {name: value})
    if not hasattr(model, "set_params"):
        raise BadInput("a parameter can be varied of a named model or of one scikit-learn-style estimator.")
    from sklearn.base import clone

    try:
        return clone(model).set_params(**{name: value})
    except ValueError as error:
        raise BadInput(f"{type(model).__name__} has no parameter {name!r}.") from error


class _Tally:
    """Adds up the runs of a study, so that one bar shows them all."""

    def __init__(self) -> None:
        self.reused = self.fitted = self.failed = self.shortcut = 0

    def shown(self, progress: Progress, total: int) -> Progress:
        start, failed = self.reused + self.fitted, self.failed

        def told(done: int, _total: int, lost: int, /, left: float | None = None) -> None:  # noqa: ARG001
            progress(min(start + done, total), total, failed + lost)

        return told

    def add(self, done: Done) -> None:
        self.reused, self.fitted, self.failed = (self.reused + done.reused, self.fitted + done.fitted,
                                                 self.failed + done.failed)
        self.shortcut += done.shortcut

    def done(self, total: int) -> Done:
        return Done(total=total, reused=total - self.fitted, fitted=self.fitted, failed=self.failed,
                    shortcut=self.shortcut)


@keywords(more=OF_DATA, model="models")
def sensitivity(  # noqa: PLR0913 - a door of a notebook
    models: Any, X: Any, y: Any = None, *, vary: Mapping[str, Sequence[Any]] | None = None, seeds: int = 5,
    splits: int = 5, designs: Sequence[Any] = DESIGNS, design: Any = None, metrics: Any = None, level: float = 0.95,
    seed: int = 0, jobs: int | None = None, engine: Any = None, time_limit: float | None = None,
    ledger: str | Path | Ledger | None = None, announce: Announce = unannounced, progress: Progress = silent,
    command: str = "", **data: Any,
) -> SensitivityResult:
    """How an estimate moves when parameters, seeds, splits or the design change, each move beside its uncertainty.

    `models` is one model. `vary` names parameters and the values to try, one at a time; `seeds` counts further seeds of
    the learner on the same splits, `splits` further divisions of the rows by the same design, `designs` are other
    designs.

    >>> made = sensitivity("tree", "wine", vary={"max_depth": [1, 3]}, seeds=2, splits=2, designs=[], jobs=1)
    >>> [(s.name, s.tried, s.beyond) for s in made.sensitivity.sources]
    [('max_depth', 3, 1), ('seed', 3, 0), ('split', 3, 0)]
    """
    expect(models, engine)
    problem = unsealed_rows(require_one_target(load(X, y=y, **data), "sensitivity"), ledger)
    prepared = prepare_sensitivity(models, problem, vary=vary, seeds=seeds, splits=splits, designs=designs,
                                   design=design, metrics=metrics, level=level, seed=seed, command=command)
    with opened(ledger) as store:
        return carry_out(prepared, store, engine=make_engine(engine, workers=jobs, time_limit=time_limit),
        announce=announce,
                         progress=progress)
