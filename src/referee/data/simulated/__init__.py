"""Problems made by a known law, so that the true probability of every class on every row is known.

Each is a frozen recipe: `sample(n, seed=…)` gives a `KnownProblem`, the problem and its truth row by row.
"""

from referee.data.simulated._base import SIMULATORS, KnownProblem, Simulator
from referee.data.simulated.bayesian_network import BayesianNetwork
from referee.data.simulated.gaussian_mixture import GaussianMixture
from referee.data.simulated.logistic_truth import LogisticTruth

__all__ = ["SIMULATORS", "BayesianNetwork", "GaussianMixture", "KnownProblem", "LogisticTruth", "Simulator"]
