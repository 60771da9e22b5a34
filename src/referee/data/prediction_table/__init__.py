"""Predictions made elsewhere: tables of who said what of which case, read, recognised and aligned by id."""

from referee.data.prediction_table.align import Reading, read_data_sets, read_predictions
from referee.data.prediction_table.settle import settled
from referee.data.prediction_table.table import Part, PredictionTable

__all__ = ["Part", "PredictionTable", "Reading", "read_data_sets", "read_predictions", "settled"]
