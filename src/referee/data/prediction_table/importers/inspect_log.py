"""Logs of Inspect: .eval (a zip with a file for each sample) and .json.

A sample's mark is what its scorer said: C is 1, P a half, I and N are 0, numbers and truth values as they are. With
several scorers the first is taken; another is asked for by correct="scorer", or correct="scorer.key" where it gives
several values, and each in its turn by correct="all". Epochs are runs of the same sample; the model and the task are
those of the log. Samples without a score (an error, a run that was cut off) are no answers: they are told as lacking.
"""

from __future__ import annotations

import zipfile
from collections.abc import Iterator, Mapping
from math import isnan
from pathlib import Path
from typing import Any

from referee.data.prediction_table.files import stem_of
from referee.data.prediction_table.importers._base import EVERY, IMPORTERS, ColumnsNamed, Imported, Importer, columns
from referee.data.prediction_table.importers.inspect_header import ending, expected, settings_of
from referee.data.prediction_table.json_file import flat
from referee.data.wording import shortened
from referee.errors import BadInput
from referee.foreign_file import Archive, json_of, text_of

GRADES = {"C": 1.0, "CORRECT": 1.0, "YES": 1.0, "TRUE": 1.0, "P": 0.5, "I": 0.0, "INCORRECT": 0.0, "N": 0.0, "NO": 0.0,
          "FALSE": 0.0}
NOT_WHOLE = "is not a log of Inspect, or no longer whole"
Said = dict[str, Any]               # what each scorer said of a sample, by the name that asks for it


def _knows(path: Path, head: str) -> bool:
    return path.suffix == ".eval" or (path.suffix == ".json" and '"eval"' in head and '"samples"' in head + '"samples"'
                                      and '"task"' in head)


def _read(path: Path, said: ColumnsNamed) -> Imported:
    also = [name for role, name in said.items() if name and role != "correct"]
    try:
        header, samples = _zipped(path) if path.suffix == ".eval" else _whole(path)
        rows: dict[str, list[Any]] = {name: [] for name in ("id", "epoch", *also)}
        answers: list[Said] = []
        failed: list[str] = []
        first = ""
        for sample in samples:
            rows["id"].append(sample["id"])
            rows["epoch"].append(sample.get("epoch", 1))
            answers.append(_said(sample))
            failed.append(_error(sample))
            first = first or next(iter(sample.get("scores") or {}), "")
            for name in also:
                rows[name].append(flat({key: sample.get(key) for key in ("metadata", "target")},
                                        path).get(name))
        return _imported(path, header, rows, answers, failed=failed, mark=said.get("correct") or first)
    except BadInput:
        raise
    except (KeyError, TypeError, ValueError, AttributeError, zipfile.BadZipFile) as error:
        raise BadInput(f"{path} {NOT_WHOLE}.") from error


def _imported(path: Path, header: Mapping[str, Any], rows: dict[str, list[Any]], answers: list[Said], *,
              failed: list[str], mark: str) -> Imported:
    if not rows["id"]:
        raise BadInput(f"{path} has no samples" + (f": {end}." if (end := ending(header)) else "."))
    every = list(dict.fromkeys(name for said in answers for name in said))
    marks = every if mark == EVERY else [_one_of(every, mark, path)]
    found = [(row, name, value) for name in marks for row, said in enumerate(answers)
             if (value := _number(said, name, rows["id"][row], path)) is not None]
    if not found:
        raise BadInput(f"{path}: no sample was scored by {mark}" + (f": {end}." if (end := ending(header)) else "."))
    scored = {row for row, *_ in found}
    table = {name: [values[row] for row, *_ in found] for name, values in rows.items()}
    table |= {"correct": [value for *_, value in found], "dataset": [header["eval"].get("task")] * len(found)}
    if mark == EVERY:
        table["scorer"] = [name for _, name, _ in found]
    if len(set(rows["epoch"])) == 1:
        del table["epoch"]
    return Imported(
        table=columns(table), model=str(header["eval"].get("model") or stem_of(path)), settings=settings_of(header),
        task=header["eval"].get("task"), marks=tuple(dict.fromkeys([*marks, *every])),
        notices=(_told(path, mark, [name for name in every if name != marks[0]]),),
        scored=(len(scored), max(expected(header), len(answers))),
        lacking=_lacking(path, header, [_which(rows, row, failed[row]) for row in range(len(answers))
                                        if row not in scored], n=len(answers)))


def _told(path: Path, mark: str, others: list[str]) -> str:
    if mark == EVERY:
        return f"{path.name}: every scorer is judged by itself."
    more = f"; there are also {', '.join(others)} (--correct {EVERY} judges by each)" if others else ""
    return f"{path.name}: the mark is that of the scorer {mark}{more}."


def _lacking(path: Path, header: Mapping[str, Any], unscored: list[str], *, n: int) -> str | None:
    """Why some samples have no score, and what to do; None where all have one."""
    total = max(expected(header), n)
    end, left = ending(header), total - n + len(unscored)
    if end is not None:
        return (f"{path.name}: {end}, and {total - left} of {total} samples were scored; finish it with `inspect "
                f"eval-retry`, and give the log that it writes")
    if not left:
        return None
    such = f" ({unscored[0]})" if unscored else ""
    return (f"{path.name}: {left} of {total} samples {'has' if left == 1 else 'have'} no score{such}; score or run "
            f"them again (`inspect score`, `inspect eval-retry`)")


def _which(rows: Mapping[str, list[Any]], row: int, failed: str) -> str:
    epoch = f" in epoch {rows['epoch'][row]}" if len(set(rows["epoch"])) > 1 else ""
    return f"{rows['id'][row]}{epoch}" + (f": {failed}" if failed else "")


def _error(sample: Mapping[str, Any]) -> str:
    """What went wrong with a sample: summaries say it as a text, samples as an object."""
    error = sample.get("error")
    return shortened(str(error.get("message") if isinstance(error, dict) else error)) if error else ""


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


def _said(sample: Mapping[str, Any]) -> Said:
    """Each scorer's word on a sample; one that gives several values has a name for each."""
    found: Said = {}
    for name, score in (sample.get("scores") or {}).items():
        value = score["value"]
        found |= {f"{name}.{key}": one for key, one in value.items()} if isinstance(value, dict) else {name: value}
    return found


def _one_of(every: list[str], mark: str, path: Path) -> str:
    if mark in every:
        return mark
    keys = [name.removeprefix(f"{mark}.") for name in every if name.startswith(f"{mark}.")]
    if keys:
        raise BadInput(f"{path}: the scorer {mark} gives several values ({', '.join(keys)}); say which one, for "
                       f"example correct='{mark}.{keys[0]}'.")
    raise BadInput(f"{path} was not scored" + (f" by {mark!r}; there are {', '.join(every)}." if every else "."))


def _number(said: Said, name: str, sample: Any, path: Path) -> float | None:
    """A mark as a number; None where there is none, which Inspect also writes as NaN."""
    value = said.get(name)
    try:
        number = GRADES.get(value.strip().upper(), value) if isinstance(value, str) else value
        return None if number is None or isnan(float(number)) else float(number)
    except (TypeError, ValueError) as error:
        raise BadInput(f"{path.name}: the scorer {name} gives {value!r} for sample {sample}, which is neither a number "
                       f"nor C, P, I or N; name another scorer (--correct).") from error


INSPECT = IMPORTERS.add(Importer(name="inspect", title="Inspect logs (.eval, .json)", knows=_knows, read=_read))
