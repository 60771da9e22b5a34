"""decompose: how much of the error is bias, how much variance, how much noise."""


from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, Self

import numpy as np

from referee.api.carry_out import StudyAnswer, carry_out
from referee.api.declaring import check_seed, declared
from referee.api.ledger import opened
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
from referee.running import Done, Local, Progress, silent

if TYPE_CHECKING:
    import pandas as pd
    from matplotlib.figure import Figure


@dataclass(frozen=True, eq=False)
class DecompositionResult(StudyAnswer):
    """Errors taken apart: printed, in a notebook, as a table, as JSON, as a picture, as a page."""

    decompositions: Decompositions
    done: Done | None = None

    @classmethod
    def read(cls, ledger: Ledger, card: StudyCard, *, done: Done | None = None, count_look: bool = True) -> Self:
        """What the ledger says of the study."""
        return cls(decompositions(ledger, card, count_look=count_look), done)

    def __str__(self) -> str:
        from referee.report import decomposition_text

        return decomposition_text(self.decompositions)

    def __repr__(self) -> str:
        return str(self)

    def _repr_html_(self) -> str:
        from referee.report import decomposition_html

        return decomposition_html(self.decompositions, fragment=True)

    @property
    def failed(self) -> bool:
        """Whether any fit was lost."""
        return self.decompositions.failures > 0

    def table(self) -> pd.DataFrame:
        """One row for each learner, target, scheme and part."""
        from referee.report import decomposition_frame

        return decomposition_frame(self.decompositions)

    def figure(self, target: int = 0) -> Figure:
        """Bars of bias², variance and noise, one a learner; of one target, by its number."""
        from referee.report import decomposition_figure

        return decomposition_figure(self.decompositions, target)

    def to_dict(self) -> dict[str, Any]:
        """Everything, ready for JSON."""
        from referee.report import decomposition_dict

        return decomposition_dict(self.decompositions)

    def report(self, path: str | Path = "decompose.html") -> Path:
        """Write the page; it needs nothing but itself."""
        from referee.report import decomposition_html

        target = Path(path)
        target.write_text(decomposition_html(self.decompositions), encoding="utf-8")
        return target


def prepare_decomposition(  # noqa: PLR0913 - what a decomposition declares
    models: Any, problem: Problem, *, protocol: FixedTest | None = None, truth: Any = None, noise: float | None = None,
    level: float = 0.95, seed: int = 0, command: str = "",
) -> Prepared[DecompositionResult]:
    """Fix which learners are taken apart, and how their training samples are drawn."""
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


def decompose(  # noqa: PLR0913 - a door of a notebook
    models: Any, X: Any, y: Any = None, *, samples: int = 50, train: float | None = None, test: float = 0.5,
    replace: bool = False, truth: Any = None, noise: float | None = None, level: float = 0.95, seed: int = 0,
    jobs: int | None = None, time_limit: float | None = None, ledger: str | Path | Ledger | None = None,
    progress: Progress = silent, **data: Any,
) -> DecompositionResult:
    """How much of a model's error is bias, how much variance: many training samples, one test set.

    A share `test` of the rows is tested on; `samples` training samples hold a share `train` of the others each (half,
    as Kohavi and Wolpert draw them; with `replace` bootstrap samples of all the others). `truth` is E[y|x] of every
    row, or every class's probability, where it is known: then noise is told apart from bias. `X` may be a simulated
    problem, which knows its truth.

    >>> found = decompose(["tree", "lda"], "iris", samples=10, jobs=1)
    >>> [round(d["variance"], 3) for d in found.decompositions.of("kohavi-wolpert")]
    [0.043, 0.027]
    """
    if isinstance(X, KnownProblem):
        truth = X.truth if truth is None else truth
        X = X.problem
    protocol = FixedTest(seed=seed, samples=samples, train=share_of(train, replace=replace), test=test, replace=replace)
    prepared = prepare_decomposition(models, load(X, y=y, **data), protocol=protocol, truth=truth, noise=noise,
                                     level=level, seed=seed)
    with opened(ledger) as store:
        return carry_out(prepared, store, engine=Local(workers=jobs, time_limit=time_limit), progress=progress)


def share_of(train: float | None, *, replace: bool) -> float:
    """The share of the pool a sample holds where nobody said it: half, or all of it with replacement."""
    return (1.0 if replace else 0.5) if train is None else train
