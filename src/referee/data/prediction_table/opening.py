"""Files and frames of predictions, opened: each by the format it is written in, and logs of several runs together."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from referee.data.prediction_table.files import Source, open_source, stem_of
from referee.data.prediction_table.importers import Imported, importer_for
from referee.data.prediction_table.runs import Run, shared_marks, told_apart
from referee.errors import BadInput
from referee.foreign_file import guarded_source

if TYPE_CHECKING:
    import pyarrow as pa  # type: ignore[import-untyped]

Said = Mapping[str, str | None]             # the columns that a person named, by their roles


@dataclass(frozen=True, kw_only=True, eq=False)
class Opened:
    """One file or frame: its column names, and its columns as far as they were read."""

    where: str
    given: str                                  # the file as it was given
    called: str                                 # the model, where nothing else names it
    names: tuple[str, ...]
    source: Source | None = None                # where further columns can be read
    table: pa.Table | None = None
    notices: tuple[str, ...] = ()
    imported: Imported | None = None            # what the format of another program says besides
    said: Said = field(default_factory=dict)


def open_all(sources: Sequence[Any], said: Said, *, name: str, written_by: str | None, names: Sequence[str],
             common: bool) -> list[Opened]:
    """Each source, under the name of its model; logs that lack cases are refused unless only common cases are asked."""
    opened = [_open(given, said, name if len(sources) == 1 else f"{name} {position + 1}", written_by)
              for position, given in enumerate(sources)]
    opened = _marked_alike(sources, opened, said, written_by)
    for one in opened:
        if one.imported is not None and one.imported.lacking is not None and not common:
            raise BadInput(f"{one.imported.lacking}, or say --common-cases to judge on what was scored everywhere.")
    if not names:
        return _called(opened)
    if len(names) != len(opened):
        raise BadInput(f"{len(names)} names were given for {len(opened)} files; give one for each, in their order.")
    return [replace(one, called=called) for one, called in zip(opened, names, strict=True)]


def _open(given: Any, said: Said, name: str, written_by: str | None) -> Opened:
    import pyarrow as pa

    with guarded_source(given):
        is_file = isinstance(given, str | Path) and Path(given).is_file()
        known = importer_for(Path(given), written_by) if is_file else None
        if known is not None:
            path = Path(given)
            imported = known.read(path, said)
            columns = imported.table.column_names
            still = {role: column for role, column in said.items() if column in columns and role != "correct"}
            lacking = () if imported.lacking is None else (f"{imported.lacking}.",)
            return Opened(where=path.name, given=str(path), called=imported.model, names=tuple(columns),
                          table=imported.table, imported=imported, said=still,
                          notices=(f"{path.name}: read as {known.title}.", *imported.notices, *lacking))
        if isinstance(given, str | Path):
            source = open_source(Path(given))
            return Opened(where=source.path.name, given=str(given), called=stem_of(source.path), names=source.names,
                          source=source, said=said, notices=source.notices)
    table = given if isinstance(given, pa.Table) else pa.Table.from_pandas(frame_of(given, name), preserve_index=False)
    if not table.num_rows:
        raise BadInput(f"{name} has no rows.")
    return Opened(where=name, given=name, called=name, names=tuple(table.column_names), table=table, said=said)


def _marked_alike(sources: Sequence[Any], opened: list[Opened], said: Said, written_by: str | None) -> list[Opened]:
    """Logs of one task that were marked differently are read again by a mark that all of them have."""
    marked = [number for number, one in enumerate(opened) if one.imported is not None and one.imported.marks]
    again = shared_marks([_run(opened[number]) for number in marked], said.get("correct"))
    found = list(opened)
    for number, mark in zip(marked, again, strict=True):
        if mark is not None:
            found[number] = _open(sources[number], {**said, "correct": mark}, opened[number].where, written_by)
    return found


def _called(opened: list[Opened]) -> list[Opened]:
    """Runs of one model under names that tell them apart, where the logs say what does."""
    logged = [number for number, one in enumerate(opened) if one.imported is not None and one.imported.settings]
    names, notices = told_apart([_run(opened[number]) for number in logged])
    found = list(opened)
    for number, name in zip(logged, names, strict=True):
        found[number] = replace(opened[number], called=name)
    if notices:
        found[logged[0]] = replace(found[logged[0]], notices=(*found[logged[0]].notices, *notices))
    return found


def _run(one: Opened) -> Run:
    imported = one.imported
    assert imported is not None
    return Run(where=one.where, model=imported.model, task=imported.task, marks=imported.marks,
               settings=imported.settings, cases=frozenset(imported.table.column("id").to_pylist()))


def beside_answers(given: Any, name: str, written_by: str | None = None) -> Any | None:
    """All columns of what was given, as a frame of pandas; None for logs of other programs, which hold no features."""
    from referee.data.reading import is_table_file, read_frame

    if not isinstance(given, str | Path):
        return frame_of(given, name)
    path = Path(given)
    with guarded_source(given):
        if importer_for(path, written_by) is not None:
            return None
        if is_table_file(path.name):
            return read_frame(path)[0]             # as tables are read that are sealed
        source = open_source(path)
        return source.read(source.names).to_pandas()


def frame_of(given: Any, name: str) -> Any:
    """What was given that is no file (a frame of pandas, polars or Arrow, a dict of columns), as a frame of pandas."""
    import pandas as pd

    if isinstance(given, pd.DataFrame):
        labelled = any(level is not None for level in given.index.names)
        return given.reset_index() if labelled else given
    if hasattr(given, "to_pandas"):
        return given.to_pandas()
    if isinstance(given, dict):
        return pd.DataFrame(given)
    raise BadInput(f"{name} is a {type(given).__name__}; give files, data frames or dicts of columns.")
