"""Bayesian information reward over accuracy and calibration error: the picture Guo's thesis asks for (6.2, GU-17).

Forecasters with two knobs on a Dirichlet truth q of k classes (METHODS G10): `informed` is the share of cases of which
q is known, the prior being said of the others, which lowers accuracy and leaves calibration perfect; `sharpness` is the
power to which forecasts are raised, which spoils calibration and leaves accuracy as it is. Expected rewards come from
the identity E[BIR] = (1/k) Σ_i [KL(q_i‖p_i) − KL(q_i‖p'_i)] of Bernoulli divergences, so no outcome is drawn.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from referee.errors import BadInput
from referee.kinds import Array, Json
from referee.seeds import stream

if TYPE_CHECKING:
    from matplotlib.figure import Figure

INFORMED = (0.0, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 1.0)
SHARPNESS = (1.0, 1.25, 1.5, 2.0, 2.5, 3.0, 4.0, 5.0, 7.0, 10.0)


@dataclass(frozen=True, slots=True, kw_only=True)
class Forecaster:
    """One pair of knobs, and what is expected of it."""

    informed: float
    sharpness: float
    accuracy: float
    calibration_error: float      # root mean square distance from what happens given what is known
    bir: float                    # bits, per class

    def to_dict(self) -> Json:
        """For JSON."""
        return {name: getattr(self, name) for name in self.__slots__}


@dataclass(frozen=True, slots=True, kw_only=True)
class BirSurface:
    """All forecasters."""

    classes: int
    forecasters: tuple[Forecaster, ...]

    def figure(self) -> Figure:
        """The reward as contours over accuracy and calibration error."""
        from referee.report.multiples import surface_figure

        points = [(f.accuracy, f.calibration_error, f.bir) for f in self.forecasters]
        return surface_figure(points, ("accuracy", "calibration error", "Bayesian information reward (bits)"))

    def to_dict(self) -> Json:
        """For JSON."""
        return {"classes": self.classes, "forecasters": [f.to_dict() for f in self.forecasters]}


def bir_surface(*, classes: int = 4, cases: int = 4000, concentration: float = 0.5, seed: int = 0,
                informed: Sequence[float] = INFORMED, sharpness: Sequence[float] = SHARPNESS) -> BirSurface:
    """Expected accuracy, calibration error and reward of every pair of knobs, on the same cases.

    >>> calm = bir_surface(cases=500, informed=[0.0, 1.0], sharpness=[1.0]).forecasters
    >>> calm[0].bir, calm[0].calibration_error, calm[1].bir > 0
    (0.0, 0.0, True)
    """
    if classes < 2 or cases < 1 or concentration <= 0:
        raise BadInput("the surface needs two classes, one case and a concentration above 0 at least.")
    draw = stream(seed, "bir surface", classes)
    truth = draw.dirichlet(np.full(classes, concentration), size=cases)
    turn = draw.random(cases)
    prior = np.full(classes, 1 / classes)
    return BirSurface(classes=classes, forecasters=tuple(
        _forecaster(truth, turn, prior, share, power) for share in informed for power in sharpness))


def _forecaster(truth: Array, turn: Array, prior: Array, share: float, power: float) -> Forecaster:
    known = np.where((turn < share)[:, None], truth, prior)        # what happens, given what the forecaster knows
    said = np.maximum(known, 1e-15) ** power
    said /= said.sum(axis=1, keepdims=True)
    # the uninformed forecaster's label is a guess: all classes alike
    best = said == said.max(axis=1, keepdims=True)
    accuracy = float(((truth * best).sum(axis=1) / best.sum(axis=1)).mean())
    error = float(np.sqrt(((said - known) ** 2).mean()))
    return Forecaster(informed=share, sharpness=power, accuracy=accuracy, calibration_error=error,
                      bir=float(expected_bir(truth, said, prior).mean()))


def expected_bir(truth: Array, said: Array, prior: Array) -> Array:
    """The expected reward of each row in bits: the identity of METHODS A.7.3."""
    told = np.clip(said, 1e-15, 1 - 1e-15)
    gain = truth * np.log2(told / prior) + (1 - truth) * np.log2((1 - told) / (1 - prior))
    return np.asarray(gain.mean(axis=1))
