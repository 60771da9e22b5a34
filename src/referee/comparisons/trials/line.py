"""One line to be tested: two models by one measure, trial by trial or as a paper prints them."""

from __future__ import annotations

from dataclasses import dataclass

from referee.comparisons._units import DEPENDENT
from referee.comparisons.two_models.summary import Summary
from referee.given import door
from referee.kinds import Array, Direction


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Line:
    """What is known of A and B by one measure; `values` is None where there are only summaries."""

    a: str
    b: str
    measure: str
    summaries: tuple[Summary, Summary]
    values: tuple[Array, Array] | None = None
    paired: bool = False
    unit: str = "run"                       # what one trial is: a run, a fold, a split, a repeat
    sizes: tuple[int, int] | None = None    # rows trained and tested on, where trials are splits of one data set
    direction: Direction = Direction.MAXIMISE

    @property
    def dependent(self) -> bool:
        """Whether the trials share training rows."""
        return self.unit in DEPENDENT or self.sizes is not None

    @property
    def trials(self) -> int:
        """How many trials there are; of the smaller sample where they are no pairs."""
        return min(one.n for one in self.summaries)


@door
def summary_of(values: Array) -> Summary:
    """Mean, standard deviation and number of these runs.

    >>> import numpy as np
    >>> summary_of(np.array([1.0, 2.0, 3.0]))
    Summary(mean=2.0, sd=1.0, n=3)
    """
    return Summary(float(values.mean()), float(values.std(ddof=1)) if len(values) > 1 else 0.0, len(values))
