"""A. Flexer, Statistical evaluation of neural network experiments: minimum requirements and current practice (1996)."""
