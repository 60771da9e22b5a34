"""Claims declared beforehand, answered: shown, not shown, or contradicted, with the numbers."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from enum import StrEnum

from referee.comparisons.verdict import Outcome, Verdict
from referee.declaration import ClaimSaid
from referee.errors import NotComparable
from referee.reading.family import Family


class ClaimAnswer(StrEnum):
    """What came of a claim."""

    SHOWN = "shown"
    NOT_SHOWN = "not shown"
    CONTRADICTED = "contradicted"


@dataclass(frozen=True, slots=True, kw_only=True)
class AnsweredClaim:
    """A claim, what came of it, and the verdict that says so."""

    claim: str
    says: str                     # in the words of the file
    answer: ClaimAnswer
    evidence: str
    on: str = ""                  # the data set

    def __str__(self) -> str:
        words = f" (“{self.says}”)" if self.says else ""
        return f"Claim: {self.claim}{words}: {self.answer.value}; {self.evidence}"

    def to_dict(self) -> dict[str, str]:
        """For JSON."""
        return {"claim": self.claim, "says": self.says, "answer": self.answer.value, "evidence": self.evidence}


def answer_claims(claims: Iterable[ClaimSaid], family: Family | None, on: str = "") -> Iterator[AnsweredClaim]:
    """Each claim of a declaration, by the primary metric's verdicts."""
    for said in claims:
        equal, (a, b) = said.equal is not None, said.pair
        claim = f"{a} and {b} are equal" if equal else f"{a} is better than {b}"
        if family is None:
            answer, evidence = ClaimAnswer.NOT_SHOWN, "nothing was compared."
        else:
            answer, evidence = _judged(family, a, b, equal=equal)
        yield AnsweredClaim(claim=claim, says=said.says, answer=answer, evidence=evidence, on=on)


def _judged(family: Family, a: str, b: str, *, equal: bool) -> tuple[ClaimAnswer, str]:
    try:
        verdict = family.pair(a, b)
    except NotComparable as reason:
        return ClaimAnswer.NOT_SHOWN, str(reason)
    return (_of_equality(verdict, family.ask.relevant) if equal else _of_order(verdict)), _evidence(verdict, family,
                                                                                                    equal=equal)


def _of_order(verdict: Verdict) -> ClaimAnswer:
    shown = {Outcome.BETTER: ClaimAnswer.SHOWN, Outcome.UNDECIDED: ClaimAnswer.NOT_SHOWN}
    return shown.get(verdict.outcome, ClaimAnswer.CONTRADICTED)


def _of_equality(verdict: Verdict, relevant: float | None) -> ClaimAnswer:
    """Equality is contradicted by a difference that is certain, and, where it was declared what matters, matters."""
    if verdict.outcome in {Outcome.EQUIVALENT, Outcome.IDENTICAL}:
        return ClaimAnswer.SHOWN
    interval = verdict.comparison.interval
    if verdict.outcome is Outcome.UNDECIDED:
        return ClaimAnswer.NOT_SHOWN
    matters = relevant is None or (interval is not None and min(abs(interval.low), abs(interval.high)) > relevant)
    return ClaimAnswer.CONTRADICTED if matters else ClaimAnswer.NOT_SHOWN


def _evidence(verdict: Verdict, family: Family, *, equal: bool) -> str:
    """The verdict's own sentence, with the interval of the difference."""
    interval = verdict.comparison.interval
    spread = "" if interval is None else (
        f" Interval of the difference in {family.metric.title}: {interval.low:+.3g} to {interval.high:+.3g}."
        .replace("-", "−"))
    hint = (" Equality can only be shown where the smallest difference that matters is declared (relevant)."
            if equal and family.ask.relevant is None and verdict.outcome is Outcome.UNDECIDED else "")
    return f"{verdict}{spread}{hint}"
