"""A problem from a file: CSV, TSV (also gzipped), Parquet or Excel, told apart by the ending of the name."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

from referee.data.csv_file import read_csv
from referee.data.make import Wanted, assemble
from referee.data.parquet_file import parquet_file
from referee.data.problem import Problem
from referee.data.table import as_table
from referee.data.xlsx_file import ENDING as XLSX
from referee.data.xlsx_file import xlsx_cells
from referee.errors import BadInput, did_you_mean
from referee.foreign_file import guarded
from referee.kinds import Task

TEXT_TABLES = (".csv", ".csv.gz", ".tsv", ".tsv.gz")
PARQUET = (".parquet", ".pq")
ENDINGS = (*TEXT_TABLES, *PARQUET, XLSX)


def read_problem(  # noqa: PLR0913 - as make_problem: each argument is one thing a user may know about the rows
    path: str | Path, *, target: str | Sequence[str] | None, task: Task | str | None = None, groups: Any = None,
    ids: Any = None, time: Any = None, positive: Any = None, drop: str | Sequence[str] = (), name: str | None = None,
    drop_missing_target: bool = False, sample_weight: Any = None, fit_params: Any = None, weights: Any = None,
    weights_are: str | None = None, case_costs: Any = None,
) -> Problem:
    """A problem from a table in a file, called by the file's name unless told otherwise."""
    path = Path(path)
    where = name or path.name
    wanted = Wanted(target=target, task=task, groups=groups, ids=ids, time=time, positive=positive, drop=drop,
                    drop_missing_target=drop_missing_target, sample_weight=sample_weight, fit_params=fit_params,
                    weights=weights, weights_are=weights_are, case_costs=case_costs)
    frame, noticed = read_frame(path)
    with guarded(path):
        return assemble(as_table(frame, where), None, wanted, noticed=noticed)


def read_frame(path: Path) -> tuple[Any, list[str]]:
    """The table in a file as it stands, and sentences about how it was read."""
    _check_path(path)
    with guarded(path):
        if path.name.lower().endswith(XLSX):
            return _read_xlsx(path)
        return read_csv(path) if path.name.lower().endswith(TEXT_TABLES) else (_read_parquet(path), [])


def is_table_file(name: str) -> bool:
    """Whether a name ends like that of a table.

    >>> is_table_file("churn.CSV"), is_table_file("iris")
    (True, False)
    """
    return name.lower().endswith(ENDINGS)


def _check_path(path: Path) -> None:
    if path.is_dir():
        raise BadInput(f"{path} is a folder; name one table in it{_tables_in(path)}.")
    if not path.exists():
        beside = [p.name for p in path.parent.iterdir()] if path.parent.is_dir() else []
        raise BadInput(f"there is no file {str(path)!r}{did_you_mean(path.name, beside)}")
    if not is_table_file(path.name):
        raise BadInput(f"{path} is not a table that referee can read: it reads {', '.join(ENDINGS)}; "
                       f"save it as one of these.")


def _tables_in(folder: Path) -> str:
    tables = sorted(p.name for p in folder.iterdir() if is_table_file(p.name))
    return f", such as {tables[0]!r}" if tables else ""


def _read_xlsx(path: Path) -> tuple[Any, list[str]]:
    """A sheet: numbers are numbers, dates dates, and a cell without anything is missing."""
    import pandas as pd

    names, rows, notices = xlsx_cells(path)
    return pd.DataFrame(rows, columns=names), notices


def _read_parquet(path: Path) -> Any:
    from pyarrow import ArrowException  # type: ignore[import-untyped]

    file = parquet_file(path)
    try:
        frame = file.read().to_pandas(date_as_object=False)
    except (ArrowException, OSError) as error:
        raise BadInput(f"{path} is not a Parquet file, or no longer whole.") from error
    named = any(level is not None for level in frame.index.names)
    return frame.reset_index() if named else frame
