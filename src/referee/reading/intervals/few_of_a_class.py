"""Scores of labels (balanced accuracy, MCC, F1) on one test set with few rows of a class.

Where all five rows of a class were told right, every resample tells them right too: a bootstrap sees no spread there.
Measured coverage of 0.95 with 5 or 10 positives: balanced accuracy 0.53 to 0.91, MCC 0.74 to 0.97, F1 0.91 to 0.99.
So below 20 rows of a class the interval is Student's on the logit scale, with the variance of the resamples or, where
it is larger, that of hit rates smoothed towards ½ (`estimates.halves.floor`), and twice the rows of that class less
one as degrees of freedom: 0.936 to 1.00 (5 of 60, 10 of 100, 15 of 150; hit rates 0.3 to 0.97; 250 samples each).
"""

from __future__ import annotations

import math

import numpy as np

from referee.estimates._base import Interval
from referee.estimates.halves.floor import binomial_floor
from referee.estimates.halves.scales import Scale, interval_on_scale
from referee.estimates.resampling.metric_statistic import of_the_table
from referee.estimates.resampling.replicates import Replicates
from referee.metrics import Metric, Predictions
from referee.reading.ways import FEW_FOR_BCA

METHOD = "logit scale, for few rows of a class"
LEAST_DF = 4


def few_of_a_class(metric: Metric, predictions: Predictions, made: Replicates) -> bool:
    """Whether a bounded score of labels rests on so few rows of a class that resamples of them are no guide."""
    return (of_the_table(metric, predictions) and made.cases < FEW_FOR_BCA and not made.without_spread
            and all(math.isfinite(end) for end in metric.bounds))


def of_few_of_a_class(metric: Metric, predictions: Predictions, made: Replicates, level: float) -> Interval:
    """The interval on the logit scale, from the spread of the resamples or the least that so few rows allow."""
    rows = np.bincount(predictions.codes, minlength=predictions.k)
    floor = binomial_floor(metric, np.asarray(predictions.confusion, dtype=float), rows, predictions.classes)
    variance = made.standard_error**2
    below = floor is not None and floor.variance > variance
    found = interval_on_scale(
        made.observed, floor.variance if floor is not None and below else variance, level=level, scale=Scale.LOGIT,
        df=max(LEAST_DF, min(predictions.n_rows - 1, 2 * made.cases - 1)), bounds=metric.bounds,
        cases=predictions.n_rows, smoothed=floor.value if floor is not None and below else None)
    return Interval(found.low, found.high, level=level, method=METHOD)
