"""What audit_study gives back: the score sheet, the findings, and what could not be looked at."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any

from referee.audit import CHECKS, Answer, Audit, Finding, Severity
from referee.audit.score_sheet import ScoreSheet, score_sheet

if TYPE_CHECKING:
    import pandas as pd


@dataclass(frozen=True, eq=False)
class AuditResult:
    """An audit: printed, in a notebook, as a table, as JSON, as a page."""

    audit: Audit

    def __str__(self) -> str:
        return self.text()

    def __repr__(self) -> str:
        return str(self)

    def _repr_html_(self) -> str:
        from referee.report.audit.page import audit_html

        return audit_html(self.audit, self.sheet, fragment=True)

    def __getitem__(self, code: str) -> Answer:
        """What came of one check, by its code."""
        wanted = CHECKS[code].code
        return next(answer for answer in self.audit.answers if answer.check.code == wanted)

    @cached_property
    def sheet(self) -> ScoreSheet:
        """The demands of older papers, answered yes, no or unclear."""
        return score_sheet(self.audit)

    @property
    def findings(self) -> tuple[Finding, ...]:
        """Everything found, the worst first."""
        return self.audit.findings

    @property
    def grade(self) -> str:
        """Not usable, weak, adequate or strong."""
        return self.audit.grade

    def fails(self, at: str = "serious") -> bool:
        """Whether anything was found at this severity or above: info, warning, serious or fatal."""
        worst = self.audit.worst
        return worst is not None and worst >= Severity(at)

    def text(self, *, everything: bool = False) -> str:
        """As printed; with `everything`, every check is listed with what came of it."""
        from referee.report.audit.text import audit_text

        return audit_text(self.audit, self.sheet, everything=everything)

    def table(self) -> pd.DataFrame:
        """One row for each finding."""
        import pandas as pd

        fields = ("code", "severity", "title", "message", "advice", "reference")
        rows = [{key: finding.to_dict()[key] for key in fields} for finding in self.findings]
        return pd.DataFrame(rows, columns=list(fields))

    def to_dict(self) -> dict[str, Any]:
        """Everything, ready for JSON."""
        from referee.report.audit.text import audit_dict

        return audit_dict(self.audit, self.sheet)

    def report(self, path: str | Path = "audit.html") -> Path:
        """Write the page; it needs nothing but itself."""
        from referee.report.audit.page import audit_html

        target = Path(path)
        target.write_text(audit_html(self.audit, self.sheet), encoding="utf-8")
        return target
