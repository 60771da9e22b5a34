"""Tables in files that any program reads: Parquet, CSV or JSON lines; written in portions, read back as they were.

A file that is read is a stranger's: behind the guard, column by column, each cell of the type that was promised.
"""

from __future__ import annotations

import csv
import json
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from referee.errors import BadInput
from referee.foreign_file import guarded, json_of

TYPES: dict[str, type] = {"text": str, "whole": int, "real": float}
LONGEST_LINE = 16 << 20
AT_ONCE = 10_000

Columns = Mapping[str, str]                      # name → "text", "whole" or "real"; any cell may be None
Portion = Mapping[str, Sequence[Any]]


def write_parquet(file: Path, columns: Columns, portions: Iterable[Portion]) -> None:
    """One row group a portion."""
    import pyarrow as pa  # type: ignore[import-untyped]
    import pyarrow.parquet as pq  # type: ignore[import-untyped]

    kinds = {"text": pa.string(), "whole": pa.int64(), "real": pa.float64()}
    schema = pa.schema([(name, kinds[kind]) for name, kind in columns.items()])
    with pq.ParquetWriter(file, schema, compression="zstd") as writer:
        for portion in portions:
            writer.write_table(pa.table({name: pa.array(portion[name], kinds[kind])
                                         for name, kind in columns.items()}, schema=schema))


def write_csv(file: Path, columns: Columns, portions: Iterable[Portion]) -> None:
    """Comma, quotes where needed, empty for what is not there; numbers with all their digits."""
    with file.open("w", newline="", encoding="utf-8") as out:
        writer = csv.writer(out)
        writer.writerow(columns)
        for portion in portions:
            writer.writerows(zip(*(_plain(portion[name]) for name in columns), strict=True))


def write_jsonl(file: Path, columns: Columns, portions: Iterable[Portion]) -> None:
    """An object a line."""
    with file.open("w", encoding="utf-8") as out:
        for portion in portions:
            for row in zip(*(_plain(portion[name]) for name in columns), strict=True):
                out.write(json.dumps(dict(zip(columns, row, strict=True))) + "\n")


def read_table(file: Path, columns: Columns) -> Iterator[dict[str, list[Any]]]:
    """The portions of a table, behind the guard."""
    kind = file.suffix.lstrip(".")
    with guarded(file):
        for portion in READ[kind](file, columns):
            yield {name: [_typed(cell, columns[name], file, name) for cell in portion[name]] for name in columns}


def _read_parquet(file: Path, columns: Columns) -> Iterator[Portion]:
    import pyarrow.parquet as pq

    with pq.ParquetFile(file) as table:
        _require(file, table.schema_arrow.names, columns)
        for batch in table.iter_batches(batch_size=AT_ONCE, columns=list(columns)):
            yield batch.to_pydict()


def _read_csv(file: Path, columns: Columns) -> Iterator[Portion]:
    csv.field_size_limit(LONGEST_LINE)
    with file.open(newline="", encoding="utf-8") as lines:
        reader = csv.DictReader(_short(lines, file))
        _require(file, reader.fieldnames or [], columns)
        yield from _gathered(({name: row[name] or None for name in columns} for row in reader), columns)


def _read_jsonl(file: Path, columns: Columns) -> Iterator[Portion]:
    with file.open(encoding="utf-8") as lines:
        rows = (json_of(line, file) for line in _short(lines, file))
        yield from _gathered(({name: row[name] for name in columns} for row in rows), columns)


def _gathered(rows: Iterable[Mapping[str, Any]], columns: Columns) -> Iterator[Portion]:
    portion: dict[str, list[Any]] = {name: [] for name in columns}
    first = next(iter(columns))
    for row in rows:
        for name in columns:
            portion[name].append(row[name])
        if len(portion[first]) >= AT_ONCE:
            yield portion
            portion = {name: [] for name in columns}
    if portion[first]:
        yield portion


def _short(lines: Any, file: Path) -> Iterator[str]:
    while line := lines.readline(LONGEST_LINE):
        if len(line) >= LONGEST_LINE:
            raise BadInput(f"{file} has a line of more than {LONGEST_LINE >> 20} MB; give a file that was exported.")
        yield line


def _require(file: Path, there: Iterable[str], columns: Columns) -> None:
    missing = sorted(set(columns) - set(there))
    if missing:
        raise BadInput(f"{file} has no column {missing[0]!r}; give a file that was exported.")


def _typed(cell: Any, kind: str, file: Path, name: str) -> Any:
    if cell is None:
        return None
    if isinstance(cell, bool) or (kind == "text" and not isinstance(cell, str)):
        raise BadInput(f"{file}, column {name!r} holds {cell!r}, which is no {kind}; give a file that was exported.")
    return TYPES[kind](cell)


def _plain(cells: Sequence[Any]) -> list[Any]:
    """Python's own numbers, which are written with all their digits."""
    return cells.tolist() if hasattr(cells, "tolist") else list(cells)


WRITE: dict[str, Callable[[Path, Columns, Iterable[Portion]], None]] = {
    "parquet": write_parquet, "csv": write_csv, "jsonl": write_jsonl}
READ: dict[str, Callable[[Path, Columns], Iterator[Portion]]] = {
    "parquet": _read_parquet, "csv": _read_csv, "jsonl": _read_jsonl}
