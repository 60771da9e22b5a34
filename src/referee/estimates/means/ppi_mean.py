"""A mean from few true labels and many scores of a judge (prediction-powered inference).

Angelopoulos, A. N., Bates, S., Fannjiang, C., Jordan, M. I. and Zrnic, T. (2023). Prediction-powered inference.
Science 382, 669-674. Estimate = mean judge score on the unlabelled + mean (truth − judge) on the labelled.

Valid whatever the judge is worth, if the labelled rows are a random part of all; narrower than the labels alone
only where the judge is good. The labelled and the unlabelled rows must be different rows.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

from referee.errors import BadInput, Undefined
from referee.estimates.quantiles import Bounds, around, normal_reach, numbers
from referee.estimates.result import Measured
from referee.given import door
from referee.kinds import Array, Estimand


@dataclass(frozen=True, slots=True, kw_only=True)
class PredictionPowered(Measured):
    """The prediction-powered mean, and what the labels alone would have given."""

    labels_only: float
    labels_only_error: float


@door(paired=False)
def ppi_mean(truth: Array, judge: Array, judge_unlabelled: Array, *, level: float = 0.95,
             bounds: Bounds | None = None) -> PredictionPowered:
    """The mean truth of all rows, from labelled rows (truth and judge) and unlabelled ones (judge only).

    >>> print(ppi_mean([1, 0, 1, 1], [0.9, 0.2, 0.7, 0.6], [0.8, 0.3, 0.6, 0.9, 0.2, 0.7], bounds=(0, 1)))
    0.733, 95% interval 0.391 to 1.000 (prediction-powered), for the fitted model at hand.
    """
    truth, judge, others = numbers(truth, "truth"), numbers(judge, "judge"), numbers(judge_unlabelled, "judge scores")
    if truth.size != judge.size:
        raise BadInput(f"{truth.size} labels but {judge.size} judge scores of the labelled rows; give one a row.")
    n, N = truth.size, others.size
    if min(n, N) < 2:
        raise Undefined(f"{n} labelled and {N} unlabelled rows: each part needs two.")
    gap = truth - judge
    error = math.sqrt(float(gap.var(ddof=1)) / n + float(others.var(ddof=1)) / N)
    if error == 0:
        raise Undefined("neither the judge nor its errors vary, so there is no spread to make an interval from.")
    value = float(others.mean() + gap.mean())
    value = value if bounds is None else min(max(value, bounds[0]), bounds[1])
    interval = around(value, normal_reach(level) * error, level=level, method="prediction-powered", bounds=bounds)
    return PredictionPowered(value=value, interval=interval, standard_error=error, df=math.inf,
                             estimand=Estimand.MODEL, labels_only=float(truth.mean()),
                             labels_only_error=float(truth.std(ddof=1)) / math.sqrt(n))
