"""Intervals for the area under the ROC curve."""
