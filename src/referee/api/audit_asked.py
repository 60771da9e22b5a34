"""What somebody who reads a study, or knows its rows, is asked: the form written, and the answers taken in."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from referee.audit import Bundle
from referee.audit.asked.form import Subject, form_of, print_of, read_form
from referee.audit.asked.measured import measured_in_data, measured_in_predictions
from referee.audit.asked.questions import Of
from referee.audit.asked.rows import columns_told, print_of_rows, read_rows_form
from referee.audit.asked.text import quotable
from referee.audit.reading.found_roles import with_found
from referee.audit.reading.from_predictions import read_table, said_of, usual_metric
from referee.audit.reading.scripts.source import not_read, other_language
from referee.audit.reading.which import Kind
from referee.data.prediction_table.naming import GROUPS
from referee.data.prediction_table.opening import beside_answers
from referee.errors import BadInput
from referee.kinds import Array
from referee.report.place import write_whole

if TYPE_CHECKING:
    import pandas as pd

    from referee.audit.bundle import ModelPredictions
    from referee.audit.prose.taught import Doubt


@dataclass(frozen=True, slots=True, kw_only=True)
class Forms:
    """The form to be written, and the one with the answers."""

    questions: str | Path | None = None
    filled: str | Path | None = None

    def __bool__(self) -> bool:
        return self.questions is not None or self.filled is not None

    def write(self, subject: Subject, doubts: Iterable[Doubt] = ()) -> None:
        """Write the form where it is wanted, in a file of its own: answers may be hours of work."""
        if self.questions is None:
            return
        target = Path(self.questions)
        if target.exists():
            raise BadInput(f"{target} is there already and may hold answers; name another file, or delete it first.")
        write_whole(target, form_of(subject, target.name, doubts))


def require_read(source: Any, kind: Kind, *, asked: bool) -> None:
    """Refuse code in a language that only a reader can tell about, where none is asked."""
    if kind is Kind.OTHER_CODE and not asked:
        path = Path(source)
        raise not_read(path, other_language(path) or "another language")


def asked_of_words(bundle: Bundle, source: Any, kind: Kind, forms: Forms) -> Bundle:
    """The study with its text, and with the answers of whoever read it; the form is written where it is wanted."""
    if not forms:
        return bundle
    text = quotable(Path(source), kind) if isinstance(source, str | Path) else None
    if text is None:
        raise BadInput(f"questions are asked of what can be read and quoted (a text, a description, a table, a "
                       f"script), of data and of predictions; {source if isinstance(source, str | Path) else 'this'} "
                       f"is none, but holds {kind.value}.")
    name = Path(source).name
    bundle = replace(bundle, text=text)
    forms.write(Subject(of=Of.WORDS, name=name, fingerprint=print_of(text), command=f"referee audit {name}"),
                bundle.doubts or ())
    if forms.filled is None:
        return bundle
    reading, notices = read_form(forms.filled, text, name=name)
    return replace(bundle, reading=reading, notices=(*bundle.notices, *notices, reading.sentence))


def asked_of_data(bundle: Bundle, name: str, frame: Callable[[], tuple[pd.DataFrame, Array]], forms: Forms,
                  said: Mapping[str, Any]) -> Bundle:
    """Data with the answers of whoever knows the columns; `frame` gives them, and where each row of the problem is."""
    if not forms or bundle.problem is None:
        return bundle
    table, order = frame()
    told = _told(said)
    forms.write(Subject(of=Of.DATA, name=name, fingerprint=print_of_rows(table), more=tuple(columns_told(table, told)),
                        command=f"referee audit {name} --target {','.join(bundle.problem.targets)} …"))
    if forms.filled is None:
        return bundle
    reading, notices = read_rows_form(forms.filled, Of.DATA, table, name=name, told=told)
    reading = measured_in_data(reading, table, bundle.problem, order)
    return replace(bundle, reading=reading, notices=(*bundle.notices, *notices, reading.sentence))


def asked_of_predictions(bundle: Bundle, source: Any, forms: Forms, *, read: Any, columns: Mapping[str, str | None],
                         how: Mapping[str, Any]) -> Bundle:
    """Predictions with the answers of whoever knows their rows, and the scores of these rows.

    What was `read` of the source may lack columns: those that were dropped can be pointed at.
    """
    if not forms or bundle.problem is None:
        return bundle
    name = Path(source).name if isinstance(source, str | Path) else bundle.name
    frame = beside_answers(source, name)
    if frame is None:
        raise BadInput(f"questions are asked of tables of predictions; {name} is a log of another program, whose rows "
                       f"have no columns to point at; give its predictions as a table.")
    told = _told({"groups" if role == GROUPS else role: column for role, column in columns.items()})
    forms.write(Subject(of=Of.PREDICTIONS, name=name, fingerprint=print_of_rows(frame),
                        more=tuple(columns_told(frame, told)), command=f"referee audit {name} …"))
    if forms.filled is None:
        return bundle
    roles, _ = with_found(read, dict(columns), name)
    kept = list(frame.columns if read is source else read.columns)

    def answers(some: pd.DataFrame) -> Iterable[ModelPredictions]:
        table = read_table(some[kept], name=name, columns=roles, **how)
        return said_of(table, np.arange(table.n_cases))

    models = [model.name for model in bundle.models or ()]
    reading, notices = read_rows_form(forms.filled, Of.PREDICTIONS, frame, name=name, models=models, told=told)
    metrics = bundle.declared.metrics if bundle.declared is not None else ()
    reading = measured_in_predictions(reading, frame, answers, metrics[0] if metrics else usual_metric(bundle.problem))
    return replace(bundle, reading=reading, notices=(*bundle.notices, *notices, reading.sentence))


def _told(said: Mapping[str, Any]) -> dict[str, str]:
    """What was said of columns, as words."""
    return {word: value if isinstance(value, str) else ", ".join(map(str, value)) for word, value in sorted(
        said.items()) if isinstance(value, str | list | tuple) and value}
