"""Tables for the leak finder, written before it was: what is planted in each, and how much a score owes to it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

import numpy as np
import pandas as pd

N = 800
Maker = Callable[[np.random.Generator], pd.DataFrame]


@dataclass(frozen=True)
class Table:
    """A table, what must be told of it, and the scores of a small learner with and without what is planted."""

    name: str
    make: Maker
    finds: str = ""                    # of "code severity message"; empty: nothing serious may be said
    owes: tuple[float, float] | None = None
    options: dict[str, Any] = field(default_factory=dict)


TABLES: list[Table] = []


def leaky(name: str, finds: str, owes: tuple[float, float] | None = None, **options: Any) -> Callable[[Maker], Maker]:
    """Put a table with a planted fault on the shelf."""
    def keep(make: Maker) -> Maker:
        TABLES.append(Table(name, make, finds, owes, options))
        return make
    return keep


def clean(name: str, **options: Any) -> Callable[[Maker], Maker]:
    """Put a table without a fault on the shelf."""
    def keep(make: Maker) -> Maker:
        TABLES.append(Table(name, make, options=options))
        return make
    return keep


def churn(rng: np.random.Generator, n: int = N) -> pd.DataFrame:
    """An honest table with numbers and words; a good learner ranks its classes with an AUC of about 0.75."""
    tenure, charge = rng.gamma(2, 15, n).round(1), rng.normal(60, 20, n).round(2)
    calls, age = rng.poisson(2, n), rng.integers(18, 80, n)
    plan = rng.choice(["basic", "plus", "pro", "max"], n)
    usage = rng.lognormal(3, .6, n).round(3)
    odds = 1.2 * (calls - 2) / 1.4 - .04 * (tenure - 30) + .02 * (charge - 60) - .5
    y = rng.random(n) < 1 / (1 + np.exp(-.8 * odds))
    return pd.DataFrame({"tenure": tenure, "charge": charge, "calls": calls, "age": age, "usage": usage, "plan": plan,
                         "y": np.where(y, "yes", "no")})


def house(rng: np.random.Generator, n: int = N) -> pd.DataFrame:
    """An honest table for regression; a good learner explains about half of the variance."""
    area, year = rng.gamma(9, 14, n).round(1), rng.integers(1900, 2020, n)
    rooms, lot = rng.integers(1, 9, n), rng.lognormal(6, .5, n).round(1)
    town = rng.choice([f"town{i}" for i in range(12)], n)
    noise = rng.normal(0, 60, n)
    y = (1.5 * area + .6 * (year - 1950) + 8 * rooms + noise).round(2)
    return pd.DataFrame({"area": area, "year": year, "rooms": rooms, "lot": lot, "town": town, "y": y})


def yes(frame: pd.DataFrame) -> np.ndarray:
    """Which rows have the class yes."""
    return (frame["y"] == "yes").to_numpy()


def wide(rng: np.random.Generator, n: int = N, p: int = 8, slope: float = 1.0) -> pd.DataFrame:
    """Normal columns, of which three tell something of two classes."""
    x = rng.normal(size=(n, p))
    y = rng.random(n) < 1 / (1 + np.exp(-slope * (x[:, 0] + x[:, 1] - x[:, 2])))
    return pd.DataFrame(x, columns=[f"x{i}" for i in range(p)]).assign(y=np.where(y, "yes", "no"))


def noise(rng: np.random.Generator, n: int = N, p: int = 8) -> pd.DataFrame:
    """Normal columns that tell nothing of the class."""
    return wide(rng, n, p, slope=0.0)
