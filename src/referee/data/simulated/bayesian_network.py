"""A small random Bayesian network of discrete variables; the class is one of its nodes.

Hope & Korb (2004) judge their reward on such networks. Variables are in a fixed order, each with up to two parents
before it; conditional distributions are Dirichlet. The class is the middle node, so that it has parents and
children, and p(class | all others) is its own entry times those of its children.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from referee.data.simulated._base import Simulator, register
from referee.kinds import Array

PARENTS, STATES = 2, 3


@register
@dataclass(frozen=True, slots=True, kw_only=True)
class BayesianNetwork(Simulator):
    """Features of three states each; `evenness` below 1 makes distributions sharp.

    >>> known = BayesianNetwork(classes=4, features=8).sample(60, seed=2)
    >>> bool(np.allclose(known.truth.sum(axis=1), 1)), known.problem.n_features
    (True, 8)
    """

    name = "bayesian-network"
    summary = "a random Bayesian network of discrete variables"

    evenness: float = 0.5

    def draw(self, n: int, law: np.random.Generator, rows: np.random.Generator) -> tuple[Array, Array]:
        """Draw the network, then rows; the truth is the class given all other nodes."""
        found, truth = self.nodes(n, law, rows)
        return np.delete(found, self.centre, axis=1).astype(float), truth

    @property
    def centre(self) -> int:
        """The node that is the class."""
        return (self.features + 1) // 2

    def nodes(self, n: int, law: np.random.Generator, rows: np.random.Generator) -> tuple[Array, Array]:
        """The states of all nodes, drawn one after the other, and the truth about the class."""
        states = np.full(self.features + 1, STATES)
        states[self.centre] = self.classes
        parents = [_parents(node, self.centre, law) for node in range(states.size)]
        tables = [law.dirichlet(np.full(states[node], self.evenness), size=tuple(states[p] for p in parents[node]))
                  for node in range(states.size)]
        found = np.zeros((n, states.size), dtype=np.int64)
        for node, table in enumerate(tables):
            chances = table[tuple(found[:, p] for p in parents[node])].reshape(-1, states[node])
            found[:, node] = (rows.random(n)[:, None] >= np.cumsum(chances, axis=1)[:, :-1]).sum(axis=1)
        return found, self._truth(found, parents, tables)

    def _truth(self, found: Array, parents: list[list[int]], tables: list[Array]) -> Array:
        """The class's Markov blanket: try every class in its place."""
        logs = np.zeros((len(found), self.classes))
        for code in range(self.classes):
            tried = found.copy()
            tried[:, self.centre] = code
            for node, table in enumerate(tables):
                if node == self.centre or self.centre in parents[node]:
                    entry = table[(*(tried[:, p] for p in parents[node]), tried[:, node])]
                    logs[:, code] += np.log(np.maximum(entry, 1e-300))
        truth = np.exp(logs - logs.max(axis=1, keepdims=True))
        return np.asarray(truth / truth.sum(axis=1, keepdims=True))


def _parents(node: int, centre: int, law: np.random.Generator) -> list[int]:
    """Up to two earlier nodes; the class is a parent of every other later node, so that there is something to learn."""
    others = [earlier for earlier in range(node) if earlier != centre]
    chosen = law.permutation(others)[:PARENTS].tolist() if others else []
    if node > centre and (node - centre) % 2:
        chosen = [*chosen[: PARENTS - 1], centre]
    return [int(parent) for parent in chosen]
