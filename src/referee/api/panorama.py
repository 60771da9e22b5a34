"""panorama: every estimator side by side."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, ClassVar, Self

from referee.api.carry_out import Announce, StudyAnswer, carry_out, unannounced
from referee.api.data_words import OF_DATA
from referee.api.declaring import declared
from referee.api.keywords import keywords
from referee.api.ledger import opened
from referee.api.one_target import require_one_target
from referee.api.prepared import Prepared
from referee.api.unsealed_rows import unsealed_rows
from referee.data import Problem, load
from referee.declaration import PanoramaPart
from referee.errors import BadInput
from referee.estimates._base import check_level
from referee.kinds import Task
from referee.learners import resolve
from referee.ledger import Ledger, StudyCard
from referee.reading.panorama import PARTS, Panorama, panorama_plan, see
from referee.report.document import Page
from referee.report.panorama.dictionary import panorama_dict, panorama_frame
from referee.report.panorama.figure import panorama_figure
from referee.report.panorama.page import panorama_page
from referee.report.panorama.text import panorama_text
from referee.running import Done, Progress, expect, make_engine, silent
from referee.seeds import check_seed
from referee.study import choose_metrics

if TYPE_CHECKING:
    import pandas as pd
    from matplotlib.figure import Figure


@dataclass(frozen=True, eq=False, repr=False)
class PanoramaResult(StudyAnswer):
    """All estimators side by side, in every form: printed, in a notebook, as a table, as JSON, as a page."""

    filename: ClassVar[str] = "panorama.html"
    panorama: Panorama
    done: Done | None = None

    @classmethod
    def read(cls, ledger: Ledger, card: StudyCard, *, done: Done | None = None, count_look: bool = True,
             own: Sequence[Any] = ()) -> Self:
        """What the ledger says of the study."""
        return cls(see(ledger, card, count_look=count_look, own=own), done)

    def page(self) -> Page:
        """The answer laid out in sections."""
        return panorama_page(self.panorama)

    def table(self) -> pd.DataFrame:
        """One row for each learner, metric, target and estimator."""
        return panorama_frame(self.panorama)

    def figure(self, column: int = 0) -> Figure:
        """The figure of one column, by its number: one row an estimator."""
        return panorama_figure(self.panorama, column)

    def to_dict(self) -> dict[str, Any]:
        """Everything, ready for JSON."""
        return panorama_dict(self.panorama)

    @property
    def failed(self) -> bool:
        """Whether any fit was lost."""
        return self.panorama.failures > 0

    def __str__(self) -> str:
        return panorama_text(self.panorama)


def prepare_panorama(  # noqa: PLR0913 - what a panorama declares
    models: Any, problem: Problem, *, metrics: Any = None, resamples: int = 200, truth: Any = None, level: float = 0.95,
    seed: int = 0, command: str = "", parts: Collection[str] = PARTS,
) -> Prepared[PanoramaResult]:
    """Fix which estimators are run on which learners, and by which metrics; `parts` of the plan, or all of it."""
    usual = "rmse" if problem.task is Task.REGRESSION else "accuracy"
    chosen = choose_metrics(usual if metrics is None else metrics, problem)
    check_level(level)
    check_seed(seed)
    learners = resolve(models, problem)
    columns = len(chosen) * (problem.y.shape[1] if problem.y.ndim > 1 else 1)
    truths = [] if truth is None else [float(t) for t in (truth if isinstance(truth, list | tuple) else [truth])]
    if truths and (len(learners) != 1 or len(truths) != columns):
        raise BadInput(f"{len(truths)} truths for {len(learners)} learners with {columns} numbers each; a truth is the "
                       f"value of one learner, one for each metric and target.")
    plan, left_out = panorama_plan(problem, seed=seed, resamples=resamples, parts=parts)
    card = declared("panorama", problem, plan.card, learners, metrics=chosen, level=level, seed=seed, command=command,
                    panorama=PanoramaPart(truths=tuple(truths), left_out=left_out))
    return Prepared(problem=problem, plan=plan, learners=learners, metrics=chosen, seed=seed, card=card,
                    kind=PanoramaResult)


@keywords(more=OF_DATA, truth="true_value")
def panorama(  # noqa: PLR0913 - a door of a notebook
    models: Any, X: Any, y: Any = None, *, metrics: Any = None, resamples: int = 200, true_value: Any = None,
    level: float = 0.95, seed: int = 0, jobs: int | None = None, engine: Any = None, time_limit: float | None = None,
    ledger: str | Path | Ledger | None = None, announce: Announce = unannounced, progress: Progress = silent,
    command: str = "", **data: Any,
) -> PanoramaResult:
    """Every estimator on one learner (or several) side by side: does the picture look as it should?

    Resubstitution, five bootstrap estimators, 10-fold, 10×10-fold, leave-one-out, one and ten hold-outs, sharing their
    fits. With several regression targets there is one column a target. `true_value` is what
    the estimates should be, where it is known.

    Of a series (`time=`): rolling origins with all the past and with a sliding window, blocks with a gap, the last
    third held out, and what shuffled folds would have claimed.

    >>> result = panorama("gaussian-nb", "iris", resamples=20, jobs=1)
    >>> result.panorama.columns[0].value("kfold-repeated")
    0.9553
    """
    expect(models, engine)
    problem = unsealed_rows(require_one_target(load(X, y=y, **data), "panorama", numbers=True), ledger)
    prepared = prepare_panorama(models, problem, metrics=metrics, resamples=resamples, truth=true_value, level=level,
                                seed=seed, command=command)
    with opened(ledger) as store:
        return carry_out(prepared, store, engine=make_engine(engine, workers=jobs, time_limit=time_limit),
        announce=announce,
                         progress=progress)
