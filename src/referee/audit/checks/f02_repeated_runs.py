"""F-02: one split of a small data set decides nothing (Flexer's second requirement)."""

from __future__ import annotations

from collections.abc import Iterator

from referee.audit._base import Found, NotCheckable, Severity, check
from referee.audit.bundle import Bundle, Division
from referee.audit.evidence import ASK_DIVISIONS
from referee.estimates import wilson

ENOUGH_TEST_CASES = 1000        # a hold-out of this size is precise to ±0.031 at worst


@check("F-02", "One split of few cases", severity=Severity.SERIOUS,
       advice="Use cross-validation or repeated random splits.",
       reference="Flexer 1996, requirement 2; Reich & Barai 1999, 2.2")
def repeated_runs(bundle: Bundle) -> Iterator[Found]:
    """A single division, a single seed, fewer than a thousand test cases; of fixed predictions, a word of caution.

    A warning where the precision is told, or time divides the rows, which has one division by nature.
    """
    if bundle.divisions is None:
        raise NotCheckable("it is not known how the rows were divided", ask=ASK_DIVISIONS)
    seeds = max((len(model.seeds or ()) for model in bundle.models or ()), default=1)
    if len(bundle.divisions) * max(seeds, 1) > 1:
        return
    only = bundle.divisions[0]
    n = only.test.size
    if n >= ENOUGH_TEST_CASES:
        return
    interval = wilson(n / 2, n)
    half = (interval.high - interval.low) / 2
    yield Found(message=f"One split of {n:,} test cases: a proportion is known to ±{half:.3f} at worst, and nothing is "
                        f"known of how the result moves with the split.",
                severity=_severity(bundle, only),
                evidence={"test_cases": n, "half_width": half})


def _severity(bundle: Bundle, only: Division) -> Severity | None:
    if bundle.alone or only.train is None:
        return Severity.INFO                    # F-07 says how few are few
    timed = bundle.times is not None or (bundle.problem is not None and bundle.problem.time is not None)
    told = any(line.low is not None for line in bundle.reported or ())
    return Severity.WARNING if timed or told else None
