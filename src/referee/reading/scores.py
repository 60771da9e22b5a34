"""What the scores of a plan are: one learner by one metric, all learners of a study, and what was kept beside them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property

import numpy as np

from referee.data.problem import Problem
from referee.designs.card import PlanCard
from referee.designs.traits import Training
from referee.kinds import Array, Json, frozen_array
from referee.metrics import Metric, Predictions
from referee.reading.halves.kept import KeptHalves
from referee.reading.pooling import Pooled


@dataclass(frozen=True, kw_only=True, eq=False)
class Scores:
    """One learner's score by one metric on every split of a plan.

    `values[i]` counts only where `kept[i]`: elsewhere the fit failed or the metric does not exist for
    that test part, and `lost` says why.
    """

    learner: str                     # name as shown
    metric: Metric
    values: Array
    kept: Array                      # bool
    lost: tuple[tuple[str, str], ...] = ()    # (split label, reason)
    pooled: Pooled | None = None     # the score of whole passes over the rows, see pooling.py

    @property
    def counted(self) -> int:
        """How many splits the score is of; a part may have none of its own and still count in it."""
        return self.n_kept if self.pooled is None else self.pooled.parts

    @property
    def value(self) -> float | None:
        """The score by which the learner is told, ranked and compared with others; None where it does not exist."""
        if self.pooled is not None:
            return self.pooled.value
        return float(self.values[self.kept].mean()) if self.kept.any() else None

    @property
    def centred(self) -> Array:
        """The parts' own scores, moved so that their mean is the score: its spread as far as the parts show it."""
        value = self.value
        if value is None or not self.kept.any():
            return self.values
        return np.where(self.kept, self.values + (value - self.values[self.kept].mean()), 0.0)

    @property
    def why(self) -> str:
        """Why there is no score."""
        if not self.kept.any() and self.lost:
            return self.lost[0][1]
        return (self.pooled.reason if self.pooled else "") or "nothing was recorded for it"

    @property
    def passes(self) -> Array:
        """The score of each pass over the rows."""
        return self.values[self.kept] if self.pooled is None else self.pooled.passes

    @property
    def n_kept(self) -> int:
        """How many splits the scores rest on."""
        return int(self.kept.sum())


@dataclass(frozen=True, kw_only=True, eq=False)
class ScoreTable:
    """All learners by all metrics on one plan, and the row-by-row predictions where each row was predicted once."""

    problem: Problem
    plan: PlanCard
    learners: tuple[str, ...]
    metrics: tuple[Metric, ...]
    scores: dict[tuple[str, str], Scores]                  # (learner, metric name)
    rows: dict[str, Pass] = field(default_factory=dict)    # learner → one pass over the rows, if the plan is one
    first: dict[str, Pass] = field(default_factory=dict)   # learner → its first pass, where the plan has several
    failures: tuple[tuple[str, str, str], ...] = ()        # (learner, split label, error)
    warnings: dict[str, tuple[str, ...]] = field(default_factory=dict)    # learner → what it warned of
    seconds: dict[str, tuple[float, float]] = field(default_factory=dict)  # learner → mean fit, predict time
    values: dict[tuple[str, str], dict[str, RowValues]] = field(default_factory=dict)   # by split label, where needed
    kept_values: dict[tuple[str, str], Array] = field(default_factory=dict)     # see row_values.py
    choices: dict[str, tuple[Json, ...]] = field(default_factory=dict)    # learner → what it was tuned to on each split
    lacking: int = 0                                       # training parts in which some class is missing
    costs: dict[str, Mapping[str, Cost]] = field(default_factory=dict)    # learner → split label → what the fit took
    halves: dict[str, KeptHalves] = field(default_factory=dict)        # learner → what is kept of complementary halves
    full: dict[str, tuple[Pass, ...]] = field(default_factory=dict)    # learner → passes of folds before the halves
    made_once: dict[str, object] = field(default_factory=dict)         # what others made of the table, kept with it

    @cached_property
    def n_train(self) -> Array:
        """Rows trained on in each split."""
        return frozen_array([e.n_train for e in self.plan.entries], float)

    @cached_property
    def n_test(self) -> Array:
        """Rows tested on in each split."""
        return frozen_array([e.n_test for e in self.plan.entries], float)

    @property
    def n_untested(self) -> Array:
        """Rows beside the test part: what the corrected t takes as trained on.

        Nadeau and Bengio take two splits to correlate as their test parts overlap, n_test/n, and train on all other
        rows. A sample of a given size leaves some of those out, which can only lower the correlation: then n − n_test
        stands in for n_train. Measured level at 0.05 (n = 400, 40 to 300 rows to train and to test on, ten samples):
        0.000 to 0.045 for linear discriminants, 0.000 to 0.067 for nearest neighbours; without a correction up to 0.52.
        """
        sampled = self.plan.traits.by_chance and self.plan.traits.training is Training.SAMPLE
        return self.problem.n_rows - self.n_test if sampled else self.n_train


@dataclass(frozen=True, kw_only=True, eq=False)
class Pass:
    """The predictions of a plan in which no row is tested twice, put together."""

    row: Array                  # row numbers
    fold: Array                 # the position of the split each row was tested in
    predictions: Predictions

    @cached_property
    def n_folds(self) -> int:
        """How many splits there are predictions of."""
        return int(np.unique(self.fold).size)


@dataclass(frozen=True, slots=True, kw_only=True)
class Cost:
    """What one fit took, and how large the model became."""

    fit_seconds: float
    predict_seconds: float
    predicted: int                      # rows
    complexity: dict[str, float]


@dataclass(frozen=True, slots=True, eq=False)
class RowValues:
    """The rows tested in one split, and the metric's value of each."""

    rows: Array
    values: Array
