"""Sentences about an audit as a whole: its grade, what could not be looked at, how many checks said what."""

from __future__ import annotations

from referee.audit import Audit, CheckAnswer, Severity
from referee.audit.prose.taught import Doubt
from referee.audit.score_sheet import NOT_KNOWN, ScoreSheet
from referee.report.wording import count, joined

MEANING = {
    "weak": "weak; see to", "adequate": "adequate; what is left is", "strong": "strong; nothing was found that takes "
                                                                              "away from it",
}

READ_FIRST = "Read first (no findings: of all its sentences these sound most as if they told a fault):"


def grade_sentence(audit: Audit) -> str:
    """The grade, and the findings it comes from."""
    fatal = _codes(audit, Severity.FATAL)
    if fatal:
        return f"not usable as it stands; repair {joined(fatal)}."
    codes = _codes(audit, Severity.SERIOUS) or _codes(audit, Severity.WARNING)
    if audit.grade == "not graded":
        found = f"; {joined(codes)} found" if codes else ""
        return f"not graded; {audit.looked} of {audit.looked + audit.blind} checks could look{found}."
    if audit.grade == "strong":
        return f"{MEANING['strong']}."
    if not codes:
        return ("adequate; nothing was found, but whether rows belong together could not be looked at without the data "
                "(--data) or the groups (--groups).")
    return f"{MEANING[audit.grade]} {joined(codes)}."


def coverage_sentence(audit: Audit, sheet: ScoreSheet) -> str:
    """What the grade leaves open: how little could be looked at, or that nobody could look for leakage; else empty."""
    if audit.blind > audit.looked:
        return f"Only {audit.looked} of {len(audit.answers)} checks had something to look at: this is no clean bill."
    if sheet.leakage == NOT_KNOWN:
        return f"Whether it is free of leakage is not known: {sheet.leakages.why}."
    return ""


def outcome_counts(audit: Audit, *, hint: bool = True) -> str:
    """38 checks passed, 6 do not apply, 2 could not look from what is known."""
    passed, muted = len(audit.with_outcome("passed")), len(audit.with_outcome("muted"))
    parts = [count(passed, "check") + " passed", f"{len(audit.with_outcome('not applicable'))} do not apply",
             f"{audit.blind} could not look from what is known"]
    parts += [f"{muted} muted"] if muted else []
    return ", ".join(parts) + (" (--all lists them)." if hint else ".")


def doubt_sentence(one: Doubt) -> str:
    """A sentence to read first, and where it stands; which fault it would be is too often wrong to be told."""
    return f"“{one.sentence}”" + ("" if one.line is None else f" (line {one.line})")


def unseen_sentence(answer: CheckAnswer) -> str:
    """Why a check could not look at something, and what would let it; without a full stop."""
    told = "; it would take ".join(filter(None, [answer.reason, answer.ask]))
    return f"but for {told}" if told and answer.outcome == "passed" else told


def _codes(audit: Audit, severity: Severity) -> list[str]:
    return list(dict.fromkeys(finding.code for finding in audit.findings if finding.severity is severity))
