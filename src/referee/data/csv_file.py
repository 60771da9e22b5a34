"""Reading CSV the way its author meant it: the delimiter is found, ragged lines and double names are refused.

An empty field is missing. So are the words of `MISSING`, the usual signs for "not known", wherever they
stand alone in a field; which of them were found is said. Words such as `none`, `None`, `unknown` or `-` are
values: in real tables they are as often a category. Text is stripped of blanks around it. Whole columns of
ISO dates become times, `true` and `false` booleans; floats are read exactly.
"""

from __future__ import annotations

import csv
import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, replace
from io import TextIOWrapper
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING, Any

from referee.data.remarks import DELIMITERS, is_no_row
from referee.data.text_table import TextTable, look_at
from referee.data.wording import counted, quoted
from referee.data.written_numbers import with_numbers
from referee.errors import BadInput
from referee.foreign_file import opened

if TYPE_CHECKING:
    import pandas as pd
    import pyarrow as pa  # type: ignore[import-untyped]

MISSING = ("?", "NA", "N/A", "n/a", "#N/A", "NaN", "nan", "null", "NULL")
SAMPLE = 50             # rows looked at to find the delimiter
BLOCK = 1 << 20
LONGEST = 1 << 27       # characters of one field


def read_csv(path: Path) -> tuple[pd.DataFrame, list[str]]:
    """The table, and sentences about how it was read."""
    import pyarrow as pa

    text, delimiter, header = _looked_at(path)
    names, table = _names(header, path), _parse(text, delimiter)
    if table.num_columns != len(names):
        raise BadInput(f"{path}: the column names in its first line cannot be made out; check the quotes there.")
    columns, found = [], Counter[str]()
    for raw in table.columns:
        column, signs = _without_signs(raw)
        columns.append(column)
        found.update(signs)
    noticed = _told(text)
    if found:
        noticed.append(f"{counted(found.total(), 'field')} with {quoted(sorted(found), most=9)} read as missing.")
    table, written = with_numbers(pa.table(columns, names=names), path.name, comma_divides=delimiter == ",")
    frame: pd.DataFrame = table.to_pandas(date_as_object=False)
    return frame, noticed + written


def _told(text: TextTable) -> list[str]:
    """Sentences about the text of a table."""
    noticed = []
    if text.encoding != "utf8":
        noticed.append(f"{text.path.name} is not UTF-8; it was read as {text.shown}.")
    if text.remarks:
        noticed.append(f"{text.path.name}: {counted(text.remarks, 'line')} above its header, with # before them, were "
                       f"skipped." if text.remarks > 1 else
                       f"{text.path.name}: a line above its header, with # before it, was skipped.")
    if text.header:
        noticed.append(f"{text.path.name} repeats its header among the rows; those lines were left out.")
    return noticed


@dataclass(frozen=True, slots=True, kw_only=True)
class CsvColumns:
    """A text table looked at: its column names, and a way to read some of the columns in portions."""

    text: TextTable
    names: tuple[str, ...]
    delimiter: str

    @property
    def notices(self) -> list[str]:
        """Sentences about how its text is read."""
        return _told(self.text)

    def read(self, columns: list[str]) -> list[pa.Table]:
        """These columns, in portions; a column whose type changes on the way is text throughout."""
        from pyarrow import ArrowInvalid

        try:
            return list(self._portions(columns, {}))
        except ArrowInvalid as error:
            if "conversion error" not in str(error):
                said = " ".join(str(error).split())
                raise BadInput(f"{self.text.path} cannot be read as a table: {said}.") from error
        import pyarrow as pa

        return list(self._portions(columns, dict.fromkeys(columns, pa.string())))

    def _portions(self, columns: list[str], types: dict[str, Any]) -> Iterator[pa.Table]:
        import pyarrow as pa
        from pyarrow import csv as arrow

        reading = arrow.ReadOptions(column_names=list(self.names), skip_rows=1,
                                    block_size=16 * BLOCK)
        parsing = arrow.ParseOptions(delimiter=self.delimiter, newlines_in_values=True)
        typing = arrow.ConvertOptions(null_values=["", *MISSING], strings_can_be_null=True, include_columns=columns,
                                      column_types=types)
        with self.text.opened() as file:
            for batch in arrow.open_csv(file, read_options=reading, parse_options=parsing, convert_options=typing):
                yield pa.Table.from_batches([batch])


def open_columns(path: Path) -> CsvColumns:
    """Look at a text table without reading it whole."""
    text, delimiter, header = _looked_at(path)
    return CsvColumns(text=text, names=tuple(_names(header, path)), delimiter=delimiter)


def _looked_at(path: Path) -> tuple[TextTable, str, list[str]]:
    """The text of a table, its delimiter and the cells of its first line."""
    text = look_at(path)
    delimiter, rows = _header(text)
    if text.header and not is_no_row(rows):
        text = replace(text, header=b"")
    return text, delimiter, rows[0]


def _header(text: TextTable) -> tuple[str, list[list[str]]]:
    """The delimiter, and the cells of the first lines.

    The delimiter is the one that cuts most of the first lines into the same number of fields as the header,
    more than one; among several such, the one with most fields.
    """
    cut = {delimiter: rows for delimiter in DELIMITERS if (rows := _first_rows(text, delimiter))}
    fits = {d: (sum(len(row) == len(rows[0]) for row in rows) / len(rows), len(rows[0]))
            for d, rows in cut.items() if len(rows[0]) > 1}
    if not fits:
        raise BadInput(f"{text.path} does not look like a table: no comma, semicolon, tab or bar divides its first "
                       f"line.")
    best = max(fits, key=fits.__getitem__)
    return best, cut[best]


def _first_rows(text: TextTable, delimiter: str) -> list[list[str]]:
    with opened(text.path) as file:
        codec = "utf-8-sig" if text.encoding == "utf8" else text.encoding
        lines = TextIOWrapper(file, encoding=codec, errors="replace", newline="")
        usual = csv.field_size_limit(LONGEST)       # the usual one is shorter than a long prompt
        try:
            for _ in range(text.remarks):
                next(lines, None)
            return [row for row in islice(csv.reader(lines, delimiter=delimiter), SAMPLE) if row]
        except csv.Error:       # a field without end: not the delimiter, or no table
            return []
        finally:
            csv.field_size_limit(usual)


def _names(header: list[str], path: Path) -> list[str]:
    names = [cell.strip() or f"unnamed_{i + 1}" for i, cell in enumerate(header)]
    repeated = [name for name, times in Counter(names).items() if times > 1]
    if repeated:
        at = [str(i + 1) for i, name in enumerate(names) if name == repeated[0]]
        raise BadInput(f"{path} has {len(at)} columns called {repeated[0]!r} (columns {', '.join(at)}); "
                       f"rename all but one.")
    return names


def _parse(text: TextTable, delimiter: str) -> pa.Table:
    """The cells, typed; on a line that does not fit, read again slowly to know which line it is."""
    from pyarrow import ArrowInvalid

    try:
        return _arrow(text, delimiter, threads=True)
    except ArrowInvalid:
        pass
    try:
        return _arrow(text, delimiter, threads=False)
    except ArrowInvalid as error:
        ragged = re.search(r"Row #(\d+): Expected (\d+) columns, got (\d+)", str(error))
        if not ragged:
            raise BadInput(f"{text.path} cannot be read as a table: {' '.join(str(error).split())}.") from error
        line, expected, got = ragged.groups()
        raise BadInput(f"{text.path} is not a table: row {line} (the header is row 1) has "
                       f"{counted(int(got), 'field')}, the header {expected}.") from error


def _arrow(text: TextTable, delimiter: str, *, threads: bool) -> pa.Table:
    from pyarrow import csv as arrow

    reading = arrow.ReadOptions(use_threads=threads)
    parsing = arrow.ParseOptions(delimiter=delimiter, newlines_in_values=True)
    typing = arrow.ConvertOptions(null_values=[""], strings_can_be_null=True)
    with text.opened() as file:
        return arrow.read_csv(file, read_options=reading, parse_options=parsing, convert_options=typing)


def _without_signs(column: pa.ChunkedArray) -> tuple[pa.ChunkedArray, dict[str, int]]:
    """A text column with the signs for missing taken out, and how often each stood there."""
    import pyarrow as pa
    from pyarrow import compute

    if not pa.types.is_string(column.type):
        return column, {}
    text = compute.utf8_trim_whitespace(column)
    text = compute.if_else(compute.equal(text, ""), None, text)
    counts = {c["values"]: c["counts"] for c in compute.value_counts(text).to_pylist()}
    found = {sign: counts[sign] for sign in MISSING if sign in counts}
    if found:
        text = compute.if_else(compute.is_in(text, pa.array(list(found))), None, text)
    return (_typed(text) if found else text), found


def _typed(text: pa.ChunkedArray) -> Any:
    """Text that was only text because of signs for missing among numbers."""
    import pyarrow as pa

    for kind in (pa.int64(), pa.float64()):
        try:
            return text.cast(kind)
        except pa.ArrowInvalid:
            continue
    return text
