"""F-12: an unpaired test on the same test cases (Salzberg 1997; Dietterich 1998)."""

from __future__ import annotations

from collections.abc import Iterator

from referee.audit._base import Found, Severity, check
from referee.audit.bundle import Bundle
from referee.audit.evidence import right_and_wrong, tests_done
from referee.comparisons import mcnemar

UNPAIRED = {"two-proportion-z", "two-proportions", "welch-t", "pooled-t", "unpaired-t", "mann-whitney", "chi-square"}


@check("F-12", "An unpaired test on paired data", severity=Severity.WARNING,
       advice="Use a paired test: McNemar for right and wrong, a paired test on losses for the rest.",
       reference="Salzberg 1997, section 3.1; Dietterich 1998")
def unpaired_test(bundle: Bundle) -> Iterator[Found]:
    """A two-sample test where both models were tested on the same cases."""
    for test in tests_done(bundle):
        if test.name not in UNPAIRED:
            continue
        right = right_and_wrong(bundle, test.a, test.b)
        if right is None:
            continue
        result = mcnemar(*right)
        only_a, only_b = int((right[0] & ~right[1]).sum()), int((~right[0] & right[1]).sum())
        yield Found(
            message=f"{test.a} and {test.b} were tested on the same {right[0].size:,} cases, but compared by an "
                    f"unpaired test ({test.name}, p = {test.p:.3g}). Paired: only {test.a} right {only_a}, only "
                    f"{test.b} right {only_b}, McNemar mid-p {result.p:.3g}.",
            evidence={"test": test.name, "b": only_a, "c": only_b, "mcnemar_p": result.p})
