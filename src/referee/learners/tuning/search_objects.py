"""Search objects in the way of scikit-learn's GridSearchCV: fitted as they are, and known for what they are.

They tune inside the rows they are given, so a training part is all they see; what they chose and how many settings they
tried is read off the fitted object. Known weakness: their inner fits are no jobs of the ledger.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from referee.kinds import Json
from referee.learners.tuning.space import shown_setting

SPACES = ("param_grid", "param_distributions", "search_spaces")
SCORERS = {"neg_log_loss": ("log_loss", -1), "neg_root_mean_squared_error": ("rmse", -1),
           "neg_mean_absolute_error": ("mae", -1), "neg_mean_squared_error": ("mse", -1)}
PLAIN = {"accuracy", "balanced_accuracy", "roc_auc", "r2", "f1", "f1_macro"}


def is_search(estimator: Any) -> bool:
    """Whether it holds a model and a space to search.

    >>> from sklearn.model_selection import GridSearchCV
    >>> from sklearn.tree import DecisionTreeClassifier
    >>> is_search(GridSearchCV(DecisionTreeClassifier(), {"max_depth": [1, 2]})), is_search(DecisionTreeClassifier())
    (True, False)
    """
    return hasattr(estimator, "estimator") and any(hasattr(estimator, name) for name in SPACES)


def search_notes(estimator: Any) -> Json:
    """What a fitted search chose, in the words of a tuned learner's notes; empty for anything else."""
    if not is_search(estimator) or not hasattr(estimator, "best_params_"):
        return {}
    results = getattr(estimator, "cv_results_", {})
    name, sign = _metric(estimator)
    score = getattr(estimator, "best_score_", None)
    return {
        "setting": shown_setting(dict(sorted(estimator.best_params_.items()))), "metric": name,
        "score": None if score is None or not np.isfinite(score) else sign * float(score),
        "tried": len({shown_setting(setting) for setting in results.get("params", [])}) or None,
        "splits": int(getattr(estimator, "n_splits_", 0)), "search": type(estimator).__name__,
    }


def _metric(estimator: Any) -> tuple[str | None, int]:
    """Our name of the metric that it searched by, and the sign between the two; None for one we do not know."""
    scoring = getattr(estimator, "scoring", None)
    if scoring is None:
        from sklearn.base import is_classifier

        return ("accuracy" if is_classifier(estimator) else "r2"), 1
    if isinstance(scoring, str):
        return SCORERS.get(scoring, (scoring if scoring in PLAIN else None, 1))
    return None, 1
