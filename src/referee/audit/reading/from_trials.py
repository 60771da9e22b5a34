"""The trials of a search as Optuna writes them (`study.trials_dataframe()`): a row for each, with one value.

On which rows the values were computed is known where it was told, where an attribute of the trials says it, or where
an attribute that is called after the test set has the very values that the search went by.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from math import isclose, isfinite
from pathlib import Path

from referee.audit.bundle import Bundle, Trials
from referee.audit.reading.from_table import read_text_table
from referee.audit.vocabulary.units import known_rows
from referee.errors import BadInput, RefereeError
from referee.metrics import metric

VALUE = re.compile(r"value(?:s_.+)?")
ATTRIBUTE = re.compile(r"(?:user|system)_attrs_(?P<name>.+)")
WHERE = re.compile(r"eval|scor|split|subset|part|fold|tuned|measured|validated|(?:^|_)(?:on|rows|set|data|dataset)$",
                   re.IGNORECASE)
OF_TEST = re.compile(r"(?:^|_)(?:test|holdout|hold_out)(?:_|$)", re.IGNORECASE)
FINISHED = {"", "COMPLETE"}


def is_trials(names: Iterable[str]) -> bool:
    """Whether a table has the columns of Optuna's trials.

    >>> is_trials(["number", "value", "params_depth", "state"]), is_trials(["number", "value"])
    (True, False)
    """
    there = list(names)
    return "number" in there and any(VALUE.fullmatch(name) for name in there) and any(
        name.startswith("params_") for name in there)


def bundle_of_trials(path: str | Path, *, tuned_on: str | None = None, metrics: Sequence[str] = ()) -> Bundle:
    """How many settings were tried, by which value, on which rows; trials that did not finish were tried as well."""
    names, rows = read_text_table(Path(path))
    done = [row for row in rows if row.get("state", "").removeprefix("TrialState.") in FINISHED]
    columns = [name for name in names if VALUE.fullmatch(name)]
    values = {name: [_number(row.get(name, "")) for row in done] for name in columns}
    if not done or not any(value is not None for of_one in values.values() for value in of_one):
        raise BadInput(f"{Path(path).name} has no trial that came to its end with a value; give the trials of a search "
                       f"that did.")
    said, because = _rows_said(names, done, values)
    if tuned_on is not None and said is None:
        said, because = tuned_on, "you say so"
    trials = Trials(tried=len(rows), finished=len(done), rows=said, because=because,
                    best=_best(values[columns[0]], metrics) if len(columns) == 1 else None,
                    metric=metrics[0] if metrics else "")
    notices = [f"Trials of a search: {len(rows):,}, {len(done):,} of them finished; what was reported is not known."]
    if tuned_on is not None and said != tuned_on:
        notices.append(f"You say that settings were chosen on {tuned_on} rows, and the file says {said}: {because}.")
    return Bundle(name=Path(path).name, answered=(), trials=trials, notices=tuple(notices))


def _rows_said(names: list[str], done: list[dict[str, str]],
               values: Mapping[str, list[float | None]]) -> tuple[str | None, str]:
    """The rows that gave the values, by the attributes of the trials, and which of them says so; test before others."""
    found: dict[str, str] = {}
    for column in names:
        match = ATTRIBUTE.fullmatch(column)
        if match is None:
            continue
        cells = [row.get(column, "") for row in done]
        said = {known_rows(cell) for cell in cells if cell} if WHERE.search(match["name"]) else set()
        if len(said) == 1 and all(cells) and (rows := said.pop()) is not None:
            found.setdefault("test" if rows == "all" else rows, f"{column} is {cells[0]!r} in every trial")
        if OF_TEST.search(match["name"]) and any(_same(cells, of_one) for of_one in values.values()):
            found.setdefault("test", f"{column} has the values that the search went by")
    rows = "test" if "test" in found else next(iter(found), None)
    return rows, "" if rows is None else found[rows]


def _same(cells: list[str], values: list[float | None]) -> bool:
    """Whether numbers are those of the objective, or their opposite."""
    pairs = [(_number(cell), value) for cell, value in zip(cells, values, strict=True)]
    return len(pairs) > 1 and len(set(values)) > 1 and all(
        a is not None and b is not None and isclose(abs(a), abs(b), rel_tol=1e-9) for a, b in pairs)


def _best(values: list[float | None], metrics: Sequence[str]) -> float | None:
    """The best value by the metric that was named: the file does not say which direction is better."""
    try:
        higher = metric(metrics[0]).direction.value > 0
    except (IndexError, RefereeError):
        return None
    known = [value for value in values if value is not None]
    return max(known) if higher else min(known)


def _number(cell: str) -> float | None:
    try:
        value = float(cell)
    except ValueError:
        return None
    return value if isfinite(value) else None
