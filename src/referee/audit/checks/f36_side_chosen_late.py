"""F-36: a side, a margin, an outcome that was settled once results had been seen."""

from __future__ import annotations

from collections.abc import Iterator

from referee.audit._base import Found, Severity, Unseen, check
from referee.audit.bundle import Bundle
from referee.audit.evidence import error_rate, known_tests, told_by_itself
from referee.audit.prose.confession import LATE_SIDE

SETTLES = frozenset({"relevant", "metrics", "test", "level", "alternative", "side", "adjust", "claims", "against"})
"""Fields of a declaration that decide what a result means; others say how it was come by."""


@check("F-36", "Settled after the results were seen", severity=Severity.SERIOUS,
       advice="Say what was declared first and what came of it; quote the two-sided p, or declare the side beforehand.",
       reference="Mooney, experimental evaluation; Salzberg 1997, 3.1")
def side_chosen_late(bundle: Bundle) -> Iterator[Found | Unseen]:
    """One-sided tests without a declaration that is older than the look; serious where the side decides.

    Of a study file: what it declares otherwise than it did before it was run first; serious where that decides.
    """
    yield from _deviations(bundle)
    told = told_by_itself(bundle, LATE_SIDE, "the side was chosen after looking")
    yield from told
    if (told or bundle.deviations) and not bundle.tests:
        return
    rate = error_rate(bundle)
    for test in known_tests(bundle):
        if not test.alternative:
            yield Unseen(reason=f"whether the {test.name} test of {test.a} against {test.b} is one-sided is not said",
                         ask="its alternative: two-sided, greater or less")
        elif test.alternative != "two-sided" and not test.declared and not test.equivalence:
            yield Found(message=f"The {test.name} test of {test.a} against {test.b} is one-sided (p {test.p:.3g}) and "
                                f"nothing shows "
                                f"that the side was declared beforehand; two-sided p {min(1.0, 2 * test.p):.3g}.",
                        severity=None if test.p <= rate < 2 * test.p else Severity.WARNING,
                        evidence={"one_sided": test.p, "two_sided": min(1.0, 2 * test.p)})


def _deviations(bundle: Bundle) -> Iterator[Found]:
    for sentence in bundle.deviations:
        seen = " It had been run, and its results could be seen." if bundle.looked_at else ""
        decides = bool(bundle.looked_at) and sentence.split()[0] in SETTLES
        yield Found(message=f"Otherwise than declared: {sentence}{seen}",
                    severity=None if decides else Severity.WARNING, evidence={"deviation": sentence})
