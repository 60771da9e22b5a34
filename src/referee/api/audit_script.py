"""A table beside a script: its data, or the scores of its runs."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from referee.api.audit_data import frame_at
from referee.api.audit_sources import bundle_from
from referee.audit import Bundle
from referee.audit.reading.data_of_script import target_in, with_table
from referee.audit.reading.from_predictions import Told
from referee.audit.reading.scores_beside import holds_scores, with_scores
from referee.errors import BadInput
from referee.foreign_file import guarded_source


def script_with_table(source: str | Path, data: Any, options: Mapping[str, Any], told: Told) -> Bundle:
    """A script, read, with the table beside it; what is said of rows and columns is said of that table."""
    with guarded_source(source):
        bundle = bundle_from(source, None, study=None, ledger=None, how={}, columns=None, told=told)
    return beside_script(bundle, data, options)


def beside_script(bundle: Bundle, data: Any, options: Mapping[str, Any]) -> Bundle:
    """The script with its table; scores of runs where it holds these, and nothing that the script learns."""
    said = {word: value for word, value in options.items() if value is not None}
    frame, name = frame_at(data)
    if isinstance(data, str | Path) and not Path(data).is_file():
        raise BadInput(f"there is no file {str(data)!r}; beside a script stands the table that it reads.")
    if frame is None:
        raise BadInput(f"{name} beside a script is no table; give the file that the script reads, or a frame.")
    names = [str(column) for column in frame.columns]
    learned = bundle.code is not None and target_in(bundle.code.used, names)
    if isinstance(data, str | Path) and not said and not learned and holds_scores(data):
        return with_scores(bundle, data)
    return with_table(bundle, frame, Path(name).name, said)
