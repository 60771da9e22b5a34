"""The optimism bootstrap: the training error, plus how much training errors of resamples flattered.

Efron, B. (1983). Estimating the error rate of a prediction rule. JASA 78, 316-331; Reich and Barai (1999), section
2.2.4; Harrell's validation. ω = mean over resamples of (error on all cases − error on the resample itself).

Too optimistic for learners that overfit, because two thirds of the cases tested were trained on (1-NN has no training
error on its resample at all). It has no interval of its own: `interval` does not exist here, take `bootstrap_632plus`.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from referee.errors import BadInput, Undefined
from referee.estimates.bootstrap_of_fits.bootstrap_fits import BootstrapFits
from referee.given import door
from referee.kinds import Array


@dataclass(frozen=True, slots=True, kw_only=True)
class Optimism:
    """The training error, its estimated optimism, and the two together."""

    resubstitution: float
    optimism: float
    kept: int
    lost: int = 0

    @property
    def value(self) -> float:
        """The corrected error."""
        return self.resubstitution + self.optimism


@door
def optimism_bootstrap(fits: BootstrapFits) -> Optimism:
    """The optimism from losses of each resample's model on every case, inside the resample too.

    >>> from referee.estimates import BootstrapFits, optimism_bootstrap
    >>> fits = BootstrapFits(full=[0, 0, 1, 0], losses=[[0, 1, 1, 0], [1, 0, 1, 0]],
    ...                      counts=[[2, 0, 1, 1], [0, 2, 2, 0]])
    >>> print(optimism_bootstrap(fits))
    Optimism(resubstitution=0.25, optimism=0.125, kept=2, lost=0)
    """
    if np.isnan(fits.losses).any():
        raise Undefined("the optimism needs the losses of cases inside the resamples too, and some are missing.")
    on_all = fits.losses.mean(axis=1)
    on_resample = (fits.losses * fits.counts).sum(axis=1) / fits.counts.sum(axis=1)
    return optimism_from_errors(fits.resubstitution, on_all, on_resample, lost=fits.lost)


@door
def optimism_from_errors(resubstitution: float, on_all: Array, on_resample: Array, *, lost: int = 0) -> Optimism:
    """The same from each resample's error on all cases and on the resample itself.

    >>> optimism_from_errors(0.10, [0.20, 0.24, 0.18, 0.22], [0.09, 0.12, 0.08, 0.11]).value
    0.21
    """
    if on_all.shape != on_resample.shape or on_all.ndim != 1:
        raise BadInput(f"{on_all.size} errors on all cases and {on_resample.size} on the resample; give one of each "
                       f"for every resample.")
    gap = on_all - on_resample
    return Optimism(resubstitution=float(resubstitution), optimism=float(gap.mean()), kept=gap.size, lost=lost)
