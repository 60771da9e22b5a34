"""The variances of scores and differences over the halves of a plan, and of scores at nearly all rows."""

from __future__ import annotations

import numpy as np

from referee.errors import Undefined
from referee.estimates.halves.floor import Floor, Rates, binomial_floor, rates_of
from referee.estimates.halves.full_size import full_size_variance, variance_of_delete_one, variance_of_rows
from referee.estimates.halves.jackknife import HalvesVariance, halves_variance
from referee.estimates.resampling.linearised import linearised, slopes_of_table
from referee.estimates.resampling.row_subset import some_rows
from referee.kinds import Array, Needs
from referee.metrics import Metric
from referee.reading.halves.kept import KeptHalves, of_the_table
from referee.reading.halves.rules import check_units, depends_on_class
from referee.reading.halves.training_shares import moves_with_shares, of_training_shares
from referee.reading.scores import Pass, Scores, ScoreTable


def of_halves(table: ScoreTable, metric: Metric, a: str, b: str | None = None) -> HalvesVariance:
    """The variance of one learner's score, or of the difference of two, over the halves that both have."""
    ours, theirs = kept_halves(table, a), None if b is None else kept_halves(table, b)
    check_units(metric, ours.halving)
    kept = ours.kept[metric.name] if theirs is None else ours.kept[metric.name] & theirs.kept[metric.name]
    whole = kept[0::2] & kept[1::2]
    return halves_variance(ours.cells(metric, whole, theirs))


def kept_halves(table: ScoreTable, learner: str) -> KeptHalves:
    """What is kept of a learner's fits on the halves."""
    if learner not in table.halves:
        raise Undefined(f"nothing is recorded of {learner} on the halves.")
    return table.halves[learner]


def at_full_size(table: ScoreTable, scores: Scores, halves: HalvesVariance) -> float:
    """V_full: the variance of the score over the passes of folds."""
    passes, metric = table.full[scores.learner], scores.metric
    if not halves.total(1.0) and not np.ptp(scores.passes):          # a constant: its law has no spread at all
        return 0.0
    return full_size_variance(_of_tested_rows(table, scores.learner, metric, passes), scores.passes, halves)


def _of_tested_rows(table: ScoreTable, learner: str, metric: Metric, passes: tuple[Pass, ...]) -> float:
    groups, n = table.problem.groups, table.problem.n_rows
    if not _has_row_values(metric):
        return float(np.mean([_delete_one(table, learner, metric, found) for found in passes]))
    total, times = np.zeros(n), np.zeros(n)
    moving = moves_with_shares(metric) and kept_halves(table, learner).halving.holds_shares
    trained = []
    for found in passes:
        rows, values = _row_values(table, learner, metric, found)
        total[rows] += values
        times[rows] += 1
        if moving:
            by_row = np.zeros(n)
            by_row[rows] = values
            trained.append(of_training_shares(metric, found.predictions, by_row[found.row]))
    some = times > 0
    within = table.problem.y[some] if metric.area and groups is None else None
    pieces = None if groups is None else groups[some]
    mean = total[some] / times[some]
    variance = variance_of_rows(mean, classes=within, groups=pieces)
    if not moving:
        return variance
    return max(variance, variance_of_rows(mean + np.mean(trained, axis=0)[table.problem.y[some]], groups=pieces))


def _has_row_values(metric: Metric) -> bool:
    return metric.per_row is not None or metric.moments is not None or metric.area or of_the_table(metric)


def _row_values(table: ScoreTable, learner: str, metric: Metric, found: Pass) -> tuple[Array, Array]:
    """The rows of a pass, and what each adds to its score, to first order."""
    said = found.predictions
    if metric.per_row is not None:
        kept = table.values[learner, metric.name]
        folds = [kept[table.plan.entries[where].label] for where in np.unique(found.fold)]
        values = np.concatenate([fold.values for fold in folds])
        return np.concatenate([fold.rows for fold in folds]), values * metric.at_mean(float(values.mean()))[1]
    if of_the_table(metric):
        k = said.k
        cells = said.codes * k + said.said(Needs.LABELS)
        value, slopes = slopes_of_table(metric, np.bincount(cells, minlength=k * k).astype(float), k, said.classes)
        return found.row, (value + slopes)[cells]
    return found.row, linearised(metric, said)


def _delete_one(table: ScoreTable, learner: str, metric: Metric, found: Pass) -> float:
    """By scoring the pass again without each unit, for whatever has no values of rows."""
    unit = table.halves[learner].halving.unit_of[found.row]
    return variance_of_delete_one(np.array([metric.score(some_rows(found.predictions, unit != u))
                                            for u in np.unique(unit)]))


def floor_under(table: ScoreTable, scores: Scores, *, full: bool) -> Floor | None:
    """The least variance that so few rows of a class allow a score of labels; None for other scores."""
    said = _said(table, scores, full=full)
    return None if said is None else binomial_floor(scores.metric, said, _rows(table), table.problem.classes)


def rates_under(table: ScoreTable, scores: Scores, *, full: bool) -> Rates | None:
    """The hit rates of a score of labels that is carried by the rarest class; None for other scores."""
    said = _said(table, scores, full=full) if depends_on_class(scores.metric) else None
    return None if said is None else rates_of(scores.metric, said, _rows(table), table.problem.classes)


def _said(table: ScoreTable, scores: Scores, *, full: bool) -> Array | None:
    """How often which label was said of which class; None for what is more than a count of labels."""
    metric, kept = scores.metric, kept_halves(table, scores.learner)
    if metric.needs is not Needs.LABELS or not metric.counts_only or metric.weighted:
        return None
    if not full:
        return kept.confusion(kept.kept[metric.name])
    return np.asarray(np.sum([found.predictions.confusion for found in table.full[scores.learner]], axis=0))


def _rows(table: ScoreTable) -> Array:
    return np.bincount(table.problem.y, minlength=len(table.problem.classes))
