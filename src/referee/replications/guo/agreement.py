"""How well two rankings of the learners agree, network by network."""

from __future__ import annotations

import numpy as np

from referee.comparisons.many_models.metric_quality import tau_b
from referee.replications.guo.cloud import Point


def taus(points: list[Point], one: str, other: str, *, turned: bool = False) -> list[float]:
    """Agreement of two rankings of the learners, network by network."""
    found = []
    for network in sorted({point.network for point in points}):
        own = [point for point in points if point.network == network]
        sides = [np.array([getattr(point, what) for point in own]) for what in (one, other)]
        found.append(tau_b(sides[0], -sides[1] if turned else sides[1]))
    return found


def error(taus: list[float]) -> float:
    """The standard error of the mean."""
    return float(np.std(taus, ddof=1) / np.sqrt(len(taus)))


def below(taus: list[float], bound: float) -> bool | None:
    """Whether a mean lies surely below, or surely not; None where two standard errors leave it open."""
    mean, twice = float(np.mean(taus)), 2 * error(taus)
    return True if mean + twice < bound else False if mean - twice > bound else None
