"""A class that every model answers without a mistake, in a file where all of them err elsewhere: padding, empty cells.

Cases that nobody can get wrong ask nothing, and lift every score alike. A class may be as easy as that; so it is asked
about, with the scores without it.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np

from referee.kinds import Array

FEWEST, SHARE = 50, 0.1         # cases of the class; of all cases
FEWEST_MODELS = 3               # that all know it, the poorest among them
ERRS = 0.05                     # of the other cases every model has wrong at least


@dataclass(frozen=True, slots=True, kw_only=True)
class GivenClass:
    """The class, its cases, and the accuracy of each model with and without them."""

    code: int
    cases: int
    of: int
    scores: Mapping[str, tuple[float, float]]


def given_class(truth: Array, said: Mapping[str, Array]) -> GivenClass | None:
    """The largest class that all models answer wherever it is so and nowhere else; None where there is none.

    Models that say one thing of all cases are none.
    """
    models = {name: labels for name, labels in said.items() if np.ptp(labels) > 0}
    codes, counts = np.unique(truth, return_counts=True)
    if len(models) < FEWEST_MODELS or codes.size < 3:
        return None
    for code in codes[np.argsort(-counts)]:
        own = truth == code
        if own.sum() < max(FEWEST, SHARE * truth.size):
            return None
        if all(np.array_equal(labels == code, own) for labels in models.values()):
            scores = {name: (float((labels == truth).mean()), float((labels == truth)[~own].mean()))
                      for name, labels in models.items()}
            if max(without for _, without in scores.values()) <= 1 - ERRS:
                return GivenClass(code=int(code), cases=int(own.sum()), of=int(truth.size), scores=scores)
    return None
