"""An audit as JUnit XML, which servers of continuous integration read: a test case for each check.

A check fails from the severity on that fails the audit; milder findings are told in its output. What could not be
looked at, does not apply or was muted is skipped, with its reason: it neither passes nor fails.
"""

from __future__ import annotations

from xml.etree.ElementTree import Element, SubElement

from referee.audit import Audit, CheckAnswer, Severity
from referee.report.audit.words import unseen_sentence
from referee.report.junit import junit, xml

NEVER = "never"


def audit_junit(audit: Audit, fail_on: str = Severity.SERIOUS.value) -> str:
    """The whole document; a check fails where anything was found at `fail_on` or above."""
    least = None if fail_on == NEVER else Severity(fail_on)
    cases = [_case(answer, least) for answer in audit.answers]
    return junit("referee audit", audit.bundle.name, cases)


def _case(answer: CheckAnswer, least: Severity | None) -> Element:
    check = answer.check
    case = Element("testcase", {"classname": "referee.audit", "name": xml(f"{check.code} {check.title}")})
    skipped = {"not checkable": f"could not look: {unseen_sentence(answer)}", "muted": "muted",
               "not applicable": f"does not apply: {answer.reason}"}.get(answer.outcome)
    if skipped is not None:
        SubElement(case, "skipped", {"message": xml(skipped)})
        return case
    worst = max(answer.findings, key=lambda finding: finding.severity, default=None)
    lines = [f"{finding.severity.value.upper()} {finding.message}" for finding in answer.findings]
    head = "looked for and not found, " if answer.outcome == "passed" else "could not look: "
    unseen = [f"{head}{unseen_sentence(answer)}"] if answer.reason else []
    if worst is not None and least is not None and worst.severity >= least:
        failure = SubElement(case, "failure", {"type": worst.severity.value, "message": xml(worst.message)})
        failure.text = xml("\n".join([*lines, check.advice, f"(docs: {worst.anchor})"]))
        lines = []
    if lines or unseen:
        SubElement(case, "system-out").text = xml("\n".join([*lines, *unseen]))
    return case
