"""Data that no study has used yet, as the source of an audit: a table that holds the target that was named."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from referee.api.data_words import OF_DATA
from referee.audit import Bundle
from referee.audit.reading.from_data import bundle_of_data
from referee.data import load
from referee.data.prediction_table.files import ENDINGS, open_source
from referee.errors import BadInput
from referee.foreign_file import guarded_source


def holds(source: Any, target: Any) -> bool:
    """Whether a source is a table with the columns of the target: a file of rows, a frame, or columns by name."""
    if target is None or isinstance(source, Bundle):
        return False
    if isinstance(source, str | Path):
        if not Path(source).is_file() or not str(source).lower().endswith(ENDINGS):
            return False
        with guarded_source(source):
            names = {str(name) for name in open_source(Path(source)).names}
    else:
        names = {str(name) for name in getattr(source, "columns", source if isinstance(source, Mapping) else ())}
    asked = [target] if isinstance(target, str) else [str(name) for name in target]
    return bool(asked) and all(name in names or set(name.split(",")) <= names for name in asked)


def bundle_of_table(source: Any, options: Mapping[str, Any]) -> Bundle:
    """The table as evidence; what says how predictions are read is refused."""
    said = {word: value for word, value in options.items() if value is not None}
    strange = [word for word in said if word not in OF_DATA]
    if strange:
        raise BadInput(f"{strange[0]} says what is what in predictions, and with a target and no other data {source!s} "
                       f"is read as data; leave one of the two out.")
    with guarded_source(source):
        return bundle_of_data(load(source, **said))
