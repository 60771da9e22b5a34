"""An audit as SARIF 2.1.0 (OASIS 2020), which code hosts and editors read.

The four values of evidence are kinds of results (section 3.27.9): found is *fail*, with the level of its severity;
looked for and not found is *pass*; does not apply is *notApplicable*; could not look is *open* ("insufficient
information to decide whether a problem exists"). Only what fails has a level other than *none*. A muted check was not
run: its rule is switched off in the invocation, and it has no result.
"""

from __future__ import annotations

from collections.abc import Iterator
from importlib.metadata import version
from urllib.parse import quote

from referee.audit import Audit, Check, CheckAnswer, Finding, Severity
from referee.kinds import Json
from referee.report.audit.words import grade_sentence, unseen_sentence

SCHEMA = "https://docs.oasis-open.org/sarif/sarif/v2.1.0/os/schemas/sarif-schema-2.1.0.json"
LEVELS = {Severity.INFO: "note", Severity.WARNING: "warning", Severity.SERIOUS: "error", Severity.FATAL: "error"}
RANKS = {Severity.INFO: 10.0, Severity.WARNING: 40.0, Severity.SERIOUS: 70.0, Severity.FATAL: 100.0}


def audit_sarif(audit: Audit, source: str) -> Json:
    """One run of the audit over one source, ready for JSON."""
    answers = audit.answers
    return {"$schema": SCHEMA, "version": "2.1.0", "runs": [{
        "tool": {"driver": {"name": "referee", "version": version("referee"),
                            "rules": [_rule(answer.check) for answer in answers]}},
        "invocations": [{
            "executionSuccessful": True,
            "ruleConfigurationOverrides": [{"descriptor": {"id": answer.check.code}, "configuration": {
                "enabled": False}} for answer in audit.with_outcome("muted")],
            "toolExecutionNotifications": [{"level": "note", "message": {"text": notice}}
                                           for notice in audit.bundle.notices]}],
        "results": [result | {"ruleIndex": number, "locations": _places(source)}
                    for number, answer in enumerate(answers) for result in _results(answer)],
        "properties": {"study": audit.bundle.name, "grade": audit.grade, "sentence": grade_sentence(audit),
                       "couldLook": audit.looked, "couldNotLook": audit.blind},
    }]}


def _rule(check: Check) -> Json:
    return {"id": check.code, "shortDescription": {"text": check.title},
            "help": {"text": f"{check.advice} (docs: audit#{check.code.lower()}; {check.reference})"},
            "defaultConfiguration": {"level": LEVELS[check.severity], "rank": RANKS[check.severity]}}


def _results(answer: CheckAnswer) -> Iterator[Json]:
    code = answer.check.code
    for finding in answer.findings:
        yield _failure(finding)
    if answer.outcome == "passed":
        but = unseen_sentence(answer)
        yield _without_level(code, "pass", f"Looked for and not found{f', {but}' if but else ''}.")
    elif answer.outcome == "not applicable":
        yield _without_level(code, "notApplicable", f"Does not apply: {answer.reason}.")
    elif answer.reason:
        yield _without_level(code, "open", f"Could not look: {unseen_sentence(answer)}.")


def _failure(finding: Finding) -> Json:
    return {"ruleId": finding.code, "kind": "fail", "level": LEVELS[finding.severity],
            "rank": RANKS[finding.severity], "message": {"text": f"{finding.message} {finding.advice}"},
            "properties": {"severity": finding.severity.value, "evidence": finding.evidence}}


def _without_level(code: str, kind: str, sentence: str) -> Json:
    return {"ruleId": code, "kind": kind, "level": "none", "message": {"text": sentence}}


def _places(source: str) -> list[Json]:
    """The source as a whole: findings are about a study, not about a line."""
    if not source:
        return []
    return [{"physicalLocation": {"artifactLocation": {"uri": quote(source.replace("\\", "/"), safe="/:@?=&%+~")}}}]
