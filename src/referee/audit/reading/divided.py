"""How the rows were divided, from a column of the data or a file of roles."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from referee.audit.bundle import Division
from referee.audit.reading.from_table import plain, read_text_table
from referee.data.prediction_table import PredictionTable
from referee.data.prediction_table.naming import NAMES
from referee.data.problem import Problem
from referee.data.reading import read_frame
from referee.data.row_marks import NONE
from referee.data.row_parts import TEST, TRAIN, TUNE, divides, part_of, parts_of_rows
from referee.data.score_layout import plain_name
from referee.data.times import instants_of, require_all
from referee.data.wording import no_column, quoted
from referee.errors import BadInput
from referee.kinds import Array

if TYPE_CHECKING:
    import pandas as pd

FEWEST_FOLDS, MOST_FOLDS, UNEVEN = 3, 30, 2     # folds; of one that nobody named, how much larger one may be
DIGITS = re.compile(r"\d{1,6}")


def column_of(path: Path, name: str) -> pd.Series[Any]:
    """One column of a data file."""
    frame, _ = read_frame(path)
    if name not in frame.columns:
        raise no_column(path.name, name, [str(label) for label in frame.columns])
    column: pd.Series[Any] = frame[name]
    return column


def times_of(path: Path, name: str) -> Array:
    """When each row was measured, as numbers; dates are read as such."""
    import pandas as pd

    column = column_of(path, name)
    require_all(column, path.name)
    if pd.api.types.is_numeric_dtype(column):
        return column.to_numpy(dtype=float)
    return instants_of(column, path.name).to_numpy().astype("datetime64[s]").astype(float)


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class SplitColumn:
    """A column that says which part each row of a table belongs to."""

    name: str
    parts: Array                # train, tune, test, or empty, of each row as the file has them
    asked: bool                 # a person named it; else its values alone tell
    notice: str = ""            # how zeros and ones were read
    folds: int = 0              # where rows are tested fold by fold, how many; `parts` are the folds then

    def divisions(self, order: Array) -> tuple[Division, ...]:
        """One division of rows that stand in this order, or one for each fold."""
        if not self.folds:
            return (self.division(order),)
        parts = self.parts[order]
        return tuple(Division(label=f"0/{number}", test=np.flatnonzero(parts == fold),
                              train=np.flatnonzero((parts != fold) & (parts != "")), tune=None)
                     for number, fold in enumerate(dict.fromkeys(parts[parts != ""].tolist())))

    def division(self, order: Array) -> Division:
        """The division of rows that stand in this order."""
        parts = self.parts[order]
        rows = {part: np.flatnonzero(parts == part) for part in (TRAIN, TUNE, TEST)}
        if not rows[TEST].size:                 # train and validation: the latter are the rows that scores are of
            rows = {TRAIN: rows[TRAIN], TEST: rows[TUNE]}
        return _division("0/0", rows, f"column {self.name!r}")

    @property
    def sentence(self) -> str:
        """What it divides, and how to answer that it does not."""
        counts = [f"{int((self.parts == part).sum()):,} to {part}" for part in (TRAIN, TUNE, TEST)
                  if (self.parts == part).any()]
        empty = int((self.parts == "").sum())
        lost = f"; {empty:,} name no part" if empty else ""
        how = f" {self.notice}" if self.notice else ""
        answer = "" if self.asked else " If it is no split, say --split none."
        if self.folds:
            return (f"Column {self.name!r} divides the rows into {self.folds} folds, each tested by a model of the "
                    f"others{lost}.{answer}")
        return f"Column {self.name!r} divides the rows: {', '.join(counts)}{lost}.{how}{answer}"


def split_column(frame: pd.DataFrame, said: str | None, where: str, *, taken: Iterable[str] = (),
                 folds: bool = False) -> SplitColumn | None:
    """The column that was named, or else the only one whose values are all names of parts; None where there is none.

    With `folds` it may be a column of them: named, or else called so, and with as many rows in each.
    """
    names = [str(name) for name in frame.columns]
    if said == NONE and NONE not in names:
        return None
    if said is not None and said not in names:
        raise no_column(where, said, names)
    column = said or _by_values(frame, set(taken))
    folded = _folded(frame, said, set(taken)) if folds and (said is not None or column is None) else None
    if folded is not None or column is None:
        return folded
    parts, notice = parts_of_rows(frame[column].tolist(), column)
    found = SplitColumn(name=column, parts=np.array([part or "" for part in parts]), asked=said is not None,
                        notice=notice)
    if not {TRAIN, TEST} <= {*parts} and not {TRAIN, TUNE} <= {*parts}:
        raise BadInput(f"column {column!r} of {where} does not say which rows are trained and which are tested on (it "
                       f"holds {quoted(list(dict.fromkeys(map(str, frame[column])))[:4])}); write train and test in "
                       f"it, or say --split none.")
    return found


def _by_values(frame: pd.DataFrame, taken: set[str]) -> str | None:
    import pandas as pd

    found = [str(name) for name in frame.columns if str(name) not in taken
             and not pd.api.types.is_numeric_dtype(frame[name]) and divides(frame[name].drop_duplicates())]
    return found[0] if len(found) == 1 else None


def _folded(frame: pd.DataFrame, said: str | None, taken: set[str]) -> SplitColumn | None:
    """The column of folds that was named, or the only one that is called so and whose values are counted through."""
    called = [said] if said is not None else [str(name) for name in frame.columns if str(name) not in taken
                                              and plain_name(str(name)) in NAMES["fold"]]
    if len(called) != 1:
        return None
    column = frame[called[0]]
    sizes = column.value_counts()
    if not FEWEST_FOLDS <= sizes.size <= MOST_FOLDS or sizes.min() < 2:
        return None
    numbers = [int(found[0]) if len(found := DIGITS.findall(str(value).removesuffix(".0"))) == 1 else -1
               for value in sizes.index]
    if sorted(numbers) not in (list(range(sizes.size)), list(range(1, sizes.size + 1))):
        return None
    if said is None and sizes.max() > UNEVEN * sizes.min():
        return None
    parts = np.array(["" if value is None or value != value else str(value)         # noqa: PLR0124 - not a number
                      for value in column.tolist()])
    return SplitColumn(name=called[0], parts=parts, asked=said is not None, folds=sizes.size)


def split_of_column(path: Path, name: str) -> tuple[Division, ...]:
    """One division: train, tune and test as a column says."""
    roles = np.array([_role(value, f"column {name!r} of {path.name}") for value in column_of(path, name)])
    return (_division("0/0", {role: np.flatnonzero(roles == role) for role in ("train", "tune", "test")},
                      f"column {name!r} of {path.name}"),)


def folds_of_column(path: Path, name: str) -> tuple[Division, ...]:
    """Cross-validation: each fold is tested by a model that was trained on the others."""
    column = column_of(path, name)
    folds = column.to_numpy()
    return tuple(Division(label=f"0/{number}", test=np.flatnonzero(folds == fold), train=np.flatnonzero(folds != fold),
                          tune=None) for number, fold in enumerate(column.drop_duplicates()))


def divided(path: Path, data: Problem | None, table: PredictionTable | None) -> tuple[Division, ...]:
    """The divisions of a file: a line for each row and role, with its repeat and fold where there are several."""
    names, lines = read_text_table(path)
    role_of = {plain(name): name for name in names}
    key = next((role_of[name] for name in ("id", "row", "ids", "rowid") if name in role_of), None)
    role = next((role_of[name] for name in ("role", "set", "part", "split") if name in role_of), None)
    if key is None or role is None:
        raise BadInput(f"{path.name} has no column {'id' if key is None else 'role'!r}; divisions are lines of id and "
                       f"role (train, tune, test), with repeat and fold where there are several.")
    position = _positions(data, table, [line[key] for line in lines])
    parts: dict[tuple[str, str], dict[str, list[int]]] = {}
    for line in lines:
        if line[key] not in position:
            raise BadInput(f"{path.name}: {line[key]!r} is no id of the data.")
        where = (line.get(role_of.get("repeat", ""), "0"), line.get(role_of.get("fold", ""), "0"))
        parts.setdefault(where, {}).setdefault(_role(line[role], path.name), []).append(position[line[key]])
    repeats = {repeat: number for number, repeat in enumerate(dict.fromkeys(repeat for repeat, _ in parts))}
    return tuple(_division(f"{repeats[repeat]}/{fold}", {r: np.array(rows) for r, rows in roles.items()}, path.name)
                 for (repeat, fold), roles in parts.items())


def _positions(data: Problem | None, table: PredictionTable | None, ids: list[str]) -> dict[str, int]:
    """Row numbers by id: of the data, of the predicted cases, or in the order in which they first occur."""
    if data is not None:
        known = data.ids if data.ids is not None else np.arange(1, data.n_rows + 1)
        return {str(name): row for row, name in enumerate(known)}
    first = [] if table is None else [str(name) for name in table.ids]
    return {name: row for row, name in enumerate(dict.fromkeys([*first, *ids]))}


def _role(value: Any, where: str) -> str:
    role = part_of(value)
    if role is None:
        raise BadInput(f"{where} holds {value!r}; a row's role is train, tune or test.")
    return role


def _division(label: str, roles: dict[str, Array], where: str) -> Division:
    if not roles.get("test", np.array([])).size:
        raise BadInput(f"{where}: no row of division {label} is tested on.")
    tune = roles.get("tune")
    return Division(label=label, test=roles["test"], train=roles.get("train"),
                    tune=tune if tune is not None and tune.size else None)
