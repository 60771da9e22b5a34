"""What an audit says: findings, each with a code, a severity, its evidence, and what to do about it.

Evidence has four values: found; looked for and not found (passed); does not apply (not applicable: the study has
nothing the check is about); could not look (not checkable: what is known does not tell, and what would let it). What
was not recognised or not read is never passed: a check that could look at some things yields the others as `Unseen`.
Where its main question was answered and a lesser one could not be put, the lesser is `aside`: passed, but for it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field, replace
from enum import Enum
from functools import total_ordering
from math import isfinite
from typing import Any

from referee.audit.bundle import Bundle
from referee.errors import BadInput
from referee.kinds import Json
from referee.registry import Registry


@total_ordering
class Severity(Enum):
    """How much a finding takes away from a study."""

    INFO = "info"
    WARNING = "warning"
    SERIOUS = "serious"
    FATAL = "fatal"            # the number cannot be used

    @property
    def rank(self) -> int:
        """0 for information, 3 for fatal."""
        return list(Severity).index(self)

    def __lt__(self, other: Severity) -> bool:
        return self.rank < other.rank


class NotApplicable(Exception):
    """The study has nothing that the check is about; the message says what is not there."""


class NotCheckable(Exception):
    """What is known of the study does not tell; the message says why, `ask` what would let the check look."""

    def __init__(self, reason: str, *, ask: str = "") -> None:
        super().__init__(reason)
        self.ask = ask


@dataclass(frozen=True, slots=True, kw_only=True)
class Unseen:
    """A part of the evidence that a check could not look at, though it could look at others."""

    reason: str
    ask: str = ""              # what would let it look
    aside: bool = False        # what the check is mainly about was looked at: it may pass, but for this, which is told


@dataclass(frozen=True, slots=True, kw_only=True)
class Found:
    """One thing that a check found, before it is signed with the check's code."""

    message: str
    severity: Severity | None = None         # None: the check's own
    evidence: Json = field(default_factory=dict)


@dataclass(frozen=True, slots=True, kw_only=True)
class Finding:
    """One sentence of an audit.

    >>> print(Finding(code="F-14", title="No baseline", severity=Severity.SERIOUS, message="No baseline.",
    ...               advice="Add the training class shares as a baseline.", reference="Prechelt 1996"))
    SERIOUS  F-14  No baseline. Add the training class shares as a baseline. (docs: audit#f-14)
    """

    code: str
    title: str
    severity: Severity
    message: str
    advice: str
    reference: str
    evidence: Json = field(default_factory=dict)

    def __str__(self) -> str:
        return f"{self.severity.value.upper():<8} {self.code}  {self.message} {self.advice} (docs: {self.anchor})"

    @property
    def anchor(self) -> str:
        """Where the documentation speaks of it."""
        return f"audit#{self.code.lower()}"

    def to_dict(self) -> Json:
        """For tables and JSON."""
        return {
            "code": self.code, "title": self.title, "severity": self.severity.value, "message": self.message,
            "advice": self.advice, "reference": self.reference, "evidence": _finite(self.evidence),
            "docs": self.anchor,
        }


def _finite(evidence: Any) -> Any:
    """Evidence for JSON, which knows no infinity: an end that is open is null."""
    if isinstance(evidence, dict):
        return {key: _finite(value) for key, value in evidence.items()}
    if isinstance(evidence, list | tuple):
        return [_finite(value) for value in evidence]
    return None if isinstance(evidence, float) and not isfinite(evidence) else evidence


@dataclass(frozen=True, slots=True, kw_only=True)
class Check:
    """One question put to a study.

    `look` yields what it finds, and what it could not look at; it may raise NotApplicable or NotCheckable.
    """

    code: str
    title: str
    severity: Severity         # the worst it gives
    advice: str                # what to do about it, one sentence
    reference: str             # where the demand comes from
    look: Callable[[Bundle], Iterable[Found | Unseen]]

    @property
    def name(self) -> str:
        """The code, by which it is registered and muted."""
        return self.code

    def signed(self, found: Found) -> Finding:
        """What was found, under the code of the check."""
        return Finding(
            code=self.code, title=self.title, severity=found.severity or self.severity, message=found.message,
            advice=self.advice, reference=self.reference, evidence=found.evidence,
        )


def guarded(check: Check) -> Check:
    """A check of others: whatever it raises or yields that is no finding, it could not look, and that is told."""

    def look(bundle: Bundle) -> Iterator[Found | Unseen]:
        try:
            found = list(check.look(bundle))
        except (NotApplicable, NotCheckable):
            raise
        except Exception as error:
            raise NotCheckable(f"the check itself failed ({type(error).__name__}: {error})") from error
        for each in found:
            if not isinstance(each, Found | Unseen):
                raise NotCheckable(f"the check itself failed (it gave {type(each).__name__}, not Found)")
            yield each

    return replace(check, look=look)


def _admitted(item: Any, _name: str) -> Check:
    if not isinstance(item, Check):
        raise BadInput(f"it is of type {type(item).__name__}, not a Check")
    return guarded(item)


CHECKS: Registry[Check] = Registry("check", home="referee.audit.checks", admit=_admitted)


def check(code: str, title: str, *, severity: Severity, advice: str,
          reference: str) -> Callable[[Callable[[Bundle], Iterable[Found | Unseen]]], Check]:
    """Register a function of a bundle as a check."""
    def register(look: Callable[[Bundle], Iterable[Found | Unseen]]) -> Check:
        return CHECKS.add(Check(code=code, title=title, severity=severity, advice=advice, reference=reference,
                                look=look))
    return register
