"""What predictions are worth: arrays in, numbers out.

Each module holds one family, as plain functions on arrays and as named metrics in `METRICS`.
"""

from referee.metrics import binary_labels, labels, probability, ranking, regression
from referee.metrics._base import FAMILIES, METRICS, Family, Metric, mean_of
from referee.metrics.checks import check_probabilities
from referee.metrics.lookup import metric
from referee.metrics.predictions import Predictions
from referee.metrics.vectors import forecast, labelled, scored, valued

__all__ = [
    "FAMILIES", "METRICS", "Family", "Metric", "Predictions", "binary_labels", "check_probabilities", "forecast",
    "labelled", "labels", "mean_of", "metric", "probability", "ranking", "regression", "scored", "valued",
]
