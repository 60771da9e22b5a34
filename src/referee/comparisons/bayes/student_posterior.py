"""A t test of a difference read as chances: with a flat prior the difference is Student about its estimate."""

from __future__ import annotations

from referee.comparisons._base import Comparison
from referee.comparisons._flags import raised
from referee.comparisons.bayes.posterior import Posterior, check_rope


def student_posterior(c: Comparison, *, rope: float, method: str) -> Posterior:
    """The chances of both sides of a margin, from the difference, the standard error and df of a t test."""
    from scipy import special
    rope, scale = check_rope(rope), c.standard_error or 0.0
    if scale:
        left = float(special.stdtr(c.df, (-rope - c.difference) / scale))
        right = float(special.stdtr(c.df, (c.difference - rope) / scale))
    else:
        left, right = float(c.difference < -rope), float(c.difference > rope)
    if rope == 0 and not scale and not c.difference:
        left = right = 0.5
    return Posterior(left=left, equal=max(0.0, 1 - left - right), right=right, rope=rope,
                     method=method, estimand=c.estimand, unit=c.unit, n_units=c.n_units,
                     assumptions=c.assumptions, flags=raised(identical=not scale and not c.difference),
                     details=(("mean", c.difference), ("scale", scale), ("df", c.df)))
