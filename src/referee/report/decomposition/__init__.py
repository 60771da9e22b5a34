"""Bias and variance for people: sentences, tables, a figure, a page."""
