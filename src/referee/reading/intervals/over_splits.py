"""Several splits: the mean over their test parts, with an interval that allows for training sets that overlap."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from referee.errors import Undefined
from referee.estimates._base import Interval
from referee.kinds import Array, Estimand
from referee.reading.draft import Made
from referee.reading.scores import Scores, ScoreTable

FEW_SAMPLES = 50


def over_splits(table: ScoreTable, scores: Scores, level: float) -> Made:
    """Random splits and (repeated) folds: the corrected resampled t (Nadeau and Bengio 2003)."""
    from referee.estimates.cross_validation.corrected_t import corrected_t_interval

    kept = scores.values[scores.kept]
    bare = Made(value=float(kept.mean()), estimand=Estimand.PROCEDURE, method=f"mean over {kept.size} test parts")
    low, high = scores.metric.bounds
    if kept.size > 1 and np.ptp(kept) == 0 and low < kept[0] < high:     # a baseline that cannot vary
        return replace(bare, reason="every test part gave exactly this value")
    try:
        interval = corrected_t_interval(
            kept, n_train=float(table.n_untested[scores.kept].mean()), n_test=float(table.n_test[scores.kept].mean()),
            level=level, bounds=scores.metric.bounds,
        ).interval
    except Undefined as reason:
        return replace(bare, reason=str(reason).rstrip("."))
    return replace(bare, interval=interval)


def over_all_sets(scores: Scores) -> Made:
    """Complete cross-validation: the mean over every test set; what it varies by is not in the sets, which overlap."""
    kept = scores.values[scores.kept]
    return Made(value=float(kept.mean()), estimand=Estimand.PROCEDURE, method=f"mean over all {kept.size} test sets",
                reason="the test sets overlap, and no interval is justified for that; use kfold or nested for one")


def over_samples(scores: Scores, level: float) -> Made:
    """Bootstrap samples tested on the rows not drawn: the mean, and the middle part of the samples' scores.

    Measured coverage of 0.95 with 100 samples at n = 100: 0.90 to 1.00; the standard error of Efron and Tibshirani
    gives 1.00 at up to one and a half times the width, which is why it is not the choice here.
    """
    kept: Array = scores.values[scores.kept]
    low, high = np.quantile(kept, [(1 - level) / 2, (1 + level) / 2])
    enough = kept.size >= FEW_SAMPLES and low < high
    interval = Interval(float(low), float(high), level=level, method="percentiles over bootstrap samples")
    return Made(value=float(kept.mean()), method=f"mean over {kept.size} bootstrap samples",
                estimand=Estimand.PROCEDURE, interval=interval if enough else None,
                reason="" if enough else f"fewer than {FEW_SAMPLES} different samples")
