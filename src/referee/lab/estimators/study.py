"""The estimator study: sources, learners and sizes crossed, D drawn again and again, every estimator on each."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, ClassVar

from referee.api import Answer
from referee.api.keywords import keywords
from referee.errors import BadInput
from referee.kinds import Json, Task
from referee.lab.estimators.cells import USUAL, Cell, estimator_named
from referee.lab.estimators.file import Drawn, Key, Tell, Wanted, fill
from referee.lab.estimators.page import estimators_page, estimators_text
from referee.lab.estimators.picture import profile_figure
from referee.lab.estimators.sources import Source, law_named
from referee.lab.estimators.summary import Worth, worths
from referee.metrics import metric
from referee.report.document import Page
from referee.seeds import check_seed

if TYPE_CHECKING:
    import pandas as pd
    from matplotlib.figure import Figure

SCORES = ["cell", "draw", "resample", "estimator", "iteration", "score"]


@dataclass(frozen=True, kw_only=True, eq=False, repr=False)
class EstimatorStudy(Answer):
    """What the estimators are worth in every cell, and all they said."""

    filename: ClassVar[str] = "estimators.html"
    cells: tuple[Cell, ...]
    worths: dict[str, tuple[Worth, ...]]            # by the name of the cell
    found: dict[Key, Drawn]
    command: str = ""

    def page(self) -> Page:
        """The answer laid out: a section a cell."""
        return estimators_page([(cell.title, cell.metric, self.worths[cell.name]) for cell in self.cells],
                               command=self.command)

    def table(self) -> pd.DataFrame:
        """One row for each cell and estimator."""
        import pandas as pd

        return pd.DataFrame([{"source": cell.source.name, "learner": cell.learner, "n": cell.n,
                              "metric": cell.metric} | worth.to_dict()
                             for cell in self.cells for worth in self.worths[cell.name]])

    def figure(self) -> Figure:
        """A panel a cell, in the shape of Fig. 2."""
        return profile_figure([(cell.title, self.worths[cell.name]) for cell in self.cells])

    def scores(self) -> pd.DataFrame:
        """The score of every iteration: one row each."""
        import pandas as pd

        return pd.DataFrame([(*key, name, i, score) for key, one in self.found.items()
                             for name, said in one.said.items() for i, score in enumerate(said.scores)],
                            columns=SCORES)

    def __str__(self) -> str:
        return estimators_text(self.page(), [(cell.title, self.worths[cell.name]) for cell in self.cells])

    def to_dict(self) -> Json:
        """Every number but those of single iterations, ready for JSON."""
        return {"cells": [{"cell": cell.name, "source": cell.source.name, "learner": cell.learner, "n": cell.n,
                           "metric": cell.metric, "estimators": [worth.to_dict() for worth in self.worths[cell.name]]}
                          for cell in self.cells]}


@keywords()
def estimator_study(  # noqa: PLR0913 - by keyword
    file: str | Path, *, sources: Sequence[Source | str] = ("gaussian-mixture",),
    models: Sequence[str] = ("lda", "knn:n_neighbors=1", "tree"), sizes: Sequence[int] = (50, 100),
    estimators: Sequence[str] = USUAL, metrics: str | None = None, repeats: int = 100, resamples: int = 100,
    resampled: int = 0, times: int = 20, seed: int = 0, progress: Tell | None = None, command: str = "",
) -> EstimatorStudy:
    """Draw D `repeats` times from each source, evaluate each by every estimator, and say what they are worth.

    `resampled` D of each cell are also drawn from with replacement `times` times and evaluated anew, which is how Reich
    & Barai checked their intervals. All is kept in the file, line by line; what is there is not measured again.
    """
    check_seed(seed)
    if repeats < 2 or resampled < 0 or times < 2:
        raise BadInput("an estimator study needs two repeats and two resamplings at least.")
    names = tuple(dict.fromkeys(estimator_named(name) for name in estimators))
    drawn = [law_named(source) if isinstance(source, str) else source for source in sources]
    cells = tuple(Cell(source=source, learner=model, n=n, metric=metric(metrics or _usual(source)).name,
                       resamples=resamples, seed=seed) for source in drawn for model in models for n in sizes)
    found = fill(Path(file), Wanted(cells=cells, names=names, draws=repeats, resampled=resampled, times=times),
                 progress)
    return EstimatorStudy(cells=cells, worths={cell.name: tuple(worths(cell, found, names)) for cell in cells},
                          found=found, command=command)


def _usual(source: Source) -> str:
    return "rmse" if source.task is Task.REGRESSION else "error_rate"
