"""Right and wrong answers, row by row."""

from __future__ import annotations

import numpy as np

from referee.kinds import Array, Needs
from referee.metrics.predictions import Predictions


def right(predictions: Predictions) -> Array:
    """1 where the label was right, 0 where it was wrong."""
    return np.asarray(predictions.said(Needs.LABELS) == predictions.codes, dtype=float)


def wrong(predictions: Predictions) -> Array:
    """1 where the label was wrong, 0 where it was right."""
    return np.asarray(predictions.said(Needs.LABELS) != predictions.codes, dtype=float)
