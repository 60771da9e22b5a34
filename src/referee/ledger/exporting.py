"""Everything in a ledger as tables that any program reads, so that others can recompute every number.

| table | a row for each |
|---|---|
| cases | row of a problem: its truth, group and name |
| plan_entries | split of a plan, in order |
| splits | row number of a split's test part, and of its training part where that is not all the others |
| fits | record: what was fitted, how long it took, how it failed |
| predictions | test row of a record: what was said of it |

What is not a table (problems, plans, learners, studies, looks) stands in a JSON text beside them, with the SHA-256 of
each file. Vaults are left out: what is set aside stays with its ledger.
"""

from __future__ import annotations

import json
from base64 import b64encode
from collections.abc import Iterable, Iterator
from hashlib import file_digest
from pathlib import Path
from typing import Any

import numpy as np
import sqlalchemy as sa

from referee.kinds import Array
from referee.ledger import schema
from referee.ledger._base import Record
from referee.ledger.fits import Fits
from referee.ledger.reader import Reader
from referee.ledger.rows import SAID
from referee.ledger.table_files import WRITE, Columns, Portion

FORMAT, VERSION, ABOUT = "referee ledger export", 1, "ledger.json"
FITS_AT_ONCE = 200
ONE = {"labels": "label", "scores": "score", "probabilities": "probability", "values": "value",
       "quantiles": "quantile"}
BLOBS = frozenset({"keys", "y", "groups", "ids", "test", "train", "predictions", "checksum", "id"})
Table = tuple[str, Columns, Iterable[Portion]]
LISTED = (schema.problems, schema.plans, schema.learners)
FITS: Columns = {"job": "text", "problem": "text", "learner": "text", "split": "text", "problem_name": "text",
                 "learner_name": "text", "failed": "whole", "fit_seconds": "real", "predict_seconds": "real",
                 "created": "text", "error": "text", "warnings": "text", "notes": "text", "traceback": "text",
                 "types": "text"}
ENTRIES: Columns = {"plan": "text", "position": "whole", "label": "text", "split": "text", "n_train": "whole",
                    "n_test": "whole"}
SPLITS: Columns = {"split": "text", "part": "text", "position": "whole", "row": "whole"}


def export(reader: Reader, folder: Path, kind: str, more: Iterable[Table] = ()) -> None:
    """Write every table, those given as well, into a folder that is there, and last what says what they are."""
    files, columns = {}, {}
    for name, of, portions in (*tables(reader), *more):
        file = folder / f"{name}.{kind}"
        WRITE[kind](file, of, portions)
        files[file.name], columns[name] = digest_of_file(file), dict(of)
    about = {"format": FORMAT, "version": VERSION, "kind": kind, "files": files, "columns": columns, **listed(reader)}
    (folder / ABOUT).write_text(json.dumps(about, indent=1), encoding="utf-8")


def digest_of_file(file: Path) -> str:
    """The SHA-256 of what a file holds."""
    with file.open("rb") as data:
        return file_digest(data, "sha256").hexdigest()


def listed(reader: Reader) -> dict[str, list[dict[str, Any]]]:
    """The rows of the small tables, without their arrays; what a plan is and how arrays were stored beside them."""
    said = {table.name: [_bare(row) for row in reader.database.rows(sa.select(table).order_by(*table.primary_key))]
            for table in LISTED}
    said["splits"] = [_bare(row) | {"trained on": "the others" if reader.split_from(row).train is None else "listed"}
                      for row in reader.split_rows(reader.split_names())]
    listed_problems = {row["fingerprint"] for row in said["problems"]}
    for row in said["problems"]:
        problem = reader.problem(row["fingerprint"])
        row["types"] = {name: _type(array) for name in ("y", "groups", "ids", "time", "weights", "costs")
                        if (array := getattr(problem, name)) is not None}
    said["plan_traits"] = [{"plan": row["fingerprint"],
                            "traits": json.dumps(reader.plan(row["fingerprint"]).traits.to_dict())}
                           for row in said["plans"]]
    said["row_keys"] = [_bare(row) | {"keys": b64encode(row["keys"]).decode()} for row in reader.key_rows()
                        if row["of"] in listed_problems and reader.keys_from(row)]
    said["studies"] = [_bare(row) for row in reader.study_rows() if reader.study(row)]
    said["looks"] = [_bare(row) for row in reader.look_rows() if reader.look(row)]
    return said


def tables(reader: Reader) -> Iterator[Table]:
    """The tables, each by its name, its columns and its portions."""
    yield "cases", _case_columns(reader), _cases(reader)
    yield "plan_entries", ENTRIES, _entries(reader)
    yield "splits", SPLITS, _splits(reader)
    yield "fits", FITS, _fits(reader)
    yield "predictions", _said_columns(reader), _predictions(reader)


def _case_columns(reader: Reader) -> Columns:
    problems = [reader.problem(one) for one in _all(reader, schema.problems)]
    widths = [_width(problem.y) for problem in problems]
    further = [name for name in ("weights", "costs") if any(getattr(problem, name) is not None for problem in problems)]
    return {"problem": "text", "row": "whole", "id": "text", "group": "text", "truth": "text", "time": "whole",
            **dict.fromkeys(further, "real"), **{f"y_{k}": "real" for k in range(max(widths, default=1))}}


def _cases(reader: Reader) -> Iterator[Portion]:
    names = list(_case_columns(reader))
    for one in _all(reader, schema.problems):
        problem = reader.problem(one)
        n, y = problem.n_rows, problem.y.reshape(problem.n_rows, -1)
        none = [None] * n
        found: dict[str, Any] = {
            "problem": [one] * n, "row": list(range(n)), "id": none if problem.ids is None else _texts(problem.ids),
            "group": none if problem.groups is None else _texts(problem.groups),
            "truth": [str(problem.classes[int(k)]) for k in y[:, 0]]
            if problem.classes and not problem.has_several else none,       # of several the codes, in y_0, y_1, …
            "time": none if problem.time is None else problem.time.tolist(),
            "weights": none if problem.weights is None else problem.weights.tolist(),
            "costs": none if problem.costs is None else problem.costs.tolist(),
            **{f"y_{k}": y[:, k].astype(float).tolist() for k in range(y.shape[1])}}
        yield {name: found.get(name, none) for name in names}


def _entries(reader: Reader) -> Iterator[Portion]:
    for one in _all(reader, schema.plans):
        entries = reader.plan(one).entries
        yield {"plan": [one] * len(entries), "position": list(range(len(entries))),
               **{name: [getattr(one, name) for one in entries] for name in ("label", "split", "n_train", "n_test")}}


def _splits(reader: Reader) -> Iterator[Portion]:
    for row in reader.split_rows(reader.split_names()):
        split = reader.split_from(row)
        for part, numbers in (("test", split.test), ("train", split.train)):
            if numbers is not None:
                n = len(numbers)
                yield {"split": [split.fingerprint] * n, "part": [part] * n, "position": list(range(n)),
                       "row": numbers.tolist()}


def _fits(reader: Reader) -> Iterator[Portion]:
    names = {table: {row["fingerprint"]: row["name"] for row in reader.database.rows(sa.select(table))}
             for table in (schema.problems, schema.learners)}
    for some in _records(reader):
        yield {
            "job": [r.job for r in some], "problem_name": [names[schema.problems].get(r.problem) for r in some],
            "learner_name": [names[schema.learners].get(r.learner) for r in some],
            "failed": [int(r.failed) for r in some],
            **{name: [json.dumps(getattr(r, name)) for r in some] for name in ("warnings", "notes")},
            "types": [json.dumps({name: _type(array) for name, array in said_in(r).items()}) for r in some],
            **{name: [getattr(r, name) for r in some] for name in (
                "problem", "learner", "split", "fit_seconds", "predict_seconds", "created", "error", "traceback")}}


def _said_columns(reader: Reader) -> Columns:
    """A column for each class and target, as many as the widest record has."""
    widths = dict.fromkeys(ONE, 0)
    for some in _records(reader):
        for record in some:
            for name, array in said_in(record).items():
                widths[name] = max(widths[name], _width(array))
    return {"job": "text", "position": "whole", "row": "whole",
            **{f"{ONE[name]}_{k}": "real" for name, width in widths.items() for k in range(width)}}


def _predictions(reader: Reader) -> Iterator[Portion]:
    columns = list(_said_columns(reader))
    for some in _records(reader):
        found: dict[str, list[Any]] = {name: [] for name in columns}
        rows_of = _tested(reader, {record.split for record in some})
        for record in some:
            said = {f"{ONE[name]}_{k}": array.reshape(len(array), -1)[:, k].astype(float).tolist()
                    for name, array in said_in(record).items() for k in range(_width(array))}
            n = max((len(cells) for cells in said.values()), default=0)
            tested = rows_of[record.split]
            said |= {"job": [record.job] * n, "position": list(range(n)),
                     "row": tested if len(tested) == n else [None] * n}
            for name in columns:
                found[name] += said.get(name, [None] * n)
        yield found


def said_in(record: Record) -> dict[str, Array]:
    """The arrays of a record that are there."""
    return {name: array for name in SAID if (array := getattr(record, name)) is not None}


def _tested(reader: Reader, named: set[str]) -> dict[str, list[int]]:
    """The rows that records speak of, in their order; a record of a shuffle speaks of those of a whole plan."""
    found: dict[str, list[int]] = {}
    for row in reader.split_rows([name for name in named if "/" not in name]):
        found[row["fingerprint"]] = reader.split_from(row).test.tolist()
    for name in named - found.keys():
        names = [entry.split for entry in reader.plan(name.partition("/")[0]).entries]
        found[name] = np.concatenate([reader.split_from(row).test for row in reader.split_rows(names)]).tolist()
    return found


def _records(reader: Reader) -> Iterator[list[Record]]:
    fits = Fits(reader)
    jobs = fits.ordered()
    for i in range(0, len(jobs), FITS_AT_ONCE):
        yield list(fits.read(jobs[i:i + FITS_AT_ONCE]))


def _all(reader: Reader, table: sa.Table) -> list[str]:
    return reader.database.column(sa.select(table.c.fingerprint).order_by(table.c.fingerprint))


def _bare(row: dict[str, Any]) -> dict[str, Any]:
    return {name: value for name, value in row.items() if name not in BLOBS}


def _type(array: Array) -> list[Any]:
    kind = "text" if array.dtype.kind == "U" else array.dtype.newbyteorder("<").str
    return [kind, list(array.shape)]


def _width(array: Array) -> int:
    return array.shape[1] if array.ndim > 1 else 1


def _texts(array: Array) -> list[str]:
    return [str(value) for value in array.tolist()]
