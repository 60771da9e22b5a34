"""How much of the spread of a score comes from the sample, the split and the seed.

Reich, Y. and Barai, S. V. (1999), eqs. 4-5: the variance of an error estimate has sources D (the sample), T (the split)
and P (architecture, parameters, initial weights: the seed). Searle, S. R., Casella, G. and McCulloch, C. E. (1992).
Variance Components, chapter 3: balanced nested random-effects analysis of variance, by the method of moments.

Splits lie within samples and seeds within splits. A component whose estimate falls below 0 is reported as 0 and named;
a source that was not varied has no estimate, and what it does hides in the others.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from referee.errors import BadInput, Undefined
from referee.given import door
from referee.kinds import Array


@dataclass(frozen=True, slots=True, kw_only=True)
class VarianceComponents:
    """Variances by source, outermost first; the variance of one score is their sum."""

    sources: tuple[str, ...]
    variances: tuple[float, ...]
    mean_squares: tuple[float, ...]
    below_zero: tuple[str, ...]         # sources whose estimate was negative and is given as 0
    levels: tuple[int, ...]             # how many samples, splits within each, seeds within each

    def __getitem__(self, source: str) -> float:
        return dict(zip(self.sources, self.variances, strict=True))[source]

    @property
    def shares(self) -> tuple[float, ...]:
        """Each source's share of the variance of one score."""
        total = sum(self.variances)
        if total == 0:
            raise Undefined("all scores are equal; there is no variance to share out.")
        return tuple(v / total for v in self.variances)

    def variance_of_mean(self, levels: Sequence[int] | None = None) -> float:
        """The variance of the mean over so many samples, splits within each, seeds within each."""
        sizes = np.cumprod(self.levels if levels is None else levels)
        return float(sum(v / size for v, size in zip(self.variances, sizes, strict=True)))


@door
def variance_components(scores: Array, sources: Sequence[str] = ("sample", "split", "seed")) -> VarianceComponents:
    """From a full table of scores whose axes are the sources, each within the one before.

    >>> found = variance_components([[1.0, 1.2], [2.0, 2.2], [3.0, 3.2]], sources=("sample", "seed"))
    >>> found["sample"], found["seed"]
    (0.99, 0.02)
    """
    table = np.asarray(scores, dtype=float)
    if table.ndim != len(sources) or not np.isfinite(table).all():
        raise BadInput(f"scores {table.shape} must be a full table with one axis for each of {', '.join(sources)}.")
    if min(table.shape, default=0) < 2:
        fixed = [name for name, size in zip(sources, table.shape, strict=True) if size < 2]
        raise Undefined(f"{' and '.join(fixed)} was not varied, so its share of the variance cannot be seen.")
    squares = []
    for axis in range(table.ndim):
        inner = tuple(range(axis + 1, table.ndim))
        means, outer = table.mean(axis=inner), table.mean(axis=(axis, *inner), keepdims=False)
        deviations = means - np.expand_dims(outer, axis)
        df = np.prod(table.shape[:axis]) * (table.shape[axis] - 1)
        squares.append(float((deviations**2).sum() * np.prod(table.shape[axis + 1:]) / df))
    raw = [(squares[i] - (squares[i + 1] if i + 1 < table.ndim else 0.0)) / np.prod(table.shape[i + 1:])
           for i in range(table.ndim)]
    return VarianceComponents(
        sources=tuple(sources), variances=tuple(max(0.0, float(v)) for v in raw), mean_squares=tuple(squares),
        below_zero=tuple(name for name, v in zip(sources, raw, strict=True) if v < 0), levels=table.shape)
