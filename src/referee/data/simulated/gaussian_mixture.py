"""Gaussian classes: each class is a mixture of two Gaussian clouds, so that no straight line is the truth."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from referee.data.simulated._base import Simulator, register
from referee.kinds import Array

CLOUDS = 2


@register
@dataclass(frozen=True, slots=True, kw_only=True)
class GaussianMixture(Simulator):
    """Clouds with means drawn at `distance` from the middle, unit spread, unequal class shares.

    >>> known = GaussianMixture(classes=3).sample(50, seed=0)
    >>> known.truth.shape, bool(np.allclose(known.truth.sum(axis=1), 1))
    ((50, 3), True)
    """

    name = "gaussian-mixture"
    summary = "each class a mixture of two Gaussian clouds"

    distance: float = 2.0

    def draw(self, n: int, law: np.random.Generator, rows: np.random.Generator) -> tuple[Array, Array]:
        """Draw clouds, then rows from them; the truth is Bayes' rule."""
        means = law.normal(size=(self.classes * CLOUDS, self.features))
        means *= self.distance / np.sqrt(self.features)
        shares = np.repeat(law.dirichlet(np.full(self.classes, 5.0)), CLOUDS) / CLOUDS
        cloud = (rows.random(n)[:, None] >= np.cumsum(shares)[:-1]).sum(axis=1)
        features = means[cloud] + rows.normal(size=(n, self.features))
        distances = ((features[:, None, :] - means) ** 2).sum(axis=2)
        weight = shares * np.exp(-0.5 * (distances - distances.min(axis=1, keepdims=True)))
        truth = weight.reshape(n, self.classes, CLOUDS).sum(axis=2)
        return features, truth / truth.sum(axis=1, keepdims=True)
