"""What predictions are worth: arrays in, numbers out.

Each module holds one family, as plain functions on arrays and as named metrics in `METRICS`.
"""

from referee.metrics import (
    association,
    binary_labels,
    calibration,
    calibration_tests,
    clipping,
    consistency,
    corp,
    cost,
    cost_metrics,
    curves,
    information,
    kappa,
    known_truth,
    labels,
    marks,
    murphy,
    priors,
    probability,
    ranking,
    regression,
    reliability_diagram,
    retrieval,
    robust_errors,
    sar,
    skill,
)
from referee.metrics._base import FAMILIES, METRICS, Family, Metric, mean_of
from referee.metrics.checks import check_probabilities
from referee.metrics.lookup import metric
from referee.metrics.predictions import Predictions
from referee.metrics.priors import smoothed_prior
from referee.metrics.vectors import forecast, labelled, scored, valued

__all__ = [
    "FAMILIES", "METRICS", "Family", "Metric", "Predictions", "association", "binary_labels", "calibration",
    "calibration_tests", "check_probabilities", "clipping", "consistency", "corp", "cost", "cost_metrics", "curves",
    "forecast", "information", "kappa", "known_truth", "labelled", "labels", "marks", "mean_of", "metric", "murphy",
    "priors", "probability", "ranking", "regression", "reliability_diagram", "retrieval", "robust_errors", "sar",
    "scored", "skill", "smoothed_prior", "valued",
]
