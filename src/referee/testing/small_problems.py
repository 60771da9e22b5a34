"""Small problems to try things on: two classes, three, groups, numbers, a series; a feature tells of each."""

from __future__ import annotations

from typing import Any

import numpy as np

from referee.data import Problem, make_problem
from referee.seeds import stream


def two_classes(n: int = 60, **more: Any) -> Problem:
    """Words for labels, a little more of one than of the other."""
    X, signal = _features(n)
    return make_problem(X, np.where(signal > -0.2, "yes", "no"), name="two classes", **more)


def three_classes(n: int = 60) -> Problem:
    """As many of each."""
    X, signal = _features(n)
    return make_problem(X, np.argsort(np.argsort(signal)) * 3 // n, name="three classes")


def grouped(n: int = 60) -> Problem:
    """Groups of five rows."""
    return two_classes(n, groups=np.arange(n) // 5)


def numbers(n: int = 60) -> Problem:
    """A number to predict."""
    X, signal = _features(n)
    return make_problem(X, signal + 3.0, name="numbers")


def series(n: int = 60) -> Problem:
    """A number to predict, measured twice at each time."""
    X, signal = _features(n)
    return make_problem(X, signal + 3.0, name="a series", time=np.arange(n) // 2)


def in_words(refusal: Exception, what: str) -> None:
    """A refusal says why."""
    assert str(refusal).strip(), f"{what} without a word"


def _features(n: int) -> tuple[Any, Any]:
    draw = stream(1, "conformance", "features", n)
    X = draw.normal(size=(n, 3))
    return X, X[:, 0] + 0.8 * draw.normal(size=n)
