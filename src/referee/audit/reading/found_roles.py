"""The columns of a file of predictions that neither a person nor their names told, found by what they hold."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

from referee.data.prediction_table.by_content import Content, roles_by_content
from referee.data.prediction_table.naming import named
from referee.data.prediction_table.opening import beside_answers
from referee.errors import RefereeError

if TYPE_CHECKING:
    import pandas as pd

ASKED = ("id", "model", "truth", "prediction", "probability")
SPOKEN = ("prediction", "correct", "score", "probability")


def content_of(source: Any, said: Mapping[str, str | None]) -> Content | None:
    """What the columns of a file or a frame hold; None where that does not show, or it is the log of a program."""
    frame = _frame(source)
    return None if frame is None else roles_by_content(frame, said)


def with_found(source: Any, said: Mapping[str, str | None], name: str) -> tuple[dict[str, str | None], tuple[str, ...]]:
    """What was said of the columns, with what their content tells beyond it and beyond their names, and a sentence."""
    given, frame = dict(said), _frame(source)
    if frame is None:
        return given, ()
    names = [str(column) for column in frame.columns]
    known = named(names, name, {role: column for role, column in given.items() if column in names})
    lacking = [role for role in ASKED if not known.candidates(role) and not given.get(role)]
    marked = given.get("correct") or (known.candidates("correct") and not known.candidates("truth"))
    content = None if marked or set(lacking) <= {"probability"} else roles_by_content(frame, given)
    if content is None:
        return given, ()
    if "truth" not in lacking:
        if content.wide and any(known.candidates(role) or given.get(role) for role in SPOKEN):
            return given, ()                # one model, whose columns their names tell
        if not content.wide and content.roles["truth"] not in known.candidates("truth"):
            return given, ()
        strange = _no_answers(frame, known.rest, content) if content.wide else False
        lacking = [role for role in lacking if role == "id" or not content.wide or (role == "prediction" and strange)]
    found = {role: content.roles[role] for role in lacking if role in content.roles}
    return given | found, (Content(roles=found, wide=content.wide).sentence,) if found else ()


def _no_answers(frame: pd.DataFrame, rest: tuple[str, ...], content: Content) -> bool:
    """Whether some columns that nobody knows hold no answers for sure, words or counts of something else, as a clip."""
    answers = {*content.roles["prediction"].split(","), content.roles.get("id")}
    others = [name for name in rest if name not in answers]
    return bool(others) and not any(frame[name].dtype.kind == "f" for name in others)


def _frame(source: Any) -> pd.DataFrame | None:
    if not (isinstance(source, str | Path | dict) or hasattr(source, "columns")):
        return None
    try:
        return beside_answers(source, "predictions")
    except (RefereeError, ValueError):
        return None
