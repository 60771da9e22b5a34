"""Predictions of an OpenML run: ARFF with repeat, fold, row_id, prediction, confidence.CLASS, and the truth.

The column `correct` of such files is the true class, not whether the answer was right; some have `truth` instead.
"""

from __future__ import annotations

import csv
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

from referee.data.prediction_table.files import stem_of
from referee.data.prediction_table.importers._base import IMPORTERS, ColumnsNamed, Imported, Importer, columns
from referee.errors import BadInput
from referee.foreign_file import text_of

ATTRIBUTE = re.compile(r"@attribute\s+('[^']*'|\"[^\"]*\"|\S+)\s+(.*)", re.IGNORECASE)
ROLES = {"repeat": "repeat", "fold": "fold", "row_id": "id", "prediction": "prediction", "correct": "truth",
         "truth": "truth"}


def _knows(_path: Path, head: str) -> bool:
    low = head.lower()
    return "@attribute" in low and "row_id" in low and "prediction" in low


def _read(path: Path, _said: ColumnsNamed) -> Imported:
    head, *data = re.split(r"(?im)^[ \t]*@data[ \t]*\r?$", text_of(path), maxsplit=1)
    names, numeric = _attributes(head)
    if not data or not {"row_id", "prediction"} <= set(names):
        raise BadInput(f"{path} is no file of predictions of an OpenML run: it has no row_id and prediction.")
    if not {"correct", "truth"} & set(names):
        raise BadInput(f"{path} does not hold the true values (attribute correct or truth); add them from the task.")
    lines = [line for line in data[0].splitlines() if line.strip() and not line.lstrip().startswith("%")]
    rows = list(csv.reader(lines, quotechar="'", skipinitialspace=True))
    short = next((number for number, row in enumerate(rows, start=1) if len(row) != len(names)), None)
    if short is not None:
        raise BadInput(f"{path}: row {short} of the data has {len(rows[short - 1])} values for {len(names)} names.")
    if not rows:
        raise BadInput(f"{path} has no rows.")
    _one_sample(names, rows, path)
    return Imported(table=columns(_table(names, numeric, rows, path)), model=stem_of(path))


def _attributes(head: str) -> tuple[list[str], list[bool]]:
    found = [match for line in head.splitlines() if (match := ATTRIBUTE.match(line.strip()))]
    return ([match[1].strip("'\"") for match in found],
            [match[2].strip().lower() in {"numeric", "real", "integer"} for match in found])


def _one_sample(names: list[str], rows: list[list[str]], path: Path) -> None:
    if "sample" in names and len({row[names.index("sample")] for row in rows}) > 1:
        raise BadInput(f"{path} is a learning curve (several values of `sample`); keep the rows of one sample size.")


def _table(names: list[str], numeric: list[bool], rows: list[list[str]], path: Path) -> dict[str, list[Any]]:
    table: dict[str, list[Any]] = {}
    for place, name in enumerate(names):
        role = ROLES.get(name, name.replace("confidence.", "prob_", 1) if name.startswith("confidence.") else None)
        if role is not None and role not in table:
            kind = _whole if role in {"repeat", "fold", "id"} else float if numeric[place] else str
            table[role] = [_value(row[place].strip(), kind, f"{path}: row {number} of the data, {name}")
                           for number, row in enumerate(rows, start=1)]
    return table


def _value(text: str, kind: Callable[[str], Any], where: str) -> Any:
    try:
        return None if text == "?" else kind(text)
    except (ValueError, OverflowError):
        raise BadInput(f"{where} is {text!r}, which is no number.") from None


def _whole(text: str) -> int:
    return int(float(text))


OPENML = IMPORTERS.add(Importer(name="openml", title="OpenML run predictions (ARFF)", knows=_knows, read=_read))
