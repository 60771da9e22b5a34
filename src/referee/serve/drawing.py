"""The pages of the view as HTML, made with the report's templates; what they hold is escaped by these."""

from __future__ import annotations

import base64
import hashlib
from functools import cache
from typing import Any

from referee.discreet import masked
from referee.report.document import Page
from referee.report.html import environment
from referee.serve.moment import Study

SCRIPTS = ("live.js", "sorting.js", "page.js")


def drawn(template: str, **said: Any) -> str:
    """A page, without passwords."""
    return masked(environment("referee.serve").get_template(template).render(**said))


def refusal(sentence: str) -> str:
    """A page of one sentence, for whoever may not know more."""
    return drawn("refusal.html.j2", sentence=sentence)


def study_html(study: Study, page: Page) -> str:
    """The page of `referee report`, with ways back and on to single rows."""
    return drawn("study.html.j2", page=page, study=study)


def page_html(page: Page, *, study: Study | None = None) -> str:
    """Any other answer that is laid out as a page; with the way back to the study that it is about."""
    return drawn("answer.html.j2", page=page, study=study)


@cache
def script_marks() -> tuple[str, ...]:
    """The SHA-256 of each script as it stands in the pages: no other runs."""
    texts = [environment("referee.serve").from_string(f"\n{{% include {name!r} %}}\n").render() for name in SCRIPTS]
    return tuple(base64.b64encode(hashlib.sha256(text.encode()).digest()).decode() for text in texts)
