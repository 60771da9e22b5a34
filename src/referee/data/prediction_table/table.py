"""A table of predictions, aligned: every case once, and for each model what it said of which cases.

Cases are aligned by their ids, never by their order. Models that did not speak of the same cases are refused (or cut
to the cases they share, if asked); a case given twice, or with two truths, is named.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from referee.data.prediction_table.faults import Fault
from referee.kinds import Array, Scale, Task


@dataclass(frozen=True, kw_only=True, eq=False)
class Part:
    """What one model said of the cases of one test part. `cases` are positions in the table's ids, ascending."""

    repeat: str
    fold: str
    seed: str                               # which of several runs or generations on the same cases
    cases: Array
    labels: Array | None = None             # class codes
    probabilities: Array | None = None      # (cases, classes)
    scores: Array | None = None
    values: Array | None = None             # regression
    quantiles: Array | None = None          # of numbers: the quantiles, then their levels
    marks: Array | None = None              # the grade of each answer, where that is all there is
    trained: Array | None = None            # positions of the cases trained on, where that is known


@dataclass(frozen=True, kw_only=True, eq=False)
class PredictionTable:
    """Who said what of which case, next to what was true."""

    name: str
    ids: Array
    task: Task
    y: Array                                # class codes or numbers; for marks alone: the full mark, 1
    classes: tuple[Any, ...] = ()
    scale: Scale | None = None              # as stated: classes in order, counts …
    target: str = "truth"
    said: dict[str, tuple[Part, ...]] = field(default_factory=dict)       # model → its parts, in one order for all
    clusters: Array | None = None           # a code for each case
    time: Array | None = None               # the place of each case in the order of time, in which they stand
    weights: Array | None = None            # how often each case stands there, or …
    sampled: bool = False                   # … for how many cases it stands: sampling weights
    costs: Array | None = None              # what it costs to be wrong about each case
    scorer: str = ""                        # who marked the answers, where several marked those of the same cases
    graded: bool = False                    # values are marks somebody gave, not predictions of y
    as_written: Array | None = None         # ids, and perhaps more, as the file has them, if in another order
    by_row: bool = False                    # without ids: the cases are the rows of one file, in its order
    notices: tuple[str, ...] = ()
    faults: tuple[Fault, ...] = ()          # what the file says against itself, where it was not refused for it
    scored: Mapping[str, tuple[int, int]] = field(default_factory=dict)     # of a model's cases in its log, and all
    uncut: PredictionTable | None = None    # the same before cases were left out that not every model has

    @property
    def models(self) -> tuple[str, ...]:
        """The models, in the order in which they first occur."""
        return tuple(self.said)

    @property
    def n_cases(self) -> int:
        """How many cases there are."""
        return int(self.ids.shape[0])

    @property
    def marked(self) -> bool:
        """Whether answers come with a mark instead of a truth to hold them against."""
        return any(part.marks is not None for parts in self.said.values() for part in parts)
