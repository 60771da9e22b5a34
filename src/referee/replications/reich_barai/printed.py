"""Tables 2 to 4 as they are printed: every cell, by table, output and method."""

from __future__ import annotations

import csv
from dataclasses import dataclass
from pathlib import Path

HERE = Path(__file__).parent
TABLES = HERE / "tables.csv"


@dataclass(frozen=True, slots=True, kw_only=True)
class Spread:
    """Least, most, mean and standard deviation of n repetitions."""

    n: int
    low: float
    high: float
    mean: float
    sd: float


@dataclass(frozen=True, slots=True, kw_only=True)
class Output:
    """One column of a table."""

    name: str
    resubstitution: float
    leave_one_out: float
    spreads: dict[str, Spread]          # by method: .632B, K-fold, hold-out


def table(number: int) -> tuple[Output, ...]:
    """The outputs of one table.

    >>> [output.name for output in table(2)], table(2)[0].spreads["hold-out"].high
    (['KT', 'KQ', 'efficiency'], 13.69)
    """
    own = [row for row in _rows(TABLES) if row["table"] == str(number)]
    return tuple(Output(
        name=point["output"], resubstitution=float(point["resubstitution"]),
        leave_one_out=float(point["leave-one-out"]),
        spreads={row["method"]: Spread(n=int(row["n"]), low=float(row["min"]), high=float(row["max"]),
                                       mean=float(row["mean"]), sd=float(row["sd"]))
                 for row in own if row["output"] == point["output"]})
        for point in _rows(HERE / "points.csv") if point["table"] == str(number))


def _rows(path: Path) -> list[dict[str, str]]:
    lines = [line for line in path.read_text(encoding="utf-8").splitlines() if not line.startswith("#")]
    return list(csv.DictReader(lines))
