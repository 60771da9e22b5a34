"""Files of predictions, read column by column: a text table, Parquet, JSON lines, or a sheet of Excel.

Only the columns that are needed are kept, a portion of rows at a time: prompts, responses and other long text in a file
of many gigabytes never come together in memory.
"""

from __future__ import annotations

import json
import zlib
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from io import TextIOWrapper
from pathlib import Path
from typing import TYPE_CHECKING, Any

from referee.data.csv_file import open_columns
from referee.data.parquet_file import parquet_file
from referee.data.prediction_table.json_file import flat, json_table, typed
from referee.data.xlsx_file import ENDING as XLSX
from referee.data.xlsx_file import xlsx_cells
from referee.errors import BadInput, did_you_mean
from referee.foreign_file import SAVE_AGAIN, opened

if TYPE_CHECKING:
    import pyarrow as pa  # type: ignore[import-untyped]

TEXT = (".csv", ".csv.gz", ".tsv", ".tsv.gz", ".txt")
PARQUET = (".parquet", ".pq")
LINES = (".jsonl", ".ndjson", ".jsonl.gz", ".ndjson.gz")
WHOLE = (".json", ".json.gz")               # one array of objects, or one object of arrays
ENDINGS = (*TEXT, *PARQUET, *LINES, *WHOLE, XLSX)
LINES_AT_ONCE = 50_000


@dataclass(frozen=True, slots=True, kw_only=True)
class Source:
    """A file of rows: its column names, and a way to read some of the columns."""

    path: Path
    names: tuple[str, ...]
    table: pa.Table | None = None           # all of it, where it could only be read as a whole
    notices: tuple[str, ...] = ()
    comma_divides: bool = False             # the cells of a line, so that none divides whole numbers from decimals

    def read(self, columns: Sequence[str]) -> pa.Table:
        """These columns, all rows."""
        import pyarrow as pa

        if self.table is not None:
            return self.table.select(list(columns))
        portions = list(_portions(self.path, list(columns)))
        table = pa.concat_tables(portions, promote_options="permissive") if portions else pa.table({})
        if not table.num_rows:
            raise BadInput(f"{self.path} has no rows.")
        return table


def stem_of(path: Path) -> str:
    """A file's name without what says its kind: a model's name may hold dots.

    >>> stem_of(Path("runs/xp.model-v1.2.csv.gz")), stem_of(Path("d_trees.J48.txt"))
    ('xp.model-v1.2', 'd_trees.J48')
    """
    known = (*ENDINGS, ".arff", ".eval", ".out", ".gz")
    name = path.name
    ending = max((one for one in known if name.lower().endswith(one)), key=len, default="")
    return name[:len(name) - len(ending)] or name


def open_source(path: Path) -> Source:
    """Look at a file without reading it whole."""
    if path.is_dir():
        raise BadInput(f"{path} is a folder; name the files in it.")
    if not path.exists():
        beside = [p.name for p in path.parent.iterdir()] if path.parent.is_dir() else []
        raise BadInput(f"there is no file {str(path)!r}{did_you_mean(path.name, beside)}")
    kind = path.name.lower()
    if kind.endswith(PARQUET):
        return Source(path=path, names=tuple(parquet_file(path).schema_arrow.names))
    if kind.endswith(LINES):
        first = next(lines_of(path), None)
        if first is None:
            raise BadInput(f"{path} has no rows.")
        return Source(path=path, names=tuple(flat(first, path)))
    if kind.endswith(TEXT):
        looked_at = open_columns(path)
        return Source(path=path, names=looked_at.names, notices=tuple(looked_at.notices),
                      comma_divides=looked_at.delimiter == ",")
    if kind.endswith(WHOLE):
        table = json_table(path)
        return Source(path=path, names=tuple(table.column_names), table=table)
    if kind.endswith(XLSX):
        names, rows, notices = xlsx_cells(path)
        table = typed({name: [row[k] for row in rows] for k, name in enumerate(names)}, path)
        return Source(path=path, names=tuple(names), table=table, notices=tuple(notices))
    raise BadInput(f"{path} is not a file of predictions that referee can read: it reads {', '.join(ENDINGS)}.")


def _portions(path: Path, columns: list[str]) -> Iterator[pa.Table]:
    import pyarrow as pa

    kind = path.name.lower()
    if kind.endswith(PARQUET):
        try:
            for batch in parquet_file(path).iter_batches(columns=columns, batch_size=1 << 18):
                yield pa.Table.from_batches([batch])
        except (pa.ArrowException, OSError) as error:
            raise BadInput(f"{path} is not a Parquet file, or no longer whole.") from error
    elif kind.endswith(LINES):
        yield from _line_portions(path, columns)
    else:
        yield from open_columns(path).read(columns)


def _line_portions(path: Path, columns: list[str]) -> Iterator[pa.Table]:
    import pyarrow as pa

    rows: dict[str, list[Any]] = {column: [] for column in columns}
    count = 0
    for line in lines_of(path):
        row = flat(line, path)
        for column in columns:
            rows[column].append(row.get(column))
        count += 1
        if count % LINES_AT_ONCE == 0:
            yield typed(rows, path)
            rows = {column: [] for column in columns}
    if any(rows.values()):
        yield typed(rows, path)
    elif not count:
        yield pa.table({column: [] for column in columns})


def lines_of(path: Path) -> Iterator[dict[str, Any]]:
    """The objects of a file of JSON lines, one at a time."""
    with TextIOWrapper(opened(path), encoding="utf-8") as file:
        try:
            for number, line in enumerate(file, start=1):
                if line.strip():
                    yield _object(line, path, number)
        except (EOFError, OSError, UnicodeDecodeError, zlib.error) as error:
            raise BadInput(f"{path} is not text in UTF-8, or no longer whole.") from error


def _object(line: str, path: Path, number: int) -> dict[str, Any]:
    try:
        row = json.loads(line)
    except json.JSONDecodeError as error:
        raise BadInput(f"{path}, line {number} is not JSON ({error.msg}); each line is one object.") from error
    except (ValueError, RecursionError) as error:       # a number of thousands of digits, a list of lists of lists …
        raise BadInput(f"{path}, line {number} cannot be read ({type(error).__name__}); {SAVE_AGAIN}.") from error
    if not isinstance(row, dict):
        raise BadInput(f"{path}, line {number} is not a JSON object; each line is one object with named values.")
    return row
