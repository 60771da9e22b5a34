"""Names of resamples taken apart: caret writes the fold and the repeat of a row as one word, `Fold03.Rep2`."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import pyarrow as pa  # type: ignore[import-untyped]

BOTH = r"(?P<fold>.*\d)\.(?P<repeat>Rep\d+)"
FOLD, REPEAT = "(fold)", "(repeat)"


def with_repeats(table: pa.Table, marks: dict[str, str]) -> tuple[pa.Table, dict[str, str]]:
    """The table with a column each for fold and repeat, where one column names both."""
    from pyarrow import compute

    name = marks.get("fold")
    if name is None or "repeat" in marks or str(table.column(name).type) != "string":
        return table, marks
    values = table.column(name).unique().drop_null()
    if not len(values) or not all(re.fullmatch(BOTH, value) for value in values.to_pylist()):
        return table, marks
    parts = compute.extract_regex(table.column(name), f"^{BOTH}$")
    for role, made in (("fold", FOLD), ("repeat", REPEAT)):
        table = table.append_column(made, compute.struct_field(parts, role))
    return table, {**marks, "fold": FOLD, "repeat": REPEAT}
