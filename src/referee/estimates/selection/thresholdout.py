"""Thresholdout: held-out rows that answer only where the training rows are wrong about a model.

Dwork, C., Feldman, V., Hardt, M., Pitassi, T., Reingold, O. and Roth, A. (2015). The reusable holdout: preserving
validity in adaptive data analysis. Science 349, 636–638.

A query is answered with the value on the training rows, unless it differs from that on the held-out rows by more than
a noisy threshold; then with the held-out value plus noise, at the cost of one unit of the budget. Values lie between 0
and 1. Noise is Laplace's with scales 2σ (threshold), 4σ (comparison) and σ (answer), as in the supplement's figure 1.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from referee.errors import BadInput, Undefined
from referee.given import door, numbers
from referee.kinds import Array, frozen_array
from referee.seeds import stream


@dataclass(frozen=True, slots=True, kw_only=True)
class Thresholdout:
    """The mechanism: threshold, noise, how many held-out answers it may give, and the seed of its noise."""

    threshold: float = 0.04
    noise: float = 0.01
    budget: int = 20
    seed: int = 0

    def __post_init__(self) -> None:
        if not 0 < self.threshold < 1 or not 0 <= self.noise < 1:
            raise BadInput(f"threshold is {self.threshold} and noise {self.noise}; both lie between 0 and 1.")
        if self.budget < 1:
            raise BadInput(f"budget is {self.budget}; it counts held-out answers, from 1 up.")

    def answer(self, training: float, held_out: float, *, query: int, spent: int) -> tuple[float, bool]:
        """The answer to one query, and whether it was paid for; `spent` is how many were before it."""
        if spent >= self.budget:
            raise Undefined(f"the budget of {self.budget} held-out answers is spent; fresh test rows are needed.")
        limit = self.threshold + self._laplace(2, "threshold", spent) + self._laplace(4, "comparison", query)
        if abs(training - held_out) <= limit:
            return training, False
        return held_out + self._laplace(1, "answer", query), True

    def _laplace(self, scale: float, *address: str | int) -> float:
        if self.noise == 0:
            return 0.0
        return float(stream(self.seed, "thresholdout", *address).laplace(scale=scale * self.noise))


@door
def thresholdout(training: Any, held_out: Any, *, threshold: float = 0.04, noise: float = 0.01, budget: int = 20,
                 seed: int = 0) -> Array:
    """Answers to queries in order, from the value of each on the training rows and on the held-out ones.

    >>> thresholdout([0.8, 0.75, 0.9], [0.79, 0.7, 0.885], threshold=0.02, noise=0)
    array([0.8, 0.7, 0.9])
    """
    ours, theirs = numbers(training, "training"), numbers(held_out, "held_out")
    if ours.ndim != 1 or ours.shape != theirs.shape or not np.isfinite([ours, theirs]).all():
        raise BadInput("Thresholdout takes two lists of numbers of one length: on training rows and on held-out ones.")
    mechanism = Thresholdout(threshold=threshold, noise=noise, budget=budget, seed=seed)
    answers: list[float] = []
    spent = 0
    for query, (a, b) in enumerate(zip(ours.tolist(), theirs.tolist(), strict=True)):
        said, paid = mechanism.answer(a, b, query=query, spent=spent)
        answers.append(said)
        spent += paid
    return frozen_array(answers, np.float64)
