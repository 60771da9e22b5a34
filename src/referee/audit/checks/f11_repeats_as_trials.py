"""F-11: repeats of cross-validation counted as independent trials (Salzberg 1997, section 3.4)."""

from __future__ import annotations

from collections.abc import Iterator

from referee.audit._base import Found, Severity, Unseen, check
from referee.audit.bundle import Bundle
from referee.audit.naive_t import both_ways, meant_over_splits, over_splits, repeats_of


@check("F-11", "Repeats of cross-validation as trials", severity=Severity.FATAL,
       advice="Use the corrected repeated k-fold t (Bouckaert & Frank).",
       reference="Salzberg 1997, section 3.5; Bouckaert & Frank 2004")
def repeats_as_trials(bundle: Bundle) -> Iterator[Found | Unseen]:
    """Plain t or rank tests over the folds, or over the means, of repeated cross-validation."""
    meant = meant_over_splits(bundle)
    if meant:
        if repeats_of(bundle) > 1:
            yield Found(message=f"The declared test, {meant}, takes {len(bundle.divisions or ()):,} divisions of the "
                                f"same rows for independent trials.",
                        evidence={"test": meant})
        return
    tests, unseen = over_splits(bundle)
    yield from unseen
    for test in tests:
        if test.unit != "repeat" and repeats_of(bundle) == 1:
            continue
        sentence, corrected = both_ways(bundle, test)
        yield Found(
            message=f"The {test.name} test of {test.a} against {test.b} counts {test.n_units or 'the'} repeats of "
                    f"cross-validation over the same rows as independent trials; a true null is then rejected in half "
                    f"of all studies and more.{sentence}",
            evidence={"test": test.name, "p": test.p, "corrected_p": corrected})
