"""One score for each data set and model."""

from __future__ import annotations

from dataclasses import dataclass

from referee.data.wording import counted
from referee.kinds import Array


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Scoreboard:
    """One score for each data set (row) and model (column).

    >>> from referee.data.score_table import scoreboard
    >>> print(scoreboard({"dataset": ["iris", "wine"], "nb": [0.95, 0.97], "tree": [0.94, 0.91]}))
    2 models on 2 data sets.
    """

    data_sets: tuple[str, ...]
    models: tuple[str, ...]
    scores: Array
    metric: str = ""                        # as the table calls it, where it does
    where: str = "the table"
    replicates: tuple[Array, ...] = ()      # what was averaged: for each data set a row per repetition
    incomplete: Array | None = None         # all scores as given, where some are missing (NaN)
    folds: int | None = None                # of the cross-validation the repetitions come from
    notices: tuple[str, ...] = ()

    def __str__(self) -> str:
        return f"{counted(len(self.models), 'model')} on {counted(len(self.data_sets), 'data set')}."

