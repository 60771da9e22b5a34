"""What the bootstrap estimators of error share: the fits on resamples, and who was left out of each.

Efron, B. and Tibshirani, R. (1997). Improvements on cross-validation: the .632+ bootstrap method. JASA 92, 548-560.
N_i^b: how often case i was drawn in resample b; I_i^b = 1 where it was not; Q_i^b: its loss under the model of b.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, field

import numpy as np

from referee.errors import BadInput, Undefined
from referee.estimates.quantiles import numbers
from referee.given import door
from referee.kinds import Array, frozen_array

FEW_RESAMPLES = 200


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class BootstrapFits:
    """Losses of the full model (n,), of each resample's model on every case (B, n), and the drawn counts (B, n).

    Losses of cases inside the resample may be NaN (only the optimism needs them). A resample with a NaN among
    its left-out cases is lost: it is dropped, counted in `lost`, and said in `notes`; so are cases that were in
    every resample (`never_out`).
    """

    full: Array
    losses: Array
    counts: Array
    resamples: int = field(init=False)       # resamples kept
    lost: int = field(init=False)

    def __post_init__(self) -> None:
        full, losses, counts = numbers(self.full, "full-model losses"), np.asarray(self.losses), np.asarray(self.counts)
        if losses.ndim != 2 or losses.shape != counts.shape or losses.shape[1] != full.size:
            raise BadInput(f"losses {losses.shape} and counts {counts.shape} must both be (resamples, {full.size}).")
        if (counts < 0).any() or (counts != np.floor(counts)).any() or (counts.sum(axis=1) != full.size).any():
            raise BadInput(f"each row of counts must say how often each case was drawn, {full.size} draws in all.")
        kept = ~(np.isnan(losses) & (counts == 0)).any(axis=1)
        if not kept.any():
            raise Undefined(f"all {len(losses)} resamples were lost; there is nothing to estimate from.")
        for name, value in (("full", full), ("losses", losses[kept]), ("counts", counts[kept])):
            object.__setattr__(self, name, frozen_array(value))
        object.__setattr__(self, "resamples", int(kept.sum()))
        object.__setattr__(self, "lost", int((~kept).sum()))

    @property
    def resubstitution(self) -> float:
        """The error of the full model on the rows it was trained on."""
        return float(self.full.mean())

    @property
    def times_out(self) -> Array:
        """In how many resamples each case was left out."""
        return np.asarray((self.counts == 0).sum(axis=0))

    @property
    def never_out(self) -> int:
        """How many cases were in every resample, and so were never tested."""
        return int((self.times_out == 0).sum())

    @property
    def out_losses(self) -> Array:
        """The losses where the case was left out, and 0 where it was not."""
        return np.where(self.counts == 0, self.losses, 0.0)

    @property
    def notes(self) -> tuple[str, ...]:
        """What a reader must know."""
        drawn = self.resamples + self.lost
        said = [(self.lost, f"{self.lost} of {drawn} resamples were lost and are left out"),
                (self.never_out, f"{self.never_out} cases were in every resample and are left out"),
                (self.resamples < FEW_RESAMPLES, f"{self.resamples} resamples give a noisy standard error; take 500")]
        return tuple(sentence for true, sentence in said if true)


@door
def expected_distinct_share(n: int) -> float:
    """The expected share of n cases that a bootstrap sample holds: 1 − (1 − 1/n)^n, towards 1 − 1/e.

    >>> expected_distinct_share(10), expected_distinct_share(10**9)
    (0.6513, 0.63212)
    """
    if n < 1:
        raise BadInput(f"{n} cases are none.")
    return 1.0 if n == 1 else -math.expm1(n * math.log1p(-1 / n))
