"""An audit for a terminal, and as a dictionary for JSON."""

from __future__ import annotations

import textwrap
from collections.abc import Iterator
from itertools import groupby
from typing import Any

from referee.audit import Audit, Finding
from referee.audit.score_sheet import ScoreSheet
from referee.report.audit.words import (
    READ_FIRST,
    coverage_sentence,
    doubt_sentence,
    grade_sentence,
    outcome_counts,
    unseen_sentence,
)
from referee.report.width import width_of_text

HANG = " " * 15
MOST_OF_ONE = 3         # findings of one code that are told in full
HEADS = {"passed": "Passed (looked for and not found)", "not applicable": "Does not apply",
         "not checkable": "Could not look"}
OUTCOMES = ("passed", "found", "not applicable", "not checkable", "muted")


def audit_text(audit: Audit, sheet: ScoreSheet, *, everything: bool = False) -> str:
    """The grade, the findings with what to do, how many checks said nothing, and the score sheet."""
    grade = " ".join(filter(None, [grade_sentence(audit), coverage_sentence(audit, sheet)]))
    parts = [f"Audit of {audit.bundle.name}", *(_wrapped(f"! {notice}", "  ") for notice in audit.bundle.notices),
             _wrapped(f"Grade: {grade}"), "", *_findings(audit, everything=everything)]
    if audit.to_read:
        parts += ["", _wrapped(READ_FIRST),
                  *(_wrapped(f"  - {doubt_sentence(one)}", "    ") for one in audit.to_read), ""]
    if everything:
        parts += ["", *_others(audit)]
    parts += [_wrapped(outcome_counts(audit, hint=not everything)), ""]
    return "\n".join([*parts, *(_wrapped(line, "  ") for line in str(sheet).splitlines())])


def _findings(audit: Audit, *, everything: bool) -> Iterator[str]:
    if not audit.findings:
        yield "Nothing was found."
    for _, group in groupby(audit.findings, key=lambda finding: (finding.severity.rank, finding.code)):
        findings = list(group)
        shown = findings if everything else findings[:MOST_OF_ONE]
        for finding in shown[:-1]:
            yield _finding(finding, "")
        left = len(findings) - len(shown)
        more = f" {left} more like this (--all)." if left else ""
        last = shown[-1]
        yield _finding(last, f"{more} {last.advice} (docs: {last.anchor})")


def _finding(finding: Finding, after: str) -> str:
    return _wrapped(f"{finding.severity.value.upper():<8} {finding.code}  {finding.message}{after}", HANG)


def _others(audit: Audit) -> Iterator[str]:
    for outcome in OUTCOMES:
        answers = audit.with_outcome(outcome)
        if not answers or outcome == "found":
            continue
        yield f"{HEADS.get(outcome, outcome.capitalize())}:"
        for answer in answers:
            told = unseen_sentence(answer)
            reason = f" ({told})" if told else ""
            yield _wrapped(f"  {answer.check.code}  {answer.check.title}{reason}", "        ")
        yield ""


def _wrapped(text: str, hang: str = "") -> str:
    return textwrap.fill(text, width_of_text(), subsequent_indent=hang, break_on_hyphens=False, break_long_words=False)


def audit_dict(audit: Audit, sheet: ScoreSheet) -> dict[str, Any]:
    """Everything, ready for JSON."""
    return {
        "study": audit.bundle.name, "grade": audit.grade, "sentence": grade_sentence(audit),
        "could_look": audit.looked, "could_not_look": audit.blind,
        "worst": audit.worst.value if audit.worst else None, "notices": list(audit.bundle.notices),
        "score_sheet": sheet.to_dict(), "findings": [finding.to_dict() for finding in audit.findings],
        "read_first": [{"sentence": one.sentence, "line": one.line, "chance": round(one.chance, 3)}
                       for one in audit.to_read],
        "counts": {outcome: len(audit.with_outcome(outcome)) for outcome in OUTCOMES},
        "checks": [answer.to_dict() for answer in audit.answers],
    }
