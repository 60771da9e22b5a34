"""Two models by several targets or metrics on the same cases: Hotelling's T² over all, then each with Holm.

Reich, Y. and Barai, S. V. (1999), section 5.2 and figure 7 (RB-34): tests of single outputs can all miss what they
show together, and several of them raise false alarms. T² comes first; the single outputs are corrected among
themselves. The cases must be independent and predicted once: rows of a test set, never splits.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

import numpy as np

from referee.comparisons._base import Comparison, p_text
from referee.comparisons._input import choice, matrix
from referee.comparisons.many_models.hotelling import hotelling
from referee.comparisons.many_models.omnibus import Omnibus
from referee.comparisons.multiplicity.adjust import adjust
from referee.comparisons.two_models.paired_t import paired_t
from referee.errors import BadInput
from referee.given import door
from referee.kinds import Array, frozen_array

if TYPE_CHECKING:
    from referee.estimates.means.hotelling_region import JointRegion

LOSSES = {"squared": np.square, "absolute": np.abs}


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Targets:
    """Whether two models differ by any target or metric, and by which."""

    together: Omnibus                       # Hotelling's T² on the vectors of differences
    each: tuple[Comparison, ...]            # value of A minus value of B, by target or metric
    p_adjusted: tuple[float, ...]
    differences: Array                      # a row per case, a column per target or metric
    level: float = 0.95
    kind: str = "targets"                   # what the columns are
    a: str = "A"
    b: str = "B"

    @property
    def names(self) -> tuple[str, ...]:
        """The targets or metrics."""
        return tuple(comparison.metric for comparison in self.each)

    def region(self, one: int = 0, other: int = 1) -> JointRegion:
        """Where the mean differences by two of them lie together; Undefined where one decides the other."""
        from referee.estimates.means.hotelling_region import hotelling_region

        return hotelling_region(self.differences[:, [one, other]], level=self.level)

    def __str__(self) -> str:
        parts = ", ".join(f"{c.metric} {p_text(p)}" for c, p in zip(self.each, self.p_adjusted, strict=True))
        return f"All {self.kind} together: {p_text(self.together.p)}; each, adjusted: {parts}."


@door
def compare_targets(truth: Any, a: Any, b: Any, *, loss: str = "squared", names: Sequence[str] = (),
                    level: float = 0.95) -> Targets:
    """Compare predictions `a` and `b` of the same cases; rows are cases, columns are targets.

    Differences are losses of A minus losses of B: below 0 A is better.

    >>> truth = np.array([[1, 2], [2, 1], [3, 4], [4, 3], [5, 6], [6, 5]], float)
    >>> a, b = truth + [[.1, .5]], truth + np.array([[1, .5], [.8, .4], [1.2, .6], [.9, .5], [1, .6], [1.1, .4]])
    >>> print(compare_targets(truth, a, b, names=["x", "y"]))
    All targets together: p = 0.002; each, adjusted: x p < 0.001, y p = 0.863.
    """
    measure = LOSSES[choice(loss, "loss", tuple(LOSSES))]
    t, one, other = (matrix(x, what) for x, what in ((truth, "truth"), (a, "a"), (b, "b")))
    if not t.shape == one.shape == other.shape:
        raise BadInput(f"truth, a and b must have the same cases and targets, but their shapes are {t.shape}, "
                       f"{one.shape} and {other.shape}.")
    named = list(names) or [f"target {j + 1}" for j in range(t.shape[1])]
    return compare_together(measure(one - t), measure(other - t), names=named, level=level)


@door
def compare_together(a: Any, b: Any, *, names: Sequence[str], level: float = 0.95) -> Targets:
    """Compare what two models score on the same cases; rows are cases, columns are targets or metrics.

    >>> a = np.array([[.1, .3], [.2, .1], [.4, .6], [.3, .1], [.2, .3]])
    >>> compare_together(a, a + [[.1, -.1], [.2, .1], [.1, .2], [.3, -.1], [.1, 0]], names=["Brier", "log loss"]).names
    ('Brier', 'log loss')
    """
    one, other = matrix(a, "a"), matrix(b, "b")
    if one.shape != other.shape:
        raise BadInput(f"a has shape {one.shape} and b {other.shape}; both must be of the same cases and columns.")
    if not isinstance(names, list | tuple):
        raise BadInput("names must be a list, one for each column.")
    if len(names) != one.shape[1]:
        raise BadInput(f"{len(names)} names were given for {one.shape[1]} targets.")
    each = tuple(replace(paired_t(one[:, j], other[:, j], level=level), metric=name) for j, name in enumerate(names))
    return Targets(together=hotelling(one - other), each=each, differences=frozen_array(one - other), level=level,
                   p_adjusted=tuple(float(p) for p in adjust([c.p for c in each])))
