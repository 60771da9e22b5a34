"""Whether a learner's errors stick to cases: it answers from single training rows, not from what they share.

Nearest neighbours, Gaussian processes and machines with a local kernel keep the training rows. Two splits that share
a row's neighbours then make the same errors, so that splits correlate more than the corrected t allows for: measured
in docs/levels.md. A class of which nothing is known counts as one that may.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from referee.learners._base import Learner
from referee.learners.tuning import TunedLearner
from referee.learners.unmade import Unmade

KEEPERS = ("sklearn.neighbors", "sklearn.gaussian_process", "sklearn.semi_supervised")
BY_KERNEL = ("sklearn.svm", "sklearn.kernel_ridge")         # unless the kernel is linear
SUMMARISERS = (
    "sklearn.linear_model", "sklearn.discriminant_analysis", "sklearn.naive_bayes", "sklearn.tree", "sklearn.ensemble",
    "sklearn.neural_network", "sklearn.cross_decomposition", "sklearn.isotonic", "sklearn.dummy", "xgboost", "lightgbm",
    "catboost", "referee.learners",
)
AROUND = ("sklearn.pipeline", "sklearn.compose", "sklearn.calibration", "sklearn.model_selection", "sklearn.multiclass",
          "sklearn.multioutput", "referee.learners", "sklearn.ensemble")          # they hold others


def may_keep_cases(learner: Learner) -> bool:
    """Whether the learner, or one inside it, keeps single training rows, or nothing is known of it.

    >>> from referee.data import bundled
    >>> from referee.learners import resolve
    >>> [may_keep_cases(learner) for learner in resolve(["1nn", "forest", "lda"], bundled("iris"))]
    [True, False, False]
    """
    if learner.baseline:
        return False
    if isinstance(learner, TunedLearner):
        return any(may_keep_cases(candidate) for candidate in learner.candidates)
    if isinstance(learner.make, Unmade):
        return True
    parts = list(_parts(learner.make(0)))
    return any(_keeps(part) for part in parts) or not any(_is_from(part, SUMMARISERS + BY_KERNEL) for part in parts)


def _parts(estimator: Any) -> Iterator[Any]:
    """The estimator and those inside it."""
    yield estimator
    if not _is_from(estimator, AROUND) or not hasattr(estimator, "get_params"):
        return
    for part in estimator.get_params(deep=True).values():
        if hasattr(part, "predict") and not isinstance(part, type):
            yield part


def _keeps(estimator: Any) -> bool:
    if _is_from(estimator, BY_KERNEL):
        return bool(getattr(estimator, "kernel", "linear") != "linear")
    return _is_from(estimator, KEEPERS)


def _is_from(estimator: Any, modules: tuple[str, ...]) -> bool:
    """Whether its class, or one that it extends, is from one of these modules."""
    return any(base.__module__ == module or base.__module__.startswith(f"{module}.")
               for base in type(estimator).__mro__ for module in modules)
