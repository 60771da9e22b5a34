"""F-36: a one-sided test whose side was not declared beforehand."""

from __future__ import annotations

from collections.abc import Iterator

from referee.audit._base import Found, Severity, Unseen, check
from referee.audit.bundle import Bundle
from referee.audit.evidence import by_its_own_words, error_rate, known_tests
from referee.audit.prose.confession import LATE_SIDE


@check("F-36", "One-sided, not declared beforehand", severity=Severity.SERIOUS,
       advice="Quote the two-sided p, or declare the side before looking.",
       reference="Mooney, experimental evaluation; Salzberg 1997, 3.1")
def side_chosen_late(bundle: Bundle) -> Iterator[Found | Unseen]:
    """One-sided tests without a declaration that is older than the look; serious where the side decides."""
    told = by_its_own_words(bundle, LATE_SIDE)
    for one in told:
        yield Found(message=f"By its own words the side was chosen after looking: {one.quoted}",
                    evidence={"sentence": one.sentence})
    if told and bundle.tests is None:
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
