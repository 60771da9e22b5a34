"""What an importer is: it knows its files by their beginning, and turns one into columns with plain names."""

from __future__ import annotations

import zlib
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any

from referee.foreign_file import opened
from referee.registry import Registry

if TYPE_CHECKING:
    import pyarrow as pa  # type: ignore[import-untyped]

HEAD = 1 << 16          # bytes that are looked at to tell a format
ColumnsNamed = Mapping[str, str | None]


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Imported:
    """One file's rows: columns named by their roles (id, truth, prediction, prob_NAME, fold, …), and what is to say."""

    table: pa.Table
    model: str                                  # who speaks, where no column says it
    notices: tuple[str, ...] = ()
    settings: Mapping[str, str] = field(default_factory=dict)      # what may tell two runs of one model apart
    task: str | None = None                     # what the model was asked, where the file says it
    marks: tuple[str, ...] = ()                 # the marks that answers have, the one that was taken first
    lacking: str | None = None                  # why not every case has a mark, and what to do
    scored: tuple[int, int] | None = None       # of the cases asked: those with a mark, all; None: it does not say


@dataclass(frozen=True, slots=True, kw_only=True)
class Importer:
    """A format: its name, how it is known, how it is read. `said` are the roles of columns a person named."""

    name: str
    title: str
    knows: Callable[[Path, str], bool]
    read: Callable[[Path, ColumnsNamed], Imported]


EVERY = "all"                   # instead of the name of a mark: each of them in its turn

IMPORTERS: Registry[Importer] = Registry("format")


def importer_for(path: Path, named: str | None = None) -> Importer | None:
    """The importer of a file: the one named, else the first that knows it; None for plain tables."""
    if named is not None:
        return IMPORTERS[named]
    head = head_of(path)
    return next((importer for importer in IMPORTERS if importer.knows(path, head)), None)


def head_of(path: Path) -> str:
    """The beginning of a file as text; nothing where it is no text."""
    try:
        with opened(path) as file:
            return str(file.read(HEAD).decode("utf-8", errors="replace"))
    except (OSError, EOFError, zlib.error):
        return ""


def columns(rows: Mapping[str, list[Any]]) -> pa.Table:
    """Lists by name as a table; those that hold nothing are left out."""
    from referee.data.prediction_table.json_file import typed

    return typed({name: values for name, values in rows.items() if any(value is not None for value in values)},
                 Path("the file"))
