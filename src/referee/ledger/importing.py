"""What was exported becomes a ledger again, to be merged into another as a stranger's.

Each file must have the checksum that was written down when it was made, everything is read behind the guard, and what
comes of it is checked like any other ledger before a row of it is taken.
"""

from __future__ import annotations

import json
from base64 import b64decode
from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import Any

import numpy as np

from referee.errors import BadInput
from referee.foreign_file import guarded, json_of, text_of
from referee.kinds import Array
from referee.ledger import schema
from referee.ledger._base import Record
from referee.ledger.blobs import DTYPES, pack
from referee.ledger.database import Database
from referee.ledger.exporting import ABOUT, ENTRIES, FITS, FORMAT, ONE, SPLITS, VERSION, digest_of_file
from referee.ledger.filing import file_fits
from referee.ledger.rows import Row, entry_digest
from referee.ledger.seals import sealed
from referee.ledger.table_files import READ, Columns, read_table

ROWS_AT_ONCE = 500
TABLES = ("cases", "plan_entries", "splits", "fits", "predictions")
Read = Callable[[str, Columns], Iterator[dict[str, list[Any]]]]


def fill(database: Database, folder: Path) -> None:
    """Write what was exported into an empty ledger."""
    said = _described(folder)
    kind = said["kind"]

    def read(name: str, columns: Columns) -> Iterator[dict[str, list[Any]]]:
        return read_table(folder / f"{name}.{kind}", columns)

    with guarded(folder):
        _problems(database, said["problems"], read)
        _splits(database, said["splits"], read)
        entries = _entries(database, read)
        _add(database, schema.plans, ({**_own(schema.plans, row), "entries": entry_digest(entries[row["fingerprint"]])}
                                      for row in said["plans"]))
        for table in (schema.plan_traits, schema.learners, schema.studies):
            _add(database, table, (_own(table, row) for row in said[table.name]))
        _add(database, schema.row_keys, (_own(schema.row_keys, row) | {"keys": b64decode(row["keys"])}
                                         for row in said.get("row_keys", [])))
        for row in said["looks"]:          # of the first version: nobody is named, and there is no address
            _add(database, schema.looks, [{k: v for k, v in _own(schema.looks, row).items() if v is not None}])
        _records(database, read, said["columns"]["predictions"])


def _described(folder: Path) -> dict[str, Any]:
    """What the export says of itself; every file must be as it was written."""
    about = folder / ABOUT
    with guarded(about):
        said = json_of(text_of(about), about)
        if not isinstance(said, dict) or said.get("format") != FORMAT or said.get("kind") not in READ:
            raise BadInput(f"{about} does not describe an exported ledger; give a folder that `referee ledger export` "
                           f"made.")
        if said.get("version") != VERSION:
            raise BadInput(f"{folder} was exported by a later referee; update referee.")
        for name in TABLES:
            file = folder / f"{name}.{said['kind']}"
            if said["files"].get(file.name) != digest_of_file(file):
                raise BadInput(f"{file} is not as it was exported; give another copy, or export it again.")
    return said


def _problems(database: Database, given: list[Row], read: Read) -> None:
    widths = [row["types"]["y"][1] for row in given]
    columns = {"problem": "text", "row": "whole", "id": "text", "group": "text",
               **{name: kind for name, kind in (("time", "whole"), ("weights", "real"), ("costs", "real"))
                  if any(name in row["types"] for row in given)},
               **{f"y_{k}": "real" for k in range(max((w[1] if len(w) > 1 else 1 for w in widths), default=1))}}
    cells: dict[str, dict[str, list[Any]]] = {row["fingerprint"]: defaultdict(list) for row in given}
    for portion in read("cases", columns):
        for i, one in enumerate(portion["problem"]):
            for name in columns:
                cells[one][name].append(portion[name][i])
    for row in given:
        of, types = cells[row["fingerprint"]], row["types"]
        width = _wide(types["y"])
        y = np.array([of[f"y_{k}"] for k in range(width)], dtype=float).T
        more = {name: _shaped(np.array(of[name]), types[name]) for name in ("time", "weights", "costs")
                if name in types}
        blobs: dict[str, bytes | None] = {"y": pack({"y": _shaped(y, types["y"])} | more)}
        for name, column in (("groups", "group"), ("ids", "id")):
            blobs[name] = pack({name: _shaped(np.array(of[column]), types[name])}) if name in types else None
        _add(database, schema.problems, [{**_own(schema.problems, row), **blobs}])


def _splits(database: Database, given: list[Row], read: Read) -> None:
    numbers: dict[tuple[str, str], list[int]] = defaultdict(list)
    for portion in read("splits", SPLITS):
        for one, part, row in zip(portion["split"], portion["part"], portion["row"], strict=True):
            numbers[one, part].append(row)
    _add(database, schema.splits, (
        {**_own(schema.splits, row),
         **{part: pack({part: np.array(numbers[row["fingerprint"], part], dtype=np.int64)}) if part == "test"
            or row["trained on"] == "listed" else None for part in ("test", "train")}} for row in given))


def _entries(database: Database, read: Read) -> dict[str, list[list[Any]]]:
    of: dict[str, list[list[Any]]] = defaultdict(list)
    for portion in read("plan_entries", ENTRIES):
        rows = [dict(zip(portion, cells, strict=True)) for cells in zip(*portion.values(), strict=True)]
        database.add(schema.plan_entries, rows)
        for row in rows:
            of[row["plan"]].append([row["label"], row["split"], row["n_train"], row["n_test"]])
    return of


def _records(database: Database, read: Read, columns: Columns) -> None:
    """Records whole, as their predictions come by: they stand in the order of the fits."""
    said = _by_job(read("predictions", {name: kind for name, kind in columns.items() if name != "row"}))
    waiting: dict[str, dict[str, list[Any]]] = {}
    for portion in read("fits", FITS):
        found_fits = []
        for cells in zip(*portion.values(), strict=True):
            fit = dict(zip(portion, cells, strict=True))
            types = json.loads(fit["types"])
            while any(kind[1][0] for kind in types.values()) and fit["job"] not in waiting:
                job, found = next(said, (None, None))
                if job is None or found is None:
                    raise BadInput(f"the predictions of the fit {fit['job']} are not there; export them again.")
                waiting[job] = found
            found_fits.append(_record(fit, types, waiting.pop(fit["job"], {})))
        file_fits(database, found_fits)


def _by_job(portions: Iterator[dict[str, list[Any]]]) -> Iterator[tuple[str, dict[str, list[Any]]]]:
    """The predictions of one record after another."""
    job, found = None, defaultdict[str, list[Any]](list)
    for portion in portions:
        for i, one in enumerate(portion["job"]):
            if one != job and job is not None:
                yield job, found
                found = defaultdict(list)
            job = one
            for name, cells in portion.items():
                found[name].append(cells[i])
    if job is not None:
        yield job, found


def _record(fit: Row, types: Mapping[str, Any], found: Mapping[str, list[Any]]) -> Record:
    arrays: dict[str, Any] = {}
    for name, kind in types.items():
        cells = [found.get(f"{ONE[name]}_{k}", []) for k in range(_wide(kind))]
        arrays[name] = _shaped(np.array(cells, dtype=float).T, kind)
    return Record(problem=fit["problem"], learner=fit["learner"], split=fit["split"], created=fit["created"],
                  fit_seconds=fit["fit_seconds"], predict_seconds=fit["predict_seconds"],
                  error=fit["error"] or "", traceback=fit["traceback"] or "",
                  warnings=tuple(json.loads(fit["warnings"])), notes=json.loads(fit["notes"]), **arrays)


def _shaped(array: Array, kind: Any) -> Array:
    """An array as it was stored: of its type and shape."""
    name, shape = kind
    if name == "text":
        return np.array([cell or "" for cell in array.ravel()], dtype=np.str_).reshape(shape)
    if array.dtype.kind in "OU" and name == "|b1":
        return np.asarray(array == "True").reshape(shape)
    return array.astype(DTYPES[name]).reshape(shape)


def _wide(kind: Any) -> int:
    return int(kind[1][1]) if len(kind[1]) > 1 else 1


def _own(table: Any, row: Mapping[str, Any]) -> Row:
    """The cells of a row that the table has."""
    return {name: value for name, value in row.items() if name in table.c and name != "id"}


def _add(database: Database, table: Any, rows: Any) -> None:
    given = [sealed(row) for row in rows]
    for i in range(0, len(given), ROWS_AT_ONCE):
        database.add(table, given[i:i + ROWS_AT_ONCE])
