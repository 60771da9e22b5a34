"""Predictions of WEKA: the table that `-p 0` prints, with or without `-distribution`, and the CSV of later versions.

Classes stand as `1:yes`; the table of version 3.6 cuts their names to eight characters. Under cross-validation the
numbers of the instances begin anew in each fold: the fold and the number together are then the id, and files made with
the same data, folds and seed fit together. Probabilities are rounded to three decimals unless WEKA was told otherwise.
What the Explorer writes around the table (the model before it, the summary after it) is left aside.
"""

from __future__ import annotations

import csv
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from referee.data.prediction_table.files import stem_of
from referee.data.prediction_table.importers._base import IMPORTERS, ColumnsNamed, Imported, Importer, columns
from referee.errors import BadInput
from referee.foreign_file import text_of

HEADER = re.compile(r"^[ \t]*inst#[ \t]*,?[ \t]*actual[ \t]*,?[ \t]*predicted[ \t]*,?[ \t]*error", re.MULTILINE)
HEADLINE = re.compile(r"\s*=== ")        # of what the Explorer writes after the table
ON_TRAINING = re.compile(r"=== (?:(?:Error|Predictions) on training data|Evaluation on training (?:set|data)) ===")
ON_OTHERS = re.compile(r"=== (?:Stratified )?[Cc]ross-validation(?: ===| \()|=== Predictions (?:on (?:test|user)"
                       r"|under)|=== (?:Error on test (?:data|split)|Evaluation on (?:test|user|supplied)[^=]*) ===")
MOST_CLASSES = 100_000
Row = tuple[int, str, str, str, list[str]]
NAMED = 5               # columns of every table: inst#, actual, predicted, error, prediction or distribution
LONGEST = 2000          # characters of a line
NOMINAL = re.compile(r"\s*(\d+)\s+(\d+):(.*?)\s+(\d+):(.*?)\s+(\+?)\s*([*\d.,eE-]+)\s*(?:\(.*\))?\s*")


def _read(path: Path, _said: ColumnsNamed) -> Imported:
    text = text_of(path)
    found = HEADER.search(text)
    if found is None:
        raise BadInput(f"{path} is not a table of WEKA's predictions: no line begins with inst#, actual, predicted, "
                       f"error.")
    if HEADER.search(text, found.end()) is not None:
        raise BadInput(f"{path} holds more than one table of WEKA's predictions; save each in a file of its own.")
    lines = text[found.start():].lstrip("\n").splitlines()
    beside = _attributes(lines[0])
    rows = list(_rows(lines, path, len(beside)))
    if not rows:
        raise BadInput(f"{path} has no rows.")
    fold, folds = -1, []
    for number, *_ in rows:
        fold += number == 1 or fold < 0
        folds.append(fold)
    several = fold > 0
    table: dict[str, list[Any]] = {
        "id": [f"{f + 1}/{row[0]}" if several else row[0] for f, row in zip(folds, rows, strict=True)],
        "fold": folds if several else [None] * len(rows)}
    try:
        said, notices = (_numbers(rows) if ":" not in rows[0][1] else _classes(rows, path))
    except (ValueError, IndexError, OverflowError, MemoryError) as error:
        raise BadInput(f"{path}: a row is not one of WEKA's predictions ({error}); classes stand as 1:yes, numbers as "
                       f"0.5, all alike.") from error
    if several:
        folded = f"instances are numbered anew {fold + 1} times, which are taken for the folds of one cross-validation"
        notices = (*notices, f"{path.name}: {folded}.")
    said |= {name: [row[4][k] for row in rows] for k, name in enumerate(beside) if name not in {*table, *said}}
    headline = only_on_training(text)
    if headline:
        alone = f"{headline.strip('= ')}, by WEKA's own words: of rows that were trained on"
        notices = (*notices, f"{path.name}: {alone}, which tells nothing of new ones.")
    return Imported(table=columns(table | said), model=stem_of(path), notices=notices)


def only_on_training(content: str) -> str:
    """The headline of an output of WEKA that evaluates on the training data and on nothing else; empty otherwise.

    >>> only_on_training("=== Error on training data ===\\n...")
    '=== Error on training data ==='
    """
    trained, other = ON_TRAINING.search(content), ON_OTHERS.search(content)
    return trained[0] if trained and not other else ""


def _attributes(header: str) -> list[str]:
    """Attributes of the rows that WEKA was asked to write behind each (`-p 1-2`), in its CSV."""
    return [name.strip() for name in header.split(",")[NAMED:] if name.strip()]


def _rows(lines: list[str], path: Path, beside: int) -> Iterator[Row]:
    """Number, actual, predicted, what else is said of the prediction, and attributes of the row."""
    split_by_commas = lines[0].count(",") >= 3
    for line in lines[1:]:
        if not line.strip():
            continue
        if HEADLINE.match(line):
            return
        if len(line) > LONGEST:
            raise BadInput(f"{path}: {line.strip()[:60]!r}… is too long for a row of WEKA's predictions.")
        if split_by_commas:
            parts = next(csv.reader([line], quotechar="'"))
            if beside and len(parts) < NAMED + beside:
                raise BadInput(f"{path}: {line.strip()[:60]!r} has fewer values than the line that names them.")
            parts, more = (parts[:-beside], parts[-beside:]) if beside else (parts, [])
            rest = [part for part in parts[4:] if part]
        else:
            match = NOMINAL.fullmatch(line)
            parts = [match[1], f"{match[2]}:{match[3]}", f"{match[4]}:{match[5]}"] if match else line.split()
            rest, more = ([match[7]] if match else []), []
        if len(parts) < 3 or not re.fullmatch(r"[0-9]{1,18}", parts[0].strip()):
            raise BadInput(f"{path}: {line.strip()[:60]!r} is not a row of WEKA's predictions.")
        yield int(parts[0]), parts[1].strip(), parts[2].strip(), ",".join(rest), more


def _numbers(rows: list[Row]) -> tuple[dict[str, list[Any]], tuple[str, ...]]:
    return {"truth": [_number(row[1]) for row in rows], "prediction": [_number(row[2]) for row in rows]}, ()


def _number(text: str) -> float | None:
    return None if text == "?" else float(text)


def _classes(rows: list[Row], path: Path) -> tuple[dict[str, list[Any]], tuple[str, ...]]:
    coded = [(actual.split(":", 1), predicted.split(":", 1)) for _, actual, predicted, *_ in rows]
    unknown = next((row[0] for row, (actual, _) in zip(rows, coded, strict=True) if actual[1] == "?"), None)
    if unknown is not None:
        raise BadInput(f"{path}: instance {unknown} has no actual class; predictions without a truth cannot be judged.")
    named = {int(code): text for pair in coded for code, text in pair}
    shares = [[float(part.strip("* ")) for part in row[3].split(",") if part.strip()] for row in rows]
    k = max([*named, *map(len, shares)])
    if k > MOST_CLASSES or min(named) < 1:
        raise BadInput(f"{path}: a class has the number {k if k > MOST_CLASSES else min(named)}; they count from 1.")
    names = _names(named, k)
    table: dict[str, list[Any]] = {"truth": [names[int(actual[0]) - 1] for actual, _ in coded],
                                   "prediction": [names[int(predicted[0]) - 1] for _, predicted in coded]}
    whole = all(len(share) == k for share in shares) and k > 1
    if not whole and k == 2 and all(len(share) == 1 for share in shares):       # of the class predicted
        shares = [[s, 1 - s] if predicted[0] == "1" else [1 - s, s]
                  for (s,), (_, predicted) in zip(shares, coded, strict=True)]
        whole = True
    if whole:
        table |= {f"prob_{name}": [share[c] for share in shares] for c, name in enumerate(names)}
    return table, ()


def _names(named: dict[int, str], k: int) -> list[str]:
    """A name for each class; cut names that coincide are told apart by their numbers."""
    found = [named.get(code, f"class {code}") for code in range(1, k + 1)]
    return [f"{code}:{name}" if found.count(name) > 1 else name for code, name in enumerate(found, start=1)]


WEKA = IMPORTERS.add(Importer(name="weka", title="WEKA predictions (-p, CSV)", read=_read,
                              knows=lambda _path, head: HEADER.search(head) is not None))
