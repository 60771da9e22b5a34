"""What a file is: a ledger, a study file, a description of a study, a table of predictions, or published numbers."""

from __future__ import annotations

from enum import StrEnum
from pathlib import Path

from referee.audit.reading.description import Description
from referee.data.prediction_table.files import open_source
from referee.data.prediction_table.naming import NAMES as ROLES
from referee.data.score_layout import plain_name
from referee.declaration import StudySaid
from referee.errors import BadInput, did_you_mean
from referee.study.file import ONE_PROBLEM
from referee.study.lined_yaml import read_yaml

SQLITE = b"SQLite format 3\x00"
SHARED = {"models", "metrics", *ONE_PROBLEM}


class Kind(StrEnum):
    """The kinds of thing that can be audited."""

    LEDGER = "ledger"
    STUDY = "study file"
    DESCRIPTION = "description"
    PREDICTIONS = "predictions"
    TABLE = "table of published numbers"


def which(source: str | Path) -> Kind:
    """Told by the content where it tells, by the ending where it does not."""
    text = str(source)
    path = Path(source)
    if "://" in text:
        return Kind.LEDGER
    if path.is_dir():
        raise BadInput(f"{path} is a folder; name a ledger, a study file, predictions or a table in it.")
    if not path.exists():
        beside = [p.name for p in path.parent.iterdir()] if path.parent.is_dir() else []
        raise BadInput(f"there is no file {text!r}{did_you_mean(path.name, beside)}")
    if path.suffix.lower() in {".yaml", ".yml"}:
        return _of_yaml(path)
    with path.open("rb") as file:
        if file.read(len(SQLITE)) == SQLITE:
            return Kind.LEDGER
    if path.suffix.lower() in {".db", ".sqlite", ".sqlite3"}:
        return Kind.LEDGER          # not one any more; opening it says what is wrong
    names = {plain_name(name) for name in open_source(path).names}
    judged = names & (ROLES["truth"] | ROLES["correct"])
    return Kind.PREDICTIONS if judged else Kind.TABLE


def _of_yaml(path: Path) -> Kind:
    """By the fields that only one of the two has."""
    content = read_yaml(path).content
    given = {str(key) for key in content} - SHARED
    studies, descriptions = given & set(StudySaid.model_fields), given & set(Description.model_fields)
    models = content.get("models")
    described = isinstance(models, list) and any(isinstance(m, dict) and "learner" not in m for m in models)
    return Kind.DESCRIPTION if described or len(descriptions) > len(studies) else Kind.STUDY
