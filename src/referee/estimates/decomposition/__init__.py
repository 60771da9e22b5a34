"""Bias and variance of a learner, from its models of many training samples on one test set."""

from referee.estimates.decomposition.schemes import SCHEMES, Decomposition, Part, Scheme

__all__ = ["SCHEMES", "Decomposition", "Part", "Scheme"]
