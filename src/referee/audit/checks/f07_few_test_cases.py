"""F-07: too few test cases for the precision that is of use (Reich & Barai 1999, 2.2.2)."""

from __future__ import annotations

from collections.abc import Iterator
from math import sqrt

from referee.audit._base import Found, NotApplicable, Severity, check
from referee.audit.bundle import Bundle
from referee.audit.evidence import models_that_spoke, one_pass
from referee.estimates import wilson

POWER_80 = 1.959964 + 0.841621          # z for 5% two-sided, and for a power of 80%


@check("F-07", "Too few test cases", severity=Severity.SERIOUS,
       advice="Collect more test cases, or state the precision that can be had.",
       reference="Reich & Barai 1999, 2.2.2; Connor 1987")
def few_test_cases(bundle: Bundle) -> Iterator[Found]:
    """The best model's accuracy, by all its test cases together, is known worse than the tolerance declared.

    Serious where it is known three times worse and models are compared, or twice and nothing tells the precision: of
    one model alone it is a word of caution.
    """
    rates = {}
    for name in models_that_spoke(bundle):
        _, said = one_pass(bundle, name)
        if said.labels is None or said.n_classes is None:
            raise NotApplicable("the cases are not right or wrong")
        rates[name] = (float((said.labels == said.truth).mean()), said.truth.size)
    best = max(rates, key=lambda name: rates[name][0])
    accuracy, n = rates[best]
    interval = wilson(accuracy * n, n)
    half = (interval.high - interval.low) / 2
    tolerance = bundle.declared.tolerance if bundle.declared else 0.03
    if half <= tolerance:
        return
    # Two models that are wrong on different cases disagree on up to twice the error rate (Connor 1987).
    disagreement = min(1.0, 2 * min(accuracy, 1 - accuracy) + 1 / n)
    seen = POWER_80 * sqrt(disagreement / n)
    yield Found(
        message=f"With {n:,} test cases the 95% interval of the accuracy of {best} is ±{half:.3f}; between two models "
                f"differences below about {seen:.3f} cannot be detected with 80% power.",
        severity=Severity.SERIOUS if half > _gross(bundle) * tolerance and _compared(bundle, len(rates)) else
        Severity.WARNING,
        evidence={"test_cases": n, "half_width": half, "tolerance": tolerance, "detectable": seen})


def _compared(bundle: Bundle, models: int) -> bool:
    return models > 1 or not bundle.alone


def _gross(bundle: Bundle) -> int:
    """How many times worse than the tolerance is serious: an interval that is told shows how few they are."""
    return 3 if any(line.low is not None for line in bundle.reported or ()) else 2
