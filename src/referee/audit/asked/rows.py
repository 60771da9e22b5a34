"""A table that is asked about: what its form tells of the columns, and what answers point at, looked up in it."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from referee.audit.asked.answers import Pointed, ReaderAnswer, Reading, Word
from referee.audit.asked.conditions import rows_where
from referee.audit.asked.form import AnswerSaid, Filled, open_form, require_note
from referee.audit.asked.questions import Of
from referee.data.wording import quoted
from referee.errors import BadInput, UnknownName

if TYPE_CHECKING:
    import pandas as pd

TELLS = {(Of.DATA, "groups"): "groups", (Of.DATA, "time"): "time", (Of.PREDICTIONS, "units"): "groups"}
MOST_TOLD, LONGEST = 200, 40         # columns in the head of a form; of a value


def columns_told(frame: pd.DataFrame, told: Mapping[str, str]) -> Iterator[str]:
    """What was told, and the columns, as the head of a form has them, for who has no other look at the file."""
    yield ""
    if told:
        yield f"Told of it: {', '.join(f'{word} is {what}' for word, what in told.items())}."
    yield f"{len(frame):,} rows; the columns, how many values they have, how many rows have none, and one of them:"
    for place, name in enumerate(map(str, frame.columns[:MOST_TOLD])):
        column = frame.iloc[:, place]
        there = column.dropna()
        example = " ".join(str(there.iloc[0]).split())[:LONGEST] if there.size else ""
        yield f"  {name}: {there.astype(str).nunique():,}, {column.isna().sum():,}, {example}"
    if frame.shape[1] > MOST_TOLD:
        yield f"  … and {frame.shape[1] - MOST_TOLD:,} more"


def print_of_rows(frame: pd.DataFrame) -> str:
    """By which a table is known again, whatever the order of its rows."""
    from pandas.util import hash_pandas_object

    plain = frame.apply(lambda column: column.astype(str) if column.dtype.kind == "O" else column)
    hashes = hash_pandas_object(plain, index=False).to_numpy(dtype=np.uint64)
    whole = np.bitwise_xor.reduce(hashes, initial=np.uint64(0))
    said = "\x1f".join([*map(str, frame.columns), str(len(frame)), str(whole)])
    return hashlib.sha256(said.encode()).hexdigest()[:16]


def read_rows_form(path: str | Path, of: Of, frame: pd.DataFrame, *, name: str, models: Iterable[str] = (),
                   told: Mapping[str, str] | None = None) -> tuple[Reading, tuple[str, ...]]:
    """The answers of a form about a table, and what there is to say of them; what it does not hold is refused."""
    form = open_form(path, of)
    known = list(models)
    answers = [_answer(key, one, frame, known, form) for key, one in form.given.items()]
    notices = []
    if form.changed(print_of_rows(frame)):
        notices.append(f"{name} has changed since its questions were written ({form.path.name}); what is pointed at "
                       f"was looked up in it as it is now.")
    known_already = [one for one in answers if _is_told(one, (told or {}).get(TELLS.get((of, one.question), ""), ""))]
    notices += [f"{form.reader} answers yes to {one.question} and points at {', '.join(one.pointed.columns)}, which "
                f"was told: the audit goes by it already." for one in known_already if one.pointed]
    left = tuple(one for one in answers if one not in known_already)
    return Reading(reader=form.reader, answers=left, of=of), tuple(notices)


def _is_told(answer: ReaderAnswer, told: str) -> bool:
    """Whether a yes says no more than that rows belong together, or lie in time, by the columns that were named."""
    pointed = answer.pointed
    return answer.word is Word.YES and pointed is not None and not pointed.rows and not pointed.models and bool(
        pointed.columns) and set(pointed.columns) <= {told, *(part.strip() for part in told.split(","))}


def _answer(name: str, said: AnswerSaid, frame: pd.DataFrame, models: list[str], form: Filled) -> ReaderAnswer:
    if said.answer is not Word.NOTHING:
        require_note(name, said, form)
    note = " ".join(said.note.split())
    if said.answer is not Word.YES:
        return ReaderAnswer(question=name, word=said.answer, note=note, pointed=Pointed())
    columns = _known(said.columns, [str(one) for one in frame.columns], "column", form.at(name, "columns"))
    named = _known(said.models, models, "model", form.at(name, "models"))
    rows = " ".join(said.rows.split())
    if not columns and not rows and not named:
        raise BadInput(f"{form.at(name, 'answer')}: {name} is answered yes and points at nothing; name the columns, or "
                       f"the rows{', or the models' if models else ''} that show it.")
    try:
        count = int(rows_where(frame, rows).sum()) if rows else 0
    except BadInput as refusal:
        raise BadInput(f"{form.at(name, 'rows')}: {refusal}") from refusal
    if rows and not count:
        raise BadInput(f"{form.at(name, 'rows')}: {name}: no row meets {quoted([rows])}.")
    return ReaderAnswer(question=name, word=said.answer, note=note, pointed=Pointed(
        columns=columns, rows=rows, count=count, of=len(frame), models=named))


def _known(said: Iterable[Any], known: list[str], what: str, where: str) -> tuple[str, ...]:
    """Names as the table has them; several may stand in one with commas."""
    found: list[str] = []
    for one in map(str.strip, map(str, said)):
        found += [one] if one in known else [part.strip() for part in one.split(",") if part.strip()]
    for one in found:
        if one not in known:
            raise BadInput(f"{where}: {UnknownName(what, one, known)}")
    return tuple(dict.fromkeys(found))
