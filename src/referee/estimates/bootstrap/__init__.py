"""Intervals from resampled test cases: the model at hand stays as it is."""
