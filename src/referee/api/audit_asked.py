"""What somebody who reads a study is asked, and what is answered: the form written, and the answers taken in."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

from referee.audit import Bundle
from referee.audit.asked.form import form_of, read_form
from referee.audit.asked.text import quotable
from referee.audit.reading.scripts.source import not_read, other_language
from referee.audit.reading.which import Kind
from referee.errors import BadInput
from referee.report.place import write_whole


def require_read(source: Any, kind: Kind, *, asked: bool) -> None:
    """Refuse code in a language that only a reader can tell about, where none is asked."""
    if kind is Kind.OTHER_CODE and not asked:
        path = Path(source)
        raise not_read(path, other_language(path) or "another language")


def asked_of(bundle: Bundle, source: Any, kind: Kind, *, questions: str | Path | None,
             filled: str | Path | None) -> Bundle:
    """The study with its text, and with the answers of whoever read it; the form is written where it is wanted."""
    if questions is None and filled is None:
        return bundle
    text = quotable(Path(source), kind) if isinstance(source, str | Path) else None
    if text is None:
        raise BadInput(f"questions are asked of what can be read and quoted: a text, a description, a table, a script; "
                       f"{source if isinstance(source, str | Path) else 'this'} is none, but holds {kind.value}.")
    name = Path(source).name
    bundle = replace(bundle, text=text)
    if questions is not None:
        target = Path(questions)
        if target.exists():
            raise BadInput(f"{target} is there already and may hold answers; name another file, or delete it first.")
        write_whole(target, form_of(text, name=name, form=target.name, doubts=bundle.doubts or ()))
    if filled is None:
        return bundle
    reading, notices = read_form(filled, text, name=name)
    return replace(bundle, reading=reading, notices=(*bundle.notices, *notices, reading.sentence))
