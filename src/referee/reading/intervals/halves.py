"""Complementary halves: the score of models trained on nearly all rows, and on half of them, with a jackknife interval.

Where passes of folds stand before the halves, the score is that of the passes, and its variance has the test part of
the folds and the training part of the halves; else it is the score over all halves.
"""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from referee.errors import Undefined
from referee.estimates._base import Interval
from referee.estimates.halves.floor import ends_by_rates
from referee.estimates.halves.jackknife import HalvesVariance
from referee.estimates.halves.scales import interval_on_scale, scale_for
from referee.estimates.means.no_spread import interval_without_spread
from referee.estimates.quantiles import t_reach
from referee.kinds import Estimand
from referee.reading.draft import Draft
from referee.reading.halves.rules import df_for, weight_for
from referee.reading.halves.training_shares import added_at_half
from referee.reading.halves.variances import at_full_size, floor_under, kept_halves, of_halves, rates_under
from referee.reading.pooling import Way
from referee.reading.scores import Scores, ScoreTable

METHOD = "halves jackknife"


def over_complementary_halves(table: ScoreTable, scores: Scores, level: float) -> Draft:
    """The score and its interval; what lies at half of the rows is told beside it."""
    try:
        halves = of_halves(table, scores.metric, scores.learner)
    except Undefined as reason:
        return _without(table, scores, str(reason).rstrip("."))
    if not table.full.get(scores.learner) or scores.value is None:
        return _at_half(table, scores, halves, level)
    n_train, half = (int(np.median(sizes)) for sizes in _sizes(table))
    value = scores.value
    made = Draft(value=value, estimand=Estimand.PROCEDURE, n_train=n_train, half=halves.value, n_half=half,
                 method=_told(table, scores))
    return _with_interval(made, table, scores, at_full_size(table, scores, halves), level)


def _at_half(table: ScoreTable, scores: Scores, halves: HalvesVariance, level: float) -> Draft:
    """The score over all halves, where there are no passes of folds."""
    kept = kept_halves(table, scores.learner)
    weight = weight_for(scores.metric, kept.halving, single=True)
    made = Draft(value=halves.value, estimand=Estimand.PROCEDURE, n_train=int(np.median(_sizes(table)[1])),
                 method=f"over {halves.repeats} repeats of two halves")
    variance = halves.total(weight) + added_at_half(kept, scores.metric, table.problem.n_rows)
    return _with_interval(made, table, scores, variance, level)


def _with_interval(made: Draft, table: ScoreTable, scores: Scores, variance: float, level: float) -> Draft:
    metric, halving = scores.metric, kept_halves(table, scores.learner).halving
    low, high = metric.bounds
    floor = floor_under(table, scores, full=made.half is not None)
    smoothed = floor.value if floor is not None and floor.variance > variance else None
    variance = variance if floor is None else max(variance, floor.variance)
    if variance <= 0:
        if low < made.value < high:
            return replace(made, reason="every test part gave exactly this value")
        cases = halving.smallest or table.problem.n_rows
        try:
            return replace(made, interval=interval_without_spread(made.value, cases, level=level, bounds=metric.bounds,
                                                                  what="scores"))
        except Undefined as reason:
            return replace(made, reason=str(reason).rstrip("."))
    of_rows = (metric.per_row or metric.weighted_rows) is not None and not metric.proportion
    found = interval_on_scale(made.value, variance, df=df_for(metric, halving), level=level, bounds=metric.bounds,
                              scale=scale_for(metric.bounds, metric.direction, of_rows=of_rows),
                              cases=table.problem.n_rows, smoothed=smoothed)
    return replace(made, interval=replace(_leaning(found, made, table, scores, variance), method=METHOD))


def _leaning(found: Interval, made: Draft, table: ScoreTable, scores: Scores, variance: float) -> Interval:
    """The interval, made longer on the side to which the hit rates of its classes lean, where these reach farther.

    Few hits have little spread, so that the score that came out low has the shorter interval.
    """
    rates = rates_under(table, scores, full=made.half is not None)
    if rates is None or table.problem.groups is not None:
        return found
    reach = t_reach(found.level, df_for(scores.metric, kept_halves(table, scores.learner).halving))
    down, up = ends_by_rates(rates, variance, reach)
    longer = (replace(found, high=max(found.high, made.value + up)) if up > down else
              replace(found, low=min(found.low, made.value - down)))
    return longer.within(scores.metric.bounds)


def _without(table: ScoreTable, scores: Scores, reason: str) -> Draft:
    """The number alone."""
    if scores.value is None:
        raise Undefined(scores.why)
    return Draft(value=scores.value, estimand=Estimand.PROCEDURE, reason=reason, method=_told(table, scores),
                 n_train=int(np.median(_sizes(table)[0])))


def _told(table: ScoreTable, scores: Scores) -> str:
    traits = table.plan.traits
    if not traits.full_passes:
        return f"over {traits.complementary_halves} repeats of two halves"
    times = "" if scores.passes.size == 1 else f", mean of {scores.passes.size} passes"
    if scores.pooled is not None and scores.pooled.way is Way.TALLY:
        return f"within each of {traits.full_parts} folds, weighted by {scores.pooled.unit}{times}"
    return f"over all rows in {traits.full_parts} folds{times}"


def _sizes(table: ScoreTable) -> tuple[np.ndarray, np.ndarray]:
    """Rows trained on, in the folds (in the halves, where there are no folds) and in the halves."""
    first = table.plan.traits.full_folds
    return table.n_train[: first or None], table.n_train[first:]
