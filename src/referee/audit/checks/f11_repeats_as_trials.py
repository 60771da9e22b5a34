"""F-11: repeats of cross-validation counted as independent trials (Salzberg 1997, section 3.4)."""

from __future__ import annotations

from collections.abc import Iterator

from referee.audit._base import Found, NotApplicable, Severity, check
from referee.audit.bundle import Bundle
from referee.audit.evidence import tests_done
from referee.audit.naive_t import NAIVE, both_ways, repeats_of


@check("F-11", "Repeats of cross-validation as trials", severity=Severity.FATAL,
       advice="Use the corrected repeated k-fold t (Bouckaert & Frank).",
       reference="Salzberg 1997, section 3.4; Bouckaert & Frank 2004")
def repeats_as_trials(bundle: Bundle) -> Iterator[Found]:
    """Plain t or rank tests over the folds, or over the means, of repeated cross-validation."""
    tests = [t for t in tests_done(bundle) if t.unit in {"split", "repeat"}]
    if not tests:
        raise NotApplicable("no test takes splits or repeats as its units")
    for test in tests:
        repeats = repeats_of(bundle)
        if test.name not in NAIVE or not (test.unit == "repeat" or repeats > 1):
            continue
        sentence, corrected = both_ways(bundle, test)
        yield Found(
            message=f"The {test.name} test of {test.a} against {test.b} counts {test.n_units or 'the'} repeats of "
                    f"cross-validation over the same rows as independent trials; a true null is then rejected in half "
                    f"of all studies and more.{sentence}",
            evidence={"test": test.name, "p": test.p, "corrected_p": corrected})
