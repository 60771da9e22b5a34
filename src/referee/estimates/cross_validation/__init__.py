"""Intervals for scores over random splits, folds, nested folds and halves."""
