"""One self-contained HTML page about an audit: the grade first, then the score sheet, the findings, and all checks."""

from __future__ import annotations

from typing import Any

from referee.audit import Answer, Audit, Finding
from referee.audit.score_sheet import ScoreSheet
from referee.report.audit.text import HEADS, OUTCOMES
from referee.report.audit.words import coverage_sentence, grade_sentence, outcome_counts
from referee.report.page import environment


def audit_html(audit: Audit, sheet: ScoreSheet, *, fragment: bool = False) -> str:
    """The page, as one document that refers to nothing outside itself; or its gist, for a notebook cell."""
    name = "audit_fragment.html.j2" if fragment else "audit.html.j2"
    sentence = grade_sentence(audit)
    page = {
        "name": audit.bundle.name, "title": f"Audit of {audit.bundle.name}", "grade": audit.grade,
        "lead": sentence[:1].upper() + sentence[1:], "coverage": coverage_sentence(audit),
        "notices": audit.bundle.notices, "counts": outcome_counts(audit, hint=False), "sheet": _sheet(sheet),
        "groups": _groups(audit.findings), "others": [(HEADS.get(o, o.capitalize()), _rows(audit.with_outcome(o)))
                                                      for o in OUTCOMES if o != "found" and audit.with_outcome(o)],
    }
    return environment().get_template(name).render(page=page)


def _sheet(sheet: ScoreSheet) -> list[tuple[str, list[tuple[str, str]]]]:
    return [
        ("Flexer's five requirements (1995)", list(sheet.flexer)),
        ("Evaluation method (Reich & Barai 1999)", [(sheet.method_name, sheet.method)]),
        ("Prechelt's questions (1996)", list(sheet.prechelt)),
        ("As far as was looked", [("free of leakage (Kapoor & Narayanan 2023)", sheet.leakage),
                                  ("statistics in order (Salzberg 1997)", sheet.statistics)]),
    ]


def _groups(findings: tuple[Finding, ...]) -> list[dict[str, Any]]:
    """Findings of one code and severity together, with what to do said once."""
    groups: dict[tuple[str, str], dict[str, Any]] = {}
    for finding in findings:
        key = (finding.severity.value, finding.code)
        group = groups.setdefault(key, {
            "severity": finding.severity.value, "code": finding.code, "title": finding.title,
            "anchor": finding.code.lower(), "messages": [], "advice": finding.advice, "reference": finding.reference})
        group["messages"].append(finding.message)
    return list(groups.values())


def _rows(answers: tuple[Answer, ...]) -> list[tuple[str, str, str]]:
    return [(answer.check.code, answer.check.title, answer.reason) for answer in answers]
