"""Expected value, which the thesis dropped because "it is hard to construct such a weight matrix for all data".

On data whose truth is known no single matrix is needed: many are drawn, in each of which the right decision is worth 1
and every wrong one something between 0 and 1, and what decisions by a learner's probabilities are worth is averaged.
"""

from __future__ import annotations

import numpy as np

from referee.kinds import Array
from referee.metrics.cost import optimal_decisions
from referee.seeds import stream

MATRICES = 50


def matrices(classes: int, *, seed: int) -> Array:
    """Values of decisions, a matrix each: a row for the true class, a column for the decision.

    >>> drawn = matrices(3, seed=0)
    >>> drawn.shape, drawn[0].diagonal().tolist()
    ((50, 3, 3), [1.0, 1.0, 1.0])
    """
    values = stream(seed, "values of decisions").random((MATRICES, classes, classes))
    values[:, np.arange(classes), np.arange(classes)] = 1.0
    return values


def expected_worth(truth: Array, said: Array, values: Array) -> float:
    """The mean worth, under the true distribution, of the decisions that probabilities call for.

    >>> truth = np.array([[0.5, 0.5]])
    >>> expected_worth(truth, np.array([[0.6, 0.4]]), np.array([[[1, 0], [0.8, 1]]]))       # decides for the first
    0.9
    """
    return float(np.mean([(truth * worth[:, optimal_decisions(said, worth)].T).sum(axis=1).mean()
                          for worth in values]))


def steps(classes: int) -> tuple[tuple[int, ...], ...]:
    """Of classes in order: every step that a decision is off costs 1.

    >>> steps(3)
    ((0, -1, -2), (-1, 0, -1), (-2, -1, 0))
    """
    return tuple(tuple(-abs(true - said) for said in range(classes)) for true in range(classes))
