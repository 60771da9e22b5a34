"""F-35: a test with too few units, or without any spread, to say anything (Mooney's two experiments)."""

from __future__ import annotations

from collections.abc import Iterator

from referee.audit._base import Found, Severity, Unseen, check
from referee.audit.bundle import Bundle, StatTest
from referee.audit.evidence import error_rate, known_tests, recognised, scores_by_division
from referee.audit.numbers.p_values import smallest_p


@check("F-35", "Too few units for the test", severity=Severity.SERIOUS,
       advice="Collect more units, or report the differences without a test.",
       reference="Mooney, experimental evaluation; Demšar 2006")
def too_few_units(bundle: Bundle) -> Iterator[Found | Unseen]:
    """Rank and sign tests whose smallest possible p is above the level, and t tests of differences that never vary.

    Serious where a p is quoted that the test cannot give.
    """
    tests, unseen = recognised(known_tests(bundle))
    yield from unseen
    for test, facts in tests:
        if facts.by_signs and not test.n_units:
            yield Unseen(reason=f"over how many units the {test.name} test was made is not said", ask="its n_units")
        elif facts.by_signs and test.n_units and smallest_p(test.n_units) > error_rate(bundle):
            yield Found(message=f"With {test.n_units} pairs the smallest possible two-sided p of the {test.name} test "
                                f"is "
                                f"{smallest_p(test.n_units):.3g}: it cannot find anything{_impossible(test)}.",
                        severity=None if _impossible(test) else Severity.WARNING,
                        evidence={"units": test.n_units, "smallest_p": smallest_p(test.n_units)})
        elif facts.by_spread and _no_spread(bundle, test):
            yield Found(message=f"The differences of {test.a} and {test.b} are all equal, so that the {test.name} "
                                f"test divides by "
                                f"zero; its p value means nothing.", severity=Severity.WARNING,
                        evidence={"test": test.name})


def _impossible(test: StatTest) -> str:
    """Said where the p that is quoted is smaller than any the test can give, one-sided or two-sided."""
    sides = 1 if test.alternative == "two-sided" else 2
    least = smallest_p(test.n_units or 1) / sides
    return f", and p = {test.p:.3g} is impossible" if test.p < least * 0.98 else ""


def _no_spread(bundle: Bundle, test: StatTest) -> bool:
    ours, theirs = (scores_by_division(bundle, model, test.metric) for model in (test.a, test.b))
    differences = {round(ours[label] - theirs[label], 12) for label in ours if label in theirs}
    return len(ours) > 1 and len(differences) == 1 and differences != {0.0}
