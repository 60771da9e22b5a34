"""A metric: a number about predictions, and what may be done with it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from enum import StrEnum
from typing import Any

from referee.kinds import Array, Direction, Needs, Task
from referee.metrics.past import NO_TIME
from referee.metrics.predictions import Predictions
from referee.metrics.tally import Tally
from referee.registry import Registry

NO_ORDER = ("is for classes in order, and the order of these is not known; say it (task='ordinal:low<medium<high')")
STEP = 1e-5             # of a mean, to each side of it, for a slope


def _same(mean: float) -> float:
    return mean


class Idle(StrEnum):
    """What a metric is worth to one who knows the targets' shares or mean and nothing else."""

    CONSTANT = "what always saying the same is worth"      # nobody without skill does better, on average
    ZERO = "0"                                              # and undefined for a constant


@dataclass(frozen=True, slots=True)
class Moments:
    """A score that is a function of several means over rows: R² of squared errors, targets and their squares."""

    of_rows: Callable[[Predictions, Any], Array]        # (n, quantities); targets are counted from an origin
    score: Callable[[Array], tuple[float, Array]]       # of the means: the score, and its slopes


@dataclass(frozen=True, slots=True, kw_only=True)
class Metric:
    """A number about predictions, and what may be done with it.

    Where the number is a mean over rows, `per_row` gives the rows' values and `outer` what is done to
    their mean at the end (a square root for RMSE; nothing for most): then everything that needs one
    value a row (standard errors, paired tests, permutations) applies. Otherwise `per_row` is None.
    """

    name: str                                   # as typed: "log_loss"
    title: str                                  # as printed: "log loss"
    task: Task
    needs: Needs
    direction: Direction
    bounds: tuple[float, float]
    score: Callable[[Predictions], float]
    per_row: Callable[[Predictions], Array] | None = None
    outer: Callable[[float], float] = _same
    proportion: bool = False                    # each row is right or wrong: binomial intervals apply
    binary_only: bool = False
    least_classes: int = 2                      # with fewer it says nothing
    least_rows: int = 1                         # with fewer it does not exist, and says so in the same words
    ordered: bool = False                       # counts steps between classes, which must stand in an order
    above_zero: bool = False                    # of numbers: undefined where one below 0 was predicted
    proper: bool = False                        # a proper scoring rule
    symmetric: bool = True                      # renaming the classes changes nothing
    attained: bool = True                       # a perfect prediction has the better bound, where that is finite
    reference: str = ""
    area: bool = False                          # the area under the ROC curve, of two classes or their mean
    influence: Callable[[Predictions], Array] | None = None     # no mean: what each row adds to it, to first order
    tally: Callable[[Predictions], Tally] | None = None     # of scores: comparisons won within a part, to be added up
    moments: Moments | None = None              # no mean, but a function of several
    idle: Idle | None = None                    # None: without skill it has no single value (recall, F1)
    counts_only: bool = True                    # one of labels depends on the counts of (truth, label) alone
    weighted: bool = False                      # of rows with sampling weights (`weighted`), …
    weighted_rows: Callable[[Predictions], Array] | None = None      # … whose values have it for their weighted mean,
    weighted_outer: Callable[[float], float] = _same                 # after this
    over_targets: bool = False                  # one number of several targets, whatever their units
    season: int | None = None                   # errors beside the steps of the past so many times apart: of a series
    priced: bool = False                        # reads what it costs to be wrong about each row
    note: str = ""                              # what a reader should know of it beside its title
    source: Any = None                          # the user's own function, by which it is told from its namesakes

    def better(self, a: float, b: float) -> bool:
        """Whether a is the better of two values."""
        return (a - b) * self.direction.value > 0

    def at_mean(self, mean: float) -> tuple[float, float]:
        """The number that a mean of the rows' values gives, and its slope there, by central differences."""
        step = STEP * abs(mean)
        rise = self.outer(mean + step) - self.outer(mean - step) if step else 0.0
        return self.outer(mean), rise / (2 * step) if step else 1.0

    def objection(self, *, task: Task, n_classes: int | None = None, in_order: bool = True,
                  no_past: str | None = NO_TIME, no_costs: bool = True) -> str | None:
        """Why this metric does not fit such a problem; None when it does. `no_past` says why rows are no series."""
        classes = n_classes if n_classes is not None else 2 if self.binary_only else max(2, self.least_classes)
        for missing, clause in (
            (task is not self.task, f"is for {self.task.value}, not for {task.value}"),
            (self.binary_only and classes != 2, f"is for two classes, not for {classes}"),
            (classes < self.least_classes, f"needs at least {self.least_classes} classes, not {classes}"),
            (self.ordered and not in_order, NO_ORDER),
            (self.priced and no_costs, "needs the cost of each case, and none is known; name its column (case_costs=)"),
            (self.season is not None and no_past, f"puts errors beside the steps of a series, and {no_past}"),
        ):
            if missing:
                return f"{self.title} {clause}"
        return None


METRICS: Registry[Metric] = Registry("metric", admit="referee.metrics.lookup:admitted")


@dataclass(frozen=True, slots=True, kw_only=True)
class Family:
    """Metrics that differ in a parameter; `make` gives the one with the parameters asked for."""

    name: str
    make: Callable[..., Metric]


FAMILIES: Registry[Family] = Registry("metric family")


def mean_of(per_row: Callable[[Predictions], Array]) -> Callable[[Predictions], float]:
    """The score that is the weighted mean of per-row values."""

    def score(predictions: Predictions) -> float:
        return predictions.mean(per_row(predictions))

    return score
