"""A gate: whether a new model may take the place of the one it is held against, by the verdicts of a study.

A gate that closes when a model is *shown to be worse* lets pass what could not be decided; one that closes unless a
model is *shown not to be worse* by more than what matters (non-inferiority: one one-sided test against the margin)
needs the evidence. Which of them is meant is said beforehand, and a pair that could not be judged never passes.

Piaggio, G. et al. (2012). Reporting of noninferiority and equivalence randomized trials. JAMA 308, 2594–2604.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import Any

from referee.comparisons.two_models.tost import tost_of
from referee.comparisons.verdict import Outcome, Verdict
from referee.errors import BadInput, NotComparable
from referee.kinds import Direction
from referee.reading.ask import Ask
from referee.reading.family import Family


class FailIf(StrEnum):
    """What closes the gate."""

    WORSE = "worse"                     # shown to be worse
    MAYBE_WORSE = "maybe-worse"         # not shown to be worse by less than what matters
    NOT_BETTER = "not-better"           # not shown to be better
    NOT_EQUIVALENT = "not-equivalent"   # not shown to differ by less than what matters


NEED_A_MARGIN = frozenset({FailIf.MAYBE_WORSE, FailIf.NOT_EQUIVALENT})


class Passage(StrEnum):
    """How a new model came through."""

    PASSED = "passed"
    FAILED = "failed"
    UNKNOWN = "could not be judged"


@dataclass(frozen=True, slots=True, kw_only=True)
class Held:
    """One new model held against the one that is there."""

    new: str
    old: str
    fail_if: FailIf
    passage: Passage
    verdict: Verdict | None             # of the new against the old; None where they could not be compared
    p_not_worse: float | None = None    # that it is worse by the margin or more, corrected; where that was asked
    margin: float | None = None
    reason: str = ""                    # why it could not be judged

    def to_dict(self) -> dict[str, Any]:
        """For JSON."""
        return {"new": self.new, "old": self.old, "fail_if": self.fail_if.value, "passage": self.passage.value,
                "p_not_worse": self.p_not_worse, "margin": self.margin, "reason": self.reason,
                "verdict": self.verdict and self.verdict.to_dict()}


def check_gate(fail_if: str, ask: Ask) -> FailIf:
    """What closes the gate, if the question it asks can be asked.

    >>> check_gate("worse", Ask())
    Traceback (most recent call last):
    ...
    referee.errors.BadInput: a gate holds new models against one that is there; say which (against=…).
    """
    known = [one.value for one in FailIf]
    if fail_if not in known:
        raise BadInput(f"a gate fails if a model is {', '.join(known[:-1])} or {known[-1]}, not {fail_if!r}.")
    if ask.against is None:
        raise BadInput("a gate holds new models against one that is there; say which (against=…).")
    if FailIf(fail_if) in NEED_A_MARGIN and ask.relevant is None:
        raise BadInput(f"{fail_if} needs the smallest difference that matters to you (relevant=…).")
    return FailIf(fail_if)


def hold(family: Family, fail_if: str) -> tuple[Held, ...]:
    """Every model of a family but its baselines, held against the one that the family compares with."""
    closes, old = check_gate(fail_if, family.ask), str(family.ask.against)
    new = [name for name in family.ranking if name != old and name not in family.baselines]
    if not new:
        raise BadInput(f"nothing but {old} and what ignores the features was judged; name the new model too.")
    return tuple(_held(family, name, old, closes) for name in new)


def _held(family: Family, new: str, old: str, closes: FailIf) -> Held:
    try:
        verdict = family.pair(new, old)
    except NotComparable as why:
        return Held(new=new, old=old, fail_if=closes, passage=Passage.UNKNOWN, verdict=None, reason=str(why))
    margin = family.ask.relevant if closes in NEED_A_MARGIN else None
    p = _not_worse(family, verdict) if closes is FailIf.MAYBE_WORSE else None
    same = verdict.outcome is Outcome.IDENTICAL
    passed = {FailIf.WORSE: verdict.outcome is not Outcome.WORSE,
              FailIf.MAYBE_WORSE: same or (p is not None and p <= 1 - family.ask.level),
              FailIf.NOT_BETTER: verdict.outcome is Outcome.BETTER,
              FailIf.NOT_EQUIVALENT: same or verdict.outcome is Outcome.EQUIVALENT}[closes]
    return Held(new=new, old=old, fail_if=closes, passage=Passage.PASSED if passed else Passage.FAILED,
                verdict=verdict, p_not_worse=p, margin=margin)


def _not_worse(family: Family, verdict: Verdict) -> float:
    """The one-sided p against "worse by the margin or more", by Bonferroni over all that the family corrects for."""
    assert family.ask.relevant is not None
    if not verdict.comparison.standard_error:           # without one nothing can be shown
        return 1.0
    found = tost_of(verdict.comparison, margin=family.ask.relevant, level=family.ask.level)
    one_side = found.p_above_lower if family.metric.direction is Direction.MAXIMISE else found.p_below_upper
    return min(1.0, one_side * max(family.size, 1) / family.share)
