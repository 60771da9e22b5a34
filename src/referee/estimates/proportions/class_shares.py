"""The score of a forecaster that says the class shares of its training rows: a function of the true share alone.

How it varies with the rows is no matter of spread: at equal classes no share near ½ scores worse than ½ does, so that
the variance of its log loss is next to nothing there, and its interval beside the truth. But all is known of it. With
true share p of class 1 the share it says is that of a binomial number of n_train rows; its expected score on new rows
is a sum over these. An interval for p then gives one for the score: from the least to the largest over its shares.
Where the classes are about equal this tells that another sample would say the other class.
"""

from __future__ import annotations

from contextlib import suppress

import numpy as np

from referee.errors import Undefined
from referee.estimates._base import Interval
from referee.estimates.proportions.wilson import wilson
from referee.kinds import Array
from referee.metrics._base import Metric
from referee.metrics.predictions import Predictions

SHARES = 33                 # at which the score is looked at
FAR = 8                     # standard deviations beyond which no sample is looked at
NEVER = 1e-12               # a chance below counts as none


def score_of_class_shares(metric: Metric, share: float, n_train: int, *, hard: bool = False) -> float:
    """The expected score, pooled over training sets, where class 1 has this share; `hard`: the larger class alone.

    >>> from referee.metrics import METRICS
    >>> round(score_of_class_shares(METRICS["brier"], 0.5, 10), 12)         # ½ · ½ + ½ · ½ / 10
    0.275
    """
    reach = FAR * (np.sqrt(n_train * share * (1 - share)) + 1)
    counts = np.arange(max(0, int(n_train * share - reach)), min(n_train, int(n_train * share + reach)) + 1)
    chance = _binomial(counts, n_train, share)
    counts, chance = counts[chance > NEVER], chance[chance > NEVER]
    return _score(metric, share, counts / n_train, chance, hard=hard)


def _score(metric: Metric, share: float, said: Array, chance: Array, *, hard: bool) -> float:
    """Pooled over the shares that are said, each by its chance; the first class is the label where both are equal."""
    labels = (said > 0.5).astype(np.int64)
    probabilities = np.eye(2)[labels] if hard else np.stack([1 - said, said], axis=1)
    weights = np.concatenate([(1 - share) * chance, share * chance])
    there = weights > 0
    return float(metric.score(Predictions(
        truth=np.repeat([0, 1], said.size)[there], labels=np.tile(labels, 2)[there],
        probabilities=np.tile(probabilities, (2, 1))[there], weights=weights[there], n_classes=2)))


def _binomial(counts: Array, n: int, share: float) -> Array:
    """The chance of each count; by scipy.special (scipy.stats takes a second to load)."""
    from scipy import special

    ways = special.gammaln(n + 1) - special.gammaln(counts + 1) - special.gammaln(n - counts + 1)
    return np.asarray(np.exp(ways + special.xlogy(counts, share) + special.xlog1py(n - counts, -share)))


def class_shares_interval(metric: Metric, positives: int, n: int, n_train: int, *, level: float = 0.95,
                          hard: bool = False) -> Interval:
    """From the least to the largest score over Wilson's interval for the share of class 1.

    The scores are those that are expected, and that of the very forecaster that says the share of all these rows.

    >>> from referee.metrics import METRICS
    >>> print(class_shares_interval(METRICS["brier"], 50, 100, 90))
    95% interval 0.243 to 0.253 (law of the class shares)
    """
    ends, very = wilson(positives, n, level=level), np.array([positives / n])
    shares = np.linspace(ends.low, ends.high, SHARES)
    found = []
    for share in [*shares, *([0.5] if ends.low < 0.5 < ends.high else [])]:         # where losses are largest
        with suppress(Undefined):                   # as of a class that cannot come up, at the end of the range
            found.append(score_of_class_shares(metric, float(share), n_train, hard=hard))
        with suppress(Undefined):
            found.append(_score(metric, float(share), very, np.ones(1), hard=hard))
    if not found:
        raise Undefined(f"{metric.title} does not exist for one who knows the class shares alone.")
    return Interval(min(found), max(found), level=level, method="law of the class shares")
