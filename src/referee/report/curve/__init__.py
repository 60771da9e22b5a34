"""Learning curves for people: sentences, tables, a figure, a page."""
