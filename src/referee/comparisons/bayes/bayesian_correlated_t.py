"""Bayesian correlated t-test for two learners on one data set.

Corani, G. and Benavoli, A. (2015). A Bayesian approach for comparing cross-validated algorithms on multiple
data sets. Machine Learning 100, 285–304. Benavoli, A. et al. (2017). Time for a change. JMLR 18(77).

The posterior of the mean difference is Student with J − 1 degrees of freedom, centre d̄ and squared scale
(1/J + ρ/(1 − ρ))s², ρ = n_test/(n_train + n_test): numerically the corrected t with a flat prior, so the
chance of A ≤ B is its one-sided p-value. Its weakness is the same: ρ is a heuristic.
"""

from __future__ import annotations

from typing import Any

from referee.comparisons._flags import raised
from referee.comparisons._input import differences
from referee.comparisons.bayes.posterior import Posterior, check_rope
from referee.comparisons.two_models.corrected_t import corrected_error, sizes_ratio
from referee.given import door
from referee.kinds import Estimand


@door
def bayesian_correlated_t(a: Any, b: Any, *, n_train: Any, n_test: Any, rope: float = 0.01) -> Posterior:
    """The chances that A's mean score over splits is below, about equal to or above B's.

    >>> d = [.012, -.004, .02, .008, .015, -.01, .018, .006, .011, .003]
    >>> bayesian_correlated_t(d, 0, n_train=90, n_test=10, rope=.005).right
    0.738
    """
    from scipy import special
    d, rope = differences(a, b), check_rope(rope)
    ratio = sizes_ratio(n_train, n_test, d.n)
    scale = corrected_error(d, ratio)
    if scale:
        left = float(special.stdtr(d.n - 1, (-rope - d.mean) / scale))
        right = float(special.stdtr(d.n - 1, (d.mean - rope) / scale))
    else:
        left, right = float(d.mean < -rope), float(d.mean > rope)
    # With rope = 0 and all mass at 0 neither side has any: it is shared, as a continuous law would.
    if rope == 0 and d.identical:
        left = right = 0.5
    return Posterior(left=left, equal=max(0.0, 1 - left - right), right=right, rope=rope,
                     method="Bayesian correlated t", estimand=Estimand.PROCEDURE, unit="split", n_units=d.n,
                     assumptions=("The differences over splits are jointly normal and equally correlated.",
                                  "Two splits correlate as n_test/(n_train + n_test)."),
                     flags=raised(identical=d.identical, zero_variance=not (scale or d.identical)),
                     details=(("mean", d.mean), ("scale", scale), ("df", d.n - 1), ("rho", ratio / (1 + ratio))))
