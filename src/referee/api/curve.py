"""curve: how learners grow with data."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any, ClassVar, Self

from referee.api.answer import pair_of
from referee.api.carry_out import Announce, StudyAnswer, carry_out, unannounced
from referee.api.data_words import OF_DATA
from referee.api.declaring import declared
from referee.api.keywords import keywords
from referee.api.ledger import opened
from referee.api.one_target import require_one_target
from referee.api.prepared import Prepared
from referee.api.unsealed_rows import unsealed_rows
from referee.data import Problem, load
from referee.declaration import CurvePart
from referee.designs.growing import growing_plan
from referee.designs.growing_windows import growing_windows_plan
from referee.designs.plan import Plan
from referee.errors import BadInput, UnknownName
from referee.estimates._base import check_level
from referee.learners import resolve
from referee.ledger import Ledger, StudyCard
from referee.report.curve.dictionary import contrast_frame, curve_dict, curve_frame
from referee.report.curve.figure import curve_figure
from referee.report.curve.page import curve_page
from referee.report.curve.text import curve_text
from referee.report.document import Page
from referee.running import Done, Progress, expect, make_engine, silent
from referee.seeds import check_seed
from referee.study import choose_metrics
from referee.study.curve import Contrast, Curves, draw_curves
from referee.study.curve.contrasts import CurveAsk

if TYPE_CHECKING:
    import pandas as pd
    from matplotlib.figure import Figure


@dataclass(frozen=True, eq=False, repr=False)
class CurveResult(StudyAnswer):
    """Learning curves in every form: printed, in a notebook, as tables, as JSON, as a picture, as a page."""

    filename: ClassVar[str] = "curve.html"
    curves: Curves
    done: Done | None = None

    @classmethod
    def read(cls, ledger: Ledger, card: StudyCard, *, done: Done | None = None, count_look: bool = True,
             own: Sequence[Any] = ()) -> Self:
        """What the ledger says of the study."""
        return cls(draw_curves(ledger, card, count_look=count_look, own=own), done)

    def page(self) -> Page:
        """The answer laid out in sections."""
        return curve_page(self.curves)

    def table(self) -> pd.DataFrame:
        """One row for each learner, metric and training size."""
        return curve_frame(self.curves)

    def figure(self, metric: str | None = None) -> Figure:
        """The curves by one metric, the primary one unless another is named."""
        return curve_figure(self.curves, metric)

    def to_dict(self) -> dict[str, Any]:
        """Everything, ready for JSON."""
        return curve_dict(self.curves)

    @property
    def failed(self) -> bool:
        """Whether any fit failed."""
        return bool(self.curves.failures)

    def __getitem__(self, pair: tuple[str, str]) -> Contrast:
        """One learner against another by the primary metric, at the size declared for it, else at the largest."""
        return self.curves.contrasts[self.curves.primary.name].pair(*pair_of(pair))

    def differences(self) -> pd.DataFrame:
        """One row for each pair, metric and training size."""
        return contrast_frame(self.curves)

    def __str__(self) -> str:
        return curve_text(self.curves)

    def brief(self) -> str:
        """The answer, and the tables that decide."""
        return curve_text(self.curves, everything=False)


def prepare_curve(  # noqa: PLR0913 - what a learning curve declares
    models: Any, problem: Problem, *, sizes: Sequence[float] | None = None, folds: int = 10, repeats: int = 1,
    metrics: Any = None, ask: CurveAsk | None = None, training: int = 1000, seed: int = 0, command: str = "",
) -> Prepared[CurveResult]:
    """Fix learners, sizes, folds, metrics and how differences are judged, before the first fit."""
    ask = ask or CurveAsk()
    check_level(ask.level)
    check_seed(seed)
    chosen = choose_metrics(metrics, problem)
    learners = resolve(models, problem)
    names = [learner.name for learner in learners]
    if ask.against is not None and ask.against not in names:
        raise UnknownName("learner of this curve", ask.against, names)
    if problem.time is not None:
        plan, ask = _windows(problem, sizes, folds=folds, repeats=repeats, seed=seed), replace(ask, adjust="holm")
    else:
        plan = growing_plan(problem, sizes, folds=folds, repeats=repeats, training=training, seed=seed)
    declared_sizes = plan.card.parameters["sizes"]
    if ask.at is not None and ask.at not in declared_sizes:
        raise BadInput(f"the size declared for the comparison, {ask.at}, is not among the sizes "
                       f"{', '.join(map(str, declared_sizes))}.")
    card = declared(
        "curve", problem, plan.card, learners, metrics=chosen, level=ask.level, seed=seed, adjust=ask.adjust,
        against=ask.against, command=command, curve=CurvePart(at=ask.at))
    return Prepared(problem=problem, plan=plan, learners=learners, metrics=chosen, seed=seed, card=card,
                    kind=CurveResult)


def _windows(problem: Problem, sizes: Sequence[float] | None, *, folds: int, repeats: int, seed: int) -> Plan:
    """The plan of a series, which can be divided in one way."""
    if repeats != 1:
        raise BadInput(f"the times of {problem.name} stand in one order, so its learning curve cannot be repeated "
                       f"{repeats} times; ask for more folds, which are test parts here.")
    return growing_windows_plan(problem, sizes, origins=folds, seed=seed)


@keywords(more=OF_DATA)
def curve(  # noqa: PLR0913 - a door of a notebook
    models: Any, X: Any, y: Any = None, *, sizes: Sequence[float] | None = None, folds: int = 10, repeats: int = 1,
    metrics: Any = None, level: float = 0.95, adjust: str = "max-t", at: int | None = None, against: str | None = None,
    training: int = 1000, seed: int = 0, jobs: int | None = None, engine: Any = None, time_limit: float | None = None,
    ledger: str | Path | Ledger | None = None, announce: Announce = unannounced, progress: Progress = silent,
    command: str = "", **data: Any,
) -> CurveResult:
    """How learners grow with data: scores, costs and differences by training size, and what more data would bring.

    Within each fold the training sets of all `sizes` (row counts, or shares of what a fold leaves to train on) lie
    within one another. Pairs of learners are compared at every size as one family (`adjust`: "max-t" or "holm"), or
    only `at` one size declared here. `training` rows of each training set are predicted for the training score.

    With `time=` the rows are a series: every size is the latest so many times before each of `folds` test parts, the
    same for all sizes, and bands and differences allow for what successive losses have in common (the long-run t).

    >>> result = curve(["gaussian-nb", "tree"], "iris", sizes=[15, 30, 60, 120], folds=5, jobs=1)
    >>> [round(p.value, 2) for p in result.curves.curve("gaussian-nb").points]
    [0.94, 0.96, 0.95, 0.96]
    """
    expect(models, engine)
    problem = unsealed_rows(require_one_target(load(X, y=y, **data), "a learning curve"), ledger)
    prepared = prepare_curve(models, problem, sizes=sizes, folds=folds, repeats=repeats, metrics=metrics,
                             ask=CurveAsk(level=level, adjust=adjust, at=at, against=against), training=training,
                             seed=seed, command=command)
    with opened(ledger) as store:
        return carry_out(prepared, store, engine=make_engine(engine, workers=jobs, time_limit=time_limit),
        announce=announce,
                         progress=progress)


learning_curve = curve          # its name before
