"""What several models said of the same test rows, scored pass by pass, as far as possible all models in one step.

A mean over rows is computed for all models at once, the area under the ROC curve of two classes by comparing all pairs;
other metrics model by model. How the parts of a pass become one score is told in `pooling`.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property
from itertools import groupby
from typing import Any

import numpy as np

from referee.data.problem import Problem
from referee.errors import BadInput, Undefined
from referee.kinds import Array, Needs
from referee.metrics import Metric, Predictions
from referee.metrics.tally import Tally
from referee.reading.pooling import Way, no_common_scale, way_to_pool

PAIRS_AT_ONCE = 4_000_000


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Piece:
    """Rows that one model of each kind predicted, and the pass they are of; −1: they are no test by themselves."""

    number: int
    rows: Array
    prior: Array | None = None
    alone: bool = False              # leave-one-out: every row by another model


@dataclass(frozen=True, slots=True)
class _Span:
    """A run of rows in what was said."""

    piece: Piece
    where: slice


@dataclass(kw_only=True, eq=False)
class Stack:
    """What each model said, split after split."""

    problem: Problem
    pieces: list[Piece]
    said: list[dict[str, Array]]

    @cached_property
    def passes(self) -> list[list[_Span]]:
        """The parts of each pass."""
        ends = np.cumsum([piece.rows.size for piece in self.pieces])
        spans = [_Span(piece, slice(int(end) - piece.rows.size, int(end)))
                 for piece, end in zip(self.pieces, ends, strict=True)]
        by_pass = groupby(spans, key=lambda span: span.piece.number)
        return [list(parts) for number, parts in by_pass if number >= 0]

    @cached_property
    def joined(self) -> dict[str, Array]:
        """What all models said, (models, rows, …), as far as all of them said it."""
        kinds = [name for name in self.said[0] if all(name in said for said in self.said)]
        return {name: np.stack([said[name] for said in self.said]) for name in kinds}

    def scores(self, metric: Metric) -> list[float | str]:
        """A score for each model, or why it has none."""
        way = way_to_pool(metric)
        if way is Way.TALLY and any(piece.alone for piece in self.pieces):
            return [no_common_scale(metric)] * len(self.said)
        try:
            known = self._all_at_once(metric)
        except (Undefined, BadInput):
            known = None                                  # of some model; which one is seen below
        if known is not None:
            return list(known)
        score = self._by_parts if way in {Way.TALLY, Way.MEAN} else self._by_passes
        return [_told(score, metric, i) for i in range(len(self.said))]

    def _all_at_once(self, metric: Metric) -> list[float] | None:
        """Means over rows and areas of two classes, which add up over parts."""
        if metric.per_row is not None:
            add: Callable[[Metric, _Span], tuple[Array, float] | None] = self._row_sums
        elif metric.area and len(self.problem.classes) == 2:
            add = self._areas
        else:
            return None
        values, cells = [], []
        for parts in self.passes:
            found = [add(metric, part) for part in parts]
            if any(one is None for one in found):
                return None
            won, made = (sum(one[i] for one in found if one is not None) for i in range(2))
            if not made:
                return None
            values.append([metric.outer(float(value)) for value in np.asarray(won) / made])
            cells.append(sum(part.piece.rows.size for part in parts))
        return [float(value) for value in np.average(values, axis=0, weights=cells)] if values else None

    def _row_sums(self, metric: Metric, part: _Span) -> tuple[Array, float]:
        """The sum of the rows' values of each model, and how many rows there are."""
        assert metric.per_row is not None
        rows = np.asarray(metric.per_row(self._together(metric.needs, part)), dtype=float)
        return rows.reshape(len(self.said), part.piece.rows.size).sum(axis=1), float(part.piece.rows.size)

    def _areas(self, _metric: Metric, part: _Span) -> tuple[Array, float] | None:
        """Pairs won by each model, and half of those tied, and how many there are; None where they are too many."""
        truth = self.problem.y[part.piece.rows]
        hits, misses = np.flatnonzero(truth == 1), np.flatnonzero(truth == 0)
        pairs = hits.size * misses.size
        if pairs * len(self.said) > PAIRS_AT_ONCE:
            return None
        ordering = self._together(Needs.SCORES, part).ordering
        if ordering is None:
            return None
        scores = ordering.reshape(len(self.said), -1)
        won, lost = scores[:, hits, None], scores[:, None, misses]
        return ((won > lost).sum(axis=(1, 2)) + (won >= lost).sum(axis=(1, 2))) / 2, float(pairs)

    def _together(self, needs: Needs, part: _Span) -> Predictions:
        """Everything of the kind that all models said, one model after the other."""
        said = {name: array[:, part.where].reshape(-1, *array.shape[2:]) for name, array in self.joined.items()
                if (name == "labels") == (needs is Needs.LABELS)}
        return self._predictions(said, [part], times=len(self.said))

    def _by_parts(self, metric: Metric, model: int) -> float:
        """What adds up over the parts of a pass; over all passes where one has no score by itself."""
        tallies: list[Tally] = []
        cells: list[int] = []
        reasons: list[str] = []
        for parts in self.passes:
            found = [one for part in parts if (one := self._tally(metric, model, part, reasons)) is not None]
            if found:
                tallies.append(_sum(found))
                cells.append(sum(part.piece.rows.size for part in parts))
        if not tallies:
            raise Undefined(reasons[0])
        try:
            return float(np.average([tally.score for tally in tallies], weights=cells))
        except Undefined:
            return _sum(tallies).score

    def _tally(self, metric: Metric, model: int, part: _Span, reasons: list[str]) -> Tally | None:
        try:
            said = self._of(model, [part])
            if metric.tally is not None:
                return metric.tally(said)
            rows = np.array([float(part.piece.rows.size)])
            return Tally(won=metric.score(said) * rows, made=rows, unit="rows")
        except (Undefined, BadInput) as reason:
            reasons.append(str(reason))
            return None

    def _by_passes(self, metric: Metric, model: int) -> float:
        """The mean of the scores of whole passes; of all of them as one where some pass has no score by itself."""
        values, cells, reason = [], [], ""
        for parts in self.passes:
            try:
                values.append(metric.score(self._of(model, parts)))
                cells.append(sum(part.piece.rows.size for part in parts))
            except (Undefined, BadInput) as error:
                reason = reason or str(error)
        if len(values) == len(self.passes) or (values and way_to_pool(metric) is Way.JOINED):
            return float(np.average(values, weights=cells))
        if len(self.passes) < 2 or way_to_pool(metric) is Way.JOINED:
            raise Undefined(reason)
        return metric.score(self._of(model, [part for parts in self.passes for part in parts]))

    def _of(self, model: int, parts: list[_Span]) -> Predictions:
        """What one model said of some parts."""
        said = {name: np.concatenate([array[part.where] for part in parts]) for name, array in self.said[model].items()}
        return self._predictions(said, parts)

    def _predictions(self, said: dict[str, Array], parts: list[_Span], *, times: int = 1) -> Predictions:
        """Next to the truth, which is the same for all models."""
        truth = np.concatenate([self.problem.y[part.piece.rows] for part in parts] * times)
        priors = [part.piece.prior for part in parts]
        prior: Any = None
        if all(known is not None for known in priors):
            prior = np.average(np.array(priors), axis=0, weights=[part.piece.rows.size for part in parts])
        return Predictions(truth=truth, **said, n_classes=len(self.problem.classes) or None, prior=prior,
                           classes=self.problem.classes, past=None)


def _sum(tallies: list[Tally]) -> Tally:
    total = tallies[0]
    for tally in tallies[1:]:
        total = total + tally
    return total


def _told(score: Callable[[Metric, int], float], metric: Metric, model: int) -> float | str:
    try:
        return score(metric, model)
    except (Undefined, BadInput) as reason:
        return str(reason)
