"""The error rate as bias + variance where the main prediction is right − variance where it is wrong.

Domingos, P. (2000). A unified bias-variance decomposition and its applications. ICML, 231-238. The main prediction is
the mode over models; bias is 1 where it is wrong, variance the share of models that differ from it. Two classes:
E = B + V_u − V_b. More classes: where the main prediction is wrong only flips *to the true class* help, so V_b counts
those. Noise-free labels. A tie for the main prediction goes to the lowest label and is counted in `ties`.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from referee.estimates.decomposition.squared_decomposition import by_model
from referee.given import door
from referee.given.labels import label_table
from referee.kinds import Array


@dataclass(frozen=True, slots=True, kw_only=True)
class Domingos:
    """The mean error rate of the models and its parts: error = bias + variance_unbiased − variance_biased."""

    error: float
    bias: float
    variance: float                 # of all cases: how often models differ from the main prediction
    variance_unbiased: float        # … where the main prediction is right: this hurts
    variance_biased: float          # flips to the true class where it is wrong: this helps
    ties: int                       # cases whose main prediction was a tie


@door(predictions=label_table)
def domingos(predictions: Array, truth: Array) -> Domingos:
    """From labels (models, cases) and the true label of each case.

    >>> domingos([[0, 1, 1], [0, 1, 0], [0, 0, 1]], [0, 1, 0])
    Domingos(error=0.333, bias=0.333, variance=0.222, variance_unbiased=0.111, variance_biased=0.111, ties=0)
    """
    bias, differs, hurts, helps, ties = domingos_parts(predictions, truth)
    means = [float(part.mean()) for part in (bias, differs, hurts, helps)]
    said, true = by_model(predictions, truth)
    return Domingos(error=float((said != true).mean()), bias=means[0], variance=means[1], variance_unbiased=means[2],
                    variance_biased=means[3], ties=int(ties.sum()))


def domingos_parts(predictions: Array, truth: Array) -> tuple[Array, Array, Array, Array, Array]:
    """Bias, variance, the variance that hurts, the one that helps, and ties, of each case."""
    said, truth = by_model(predictions, truth)
    classes, codes = np.unique(np.concatenate([said.ravel(), truth]), return_inverse=True)
    said, true = codes[:said.size].reshape(said.shape), codes[said.size:]
    votes = np.stack([(said == c).sum(axis=0) for c in range(classes.size)])
    main = votes.argmax(axis=0)                                  # the first, so the lowest label, of a tie
    ties = (votes == votes.max(axis=0)).sum(axis=0) > 1
    wrong, differs = main != true, (said != main).mean(axis=0)
    helps = np.where(wrong, (said == true).mean(axis=0), 0.0)
    return wrong.astype(float), differs, np.where(wrong, 0.0, differs), helps, ties
