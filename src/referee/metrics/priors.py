"""What was known before looking at a row: class shares of the training part, smoothed as counts, never as shares.

m-estimate (n_i + 1/k) / (N + 1); Laplace (n_i + α) / (N + αk). Smoothing shares as if they were counts destroys a
forecast (0.9 becomes 0.475 with α = 1 and three classes), so both functions take counts only. A forecast that is
too certain can be drawn towards the prior instead, by 1/(N + 1) where N rows were trained on.
"""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from referee.errors import BadInput
from referee.given import numbers
from referee.kinds import Array
from referee.metrics.checks import check_prior, check_probabilities


def smoothed_prior(counts: npt.ArrayLike) -> Array:
    """Class shares from counts, none of them 0: (n_i + 1/k) / (N + 1).

    >>> smoothed_prior([9, 1, 0])
    array([0.848, 0.121, 0.030])
    """
    array = _counts(counts)
    return np.asarray((array + 1 / array.size) / (array.sum() + 1))


def laplace(counts: npt.ArrayLike, strength: float = 1.0) -> Array:
    """Class shares from counts, each count raised by the same strength.

    >>> laplace([9, 1, 0])
    array([0.769, 0.154, 0.077])
    """
    if not 0 < strength < np.inf:
        raise BadInput(f"strength must be above 0, not {strength}.")
    array = _counts(counts) + strength
    return np.asarray(array / array.sum())


def shrunk(probabilities: npt.ArrayLike, prior: npt.ArrayLike, share: float) -> Array:
    """Probabilities drawn towards the prior by a share, such as 1/(N + 1) after training on N rows.

    >>> shrunk([[1.0, 0.0]], [0.5, 0.5], share=0.1)
    array([[0.95, 0.05]])
    """
    if not 0 <= share <= 1:
        raise BadInput(f"the share to shrink by must be from 0 to 1, not {share}.")
    said = check_probabilities(probabilities)
    return np.asarray((1 - share) * said + share * check_prior(prior, said.shape[1]))


def _counts(counts: npt.ArrayLike) -> Array:
    array = numbers(counts, "counts")
    if array.ndim != 1 or array.size < 2 or array.min() < 0:
        raise BadInput("counts must be one number from 0 up for each of at least two classes.")
    if (array != np.floor(array)).any():
        raise BadInput("counts must be whole numbers; shares and probabilities are not smoothed.")
    return array
