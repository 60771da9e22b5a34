"""The ways to take an error apart: squared loss, Kohavi & Wolpert's and Domingos's for the error rate.

The parts are means over test cases, so each has an interval over cases, given these models (clustered where rows come
in groups). It does not speak of other training samples.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Any

import numpy as np

from referee.errors import Undefined
from referee.estimates._base import Interval
from referee.estimates.decomposition.domingos import domingos_parts
from referee.estimates.decomposition.kohavi_wolpert import kohavi_wolpert_parts
from referee.estimates.decomposition.squared_decomposition import squared_parts
from referee.estimates.means.clustered_mean import clustered_mean
from referee.estimates.means.t_mean import t_mean
from referee.kinds import Array


@dataclass(frozen=True, slots=True)
class Scheme:
    """A way to take an error apart."""

    name: str
    title: str
    parts: tuple[str, ...]           # they add up to the error, with the sign of `signs`
    signs: tuple[int, ...]
    source: str
    most: float = 1.0                # what a part can be at most


SQUARED = ("bias²", "variance", "noise")
SCHEMES: dict[str, Scheme] = {scheme.name: scheme for scheme in (
    Scheme("squared", "squared error", SQUARED, (1, 1, 1), "Geman, Bienenstock & Doursat (1992), unbiased",
           most=math.inf),
    Scheme("squared-plug-in", "squared error, plug-in", SQUARED, (1, 1, 1), "Reich & Barai (1999), eq. 9, plug-in",
           most=math.inf),
    Scheme("kohavi-wolpert", "Kohavi & Wolpert", SQUARED, (1, 1, 1), "Kohavi & Wolpert (1996), unbiased"),
    Scheme("kohavi-wolpert-plug-in", "Kohavi & Wolpert, plug-in", SQUARED, (1, 1, 1),
           "Kohavi & Wolpert (1996), plug-in"),
    Scheme("domingos", "Domingos", ("bias", "variance that hurts", "variance that helps"), (1, 1, -1),
           "Domingos (2000)"),
)}


@dataclass(frozen=True, slots=True)
class Part:
    """One part of an error, with its interval over test cases; None, and why, where there is none."""

    name: str
    value: float
    interval: Interval | None = None
    reason: str = ""

    def to_dict(self) -> dict[str, Any]:
        """For JSON."""
        return {"part": self.name, "value": self.value, "reason": self.reason,
                "interval": self.interval.to_dict() if self.interval else None}


@dataclass(frozen=True, slots=True, kw_only=True)
class Decomposition:
    """One learner's error on one target, taken apart in one way."""

    learner: str
    target: str
    scheme: Scheme
    error: Part
    parts: tuple[Part, ...]
    models: int                          # that it rests on
    ties: int = 0                        # test cases on which no prediction was the main one (Domingos)

    def __getitem__(self, name: str) -> float:
        return next(part.value for part in self.parts if part.name == name)

    def share(self, name: str) -> float | None:
        """A part as a share of the error; None for an error of 0."""
        return self[name] / self.error.value if self.error.value > 0 else None

    def to_dict(self) -> dict[str, Any]:
        """For JSON."""
        return {"learner": self.learner, "target": self.target, "scheme": self.scheme.name, "models": self.models,
                "error": self.error.to_dict(), "parts": [part.to_dict() for part in self.parts], "ties": self.ties}


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Cases:
    """What the models said of the test cases, (models, cases), and what is known of the truth."""

    said: Array
    y: Array                             # the targets, or class codes
    truth: Array | None = None           # E[y|x] of each case, or the class shares (cases, classes)
    noise: float | None = None           # the variance of y around E[y|x]; None: seen from y itself
    groups: Array | None = None


def by_case(name: str, cases: Cases) -> tuple[list[Array], int]:
    """The parts of a scheme for each case, and how many cases had a tie."""
    unbiased = not name.endswith("plug-in")
    if name == "domingos":
        bias, _, hurts, helps, ties = domingos_parts(cases.said, cases.y)
        return [bias, hurts, helps], int(ties.sum())
    if name.startswith("kohavi-wolpert"):
        return list(kohavi_wolpert_parts(cases.said, cases.y if cases.truth is None else cases.truth,
                                         unbiased=unbiased)), 0
    centre = cases.y if cases.truth is None else cases.truth
    bias, variance = squared_parts(cases.said, centre, unbiased=unbiased)
    known = cases.noise is not None
    noise = np.full(bias.size, cases.noise) if known else (cases.y - centre) ** 2
    return [bias, variance, noise.astype(float)], 0


def decomposed(scheme: Scheme, cases: Cases, *, learner: str, target: str, level: float) -> Decomposition:
    """Take the error apart, and give each part its interval."""
    parts, ties = by_case(scheme.name, cases)
    whole = sum((sign * part for sign, part in zip(scheme.signs, parts, strict=True)), np.zeros(cases.y.shape[0]))
    return Decomposition(
        learner=learner, target=target, scheme=scheme, ties=ties, models=len(cases.said),
        error=_part("error", whole, cases, scheme, level),
        parts=tuple(_part(n, values, cases, scheme, level) for n, values in zip(scheme.parts, parts, strict=True)),
    )


def _part(name: str, values: Array, cases: Cases, scheme: Scheme, level: float) -> Part:
    """A part and its interval, which keeps to what the part can be; an unbiased estimate of it need not."""
    value = float(values.mean())
    bounds = (0.0, scheme.most)
    try:
        made = (t_mean(values, level=level, bounds=bounds) if cases.groups is None else
                clustered_mean(values, cases.groups, level=level, bounds=bounds)).interval
    except Undefined as reason:
        return Part(name, value, reason=str(reason).rstrip("."))
    return Part(name, value, made)
