"""decompose: how much of the error is bias, how much variance, how much noise."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, ClassVar, Self

import numpy as np

from referee.api.carry_out import Announce, StudyAnswer, carry_out, unannounced
from referee.api.data_words import OF_DATA
from referee.api.declaring import declared
from referee.api.keywords import keywords
from referee.api.ledger import opened
from referee.api.no_series import require_no_series
from referee.api.one_target import require_one_target
from referee.api.prepared import Prepared
from referee.data import Problem, load
from referee.data.simulated import KnownProblem
from referee.declaration import DecompositionPart
from referee.designs import FixedTest, Plan, lay
from referee.errors import BadInput
from referee.estimates._base import check_level
from referee.kinds import Array, Task
from referee.learners import resolve
from referee.ledger import Ledger, StudyCard
from referee.reading.decompositions import Decompositions, decompositions
from referee.report.decomposition.figure import decomposition_figure
from referee.report.decomposition.page import decomposition_dict, decomposition_frame, decomposition_page
from referee.report.document import Page
from referee.running import Done, Progress, expect, make_engine, silent
from referee.seeds import check_seed

if TYPE_CHECKING:
    import pandas as pd
    from matplotlib.figure import Figure


@dataclass(frozen=True, eq=False, repr=False)
class DecompositionResult(StudyAnswer):
    """Errors taken apart: printed, in a notebook, as a table, as JSON, as a picture, as a page."""

    filename: ClassVar[str] = "decompose.html"
    decompositions: Decompositions
    done: Done | None = None

    @classmethod
    def read(cls, ledger: Ledger, card: StudyCard, *, done: Done | None = None, count_look: bool = True,
             own: Sequence[Any] = ()) -> Self:  # noqa: ARG003 - nothing of the user's own is measured here
        """What the ledger says of the study."""
        return cls(decompositions(ledger, card, count_look=count_look), done)

    def page(self) -> Page:
        """The answer laid out in sections."""
        return decomposition_page(self.decompositions)

    def table(self) -> pd.DataFrame:
        """One row for each learner, target, scheme and part."""
        return decomposition_frame(self.decompositions)

    def figure(self, target: int = 0) -> Figure:
        """Bars of bias², variance and noise, one a learner; of one target, by its number."""
        return decomposition_figure(self.decompositions, target)

    def to_dict(self) -> dict[str, Any]:
        """Everything, ready for JSON."""
        return decomposition_dict(self.decompositions)

    @property
    def failed(self) -> bool:
        """Whether any fit was lost."""
        return self.decompositions.failures > 0


def prepare_decomposition(  # noqa: PLR0913 - what a decomposition declares
    models: Any, problem: Problem, *, protocol: FixedTest | None = None, truth: Any = None, noise: float | None = None,
    level: float = 0.95, seed: int = 0, command: str = "",
) -> Prepared[DecompositionResult]:
    """Fix which learners are taken apart, and how their training samples are drawn."""
    require_no_series(problem, "a decomposition", "Leave the time away if rows are independent.")
    check_level(level)
    check_seed(seed)
    learners = resolve(models, problem)
    plan = lay(protocol or FixedTest(seed=seed), problem)
    known = _known(truth, problem, plan)
    if noise is not None and (known is None or problem.task is Task.CLASSIFICATION or noise < 0):
        raise BadInput("noise is the variance of the target around its known mean, 0 or more: it goes with a truth "
                       "in regression.")
    card = declared("decompose", problem, plan.card, learners, level=level, seed=seed, command=command,
                    decomposition=DecompositionPart(truth=known, noise=noise))
    return Prepared(problem=problem, plan=plan, learners=learners, metrics=(), seed=seed, card=card,
                    kind=DecompositionResult)


def _known(truth: Any, problem: Problem, plan: Plan) -> Any:
    """The truth of the test rows as lists: E[y|x], or the probability of each class; None where nobody knows it."""
    if truth is None:
        return None
    values: Array = np.asarray(truth, dtype=float)
    if problem.task is Task.CLASSIFICATION and len(problem.classes) == 2 and values.ndim == 1:
        values = np.column_stack([1 - values, values])
    shape = (problem.n_rows, len(problem.classes)) if problem.task is Task.CLASSIFICATION else problem.y.shape
    if values.shape != shape or not np.isfinite(values).all():
        what = "the probability of every class" if problem.task is Task.CLASSIFICATION else "the mean of the target"
        raise BadInput(f"truth is {what} for every row, {shape}, without gaps; this is {values.shape}.")
    return values[next(iter(plan.splits())).test].tolist()


@keywords(more=OF_DATA, test="test_share", train="train_share", replace="bootstrap", truth="true_mean")
def decompose(  # noqa: PLR0913 - a door of a notebook
    models: Any, X: Any, y: Any = None, *, samples: int = 50, train_share: float | None = None,
    test_share: float = 0.5, bootstrap: bool = False, true_mean: Any = None, noise: float | None = None,
    level: float = 0.95, seed: int = 0, jobs: int | None = None, engine: Any = None, time_limit: float | None = None,
    ledger: str | Path | Ledger | None = None, announce: Announce = unannounced, progress: Progress = silent,
    command: str = "", **data: Any,
) -> DecompositionResult:
    """How much of a model's error is bias, how much variance: many training samples, one test set.

    `test_share` of the rows is tested on; `samples` training samples hold a `train_share` of the others each (half, as
    Kohavi and Wolpert draw them; with `bootstrap` samples of all the others, with replacement). `true_mean` is E[y|x]
    of every row, or every class's probability, where it is known, or the columns of `X` that hold it: then noise is
    told apart from bias. `X` may be a simulated problem, which knows its truth.

    >>> found = decompose(["tree", "lda"], "iris", samples=10, jobs=1)
    >>> [round(d["variance"], 3) for d in found.decompositions.of("kohavi-wolpert")]
    [0.043, 0.027]
    """
    if isinstance(X, KnownProblem):
        true_mean = X.truth if true_mean is None else true_mean
        X = X.problem
    columns = _named(true_mean)
    if columns:
        data["drop"], true_mean = [*_named(data.get("drop")), *columns], _read(X, columns, data.get("target"))
    protocol = FixedTest(seed=seed, samples=samples, test=test_share, replace=bootstrap,
                         train=(1.0 if bootstrap else 0.5) if train_share is None else train_share)
    expect(models, engine)
    problem = require_one_target(load(X, y=y, **data), "decompose", numbers=True)
    prepared = prepare_decomposition(models, problem, protocol=protocol, truth=true_mean, noise=noise,
                                     level=level, seed=seed, command=command)
    with opened(ledger) as store:
        return carry_out(prepared, store, engine=make_engine(engine, workers=jobs, time_limit=time_limit),
        announce=announce,
                         progress=progress)


def _named(columns: Any) -> list[str]:
    """The names of columns, where columns are named."""
    if isinstance(columns, str):
        return [columns]
    is_names = isinstance(columns, list | tuple) and all(isinstance(name, str) for name in columns)
    return list(columns) if is_names else []


def _read(X: Any, columns: list[str], target: Any) -> Array:
    """The truth from columns of the data, read as if they were targets."""
    return load(X, target=columns if len(columns) > 1 else columns[0], task="regression", drop=_named(target)).y
