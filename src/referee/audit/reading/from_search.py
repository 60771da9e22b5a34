"""The results of a search as evidence: scikit-learn's `cv_results_`, a row for each setting, with its folds."""

from __future__ import annotations

import re
from collections.abc import Iterable
from pathlib import Path

import numpy as np

from referee.audit.bundle import Bundle, Search
from referee.audit.reading.from_table import read_text_table
from referee.errors import BadInput
from referee.kinds import Array

FOLD = re.compile(r"split(?P<fold>\d+)_test_(?P<score>\w+)")


def is_search(names: Iterable[str]) -> bool:
    """Whether a table has the columns of `cv_results_`.

    >>> is_search(["params", "split0_test_score", "split1_test_score", "mean_test_score"]), is_search(["mean", "sd"])
    (True, False)
    """
    folds = [match for name in names if (match := FOLD.fullmatch(name))]
    return len(folds) > 1


def bundle_of_search(path: str | Path, *, tuned_on: str | None = None) -> Bundle:
    """The scores of all settings on all folds; those of a setting that failed on a fold are left out with it."""
    names, rows = read_text_table(Path(path))
    scores: dict[str, list[str]] = {}
    for name in names:
        match = FOLD.fullmatch(name)
        if match:
            scores.setdefault(match["score"], []).append(name)
    found = []
    for score, columns in scores.items():
        cells = [[_number(row.get(column, "")) for column in columns] for row in rows]
        table = np.array(cells, dtype=float).reshape(-1, len(columns))
        whole = np.isfinite(table).all(axis=1)
        if whole.any():
            found.append(Search(score=score, values=table[whole].T, failed=int((~whole).sum()),
                                means=_cells(f"mean_test_{score}", rows, whole),
                                ranks=_cells(f"rank_test_{score}", rows, whole)))
    if not found:
        raise BadInput(f"{Path(path).name} has no setting with a number for every fold; give the results of a "
                       f"search whose fits did not fail.")
    folds, settings = found[0].values.shape
    notice = f"Results of a search: {settings:,} settings on {folds} folds; what was reported of them is not known."
    return Bundle(name=Path(path).name, answered=(), searches=tuple(found), chosen_on=tuned_on, notices=(notice,))


def _cells(column: str, rows: list[dict[str, str]], whole: Array) -> tuple[str, ...]:
    """A column as it is printed, of the settings that did not fail; nothing where some cell of it is no number."""
    cells = tuple(row.get(column, "") for row, kept in zip(rows, whole, strict=True) if kept)
    return cells if np.isfinite([_number(cell) for cell in cells]).all() else ()


def _number(cell: str) -> float:
    try:
        return float(cell)
    except ValueError:
        return float("nan")
