"""Pictures of a study that a field expects: curves, matrices, rows; each drawn once, for the page and for files."""
