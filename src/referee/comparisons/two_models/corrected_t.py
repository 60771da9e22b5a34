"""Corrected resampled t-test for two learners on one data set.

Nadeau, C. and Bengio, Y. (2003). Inference for the generalization error. Machine Learning 52, 239–281.
Bouckaert, R. and Frank, E. (2004). Evaluating the replicability of significance tests for comparing
learning algorithms. PAKDD, LNCS 3056, 3–12: the same formula on repeated k-fold cross-validation.

Scores from overlapping training sets are correlated, so the usual variance of their mean, s²/J, is too
small; the correction uses s²(1/J + n_test/n_train). Where the sizes differ between splits the ratio of
their means is used, which for k folds is 1/(k − 1) whatever the remainder.

Known weakness: it is a heuristic, since the true correlation cannot be estimated from one data set.
With nearest neighbours or trees on 100 rows it rejects a true null up to twice as often as it says.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np

from referee.comparisons._base import Comparison
from referee.comparisons._input import Differences, differences
from referee.comparisons._student import Asked, student
from referee.estimates.cross_validation.corrected_t import mean_size
from referee.given import door
from referee.kinds import Estimand

ASSUMPTIONS = (
    "The differences over splits are roughly normal.",
    "Two splits correlate as n_test/(n_train + n_test), which is the heuristic of Nadeau and Bengio.",
)


@door
def corrected_t(a: Any, b: Any, *, n_train: Any, n_test: Any, level: float = 0.95,
                alternative: str = "two-sided") -> Comparison:
    """Whether two learners score the same on average over the splits of one data set.

    `a` and `b` hold one score per split (b may be a single number). `n_train` and `n_test` are the rows
    each split trained and tested on: one number, or one per split.

    >>> d = [.012, -.004, .02, .008, .015, -.01, .018, .006, .011, .003]
    >>> print(corrected_t(d, 0, n_train=180, n_test=20))
    A minus B is +0.008, 95% interval -0.002 to 0.018 (corrected t); corrected resampled t: p = 0.104.
    """
    return _corrected(differences(a, b), n_train, n_test, Asked(level, alternative))


@door
def corrected_t_of(values: Any, *, n_train: Any, n_test: Any, level: float = 0.95,
                   alternative: str = "two-sided") -> Comparison:
    """The same from the differences A − B, one per split.

    >>> corrected_t_of([.03, .00, .04, .03], n_train=180, n_test=20).p
    0.096
    """
    return _corrected(differences(values, 0.0), n_train, n_test, Asked(level, alternative))


@door
def bouckaert_frank(a: Any, b: Any, *, n_train: Any, n_test: Any, level: float = 0.95,
                    alternative: str = "two-sided") -> Comparison:
    """The same on the folds of repeated k-fold cross-validation, under the name it has there.

    `a` and `b` hold one score per fold and repeat; the sizes are those of the folds.

    >>> bouckaert_frank([.81, .79, .84, .80], [.78, .79, .80, .77], n_train=150, n_test=50).p
    0.155
    """
    result = _corrected(differences(a, b), n_train, n_test, Asked(level, alternative))
    return replace(result, method="corrected repeated k-fold t (Bouckaert and Frank)")


def corrected_error(d: Differences, ratio: float) -> float:
    """The standard error of the mean difference, eq. (8) of Nadeau and Bengio."""
    return d.spread * float(np.sqrt(1 / d.n + ratio))


def sizes_ratio(n_train: Any, n_test: Any, splits: int) -> float:
    """Rows tested for each row trained on, over all splits."""
    return mean_size(n_test, "n_test", splits) / mean_size(n_train, "n_train", splits)


def _corrected(d: Differences, n_train: Any, n_test: Any, asked: Asked) -> Comparison:
    ratio = sizes_ratio(n_train, n_test, d.n)
    fields = student(d, error=corrected_error(d, ratio), df=d.n - 1, asked=asked, named="corrected t")
    fields["details"] = (*fields.get("details", ()), ("test_per_train", ratio), ("sd", d.spread))
    return Comparison(method="corrected resampled t", estimand=Estimand.PROCEDURE, unit="split",
                      assumptions=ASSUMPTIONS, **fields)
