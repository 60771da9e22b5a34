"""Intervals for means of per-row values: by rows, by clusters, of several numbers at once, of functions of a mean."""
