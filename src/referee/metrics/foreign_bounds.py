"""Between which numbers the functions of scikit-learn.metrics lie, so that no interval leaves them.

Read from its documentation, for the options a function has by default; with an option that changes the scale
(`RESCALE`) nothing is known, and nothing is claimed.
"""

from __future__ import annotations

import functools
import math
from typing import Any

SHARE, AGREEMENT, GAIN, LOSS = (0.0, 1.0), (-1.0, 1.0), (-math.inf, 1.0), (0.0, math.inf)
RESCALE = {"normalize", "adjusted", "scale_by_half", "max_fpr", "average_method"}
_OF = {
    SHARE: ("accuracy_score", "balanced_accuracy_score", "precision_score", "recall_score", "f1_score", "fbeta_score",
            "jaccard_score", "roc_auc_score", "average_precision_score", "top_k_accuracy_score", "zero_one_loss",
            "hamming_loss", "homogeneity_score", "completeness_score", "v_measure_score", "rand_score",
            "normalized_mutual_info_score", "fowlkes_mallows_score", "ndcg_score"),
    AGREEMENT: ("matthews_corrcoef", "cohen_kappa_score", "adjusted_rand_score", "adjusted_mutual_info_score"),
    GAIN: ("r2_score", "explained_variance_score", "d2_absolute_error_score", "d2_pinball_score", "d2_tweedie_score",
           "d2_log_loss_score", "d2_brier_score"),
    LOSS: ("log_loss", "brier_score_loss", "max_error", "mean_absolute_error", "mean_squared_error",
           "root_mean_squared_error", "median_absolute_error", "mean_absolute_percentage_error",
           "mean_squared_log_error", "root_mean_squared_log_error", "mean_poisson_deviance", "mean_gamma_deviance",
           "mean_tweedie_deviance", "mean_pinball_loss", "mutual_info_score"),
}
KNOWN = {name: bounds for bounds, names in _OF.items() for name in names}


def foreign_bounds(function: Any) -> tuple[float, float]:
    """The lowest and the highest value of a function of scikit-learn's; infinite where nothing is known.

    >>> from sklearn.metrics import accuracy_score, balanced_accuracy_score
    >>> foreign_bounds(accuracy_score)
    (0.0, 1.0)
    >>> foreign_bounds(functools.partial(balanced_accuracy_score, adjusted=True))
    (-inf, inf)
    """
    given: set[str] = set()
    while isinstance(function, functools.partial):
        given |= set(function.keywords)
        function = function.func
    theirs = str(getattr(function, "__module__", "")).startswith("sklearn.metrics")
    if not theirs or given & RESCALE:
        return -math.inf, math.inf
    return KNOWN.get(getattr(function, "__name__", ""), (-math.inf, math.inf))
