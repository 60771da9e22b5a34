"""Intervals for a share of right answers, and the sample sizes they ask for."""
