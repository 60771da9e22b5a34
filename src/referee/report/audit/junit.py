"""An audit as JUnit XML, which servers of continuous integration read: a test case for each check.

A check fails from the severity on that fails the audit; milder findings are told in its output. What could not be
looked at, does not apply or was muted is skipped, with its reason: it neither passes nor fails.
"""

from __future__ import annotations

import re
from xml.etree.ElementTree import Element, SubElement, indent, tostring

from referee.audit import Audit, CheckAnswer, Severity
from referee.report.audit.words import unseen_sentence

NEVER = "never"
_NO_XML = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")       # XML 1.0, production 2


def audit_junit(audit: Audit, fail_on: str = Severity.SERIOUS.value) -> str:
    """The whole document; a check fails where anything was found at `fail_on` or above."""
    least = None if fail_on == NEVER else Severity(fail_on)
    cases = [_case(answer, least) for answer in audit.answers]
    counts = {"tests": len(cases), "failures": _having(cases, "failure"), "errors": 0,
              "skipped": _having(cases, "skipped")}
    told = {name: str(count) for name, count in counts.items()}
    root = Element("testsuites", {"name": "referee audit", **told})
    suite = SubElement(root, "testsuite", {"name": _xml(audit.bundle.name), **told})
    suite.extend(cases)
    indent(root)
    return f'<?xml version="1.0" encoding="UTF-8"?>\n{tostring(root, encoding="unicode")}\n'


def _case(answer: CheckAnswer, least: Severity | None) -> Element:
    check = answer.check
    case = Element("testcase", {"classname": "referee.audit", "name": _xml(f"{check.code} {check.title}")})
    skipped = {"not checkable": f"could not look: {unseen_sentence(answer)}", "muted": "muted",
               "not applicable": f"does not apply: {answer.reason}"}.get(answer.outcome)
    if skipped is not None:
        SubElement(case, "skipped", {"message": _xml(skipped)})
        return case
    worst = max(answer.findings, key=lambda finding: finding.severity, default=None)
    lines = [f"{finding.severity.value.upper()} {finding.message}" for finding in answer.findings]
    head = "looked for and not found, " if answer.outcome == "passed" else "could not look: "
    unseen = [f"{head}{unseen_sentence(answer)}"] if answer.reason else []
    if worst is not None and least is not None and worst.severity >= least:
        failure = SubElement(case, "failure", {"type": worst.severity.value, "message": _xml(worst.message)})
        failure.text = _xml("\n".join([*lines, check.advice, f"(docs: {worst.anchor})"]))
        lines = []
    if lines or unseen:
        SubElement(case, "system-out").text = _xml("\n".join([*lines, *unseen]))
    return case


def _having(cases: list[Element], tag: str) -> int:
    return sum(case.find(tag) is not None for case in cases)


def _xml(text: str) -> str:
    """The text without the characters that no XML may hold."""
    return _NO_XML.sub("", text)
