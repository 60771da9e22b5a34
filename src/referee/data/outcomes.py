"""The answers of two models, case by case, from a file that may still be growing: CSV, TSV or JSON lines."""

from __future__ import annotations

import csv
import io
import json
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from referee.data.wording import listed
from referee.errors import BadInput, did_you_mean
from referee.foreign_file import guarded, text_of
from referee.kinds import Array, frozen_array

RIGHT = {"1", "1.0", "true", "yes", "right", "correct"}
WRONG = {"0", "0.0", "false", "no", "wrong", "incorrect"}
JSON_LINES = (".jsonl", ".ndjson")
Case = dict[str, object]


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Outcomes:
    """Two models' answers in the order in which the cases came."""

    names: tuple[str, str]
    a: Array
    b: Array


def read_outcomes(path: str | Path, models: tuple[str, str] | None = None) -> Outcomes:
    """The answers in a file; without names, its two columns of answers."""
    where = Path(path)
    if not where.exists():
        beside = [p.name for p in where.parent.iterdir()] if where.parent.is_dir() else []
        raise BadInput(f"there is no file {str(path)!r}{did_you_mean(where.name, beside)}")
    with guarded(path):
        return _outcomes(where, models)


def _outcomes(where: Path, models: tuple[str, str] | None) -> Outcomes:
    text = text_of(where)
    cases = _json_lines(text, where) if where.suffix.lower() in JSON_LINES else _table(text, where)
    if not cases:
        raise BadInput(f"{where} has no case yet; it needs a line for each, with the answer of either model.")
    one, other = models or _two_columns(cases, where)
    return Outcomes(names=(one, other), a=_answers(cases, one, where), b=_answers(cases, other, where))


def _json_lines(text: str, where: Path) -> list[Case]:
    cases = []
    lines = [(i, line) for i, line in enumerate(text.splitlines(), 1) if line.strip()]
    for i, line in lines:
        try:
            case = json.loads(line)
        except json.JSONDecodeError:
            if i == lines[-1][0] and not text.endswith("\n"):
                break            # the last line is still being written
            raise BadInput(f"{where}, line {i}, is not JSON.") from None
        if not isinstance(case, dict):
            raise BadInput(f"{where}, line {i}, is no object with a field for each model.")
        cases.append(case)
    return cases


def _table(text: str, where: Path) -> list[Case]:
    rows = [row for row in csv.reader(io.StringIO(text), delimiter="\t" if where.suffix == ".tsv" else ",") if row]
    if not rows:
        return []
    header, *rest = rows
    if rest and not text.endswith("\n") and (len(rest[-1]) < len(header) or not rest[-1][-1]):
        rest.pop()               # the last line is still being written
    for i, row in enumerate(rest, 2):
        if len(row) != len(header):
            raise BadInput(f"{where}, line {i}, has {len(row)} fields where the header has {len(header)}.")
    return [dict(zip(header, row, strict=True)) for row in rest]


def _two_columns(cases: list[Case], where: Path) -> tuple[str, str]:
    """The two columns that hold an answer in every case."""
    names = [name for name in cases[0] if all(_read(case.get(name)) is not None for case in cases)]
    if len(names) != 2:
        found = f"{len(names)} columns of answers ({listed(names)})" if names else "no column of answers"
        raise BadInput(f"{where} has {found}; name the two models with --pair A,B.")
    return names[0], names[1]


def _answers(cases: list[Case], name: str, where: Path) -> Array:
    if name not in cases[0]:
        raise BadInput(f"{where} has no column {name!r}{did_you_mean(name, cases[0])}")
    values = [_read(case.get(name)) for case in cases]
    for i, value in enumerate(values, 1):
        if value is None:
            raise BadInput(f"{where}: case {i} has {cases[i - 1].get(name)!r} for {name}; an answer is right or wrong "
                           f"(1 or 0, true or false) or a score.")
    return frozen_array(np.array(values, dtype=float))


def _read(value: object) -> float | None:
    """An answer as a number; None where it is none."""
    text = str(value).strip().lower()
    if text in RIGHT | WRONG:
        return float(text in RIGHT)
    try:
        number = float(text)
    except ValueError:
        return None
    return number if np.isfinite(number) else None
