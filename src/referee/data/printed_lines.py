"""What papers print of two models: a table with columns mean_a, sd_a, n_a, mean_b, sd_b and n_b, a row per line."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from referee.data.score_layout import plain_name
from referee.data.score_table import is_number
from referee.data.table import Table
from referee.data.wording import counted, listed
from referee.errors import BadInput
from referee.kinds import Array, frozen_array

if TYPE_CHECKING:
    import pandas as pd

PRINTED = ("mean_a", "sd_a", "n_a", "mean_b", "sd_b", "n_b")


@dataclass(frozen=True, slots=True, kw_only=True)
class Printed:
    """One line of what a paper prints: mean, sd and n of either model."""

    name: str
    a: tuple[float, float, int]
    b: tuple[float, float, int]


def printed_lines(table: Table) -> tuple[Printed, ...]:
    """The lines of such a table; none where it is another kind of table."""
    by_plain = {plain_name(name): name for name in table.names}
    there = [name for name in PRINTED if plain_name(name) in by_plain]
    if len(there) < len(PRINTED) / 2:
        return ()
    lacking = [name for name in PRINTED if name not in there]
    if lacking:
        raise BadInput(f"{table.where} has columns {listed(there, 6)} but none called {listed(lacking, 6)}; a printed "
                       f"line needs mean, sd and n of either model.")
    cells = {name: table.column(by_plain[plain_name(name)]) for name in PRINTED}
    words = [name for name in table.names if name not in {by_plain[plain_name(n)] for n in PRINTED}]
    names = table.column(words[0]).astype(str) if words else [f"line {i + 1}" for i in range(table.n_rows)]
    for name, column in cells.items():
        numbers_in(column, f"{table.where}: column {name!r}")
    return tuple(Printed(name=str(name), a=_triple(cells, "a", i, table.where), b=_triple(cells, "b", i, table.where))
                 for i, name in enumerate(names))


def _triple(cells: Mapping[str, Any], side: str, row: int, where: str) -> tuple[float, float, int]:
    mean, sd, n = (float(cells[f"{what}_{side}"].iloc[row]) for what in ("mean", "sd", "n"))
    if n != int(n):
        raise BadInput(f"{where}, row {row + 1}: n_{side} is {n:g}; it counts runs.")
    return mean, sd, int(n)


def numbers_in(cells: pd.Series, what: str) -> Array:
    """The finite numbers of a column; `what` begins the sentence that refuses others."""
    if not is_number(cells):
        bad = next((value for value in cells if not isinstance(value, int | float | np.number)), cells.iloc[0])
        raise BadInput(f"{what} holds {bad!r}, which is not a number.")
    values = np.asarray(cells, dtype=float)
    holes = np.flatnonzero(np.isnan(values))
    if holes.size:
        raise BadInput(f"{what} is empty in {counted(holes.size, 'row')} (the first: row {holes[0] + 1}); fill it in, "
                       f"or say unpaired=True if runs of the models are no pairs.")
    endless = np.flatnonzero(np.isinf(values))
    if endless.size:
        raise BadInput(f"{what} is {values[endless[0]]:g} in row {endless[0] + 1}; scores are finite numbers.")
    return frozen_array(values)
