"""A page of sections, each a figure and tables: what the smaller verbs show, in the dress of the report."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from referee.data.problem import Problem
from referee.ledger import StudyCard
from referee.report.page import environment
from referee.report.wording import bound


@dataclass(frozen=True, slots=True, kw_only=True)
class Table:
    """A heading and rows of text; the first cell of a row names it."""

    header: list[str]
    rows: list[list[str]]


@dataclass(frozen=True, slots=True, kw_only=True)
class Section:
    """One part of the page."""

    title: str
    figure: Any = ""                 # inline SVG, safe
    caption: str = ""
    tables: list[Table] = field(default_factory=list)


@dataclass(frozen=True, slots=True, kw_only=True)
class Page:
    """What the page says."""

    kind: str                        # the verb
    title: str
    question: str
    sentences: list[str]
    sections: list[Section]
    how: list[str]
    note: str = ""


def sections_html(page: Page, study: StudyCard, problem: Problem, *, fragment: bool = False) -> str:
    """A whole document that refers to nothing outside itself; `fragment`: only what a notebook cell shows."""
    lead, *rest = [bound(sentence) for sentence in page.sentences] or [""]
    said = study.declaration
    told = {
        "kind": page.kind, "title": page.title, "question": page.question, "data_name": problem.name, "lead": lead,
        "rest": rest, "sections": page.sections, "data": problem.describe(), "notices": list(problem.notices),
        "how": page.how, "note": page.note, "command": said.command,
        "again": [("Seed", str(said.seed)), ("Declared", study.created),
                  ("Versions", ", ".join(f"{n} {v}" for n, v in said.versions.items())),
                  ("Study", study.fingerprint), ("Data", problem.fingerprint)],
    }
    name = "sections_fragment.html.j2" if fragment else "sections.html.j2"
    return environment().get_template(name).render(page=told)
