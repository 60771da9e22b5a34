"""The audit: every check put to one study, every answer kept."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace

from referee.audit._base import (
    CHECKS,
    Check,
    Finding,
    Found,
    NotApplicable,
    NotCheckable,
    Severity,
    Unseen,
    guarded,
)
from referee.audit.asked.answers import Reading, Word, unsaid
from referee.audit.bundle import Bundle
from referee.audit.evidence import ASK_DATA
from referee.audit.in_the_code import PLACE, in_the_code
from referee.audit.prose.taught import Doubt, beyond
from referee.audit.reading.scripts.seen import OF_COLUMNS, READ
from referee.data.structure import Kind
from referee.errors import BadInput, UnknownName
from referee.kinds import Json

DOUBTS = "F-61"             # the check that asks about words


@dataclass(frozen=True, slots=True, kw_only=True)
class CheckAnswer:
    """What came of one check: passed, found, not applicable, not checkable, or muted."""

    check: Check
    outcome: str
    findings: tuple[Finding, ...] = ()
    reason: str = ""            # why it does not apply, or what it could not look at; of one that passed, but for what
    ask: str = ""               # what would let it look

    def to_dict(self) -> Json:
        """For tables and JSON."""
        return {"code": self.check.code, "title": self.check.title, "outcome": self.outcome, "reason": self.reason,
                "would_let_it_look": self.ask,
                "findings": [finding.to_dict() for finding in self.findings]}


@dataclass(frozen=True, kw_only=True, eq=False)
class Audit:
    """All answers about one study, in the order of the codes."""

    bundle: Bundle
    answers: tuple[CheckAnswer, ...]

    @property
    def findings(self) -> tuple[Finding, ...]:
        """Everything found, the worst first; within one severity in the order of the codes."""
        found = [finding for answer in self.answers for finding in answer.findings]
        return tuple(sorted(found, key=lambda finding: -finding.severity.rank))

    @property
    def worst(self) -> Severity | None:
        """The worst severity found; None when nothing was."""
        return max((finding.severity for finding in self.findings), default=None)

    @property
    def looked(self) -> int:
        """How many checks could look."""
        return len(self.with_outcome("passed")) + len(self.with_outcome("found"))

    @property
    def blind(self) -> int:
        """How many checks could not look, though the study may have what they are about."""
        return len(self.with_outcome("not checkable"))

    @property
    def grade(self) -> str:
        """Any fatal finding: not usable; two serious ones: weak; none above information: strong; else adequate.

        What was found counts however little could be looked at; that nothing was found counts only where at least half
        of the checks that may apply could look. Else the study is not graded. Nor is it strong where nobody could look
        whether its rows belong together: neither the data are known, nor groups, nor that there are none.
        """
        severities = [finding.severity for finding in self.findings]
        if Severity.FATAL in severities:
            return "not usable"
        if severities.count(Severity.SERIOUS) >= 2:
            return "weak"
        if self.blind > self.looked:
            return "not graded"
        above = any(severity > Severity.INFO for severity in severities)
        return "adequate" if above or not self.rows_seen else "strong"

    @property
    def rows_seen(self) -> bool:
        """Whether the data are known, or the groups of the rows, or that they have none."""
        problem = self.bundle.problem
        return problem is not None and (problem.features is not None or problem.groups is not None
                                        or Kind.GROUPS.value in problem.settled)

    @property
    def to_read(self) -> tuple[Doubt, ...]:
        """The sentences of its text to read first, in which nothing was found; none where doubts are muted."""
        muted = any(answer.check.code == DOUBTS and answer.outcome == "muted" for answer in self.answers)
        doubts = () if muted else beyond(self.bundle.doubts or (), self.bundle.confessed)
        return tuple(one for one in doubts if not one.asked) if self.bundle.reading is None else ()

    def with_outcome(self, outcome: str) -> tuple[CheckAnswer, ...]:
        """The answers of one kind."""
        return tuple(answer for answer in self.answers if answer.outcome == outcome)

    def outcome(self, code: str) -> str:
        """What came of one check."""
        return self.answer(code).outcome

    def answer(self, code: str) -> CheckAnswer:
        """What came of one check, by its code, and what was found."""
        for answer in self.answers:
            if answer.check.code == code:
                return answer
        raise UnknownName("check", code, [answer.check.code for answer in self.answers],
                          hint="`referee list checks` shows all")


def audit_bundle(bundle: Bundle, *, mute: Iterable[str] = (), checks: Iterable[Check] = ()) -> Audit:
    """Put every check to the study, those that are given too; a muted check is not run, and listed as muted."""
    every = {check.code: check for check in CHECKS} | {check.code: check for check in _own(checks)}
    muted = {code if code in every else CHECKS[code].code for code in mute}
    ordered = sorted(every.values(), key=lambda check: check.code)
    answers = [_answer(check, bundle, muted) for check in ordered]
    if bundle.reading is not None:
        answers = [_as_read(answer, bundle.reading) for answer in answers]
    return Audit(bundle=bundle, answers=tuple(answers))


def _own(checks: Iterable[Check]) -> list[Check]:
    """Checks that are given as objects, behind the guard; none may take the place of another."""
    own: dict[str, Check] = {}
    for check in [checks] if isinstance(checks, Check) else checks:
        if not isinstance(check, Check):
            raise BadInput(f"checks are objects of referee.audit.Check, and {check!r} is none; see docs/extending.md.")
        if check.code in own or (check.code in CHECKS and CHECKS[check.code] is not check):
            raise BadInput(f"two checks have the code {check.code}; give yours another.")
        own[check.code] = CHECKS[check.code] if check.code in CHECKS else guarded(check)
    return list(own.values())


def _answer(check: Check, bundle: Bundle, muted: set[str]) -> CheckAnswer:
    if check.code in muted:
        return CheckAnswer(check=check, outcome="muted")
    try:
        said = list(_asked(check, bundle))
    except NotApplicable as reason:
        return CheckAnswer(check=check, outcome="not applicable", reason=str(reason))
    except NotCheckable as reason:
        return CheckAnswer(check=check, outcome="not checkable", reason=str(reason), ask=reason.ask)
    findings = tuple(check.signed(found) for found in said if isinstance(found, Found))
    unseen = [part for part in said if isinstance(part, Unseen)]
    blind = any(not part.aside for part in unseen)
    return CheckAnswer(check=check, outcome="found" if findings else "not checkable" if blind else "passed",
                       findings=findings, reason=_once(part.reason for part in unseen),
                       ask=_once(part.ask for part in unseen))


def _as_read(answer: CheckAnswer, reading: Reading) -> CheckAnswer:
    """An answer with what a reader says of it: a yes is found; a no passes nothing, and is told beside it.

    What was only heard, and is answered, has had its answer. What rules followed in code, and a reader denies, is asked
    about: each may have misread, and both are told.
    """
    if answer.outcome == "muted":
        return answer
    check = answer.check
    kept = [finding for finding in answer.findings if finding.evidence.get("heard") not in reading.settled]
    found = [check.signed(Found(message=one.sentence(reading.reader), severity=one.severity,
                                evidence=one.evidence(reading.reader)))
             for one in unsaid(reading.about(check.code, Word.YES), kept)]
    beside = reading.beside(check.code)
    if kept and not found and reading.about(check.code, Word.NO) and not reading.about(check.code, Word.YES):
        kept = [_disputed(finding) for finding in kept]
        kept[-1] = replace(kept[-1], message=f"{kept[-1].message} Against that, {beside}.")
    if kept or found:
        return replace(answer, outcome="found", findings=(*kept, *found))
    if answer.findings:                  # all of it was heard, and denied
        return replace(answer, outcome="not checkable", findings=(), reason=beside, ask=ASK_DATA)
    return answer if not beside or answer.outcome == "passed" else replace(
        answer, reason=_once([answer.reason, beside]))


def _disputed(finding: Finding) -> Finding:
    """A finding that a reader denies: what was followed in code is no more than a question then."""
    return finding if PLACE not in finding.evidence else replace(finding, severity=min(
        finding.severity, Severity.WARNING))


def _asked(check: Check, bundle: Bundle) -> Iterator[Found | Unseen]:
    """What a check says: of the evidence, of code, or of both, where the columns that a script learns from are known.
    """
    if bundle.code is None or check.code not in READ:
        yield from check.look(bundle)
        return
    yield from in_the_code(bundle.code, check.code)
    if check.code in OF_COLUMNS and bundle.problem is not None and bundle.code.used.features is not None:
        yield from check.look(bundle)


def _once(sentences: Iterable[str]) -> str:
    return "; ".join(dict.fromkeys(filter(None, sentences)))
