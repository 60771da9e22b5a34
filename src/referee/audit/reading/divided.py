"""How the rows were divided, from a column of the data or a file of roles."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from referee.audit.bundle import Division
from referee.audit.reading.from_table import plain, read_text_table
from referee.data.prediction_table import PredictionTable
from referee.data.problem import Problem
from referee.data.reading import read_frame
from referee.data.wording import no_column
from referee.errors import BadInput
from referee.kinds import Array

if TYPE_CHECKING:
    import pandas as pd

ROLES = {"train": "train", "training": "train", "fit": "train", "tune": "tune", "tuning": "tune", "validation": "tune",
         "valid": "tune", "val": "tune", "dev": "tune", "test": "test", "testing": "test", "holdout": "test"}


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
    if pd.api.types.is_numeric_dtype(column):
        return column.to_numpy(dtype=float)
    try:
        return pd.to_datetime(column).to_numpy().astype("datetime64[s]").astype(float)
    except (ValueError, TypeError) as error:
        raise BadInput(f"column {name!r} of {path.name} holds neither numbers nor dates, such as {column.iloc[0]!r}."
                       ) from error


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
    role = ROLES.get(str(value).strip().lower())
    if role is None:
        raise BadInput(f"{where} holds {value!r}; a row's role is train, tune or test.")
    return role


def _division(label: str, roles: dict[str, Array], where: str) -> Division:
    if not roles.get("test", np.array([])).size:
        raise BadInput(f"{where}: no row of division {label} is tested on.")
    tune = roles.get("tune")
    return Division(label=label, test=roles["test"], train=roles.get("train"),
                    tune=tune if tune is not None and tune.size else None)
