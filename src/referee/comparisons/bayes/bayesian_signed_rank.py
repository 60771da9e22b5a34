"""Bayesian signed-rank test over data sets.

Benavoli, A., Mangili, F., Corani, G., Zaffalon, M. and Ruggeri, F. (2014). A Bayesian Wilcoxon signed-rank test
based on the Dirichlet process. ICML 32(2), 1026–1034; Benavoli et al. (2017). JMLR 18(77), section 4.2.

The weights of the data sets (and of one pseudo-observation at 0 with weight `prior`) are drawn from a Dirichlet;
each draw weighs all pairwise means of the differences as below −rope, within it, or above. The result is how
often each is the heaviest. It shares Wilcoxon's view: large differences count more than small ones.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from referee.comparisons._flags import raised
from referee.comparisons._input import differences
from referee.comparisons.bayes.bayesian_sign import winners
from referee.comparisons.bayes.posterior import Posterior, check_rope
from referee.errors import BadInput
from referee.given import door
from referee.kinds import Array, Estimand
from referee.seeds import stream

AT_ONCE = 2**21


@door
def bayesian_signed_rank(a: Any, b: Any, *, rope: float = 0.01, prior: float = 0.5, draws: int = 50_000,
                         seed: int = 0) -> Posterior:
    """The chances that B is better, neither, or A over a population of data sets; one score each per data set.

    >>> bayesian_signed_rank([.9, .8, .7, .9, .8], [.7, .6, .6, .7, .5]).right
    1.0
    """
    d, rope = differences(a, b, least=1), check_rope(rope)
    if not prior > 0:
        raise BadInput(f"prior is {prior}; the weight of the pseudo-observation is above 0.")
    points = np.concatenate([[0.0], d.values])
    sums = points[:, None] + points
    left, right = (sums < -2 * rope).astype(float), (sums > 2 * rope).astype(float)
    random, alpha = stream(seed, "bayesian signed rank"), np.concatenate([[prior], np.ones(d.n)])
    block = max(1, AT_ONCE // len(points))
    shares = np.concatenate([_shares(random.dirichlet(alpha, size=min(block, draws - start)), left, right, rope)
                             for start in range(0, draws, block)])
    below, within, above = winners(shares)
    return Posterior(left=below, equal=within, right=above, rope=rope, method="Bayesian signed-rank test",
                     estimand=Estimand.DATA_SETS, unit="data set", n_units=d.n,
                     assumptions=("The data sets are independent draws from the population of interest.",
                                  "The differences are symmetric around their median."),
                     flags=raised(identical=d.identical), details=(("prior", prior), ("draws", draws)))


def _shares(weights: Array, left: Array, right: Array, rope: float) -> Array:
    """For each draw the weight of the pairs below, within and above; without a rope ties are shared."""
    below, above = ((weights @ where * weights).sum(axis=1) for where in (left, right))
    within = 1 - below - above
    if rope == 0:
        return np.stack([below + within / 2, np.zeros(len(weights)) - 1, above + within / 2], axis=1)
    return np.stack([below, within, above], axis=1)
