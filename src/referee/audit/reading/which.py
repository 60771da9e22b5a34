"""What a file is: a ledger, a study file, a description of a study, predictions, published numbers, a text, code."""

from __future__ import annotations

import json
import re
from collections.abc import Container
from enum import StrEnum
from pathlib import Path

from referee.audit.numbers.naming import named as known_kind
from referee.audit.reading.above_the_header import has_lines_above, lines_of, mark_of
from referee.audit.reading.description import Description
from referee.audit.reading.found_roles import content_of
from referee.audit.reading.free_description import FEWEST, NOTHING, foreign, readable, understood
from referee.audit.reading.from_search import is_search
from referee.audit.reading.from_trials import is_trials
from referee.audit.reading.row_of_model import sums_up, words_alone
from referee.audit.reading.scripts.source import ENDINGS, OTHER_CODE
from referee.data.prediction_table.files import open_source
from referee.data.prediction_table.importers import importer_for
from referee.data.prediction_table.naming import NAMES as ROLES
from referee.data.score_layout import plain_name
from referee.declaration import StudySaid
from referee.errors import BadInput, did_you_mean
from referee.foreign_file import text_of
from referee.study.file import ONE_PROBLEM
from referee.study.lined_yaml import read_yaml

SQLITE = b"SQLite format 3\x00"
PROSE = {".txt", ".md", ".tex", ".rst"}
WIDEST = 40            # characters of a cell; what is longer is a sentence
MOST_BYTES = 1_000_000
SHARED = {"models", "metrics", *ONE_PROBLEM}


class Kind(StrEnum):
    """The kinds of thing that can be audited."""

    LEDGER = "ledger"
    STUDY = "study file"
    DESCRIPTION = "description"
    PREDICTIONS = "predictions"
    TABLE = "table of published numbers"
    TEXT = "text"
    FREE = "description in fields of its own"
    SEARCH = "table of a search"
    TRIALS = "table of the trials of a search"
    SCRIPT = "script or notebook"
    OTHER_CODE = "script in a language that is not read"


def which(source: str | Path, named: Container[str] = ()) -> Kind:
    """Told by the content where it tells, by the ending where it does not.

    `named` are the roles of columns that a person named: a table whose column of the truth is named holds predictions.
    """
    text = str(source)
    path = Path(source)
    if "://" in text:
        return Kind.LEDGER
    if path.is_dir():
        raise BadInput(f"{path} is a folder; name a ledger, a study file, predictions or a table in it.")
    if not path.exists():
        beside = [p.name for p in path.parent.iterdir()] if path.parent.is_dir() else []
        raise BadInput(f"there is no file {text!r}{did_you_mean(path.name, beside)}")
    if path.suffix.lower() in {".yaml", ".yml"} or (path.suffix.lower() == ".json" and _is_described(path)):
        return _of_yaml(path)
    with path.open("rb") as file:
        if file.read(len(SQLITE)) == SQLITE:
            return Kind.LEDGER
    if path.suffix.lower() in {".db", ".sqlite", ".sqlite3"}:
        return Kind.LEDGER          # not one any more; opening it says what is wrong
    if path.suffix.lower() in PROSE and _is_prose(path):
        return Kind.TEXT
    code = Kind.OTHER_CODE if path.suffix.lower() in OTHER_CODE else Kind.SCRIPT if (
        path.suffix.lower() in ENDINGS) else None
    return _of_rows(path, named) if code is None else code


def _of_rows(path: Path, named: Container[str]) -> Kind:
    """Of a file of rows: by its columns, those that a person named among them, or by the program that wrote it."""
    if importer_for(path) is not None:
        return Kind.PREDICTIONS
    if not named and path.suffix.lower() in {".csv", ".tsv", ".txt"} and has_lines_above(path):
        return _titled(path)
    source = open_source(path)
    columns = source.names
    judged = {plain_name(name) for name in columns} & (ROLES["truth"] | ROLES["correct"])
    if judged <= ROLES["correct"] and any((kind := known_kind(name)) is not None and kind.kind in {"cases", "n"}
                                          for name in columns):
        judged = set()              # how many of so many were right, not whether each was
    if judged and all(known_kind(name) is not None for name in columns if plain_name(name) not in judged):
        judged = set()              # scores of each class, as a report prints them
    if judged and judged <= ROLES["correct"] and words_alone(source):
        judged = set()              # a remark beside each row (best, *): marks of answers are numbers
    if "truth" in named or "correct" in named or (judged and not sums_up(path)):
        return Kind.PREDICTIONS
    if is_trials(columns):
        return Kind.TRIALS
    if is_search(columns):
        return Kind.SEARCH
    return Kind.PREDICTIONS if content_of(path, {}) is not None else Kind.TABLE


def _titled(path: Path) -> Kind:
    """A title above the header: as people print numbers; answers to cases are read from their header on."""
    lines, _ = lines_of(text_of(path))
    names = {plain_name(name.strip(' "')) for name in lines[0].split(mark_of(lines))}
    if names & ROLES["truth"] and names & ROLES["prediction"]:
        raise BadInput(f"{path.name} has lines above the header of its columns; delete them, so that predictions begin "
                       f"with their header.")
    return Kind.TABLE


def _is_prose(path: Path) -> bool:
    """Whether a text holds sentences and no table: a table has as many cells in its second line as in its first."""
    lines = [line for line in text_of(path).splitlines() if line.strip()][:2]
    counts = [[line.count(mark) for line in lines] for mark in ",;\t"]
    short = all(len(cell) < WIDEST for line in lines for cell in re.split(r"[,;\t]", line))
    return not (short and len(lines) > 1 and any(first == second > 0 for first, second in counts))


def _is_described(path: Path) -> bool:
    """Whether a JSON file describes a study: an object all of whose fields a description has, its name or protocol too;
    or one in fields of its own that can be read, and are no columns.
    """
    if path.stat().st_size > MOST_BYTES:
        return False
    try:
        content = json.loads(text_of(path))
    except (ValueError, RecursionError):           # the second of brackets within brackets, which nobody writes
        return False
    if not isinstance(content, dict) or not content or importer_for(path) is not None:
        return False
    if content.keys() <= Description.model_fields.keys():
        return bool(content.keys() & {"audit", "protocol"})
    columns = all(isinstance(value, list | dict) and not any(isinstance(one, dict | list) for one in (
        value.values() if isinstance(value, dict) else value)) for value in content.values())
    return not columns and (understood(content) or readable(content))


def _of_yaml(path: Path) -> Kind:
    """By the fields that only one of the two has."""
    content = read_yaml(path).content
    given = {str(key) for key in content} - SHARED
    studies, descriptions = given & set(StudySaid.model_fields), given & set(Description.model_fields)
    strange = given - set(StudySaid.model_fields) - set(Description.model_fields)
    fields = {str(key): value for key, value in content.items()}
    if len(strange) >= FEWEST and understood(fields):
        return Kind.FREE
    if len(strange) > max(FEWEST, len(studies | descriptions)) or (len(strange) >= FEWEST and foreign(fields)):
        if readable(fields):
            return Kind.FREE
        if not studies | descriptions and not SHARED & set(fields):
            raise BadInput(f"{path} {NOTHING}.")
    models = content.get("models")
    described = isinstance(models, list) and any(isinstance(m, dict) and "learner" not in m for m in models)
    return Kind.DESCRIPTION if described or len(descriptions) > len(studies) else Kind.STUDY
