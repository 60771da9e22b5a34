"""Two models with several targets on one test set: Hotelling's T² over all, then each target with Holm.

Reich, Y. and Barai, S. V. (1999), section 5.2 (RB-34): tests of single outputs can all miss what they show together,
and several of them raise false alarms. T² comes first; the single targets are corrected among themselves.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from referee.comparisons._base import Comparison, p_text
from referee.comparisons._input import choice, matrix
from referee.comparisons.adjust import adjust
from referee.comparisons.hotelling import hotelling
from referee.comparisons.omnibus import Omnibus
from referee.comparisons.paired_t import paired_t
from referee.errors import BadInput

LOSSES = {"squared": np.square, "absolute": np.abs}


@dataclass(frozen=True, slots=True, kw_only=True)
class Targets:
    """Whether two models differ on any target, and on which."""

    together: Omnibus                       # Hotelling's T² on the vectors of loss differences
    each: tuple[Comparison, ...]            # loss of A minus loss of B, by target; below 0 A is better
    p_adjusted: tuple[float, ...]

    def __str__(self) -> str:
        parts = ", ".join(f"{c.metric} {p_text(p)}" for c, p in zip(self.each, self.p_adjusted, strict=True))
        return f"All targets together: {p_text(self.together.p)}; each, adjusted: {parts}."


def compare_targets(truth: Any, a: Any, b: Any, *, loss: str = "squared", names: Sequence[str] = (),
                    level: float = 0.95) -> Targets:
    """Compare predictions `a` and `b` of the same cases; rows are cases, columns are targets.

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
    if len(named) != t.shape[1]:
        raise BadInput(f"{len(named)} names were given for {t.shape[1]} targets.")
    losses = measure(one - t), measure(other - t)
    each = tuple(replace(paired_t(losses[0][:, j], losses[1][:, j], level=level), metric=name)
                 for j, name in enumerate(named))
    return Targets(together=hotelling(losses[0] - losses[1]), each=each,
                   p_adjusted=tuple(float(p) for p in adjust([c.p for c in each])))
