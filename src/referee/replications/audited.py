"""The audit of a replication: what was really done, graded, as printed and as it should be.

Each way is run once more in a ledger of its own, so that the audit sees that study and no other.
"""

from __future__ import annotations

import tempfile
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any

from referee.api import AuditResult, audit
from referee.audit import Severity
from referee.replications._base import Found, How, Item, Row, claim

USABLE = ("adequate", "strong")
SHOULD_BE = {True: "(should be adequate or better)", False: "(should be not usable)"}


@dataclass(frozen=True, slots=True, kw_only=True)
class Way:
    """One way of doing it: `run` does it in a ledger and gives back the data, or what else the audit reads."""

    what: str
    sound: bool                                     # whether it should be found usable
    run: Callable[[How, Path], Any]
    file: bool = False                              # whether `run` gives a file to audit in place of the ledger


def audit_item(ways: tuple[Way, ...], *, data: str) -> Item:
    """The item of a document."""
    return Item(name="audit", title="The audit: what was done, graded", data=data,
                procedure="each way in a ledger of its own, then audit LEDGER --data DATA",
                redo=partial(_redo, ways=ways))


def _redo(how: How, *, ways: tuple[Way, ...]) -> Found:
    return Found(rows=[_row(how, way) for way in ways])


def _row(how: How, way: Way) -> Row:
    with tempfile.TemporaryDirectory() as folder:
        ledger = Path(folder) / "audited.db"
        made = way.run(how, ledger)
        said = audit(made) if way.file else audit(ledger, data=made)
    expected = said.grade in USABLE if way.sound else said.grade == "not usable"
    return claim(way.what, SHOULD_BE[way.sound], _told(said), holds=expected, note=_reason(said))


def _told(said: AuditResult) -> str:
    fatal = dict.fromkeys(finding.code for finding in said.findings if finding.severity is Severity.FATAL)
    return said.grade + (f": {', '.join(fatal)}" if fatal else "")


def _reason(said: AuditResult) -> str:
    """The gravest finding, in its own words."""
    return said.findings[0].message.rstrip(".") if said.findings else ""
