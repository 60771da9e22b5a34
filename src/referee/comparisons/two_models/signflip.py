"""Sign-flip permutation test: if A and B are exchangeable, each difference is as likely with either sign.

Fisher, R. A. (1935). The Design of Experiments, section 21. Phipson, B. and Smyth, G. (2010). Permutation
p-values should never be zero. Statistical Applications in Genetics and Molecular Biology 9:39.

Differences of equal size (0/1 losses) are an exact binomial; up to 18 nonzero units are enumerated; beyond
that flips are drawn and p = (1 + as extreme)/(1 + flips), which is never 0. Cases of one cluster flip together.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from referee.comparisons._base import Comparison
from referee.comparisons._flags import FEW, raised
from referee.comparisons._flips import EXACT_UNITS, all_flipped_sums, flipped_sums
from referee.comparisons._input import ROUNDING, clusters_of, differences
from referee.comparisons._student import Asked
from referee.comparisons.two_models.mcnemar import discordant_p
from referee.errors import BadInput
from referee.given import door
from referee.kinds import Array, Estimand
from referee.seeds import stream


@door
def signflip(a: Any, b: Any, *, clusters: Any = None, flips: int = 9999, alternative: str = "two-sided",
             seed: int = 0) -> Comparison:
    """Whether the paired differences are symmetric around zero; `a` and `b` hold one score or loss per case.

    >>> signflip([90, 93, 80, 85, 77], [82, 76, 85, 75, 82]).p
    0.375
    """
    Asked(0.95, alternative)
    if flips < 1:
        raise BadInput(f"flips is {flips}; at least one is needed.")
    d = differences(a, b, least=1)
    units = d.values if clusters is None else np.bincount(clusters_of(clusters, d.n), weights=d.values)
    moving = units[np.abs(units) > ROUNDING * d.scale]
    how, p = _p(moving, alternative, flips, seed)
    return Comparison(
        difference=d.mean, interval=None, p=p, statistic=d.mean, mirror=0.0, alternative=alternative,
        method=f"sign-flip permutation, {how}", estimand=Estimand.MODEL,
        unit="case" if clusters is None else "cluster", n_units=len(units),
        flags=raised(identical=len(moving) == 0, few_units=len(units) < FEW),
        assumptions=(f"The {'cases' if clusters is None else 'clusters'} are independent.",
                     "Were the two models alike, A and B could be exchanged in each of them."),
        details=(("nonzero_units", len(moving)),))


def _p(d: Array, alternative: str, flips: int, seed: int) -> tuple[str, float]:
    """How the p-value was made, and it."""
    if len(d) == 0:
        return "exact", 1.0
    size = np.abs(d)
    if np.ptp(size) <= ROUNDING * size.max():
        return "exact binomial", discordant_p(int((d > 0).sum()), int((d < 0).sum()), variant="exact",
                                              alternative=alternative)[1]
    if len(d) <= EXACT_UNITS:
        return "exact", as_extreme(all_flipped_sums(d[:, None])[:, 0], d, alternative) / 2 ** len(d)
    sums = flipped_sums(d[:, None], flips, stream(seed, "sign-flip"))[:, 0]
    return f"{flips} random flips", (1 + as_extreme(sums, d, alternative)) / (1 + flips)


def as_extreme(sums: Array, d: Array, alternative: str) -> int:
    """How many flipped sums lie at least as far out as the observed one, rounding forgiven."""
    observed, slack = d.sum(), ROUNDING * np.abs(d).sum()
    if alternative == "two-sided":
        return int((np.abs(sums) >= abs(observed) - slack).sum())
    return int((sums >= observed - slack).sum() if alternative == "greater" else (sums <= observed + slack).sum())
