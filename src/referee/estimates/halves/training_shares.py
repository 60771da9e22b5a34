"""What the chance of the class shares does to the training: a part of the variance that equal shares hide.

Halves and folds of equal class shares all train on the shares of this sample. Another sample would have others, and a
learner that sees more of a class says it more often. No fit shows this, but Bayes' rule says how much: the odds of
saying a class follow the odds of the class in training. Within each class of rows the chance q of a label then has the
slope q(1 − q) in its log odds. Of probabilities the same holds in two parts: each moves by itself (Saerens, Latinne &
Decaestecker 2002), and rows are dealt otherwise among models; E[q(1 − q)] + Var(q) = E[q](1 − E[q]).

Beside what training on other shares did to trees, neighbours and a kernel machine (10 and 30% positives, 90 rows) this
was 0.8 to 1.2 for accuracy and 1.1 to 1.7 for the Brier score; linear and Bayesian learners hardly move, and are hardly
told to.

Saerens, M., Latinne, P. & Decaestecker, C. (2002), Neural Computation 14, 21-41.
"""

from __future__ import annotations

import numpy as np

from referee.kinds import Array


def influence_of_training_shares(values: Array, said: Array, classes: Array, *, slopes: Array | float = 0.0,
                                 times: Array | None = None) -> Array:
    """What one more row of each class adds to a score by training: (C,), to first order; 0 on average over the rows.

    `values` are those of the rows, of which the score is the mean; `said` is the probability given to each class
    (1 and 0 for labels), `slopes` how the score moves with the log odds of each class in what was said: not at all
    for labels. `times` says how often a row stands there.

    Positives are 2 of 10; one more says 1 more often, which is wrong for most rows:

    >>> truth = np.array([1, 1, 0, 0, 0, 0, 0, 0, 0, 0])
    >>> label = np.array([1, 0, 1, 0, 0, 0, 0, 0, 0, 0])
    >>> right = (truth == label).astype(float)
    >>> influence_of_training_shares(right, np.eye(2)[label], truth)      # 0.2·¼ − 0.8·7/64 over −0.8, and over 0.2
    array([ 0.046875, -0.1875  ])
    """
    weight = np.ones(values.size) if times is None else times
    shares = np.bincount(classes, weights=weight, minlength=said.shape[1]) / weight.sum()
    effect = (weight * (values - class_means(values, classes, weight, said.shape[1])[classes])) @ said / weight.sum()
    there = shares > 0
    return np.where(there, (effect + slopes) / np.where(there, shares, 1.0), 0.0)


def class_means(values: Array, classes: Array, weight: Array, n_classes: int) -> Array:
    """The mean of the rows of each class; 0 of a class without any."""
    sums = np.bincount(classes, weights=weight * values, minlength=n_classes)
    counts = np.bincount(classes, weights=weight, minlength=n_classes)
    return np.asarray(sums / np.where(counts > 0, counts, 1.0))


def added_by_training_shares(tested: Array, trained: Array, shares: Array, n: int) -> float:
    """The variance that training adds to that of the class shares among the tested rows; at least 0.

    `tested` is the distance of each class's mean from the score, `trained` what its rows add by training.

    >>> found = added_by_training_shares(np.array([0.2, -0.8]), np.array([0.05, -0.2]), np.array([0.8, 0.2]), 101)
    >>> round(found, 12)
    0.0009
    """
    return max(0.0, float(shares @ ((tested + trained) ** 2 - tested**2)) / (n - 1))
