"""F-09: many tests, no correction (Salzberg 1997; Reich & Barai 1999, 5.2; Flexer 1996)."""

from __future__ import annotations

from collections.abc import Iterator

from referee.audit._base import Found, NotApplicable, NotCheckable, Severity, Unseen, check
from referee.audit.bundle import Bundle
from referee.audit.evidence import ASK_TESTS, not_recognised
from referee.audit.vocabulary.corrections import CORRECTS_NOTHING, known_correction
from referee.comparisons import adjust

LOOSE = 0.1


@check("F-09", "Many tests without a correction", severity=Severity.SERIOUS,
       advice="Correct the family of tests (Holm), or declare one primary comparison beforehand.",
       reference="Salzberg 1997, section 3; Flexer 1996, 3.2")
def many_tests(bundle: Bundle) -> Iterator[Found | Unseen]:
    """Two or more tests or p values in one study, none of them adjusted: what would be left after Holm.

    Also an error rate of more than 10% that a study allows itself.
    """
    loose = 1 - bundle.declared.level if bundle.declared else 0.0
    if loose > LOOSE + 1e-9:
        yield Found(message=f"The error rate that the study allows itself is {loose:.0%} (level "
                            f"{1 - loose:.3g}): so often it finds what is not there.", evidence={"error_rate": loose})
        return
    if bundle.tests is None and bundle.claims is None:
        raise NotCheckable("neither tests nor claims of the study are known", ask=ASK_TESTS)
    level = 1 - (bundle.declared.level if bundle.declared else 0.95)
    tests = [t for t in bundle.tests or () if not t.equivalence]
    claims = [] if tests else [c for c in bundle.claims or () if c.p is not None]
    if len(tests) + len(claims) < 2:
        raise NotApplicable("there are fewer than two tests")
    named = [(f"{t.a} against {t.b} ({t.metric})", t.p) for t in tests if t.adjusted is None]
    named += [(c.says, c.p) for c in claims if c.p is not None]
    if len(named) < 2:
        return
    if bundle.declared and bundle.declared.adjust:
        correction = known_correction(bundle.declared.adjust)
        if correction is None:
            yield not_recognised("correction", bundle.declared.adjust)
        if correction not in CORRECTS_NOTHING:
            return
    p = [value for _, value in named]
    left = [name for (name, _), adjusted in zip(named, adjust(p, "holm"), strict=True) if adjusted <= level]
    before = sum(value <= level for value in p)
    yield Found(
        message=f"{len(p)} tests at {level:.3g}: the chance of at least one false alarm is up to "
                f"{1 - (1 - level) ** len(p):.0%}. After Holm's correction {len(left)} of {before} significant results "
                f"{'is' if len(left) == 1 else 'are'} left{': ' + '; '.join(left) if left else ''}.",
        evidence={"tests": len(p), "significant": before, "after_holm": left},
    )
