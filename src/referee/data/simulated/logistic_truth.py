"""Logistic truth: log odds linear in Gaussian features (Bates, Hastie & Tibshirani 2023, with several classes)."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from referee.data.simulated._base import Simulator, register
from referee.kinds import Array


@register
@dataclass(frozen=True, slots=True, kw_only=True)
class LogisticTruth(Simulator):
    """Softmax of a random linear map; `signal` is the spread of the log odds.

    >>> LogisticTruth(classes=2, signal=0.0).sample(20, seed=1).best_accuracy
    0.5
    """

    name = "logistic"
    summary = "log odds linear in the features"

    signal: float = 1.5

    def draw(self, n: int, law: np.random.Generator, rows: np.random.Generator) -> tuple[Array, Array]:
        """Draw the map, then rows."""
        slopes = law.normal(size=(self.features, self.classes)) * self.signal / np.sqrt(self.features)
        features = rows.normal(size=(n, self.features))
        odds = features @ slopes
        truth = np.exp(odds - odds.max(axis=1, keepdims=True))
        return features, truth / truth.sum(axis=1, keepdims=True)
