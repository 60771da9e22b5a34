"""DeLong's test for two AUCs on the same cases.

DeLong, E., DeLong, D. and Clarke-Pearson, D. (1988). Biometrics 44, 837–845. Sun, X. and Xu, W. (2014). Fast
implementation of DeLong's algorithm. IEEE Signal Processing Letters 21, 1389–1393: by mid-ranks, O(n log n).

DeLong's normal law is for many cases. With few of a class the variance of the difference is itself uncertain, most of
it resting on those few: here t has the degrees of freedom of Welch and Satterthwaite for the two classes' parts of
the variance. Measured level at 0.05 (8000 samples, AUC 0.6 to 0.95): 0.007 to 0.063 with 3 of 60 to 25 of 50, where
the normal law has up to 0.13 (3 of 60), 0.096 (5 of 60) and 0.066 (10 of 100); 0.043 against 0.049 for 25 and 25.
With two of a class no law holds (0.11 by this one), and the test is refused. `law="normal"` gives the numbers of
other programs.

Not for predictions pooled over the folds of a cross-validation, nor for nested models judged on the rows they
were trained on (the law degenerates). Known weakness: where both AUCs are 1 there is no variance; that is
flagged and has no interval.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from referee.comparisons._base import Comparison
from referee.comparisons._input import ROUNDING, choice, vector
from referee.comparisons._student import Asked, located
from referee.errors import BadInput, Undefined
from referee.given import door
from referee.given.labels import two_classes
from referee.kinds import Array, Estimand

FEWEST = 3              # of a class


@door
def delong_paired(  # noqa: PLR0913 - by keyword
    truth: Any, a: Any, b: Any, *, level: float = 0.95, alternative: str = "two-sided", law: str = "t",
    positive: Any = None,
) -> Comparison:
    """Whether two sets of scores rank the same cases equally well; `truth` is 1 and 0, or names two classes.

    >>> y = [0, 0, 0, 0, 0, 1, 1, 1, 1, 1]
    >>> delong_paired(y, [.1, .2, .35, .4, .6, .3, .55, .7, .8, .9], [.15, .45, .3, .55, .65, .25, .5, .6, .85, .7]).p
    0.1215
    """
    hit = two_classes(truth, positive)
    a, b = vector(a, "a"), vector(b, "b")
    if not len(hit) == len(a) == len(b):
        raise BadInput(f"truth has {len(hit)} cases, a {len(a)} and b {len(b)}; all must be the same cases.")
    m = int(hit.sum())
    if min(m, len(hit) - m) < FEWEST:
        raise Undefined(f"of {len(hit)} cases {m} are positive; DeLong's test needs {FEWEST} of each class: with "
                        f"fewer it would raise more than twice as many false alarms as it says.")
    (a_up, a_down), (b_up, b_down) = placements(hit, a), placements(hit, b)
    # The variance of the difference is that of the paired placements: no cancellation of three variances.
    parts = [(_variance(d) / d.size, d.size - 1) for d in (a_up - b_up, a_down - b_down)]
    variance = sum(part for part, _ in parts)
    normal = choice(law, "law", ("t", "normal")) == "normal"
    df = None if normal or not variance else variance**2 / sum(part**2 / degrees for part, degrees in parts)
    difference = float(a_up.mean() - b_up.mean())
    fields = located(0.0 if abs(difference) <= ROUNDING else difference, variance**0.5, df=df,
                     n=len(hit), asked=Asked(level, alternative), named="DeLong")
    return Comparison(method="DeLong", estimand=Estimand.MODEL, unit="case",
                      assumptions=("The cases are independent draws.",
                                   "Both models were fixed before these cases were seen."),
                      details=(("auc_a", float(a_up.mean())), ("auc_b", float(b_up.mean())), ("positives", m)),
                      **fields)


def placements(positive: Array, score: Array) -> tuple[Array, Array]:
    """For each positive the share of negatives below it, for each negative that of positives above it (ties ½)."""
    up, down = score[positive], score[~positive]
    return _share_below(up, down), 1 - _share_below(down, up)


def _share_below(points: Array, others: Array) -> Array:
    ordered = np.sort(others)
    ranks = np.searchsorted(ordered, points, "left") + np.searchsorted(ordered, points, "right")
    share: Array = ranks / (2 * len(others))
    return share


def _variance(x: Array) -> float:
    return 0.0 if np.ptp(x) <= ROUNDING else float(x.var(ddof=1))
