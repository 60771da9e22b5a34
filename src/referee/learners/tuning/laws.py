"""Laws that random settings are drawn from: ``uniform(0, 1)``, ``loguniform(0.01, 100)``, ``integers(1, 50)``.

Bergstra, J. and Bengio, Y. (2012). Random search for hyper-parameter optimization. JMLR 13, 281-305.

A value is the law's quantile at a uniform number, so that all randomness comes from one place; frozen distributions
of scipy.stats are drawn from in the same way. Numbers are rounded to four digits: a setting should be one that people
can type again.
"""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from referee.errors import BadInput

CALL = re.compile(r"\s*([a-z]+)\s*\(([^()]*)\)\s*")


@dataclass(frozen=True, slots=True)
class Law:
    """A law between two ends.

    >>> law = Law("loguniform", 0.01, 100)
    >>> law.at(0.0), law.at(0.5), law.at(0.999)
    (0.01, 1.0, 99.08)
    >>> [Law("integers", 1, 3).at(u) for u in (0.0, 0.5, 0.999)]
    [1, 2, 3]
    """

    name: str
    low: float
    high: float

    def __post_init__(self) -> None:
        if self.name not in SHAPES:
            raise BadInput(f"no law is called {self.name!r}; there are {', '.join(SHAPES)}.")
        if not self.low < self.high or not math.isfinite(self.low) or not math.isfinite(self.high):
            raise BadInput(f"{self}: the first number must be below the second.")
        if self.name == "loguniform" and self.low <= 0:
            raise BadInput(f"{self}: both numbers must be above 0.")

    def __str__(self) -> str:
        return f"{self.name}({self.low:g}, {self.high:g})"

    def at(self, share: float) -> Any:
        """The value below which this share of the law lies."""
        return SHAPES[self.name](self.low, self.high, share)


def _uniform(low: float, high: float, share: float) -> float:
    return _four_digits(low + share * (high - low))


def _loguniform(low: float, high: float, share: float) -> float:
    return _four_digits(low * (high / low) ** share)


def _integers(low: float, high: float, share: float) -> int:
    """Both ends included, each whole number as likely."""
    first, last = math.ceil(low), math.floor(high)
    return min(last, first + math.floor(share * (last - first + 1)))


def _four_digits(value: float) -> float:
    return float(f"{value:.4g}")


SHAPES: dict[str, Callable[[float, float, float], Any]] = {
    "uniform": _uniform, "loguniform": _loguniform, "integers": _integers,
}


def law_of(value: Any) -> Law | None:
    """The law that a text stands for; None for any other text.

    >>> law_of("loguniform(1e-3, 10)"), law_of("entropy")
    (Law(name='loguniform', low=0.001, high=10.0), None)
    """
    if isinstance(value, Law):
        return value
    found = CALL.fullmatch(value) if isinstance(value, str) else None
    if found is None or found[1] not in SHAPES:
        return None
    try:
        low, high = (float(part) for part in found[2].split(","))
    except ValueError as error:
        raise BadInput(f"{value!r}: a law takes two numbers, as in {found[1]}(1, 10).") from error
    return Law(found[1], low, high)


def is_frozen(value: Any) -> bool:
    """Whether it is a frozen distribution of scipy.stats, or draws in the same way."""
    return callable(getattr(value, "ppf", None)) and callable(getattr(value, "rvs", None))


def drawn(values: Any, share: float) -> Any:
    """One value of a list, a law or a frozen distribution, by a uniform number."""
    if isinstance(values, Law):
        return values.at(share)
    if isinstance(values, Sequence):
        return values[min(int(share * len(values)), len(values) - 1)]
    value = values.ppf(share)
    discrete = hasattr(getattr(values, "dist", values), "pmf")
    return int(value) if discrete else _four_digits(float(value))
