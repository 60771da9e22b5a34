"""Models that say more of a number than one number: quantiles, samples, or a normal law.

What a regression model may say beside `predict`, the first of these that it has:

- `predict_quantiles(X, levels)`: a table, (rows, levels);
- `predict(X, quantiles=levels)`, as the quantile forests of the package quantile-forest;
- `predict(X, return_std=True)`, as scikit-learn's Gaussian processes and Bayesian regressions: a normal law;
- `predict_samples(X)`: draws, (rows, draws), read as the quantiles they have.

At the end of a pipeline, or of a target that was standardised, it is found too.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable
from functools import lru_cache
from typing import Any

import numpy as np

from referee.given.quantiles import LEVELS
from referee.kinds import Array


def says_quantiles(estimator: Any) -> bool:
    """Whether a model says more than one number; a `DummyRegressor` gives 0 for every spread, which is no law.

    >>> from sklearn.dummy import DummyRegressor
    >>> from sklearn.linear_model import BayesianRidge, Ridge
    >>> says_quantiles(BayesianRidge()), says_quantiles(Ridge()), says_quantiles(DummyRegressor())
    (True, False, False)
    """
    from sklearn.dummy import DummyRegressor

    inner = _inside(estimator)
    if inner is not None:
        return says_quantiles(inner)
    if isinstance(estimator, DummyRegressor):
        return False
    return any(hasattr(estimator, name) for name in ("predict_quantiles", "predict_samples")) or bool(
        {"quantiles", "return_std"} & _asked_in_predict(estimator))


def quantiles_said(estimator: Any, X: Any) -> Any:
    """What a fitted model says, (rows, `LEVELS`), as it came."""
    if hasattr(estimator, "steps"):
        for _, step in estimator.steps[:-1]:
            X = X if step is None or step == "passthrough" else step.transform(X)
        return quantiles_said(estimator.steps[-1][1], X)
    if _inside(estimator) is not None:          # a standardised target: its quantiles are those, moved and stretched
        said = np.asarray(quantiles_said(estimator.regressor_, X), dtype=float)
        return estimator.transformer_.inverse_transform(said.reshape(-1, 1)).reshape(said.shape)
    if hasattr(estimator, "predict_quantiles"):
        return estimator.predict_quantiles(X, list(LEVELS))
    asked = _asked_in_predict(estimator)
    if "quantiles" in asked:
        return estimator.predict(X, quantiles=list(LEVELS))
    if "return_std" in asked:
        from scipy import stats

        mean, spread = estimator.predict(X, return_std=True)
        return np.ravel(mean)[:, None] + np.ravel(spread)[:, None] * stats.norm.ppf(LEVELS)
    return np.quantile(_draws(estimator.predict_samples(X)), LEVELS, axis=1, method="hazen").T


def _draws(said: Any) -> Array:
    drawn = np.asarray(said, dtype=float)
    if drawn.ndim != 2 or drawn.shape[1] < 2:
        raise ValueError(f"predict_samples() returned shape {drawn.shape} where rows of two draws or more were "
                         f"expected")
    return drawn


def _inside(estimator: Any) -> Any | None:
    """The model at the end of a pipeline, or the one behind a standardised target; None where it is neither."""
    if isinstance(steps := getattr(estimator, "steps", None), list) and steps:
        return steps[-1][1]
    if type(estimator).__name__ == "TransformedTargetRegressor" and type(
            getattr(estimator, "transformer", None)).__name__ == "StandardScaler":
        return estimator.regressor
    return None


def _asked_in_predict(estimator: Any) -> frozenset[str]:
    own = getattr(type(estimator), "predict", None)
    if inspect.isfunction(own) and "predict" not in getattr(estimator, "__dict__", {}):
        return _parameters_after_self(own)
    try:
        return frozenset(inspect.signature(estimator.predict).parameters)
    except (AttributeError, TypeError, ValueError):
        return frozenset()


@lru_cache(maxsize=64)                  # asked after every fit
def _parameters_after_self(method: Callable[..., Any]) -> frozenset[str]:
    try:
        return frozenset(list(inspect.signature(method).parameters)[1:])
    except (TypeError, ValueError):
        return frozenset()
