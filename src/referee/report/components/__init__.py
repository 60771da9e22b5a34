"""Variance components for people: sentences, tables, a figure, a page."""
