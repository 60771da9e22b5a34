"""What was said in many test parts, checked and counted at once.

A small part costs its checks more than its score. So the parts are put one behind the other, what metrics read of all
rows is worked out once, and each part gets its own share of it: the very values it would have worked out itself.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from itertools import groupby
from math import isnan

import numpy as np

from referee.errors import BadInput, Undefined
from referee.kinds import Array, Needs
from referee.metrics._base import Metric
from referee.metrics.areas import areas_without, order_within
from referee.metrics.of_tables import of_many
from referee.metrics.past import joined_pasts
from referee.metrics.predictions import Predictions

BY_ROW = ("codes", "targets", "_labels", "_probabilities", "_values", "ordering", "true_class_probability")

KINDS = ("labels", "scores", "probabilities", "values", "quantiles", "weights", "costs")


@dataclass(eq=False)
class Parts:
    """Test parts of one learner, and all their rows as one; nothing is shared where something is wrong with one."""

    each: Sequence[Predictions]
    rows: dict[str, Array | None] = field(default_factory=dict)      # metric → values of all rows, if it has them
    orders: dict[int, Array] = field(default_factory=dict)           # class → see `areas`
    tables: Array | None = None                                      # confusion, part by part, where labels were said
    of_tables: dict[str, list[float] | None] = field(default_factory=dict)     # metric → scores of these, if it has any
    means: dict[str, list[float]] = field(default_factory=dict)      # metric → mean over the rows of each part

    @classmethod
    def of(cls, each: Sequence[Predictions], *, areas: bool = False) -> Parts:
        """The parts; with `areas` those under their ROC curves are worked out too."""
        made = cls(each)
        if len(each) > 1 and made.whole is not None and made.whole.weights is None:     # counts of rows are shared
            made._share(areas=areas)
        return made

    @cached_property
    def ends(self) -> Array:
        """Where each part ends among all rows."""
        return np.cumsum([part.n_rows for part in self.each])

    @cached_property
    def sizes(self) -> Array:
        """How many rows each part has."""
        return np.diff(self.ends, prepend=0)

    @cached_property
    def spans(self) -> list[tuple[int, int]]:
        """Where each part begins and ends among all rows."""
        return list(zip((self.ends - self.sizes).tolist(), self.ends.tolist(), strict=True))

    @cached_property
    def whole(self) -> Predictions | None:
        """All rows, without the priors, which are the parts' own; None where the parts are of different kinds."""
        kinds = {(p.n_classes, *(getattr(p, kind) is None for kind in KINDS)) for p in self.each}
        if len(kinds) != 1:
            return None
        try:
            return replace(self.each[0], truth=np.concatenate([p.truth for p in self.each]), prior=None,
                           labels=self._joined("labels"), scores=self._joined("scores"),
                           probabilities=self._joined("probabilities"), values=self._joined("values"),
                           quantiles=self._joined("quantiles"),
                           weights=self._joined("weights"), costs=self._joined("costs"),
                           past=joined_pasts([p.past for p in self.each]))
        except ValueError:              # of different shapes
            return None

    def _joined(self, kind: str) -> Array | None:
        arrays = [getattr(part, kind) for part in self.each]
        return None if arrays[0] is None else np.concatenate(arrays)

    def score(self, metric: Metric, i: int) -> float:
        """The metric's score of a part; one of labels was worked out for all."""
        if self.tables is not None:
            if metric.name not in self.of_tables:
                found = of_many(metric.score, self.tables)
                self.of_tables[metric.name] = None if found is None else found.tolist()
            known = self.of_tables[metric.name]
            if known is not None and not isnan(known[i]):
                return known[i]
        return metric.score(self.each[i])

    def values(self, metric: Metric, i: int) -> Array:
        """The metric's value of each row of a part."""
        assert metric.per_row is not None
        if metric.name not in self.rows:
            self.rows[metric.name] = self._values(metric)
        found = self.rows[metric.name]
        if found is None:
            return np.asarray(metric.per_row(self.each[i]), dtype=float)
        return found[slice(*self.spans[i])]

    def mean(self, metric: Metric, i: int) -> float:
        """The mean of the metric's values of the rows of a part."""
        values = self.values(metric, i)
        if (found := self.rows[metric.name]) is None:
            return float(values.mean())
        if metric.name not in self.means:
            self.means[metric.name] = [mean for part in self._of_one_size(found) for mean in part.mean(axis=1).tolist()]
        return self.means[metric.name][i]

    def _of_one_size(self, rows: Array) -> Iterator[Array]:
        """Values of all rows, as many parts at once as have the same size and stand side by side: (parts, size)."""
        begin = 0
        for size, parts in groupby(self.sizes.tolist()):
            many = sum(1 for _ in parts)
            end = begin + size * many
            yield rows[begin:end].reshape(many, size)
            begin = end

    def _values(self, metric: Metric) -> Array | None:
        """Of all rows; a function of the user's own may look at a whole part, and is shown parts."""
        if len(self.each) == 1 or metric.source is not None or metric.per_row is None or self.whole is None:
            return None
        try:
            return np.asarray(metric.per_row(self.whole), dtype=float)
        except (Undefined, BadInput):
            return None

    def areas(self, whole: Predictions, c: int, unit: Array | None = None, n_units: int = 0) -> tuple[Array, Array]:
        """The areas under the parts' ROC curves of one class against the rest, see `areas_without`; sorted once."""
        scores = whole.said(Needs.SCORES) if whole.k == 2 else whole.said(Needs.SCORES)[:, c]
        if c not in self.orders:
            self.orders[c] = order_within(scores, self.sizes)
        return areas_without(scores, whole.codes == c, unit, n_units, sizes=self.sizes, order=self.orders[c])

    def _share(self, *, areas: bool) -> None:
        """Hand each part what was worked out for all."""
        whole = self.whole
        assert whole is not None
        for name in BY_ROW:
            try:
                found = getattr(whole, name)
            except (Undefined, BadInput):
                continue
            if found is not None:
                self._hand_out(name, [found[begin:end] for begin, end in self.spans])
        if "_probabilities" in vars(self.each[0]):
            columns = whole.columns
            self._hand_out("columns", [columns[:, begin:end] for begin, end in self.spans])
        if "codes" in vars(self.each[0]):
            self._count(whole, whole.k)
            if areas:
                self._share_areas(whole, whole.k)

    def _count(self, whole: Predictions, k: int) -> None:
        part = np.repeat(np.arange(len(self.each)), self.sizes)
        counts = np.bincount(part * k + whole.codes, minlength=len(self.each) * k).reshape(-1, k).astype(float)
        self._hand_out("class_counts", list(counts))
        if "_labels" in vars(self.each[0]):
            cells = (part * k + whole.codes) * k + whole.said(Needs.LABELS)
            tables = np.bincount(cells, minlength=len(self.each) * k * k).reshape(-1, k, k).astype(float)
            self.tables = tables
            self._hand_out("confusion", list(tables))

    def _share_areas(self, whole: Predictions, k: int) -> None:
        """The areas under the ROC curves, of the parts that have rows in a class and others."""
        if "ordering" not in vars(self.each[0]):
            return
        for c in [1] if k == 2 else range(k):
            hits = np.array([part.class_counts[c] for part in self.each])
            both = (hits > 0) & (hits < self.sizes)
            for i, area in zip(np.flatnonzero(both).tolist(), self._areas_of(whole, c, both).tolist(), strict=True):
                self.each[i].areas[c] = area

    def _areas_of(self, whole: Predictions, c: int, some: Array) -> Array:
        """The areas of some of the parts (bool, one for each)."""
        if some.all():
            return self.areas(whole, c)[0]
        if not some.any():
            return np.empty(0)
        rows = np.repeat(some, self.sizes)
        scores = whole.said(Needs.SCORES) if whole.k == 2 else whole.said(Needs.SCORES)[:, c]
        return areas_without(scores[rows], (whole.codes == c)[rows], sizes=self.sizes[some])[0]

    def _hand_out(self, name: str, shares: Sequence[Array]) -> None:
        for part, share in zip(self.each, shares, strict=True):
            vars(part)[name] = share
