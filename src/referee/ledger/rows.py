"""Between the values of the contract and the rows of the tables; what comes back has been verified."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from hashlib import sha256
from json.encoder import encode_basestring_ascii as _quoted
from typing import Any
from uuid import uuid4

import numpy as np

from referee.data.column import Column, ColumnKind
from referee.data.problem import Problem
from referee.designs.card import Entry, PlanCard
from referee.designs.split import Split
from referee.designs.traits import Traits
from referee.discreet import masked
from referee.errors import BadInput, LedgerCorrupt
from referee.kinds import Array, Task
from referee.ledger._base import LearnerCard, Look, Record, StudyCard
from referee.ledger.blobs import digest_of, pack, pack_number, pack_whole, unpack
from referee.ledger.person import person_here, storable
from referee.ledger.seals import UNSEALED, require_intact, sealed

Row = dict[str, Any]
SAID = ("labels", "scores", "probabilities", "values", "quantiles")
FAILED_BEFORE = "failed before"      # in the notes of a record that took the place of a failed one: its errors


def problem_row(problem: Problem, created: str) -> Row:
    """A problem without its features."""
    columns = [[c.name, c.kind.value, list(c.categories), c.missing] for c in problem.columns]
    return sealed({
        "fingerprint": problem.fingerprint, "name": storable_name(problem.name), "task": problem.task.value,
        "n_rows": problem.n_rows, "targets": as_json(problem.targets), "classes": as_json(problem.classes),
        "columns": as_json(columns), "notices": as_json(problem.notices), "created": created,
        "y": pack({name: values for name, values in (("y", problem.y), ("time", problem.time),
                                                     ("weights", problem.weights), ("costs", problem.costs))
                   if values is not None}),
        "groups": None if problem.groups is None else pack({"groups": _as_names(problem.groups)}),
        "ids": None if problem.ids is None else pack({"ids": _as_names(problem.ids)}),
    })


def problem_of(row: Mapping[str, Any]) -> Problem:
    """The problem, without features: it can be analysed, not fitted again."""
    require_intact(row)
    columns = tuple(
        Column(name=name, kind=ColumnKind(kind), categories=tuple(categories), missing=missing)
        for name, kind, categories, missing in json.loads(row["columns"])
    )
    known = unpack(row["y"])
    return Problem(
        name=row["name"], task=Task(row["task"]), y=known["y"], time=known.get("time"),
        weights=known.get("weights"), costs=known.get("costs"),
        targets=tuple(json.loads(row["targets"])), classes=_classes_of(json.loads(row["classes"])),
        groups=None if row["groups"] is None else unpack(row["groups"])["groups"],
        ids=None if row["ids"] is None else unpack(row["ids"])["ids"],
        columns=columns, notices=tuple(json.loads(row["notices"])), fingerprint=row["fingerprint"],
    )


def _classes_of(stored: list[Any]) -> tuple[Any, ...]:
    """The classes, or those of each of several targets."""
    return tuple(tuple(one) if isinstance(one, list) else one for one in stored)


def split_row(split: Split, created: str) -> Row:
    """The row numbers of a split."""
    return sealed({
        "fingerprint": split.fingerprint, "label": split.label, "n_rows": split.n_rows, "created": created,
        "test": pack({"test": split.test}),
        "train": None if split.train is None else pack({"train": split.train}),
    })


def split_rows(splits: Iterable[Split], created: str) -> Iterator[Row]:
    """The rows of many splits: those that train on all the others, of which there may be thousands, made in short."""
    created = masked(created)
    begin = f'[["created", {json.dumps(created)}], ["fingerprint", "'
    for split in splits:
        if split.train is not None:
            yield split_row(split, created)
            continue
        single = split.test.size == 1
        test = pack_number("test", int(split.test[0])) if single else pack_whole("test", split.test)
        label = masked(split.label)
        said = (f'{begin}{split.fingerprint}"], ["label", {_quoted(label)}], ["n_rows", {split.n_rows}], '
                f'["test", "{digest_of(test)}"], ["train", null]]')
        yield {"fingerprint": split.fingerprint, "label": label, "n_rows": split.n_rows, "created": created,
               "test": test, "train": None, "checksum": sha256(said.encode()).hexdigest()[:32]}


def split_of(row: Mapping[str, Any]) -> Split:
    """The split; its fingerprint is made anew from its row numbers and must be the one it is stored under."""
    require_intact(row)
    train = None if row["train"] is None else unpack(row["train"])["train"]
    split = Split(label=row["label"], n_rows=row["n_rows"], test=unpack(row["test"])["test"], train=train)
    if split.fingerprint != row["fingerprint"]:
        raise LedgerCorrupt("the row numbers are not those that the split is named for.")
    return split


def plan_row(card: PlanCard, created: str) -> Row:
    """A plan's own row; the digest of its entries stands in it."""
    return sealed({
        "fingerprint": card.fingerprint, "problem": card.problem, "design": card.design,
        "parameters": as_json(card.parameters), "description": card.description,
        "n_entries": len(card.entries), "entries": _digest_of_entries(card.entries), "created": created,
    })


def entry_rows(card: PlanCard) -> list[Row]:
    """A row for each split of a plan."""
    return [
        {"plan": card.fingerprint, "position": i, "label": e.label, "split": e.split,
         "n_train": e.n_train, "n_test": e.n_test}
        for i, e in enumerate(card.entries)
    ]


def traits_row(card: PlanCard) -> Row:
    """What a plan is, in a row of its own: plans written before it was known stay as they are."""
    return sealed({"plan": card.fingerprint, "traits": as_json(card.traits.to_dict())})


def traits_of(row: Mapping[str, Any]) -> Traits:
    """What a plan is."""
    require_intact(row)
    return Traits.from_dict(json.loads(row["traits"]))


def entries_of(given: Iterable[Mapping[str, Any]]) -> tuple[Entry, ...]:
    """The entries of a plan from their rows, in order."""
    return tuple(Entry(label=e["label"], split=e["split"], n_train=e["n_train"], n_test=e["n_test"]) for e in given)


def plan_of(row: Mapping[str, Any], entries: tuple[Entry, ...], traits: Traits) -> PlanCard:
    """The plan's card from its row, its entries, in order, and what it is."""
    require_intact(row)
    if _digest_of_entries(entries) != row["entries"]:
        raise LedgerCorrupt("the entries of the plan do not match their checksum.")
    if traits.splits != len(entries):
        raise LedgerCorrupt("what is said of the plan is said of another number of splits.")
    return PlanCard(
        fingerprint=row["fingerprint"], problem=row["problem"], design=row["design"],
        parameters=json.loads(row["parameters"]), description=row["description"], entries=entries,
        traits=traits,
    )


def learner_row(card: LearnerCard, created: str) -> Row:
    """What a learner is."""
    return sealed({
        "fingerprint": card.fingerprint, "name": storable_name(card.name), "recipe": as_json(card.recipe),
        "versions": as_json(card.versions), "baseline": int(card.baseline), "created": created,
    })


def learner_of(row: Mapping[str, Any]) -> LearnerCard:
    """The learner's card."""
    require_intact(row)
    return LearnerCard(
        fingerprint=row["fingerprint"], name=row["name"], recipe=json.loads(row["recipe"]),
        versions=json.loads(row["versions"]), baseline=bool(row["baseline"]),
    )


def record_row(record: Record, created: str) -> Row:
    """What came of a job, its predictions in one blob."""
    said = {name: getattr(record, name) for name in SAID if getattr(record, name) is not None}
    predictions = pack(said)
    return sealed({
        "job": record.job, "problem": record.problem, "learner": record.learner, "split": record.split,
        "failed": int(record.failed), "size": len(predictions),
        "fit_seconds": float(record.fit_seconds), "predict_seconds": float(record.predict_seconds),
        "created": created, "error": storable(record.error), "warnings": as_json(record.warnings),
        "notes": as_json(record.notes), "traceback": storable(record.traceback), "predictions": predictions,
    })


def record_of(row: Mapping[str, Any]) -> Record:
    """The record, which must be stored under its own address."""
    require_intact(row)
    said = unpack(row["predictions"])
    record = Record(
        problem=row["problem"], learner=row["learner"], split=row["split"], **{k: said.get(k) for k in SAID},
        fit_seconds=row["fit_seconds"], predict_seconds=row["predict_seconds"], error=row["error"],
        traceback=row["traceback"], warnings=tuple(json.loads(row["warnings"])), notes=json.loads(row["notes"]),
        created=row["created"],
    )
    if record.job != row["job"]:
        raise LedgerCorrupt("the record is stored under the address of another job.")
    return record


def study_row(card: StudyCard, created: str) -> Row:
    """A declared analysis; a time that it already has is kept."""
    return sealed({
        "fingerprint": card.fingerprint, "name": storable_name(card.name), "problem": card.problem, "plan": card.plan,
        "learners": as_json(card.learners), "declared": as_json(card.declaration.to_dict()),
        "created": card.created or created,
    })


def study_of(row: Mapping[str, Any]) -> StudyCard:
    """The declared analysis, whichever version wrote it, under the fingerprint that it had then."""
    from referee.declaration import read_declaration  # brings pydantic, which nobody who only fits needs

    require_intact(row)
    learners = tuple(json.loads(row["learners"]))
    declaration = read_declaration(json.loads(masked(row["declared"])), learners=learners, study=row["name"])
    return StudyCard(
        name=row["name"], problem=row["problem"], plan=row["plan"], learners=learners, declaration=declaration,
        created=row["created"], stored=row["fingerprint"],
    )


def look_row(look: Look, created: str) -> Row:
    """A reading; a time, a person and an address that it already has are kept."""
    return sealed({
        "problem": look.problem, "plan": look.plan, "learner": look.learner, "metric": look.metric,
        "purpose": look.purpose, "created": look.created or created, "who": look.who or person_here(),
        "address": look.address or uuid4().hex,
    })


def look_of(row: Mapping[str, Any]) -> Look:
    """The reading; one written by version 1 names nobody."""
    said = {k: v for k, v in row.items() if v is not None}
    require_intact(said)
    return Look(**{k: v for k, v in said.items() if k not in UNSEALED})


def storable_name(text: str) -> str:
    """A name as it is, because people look things up by it; refused where a database would not take it."""
    if text != storable(text):
        raise BadInput(f"{text!r} cannot be a name in a ledger; leave out the characters that are no text.")
    return text


def _digest_of_entries(entries: Sequence[Entry]) -> str:
    return entry_digest([[e.label, e.split, e.n_train, e.n_test] for e in entries])


def entry_digest(said: Sequence[Sequence[Any]]) -> str:
    """The checksum of the entries of a plan: label, split and sizes of each, in order."""
    return sha256(json.dumps(said).encode()).hexdigest()[:32]


def _plain(value: Any) -> Any:
    """Numpy's numbers as numbers, what JSON has no word for as text."""
    return value.tolist() if isinstance(value, np.generic | np.ndarray) else str(value)


# ASCII, which no database alters.
as_json = json.JSONEncoder(default=_plain).encode


def _as_names(array: Array) -> Array:
    """Row names of any kind as text, as the fingerprint takes them; numbers stay numbers."""
    if array.dtype.kind in "biuf":
        return array
    return np.array([str(v) for v in array.ravel()], dtype=np.str_).reshape(array.shape)
