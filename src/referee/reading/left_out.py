"""Groups left out in turn: the score of one learner, or the difference of two, with and without each group."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from referee.errors import BadInput, NotComparable, Undefined
from referee.estimates.cross_validation.left_out_mean import LeftOut, left_out
from referee.estimates.resampling.row_subset import some_rows
from referee.kinds import Array
from referee.metrics import Metric, Predictions
from referee.metrics.tally import Tally
from referee.reading.pooling import Way, way_to_pool
from referee.reading.scores import ScoreTable


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class _Groups:
    """What one learner said of the groups, by the metric: each can be taken out of the score."""

    metric: Metric
    said: Predictions
    part: Array                     # the position of the group of each row, among those kept
    values: Array                   # of a mean, or of what is averaged over groups
    sizes: Array
    tallies: tuple[Tally, ...]

    def score(self, keep: Array) -> float:
        """Of the groups of a mask together, as groups are always put together (`pooling`)."""
        if self.tallies:
            chosen = [tally for tally, kept in zip(self.tallies, keep, strict=True) if kept]
            return sum(chosen[1:], start=chosen[0]).score
        if self.values.size:
            return float(np.average(self.values[keep], weights=self.sizes[keep]))
        return self.metric.score(some_rows(self.said, keep[self.part]))

    @property
    def shares(self) -> Array:
        """What part of the score each group is: of the rows, or of the comparisons within groups."""
        if not self.tallies:
            return np.asarray(self.sizes / self.sizes.sum())
        made = np.array([tally.made for tally in self.tallies])
        return np.asarray((made / np.maximum(made.sum(axis=0), 1e-300)).mean(axis=1))


def of_groups_left_out(table: ScoreTable, metric: Metric, a: str, b: str | None = None) -> LeftOut:
    """The score of a learner, or the difference of two on the groups that both have, and its variance."""
    names = [a] if b is None else [a, b]
    kept = _kept(table, metric, names)
    sides = [_groups(table, metric, name, kept) for name in names]
    everything = np.ones(kept.size, dtype=bool)
    value = _difference(sides, everything)
    without = np.full(kept.size, value)
    for g in np.flatnonzero(sides[0].shares):
        keep = everything.copy()
        keep[g] = False
        try:
            without[g] = _difference(sides, keep)
        except (Undefined, BadInput) as reason:
            part = table.plan.entries[kept[g]].label
            raise Undefined(f"without one of the groups (part {part}) there is no {metric.title}: {reason}") from reason
    return left_out(value, without, sides[0].shares)


def _difference(sides: list[_Groups], keep: Array) -> float:
    return sides[0].score(keep) - (sides[1].score(keep) if len(sides) > 1 else 0.0)


def _kept(table: ScoreTable, metric: Metric, names: list[str]) -> Array:
    """The parts, by their position, that all of these were tested on, and can be scored by where that is needed."""
    kept = np.ones(len(table.plan.entries), dtype=bool)
    for name in names:
        if name not in table.rows:
            raise NotComparable(f"{name} has no predictions: all its fits failed.")
        kept &= np.isin(np.arange(kept.size), table.rows[name].fold)
        if _by_parts(metric):
            kept &= table.scores[name, metric.name].kept
    if kept.sum() < 2:
        raise Undefined(f"fewer than two groups have a {metric.title}.")
    return np.flatnonzero(kept)


def _by_parts(metric: Metric) -> bool:
    """Whether the score is a mean of the parts' own scores."""
    way = way_to_pool(metric)
    return way is Way.MEAN or (way is Way.TALLY and metric.tally is None)


def _groups(table: ScoreTable, metric: Metric, name: str, kept: Array) -> _Groups:
    found = table.rows[name]
    inside = np.isin(found.fold, kept)
    said, part = some_rows(found.predictions, inside), np.searchsorted(kept, found.fold[inside])
    tallies: tuple[Tally, ...] = ()
    if way_to_pool(metric) is Way.TALLY and metric.tally is not None:
        tallies = tuple(metric.tally(some_rows(said, part == g)) for g in range(kept.size))
    values = table.scores[name, metric.name].values[kept] if _by_parts(metric) else np.empty(0)
    return _Groups(metric=metric, said=said, part=part, values=values, tallies=tallies,
                   sizes=np.bincount(part, weights=said.weight, minlength=kept.size))
