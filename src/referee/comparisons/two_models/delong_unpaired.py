"""DeLong's test for two AUCs on different, independent cases.

DeLong, E., DeLong, D. and Clarke-Pearson, D. (1988). Biometrics 44, 837–845; pROC's unpaired test: the variances add
up, and t has the degrees of freedom of Welch and Satterthwaite over the two sets (Robin et al. 2011, BMC
Bioinformatics 12, 77).
"""

from __future__ import annotations

from typing import Any

from referee.comparisons._base import Comparison
from referee.comparisons._student import Asked, located
from referee.estimates.areas.delong import placements
from referee.given import door
from referee.kinds import Array, Estimand


@door(paired=False)
def delong_unpaired(  # noqa: PLR0913 - by keyword
    truth_a: Any, a: Array, truth_b: Any, b: Array, *, level: float = 0.95, alternative: str = "two-sided",
    positive: Any = None,
) -> Comparison:
    """Whether two sets of scores rank cases equally well, each on cases of its own.

    >>> y = [0, 0, 0, 0, 0, 1, 1, 1, 1, 1]
    >>> ours, theirs = [.1, .2, .35, .4, .6, .3, .55, .7, .8, .9], [.15, .45, .3, .55, .65, .25, .5, .6, .85, .7]
    >>> delong_unpaired(y, ours, y, theirs).difference
    0.12
    """
    one, other = placements(truth_a, a, positive=positive), placements(truth_b, b, positive=positive)
    n_a, n_b = (sum(part.shape[1] for part in placed) for placed in (one, other))
    v_a, v_b = float(one.covariance[0, 0]), float(other.covariance[0, 0])
    both = v_a + v_b
    df = both**2 / (v_a**2 / (n_a - 1) + v_b**2 / (n_b - 1)) if both else None
    fields = located(float(one.areas[0] - other.areas[0]), both**0.5, df=df, n=n_a + n_b,
                     asked=Asked(level, alternative), named="DeLong")
    return Comparison(method="DeLong, unpaired", estimand=Estimand.MODEL, unit="case",
                      assumptions=("The two sets of cases are independent of each other.",
                                   "Each model was fixed before its cases were seen."),
                      **fields | {"details": (("auc_a", float(one.areas[0])), ("auc_b", float(other.areas[0])))})
