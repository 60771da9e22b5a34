"""Bias and variance of a learner, from its models of many training samples on one test set."""

from referee.estimates.decomposition.read import Decompositions, decompositions
from referee.estimates.decomposition.schemes import SCHEMES, Decomposition, Part, Scheme

__all__ = ["SCHEMES", "Decomposition", "Decompositions", "Part", "Scheme", "decompositions"]
