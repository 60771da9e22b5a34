"""Logs of Inspect: .eval (a zip with a file for each sample) and .json.

A sample's mark is what its scorer said: C is 1, P a half, I and N are 0, numbers and truth values as they are. With
several scorers the first is taken; another is asked for by correct="scorer", or correct="scorer.key" where it gives
several values. Epochs are runs of the same sample; the model and the task are those of the log.
"""

from __future__ import annotations

import zipfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from referee.data.prediction_table.files import stem_of
from referee.data.prediction_table.importers._base import IMPORTERS, ColumnsNamed, Imported, Importer, columns
from referee.data.prediction_table.json_file import flat
from referee.errors import BadInput
from referee.foreign_file import Archive, json_of, text_of

GRADES = {"C": 1.0, "CORRECT": 1.0, "P": 0.5, "I": 0.0, "INCORRECT": 0.0, "N": 0.0}
NOT_WHOLE = "is not a log of Inspect, or no longer whole"


def _knows(path: Path, head: str) -> bool:
    return path.suffix == ".eval" or (path.suffix == ".json" and '"eval"' in head and '"samples"' in head + '"samples"'
                                      and '"task"' in head)


def _read(path: Path, said: ColumnsNamed) -> Imported:
    asked = said.get("correct") or ""
    also = [name for role, name in said.items() if name and role != "correct"]
    try:
        header, samples = _zipped(path) if path.suffix == ".eval" else _whole(path)
        rows: dict[str, list[Any]] = {name: [] for name in ("id", "epoch", "correct", *also)}
        for sample in samples:
            scorer, mark = _mark(sample, asked, path)
            asked = asked or scorer
            rows["id"].append(sample["id"])
            rows["epoch"].append(sample.get("epoch", 1))
            rows["correct"].append(mark)
            for name in also:
                rows[name].append(flat({key: sample.get(key) for key in ("metadata", "target")}).get(name))
    except BadInput:
        raise
    except (KeyError, TypeError, ValueError, AttributeError, zipfile.BadZipFile) as error:
        raise BadInput(f"{path} {NOT_WHOLE}.") from error
    except NotImplementedError as error:            # newer logs are compressed in a way older Pythons cannot read
        raise BadInput(f"{path} is compressed in a way this Python cannot read; convert it with `inspect log convert "
                       f"--to json`.") from error
    if not rows["id"]:
        raise BadInput(f"{path} has no samples.")
    if len(set(rows["epoch"])) == 1:
        del rows["epoch"]
    rows["dataset"] = [header["eval"].get("task")] * len(rows["id"])
    return Imported(table=columns(rows), model=str(header["eval"].get("model") or stem_of(path)),
                    notices=(f"{path.name}: the mark is that of the scorer {asked}.",))


def _whole(path: Path) -> tuple[dict[str, Any], Iterator[dict[str, Any]]]:
    log = json_of(text_of(path), path)
    return log, iter(log.get("samples") or [])


def _zipped(path: Path) -> tuple[dict[str, Any], Iterator[dict[str, Any]]]:
    """The header, and the samples one at a time; the summaries where they are all there, because they are short."""
    with Archive(path) as log:
        header = json_of(log.read("header.json" if "header.json" in log.names else "_journal/start.json"), path)
    return header, _samples(path)


def _samples(path: Path) -> Iterator[dict[str, Any]]:
    with Archive(path) as log:
        if "summaries.json" in log.names:
            yield from json_of(log.read("summaries.json"), path)
            return
        for name in sorted(log.names):
            if name.startswith("samples/") and name.endswith(".json"):
                yield json_of(log.read(name), path)


def _mark(sample: dict[str, Any], asked: str, path: Path) -> tuple[str, float]:
    scores = sample.get("scores") or {}
    name, _, key = asked.partition(".") if asked not in scores else (asked, "", "")
    name = name or next(iter(scores), "")
    if name not in scores:
        raise BadInput(f"{path}: sample {sample['id']} was not scored" + (f" by {name!r}" if name else "")
                       + (f"; there are {', '.join(scores)}" if scores else "") + ".")
    value = scores[name]["value"]
    if isinstance(value, dict):
        if key not in value:
            raise BadInput(f"{path}: the scorer {name} gives several values ({', '.join(value)}); say which one, for "
                           f"example correct='{name}.{next(iter(value), 'key')}'.")
        value = value[key]
    graded = GRADES.get(value.upper()) if isinstance(value, str) else None
    return asked or name, float(value) if graded is None else graded


INSPECT = IMPORTERS.add(Importer(name="inspect", title="Inspect logs (.eval, .json)", knows=_knows, read=_read))
