"""Several splits: the score of what they said together, with an interval that allows for training sets that overlap."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from referee.designs.traits import Training, Traits
from referee.errors import Undefined
from referee.estimates._base import Interval
from referee.kinds import Array, Estimand
from referee.reading.draft import Draft
from referee.reading.pooling import Way
from referee.reading.scores import Scores, ScoreTable

FEW_SAMPLES = 50


def score_over_parts(table: ScoreTable, scores: Scores) -> Draft:
    """The score of whole passes, or of all tested cells, without an interval."""
    if scores.value is None:
        raise Undefined(scores.why)
    return Draft(value=scores.value, estimand=Estimand.PROCEDURE, method=_made(table.plan.traits, scores))


def _made(traits: Traits, scores: Scores) -> str:
    """How the number was made, and so what it is an estimate of."""
    pooled = scores.pooled
    count = scores.counted
    what = (f"all {count} test sets" if traits.every_set
            else f"{count} bootstrap samples" if traits.training is Training.DRAWN else f"{count} test parts")
    if pooled is None or pooled.way is Way.MEAN:
        return f"mean over {what}"
    if pooled.way is Way.TALLY:
        return f"within {what}, weighted by {pooled.unit}"
    if not traits.in_passes:
        return f"pooled over {what}"
    if traits.passes == 1 or pooled.undefined:
        return f"pooled over {what}"
    return f"pooled over each of {traits.passes} passes, then averaged"


def over_splits(table: ScoreTable, scores: Scores, level: float) -> Draft:
    """Random splits and (repeated) folds: the corrected resampled t (Nadeau and Bengio 2003).

    Of nested cross-validation the outer folds are read, which are a (repeated) k-fold by themselves. Where the score is
    that of pooled predictions its spread is still that of the parts, and the interval lies around the score.
    """
    from referee.estimates.cross_validation.corrected_t import corrected_t_interval

    outer = table.plan.outer_folds
    scores = replace(scores, kept=scores.kept & outer)
    bare = replace(score_over_parts(table, scores), n_train=int(np.median(table.n_train[outer])))
    kept = scores.values[scores.kept]
    low, high = scores.metric.bounds
    if kept.size < 2 <= outer.sum():
        return replace(bare, reason="fewer than two test parts have a score of their own")
    if kept.size > 1 and np.ptp(kept) == 0 and low < kept[0] < high:     # a baseline that cannot vary
        return replace(bare, reason="every test part gave exactly this value")
    try:
        interval = corrected_t_interval(
            kept, n_train=float(table.n_untested[scores.kept].mean()), n_test=float(table.n_test[scores.kept].mean()),
            level=level, bounds=scores.metric.bounds, centre=bare.value,
        ).interval
    except Undefined as reason:
        return replace(bare, reason=str(reason).rstrip("."))
    return replace(bare, interval=_around(scores, interval))


def _around(scores: Scores, interval: Interval) -> Interval:
    """Say so where the spread is that of parts and the middle is not."""
    if scores.pooled is None or scores.pooled.way is Way.MEAN:
        return interval
    return replace(interval, method=f"{interval.method} (centred on this score)")


def over_samples(table: ScoreTable, scores: Scores, level: float) -> Draft:
    """Bootstrap samples tested on the rows not drawn: the mean, and the middle part of the samples' scores.

    Measured coverage of 0.95 with 100 samples at n = 100: 0.90 to 1.00; the standard error of Efron and Tibshirani
    gives 1.00 at up to one and a half times the width, which is why it is not the choice here.
    """
    bare = score_over_parts(table, scores)
    interval, reason = middle_part(scores.centred[scores.kept], level)
    return replace(bare, interval=interval.within(scores.metric.bounds) if interval else None, reason=reason)


def middle_part(values: Array, level: float) -> tuple[Interval | None, str]:
    """The percentiles of samples' scores; none, and why, where samples are too few or too alike."""
    few = f"fewer than {FEW_SAMPLES} different samples"
    if values.size < FEW_SAMPLES:
        return None, few
    low, high = np.quantile(values, [(1 - level) / 2, (1 + level) / 2])
    if not low < high:
        return None, few
    return Interval(float(low), float(high), level=level, method="percentiles over bootstrap samples"), ""
