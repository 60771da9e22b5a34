"""Parquet files, opened with care: a few bytes can stand for a thousand million equal cells."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from referee.errors import BadInput

RATIO = 1000                    # times its size that a file may take as a table in memory …
AT_LEAST = 256 << 20            # … or so many bytes, if that is more
CELL = 8                        # bytes of a cell, where nothing says more


def parquet_file(path: Path) -> Any:
    """The file, looked at and not read; one that would fill the memory is refused."""
    from pyarrow import ArrowException, parquet  # type: ignore[import-untyped]

    try:
        file = parquet.ParquetFile(path)
    except (ArrowException, OSError) as error:
        raise BadInput(f"{path} is not a Parquet file, or no longer whole.") from error
    about = file.metadata
    unpacked = sum(about.row_group(i).total_byte_size for i in range(about.num_row_groups))
    needed = max(about.num_rows * about.num_columns * CELL, unpacked)
    most = max(AT_LEAST, RATIO * path.stat().st_size)
    if needed > most:
        raise BadInput(f"{path} holds {about.num_rows:,} rows of {about.num_columns:,} columns, {needed >> 20:,} MB as "
                       f"a table, in {path.stat().st_size:,} bytes; if you trust it, give a part of its rows.")
    return file
