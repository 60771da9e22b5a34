"""What predictions are worth: arrays in, numbers out.

Each file holds one family: plain functions on arrays, and named metrics that add themselves to `METRICS`. Every metric
is a function here, under its name: `referee.metrics.kappa(truth, said)`.
"""

from __future__ import annotations

import pkgutil
from importlib import import_module
from typing import Any

from referee.metrics._base import FAMILIES, METRICS, Family, Metric, mean_of
from referee.metrics.checks import check_probabilities
from referee.metrics.forecast_scores import crps_of_quantiles, crps_of_samples
from referee.metrics.functions import array_function, function_names
from referee.metrics.lookup import as_metric, each_of, metric, named_metrics
from referee.metrics.own import OwnMetric
from referee.metrics.per_class import ClassScores, per_class
from referee.metrics.predictions import Predictions
from referee.metrics.priors import smoothed_prior
from referee.metrics.vectors import forecast, labelled, scored, valued

__all__ = [
    "FAMILIES", "METRICS", "ClassScores", "Family", "Metric", "OwnMetric", "Predictions", "as_metric",
    "check_probabilities", "crps_of_quantiles", "crps_of_samples", "each_of", "forecast", "labelled", "mean_of",
    "metric", "named_metrics", "per_class", "scored", "smoothed_prior", "valued",
]

for _file in pkgutil.iter_modules(__path__):        # each adds its metrics when it is imported
    import_module(f"{__name__}.{_file.name}")


def __getattr__(name: str) -> Any:
    """The metrics, as functions of (truth, said)."""
    function = None if name.startswith("_") else array_function(name)
    if function is None:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return function


def __dir__() -> list[str]:
    """What there is to import."""
    return sorted({*__all__, *function_names(), *(file.name for file in pkgutil.iter_modules(__path__))})
