"""Bayesian sign test over data sets.

Benavoli, A., Corani, G., Demšar, J. and Zaffalon, M. (2017). Time for a change. JMLR 18(77), section 4.1.

The shares of data sets on which B wins, neither does (within ±rope) and A wins have a Dirichlet posterior; the
prior is one data set in the rope. The result is how often each share is the largest. Without a rope ties and
prior are halved between the sides, and the answer is a Beta tail.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from referee.comparisons._flags import raised
from referee.comparisons._input import ROUNDING, Differences, differences
from referee.comparisons.bayes.posterior import Posterior, check_rope
from referee.given import door
from referee.kinds import Array, Estimand
from referee.seeds import stream

TINY = 1e-6             # a Dirichlet weight must be positive


@door
def bayesian_sign(a: Any, b: Any, *, rope: float = 0.01, prior: float = 1.0, draws: int = 50_000,
                  seed: int = 0) -> Posterior:
    """The chances that B wins most often, that neither does, that A does; one score each per data set.

    >>> bayesian_sign([1] * 10 + [0] * 3, [0] * 10 + [1] * 3, rope=0).right
    0.976
    """
    d, rope = differences(a, b, least=1), check_rope(rope)
    left, equal, right = counts(d, rope)
    if rope == 0:
        from scipy import special
        x, y = right + (equal + prior) / 2, left + (equal + prior) / 2
        above = float(special.betainc(y, x, 0.5)) if x and y else float(bool(x))
        shares = (1 - above, 0.0, above)
    else:
        weights = np.array([left, equal + prior, right]) + TINY
        shares = winners(stream(seed, "bayesian sign").dirichlet(weights, size=draws))
    return Posterior(left=shares[0], equal=shares[1], right=shares[2], rope=rope, method="Bayesian sign test",
                     estimand=Estimand.DATA_SETS, unit="data set", n_units=d.n,
                     assumptions=("The data sets are independent draws from the population of interest.",),
                     flags=raised(identical=d.identical),
                     details=(("wins_b", left), ("equal", equal), ("wins_a", right)))


def counts(d: Differences, rope: float) -> tuple[int, int, int]:
    """Differences below −rope, within, and above; rounding is not a win."""
    slack = rope + ROUNDING * d.scale
    left, right = int((d.values < -slack).sum()), int((d.values > slack).sum())
    return left, d.n - left - right, right


def winners(shares: Array) -> tuple[float, float, float]:
    """How often each of three columns is the largest; where several are, they share the draw."""
    largest = shares == shares.max(axis=1, keepdims=True)
    left, equal, right = (largest / largest.sum(axis=1, keepdims=True)).mean(axis=0).tolist()
    return left, equal, right
