"""F-05: a comparison without a test (Flexer's fifth requirement)."""

from __future__ import annotations

from collections.abc import Iterator

from referee.audit._base import Found, Severity, Unseen, check
from referee.audit.bundle import Bundle
from referee.audit.evidence import by_its_own_words, comparative_claims, error_rate, not_recognised
from referee.audit.prose.confession import COPIED, UNBORNE
from referee.audit.vocabulary.tests import known_test


@check("F-05", "A claim without a test", severity=Severity.SERIOUS,
       advice="Test the difference, or give its interval.", reference="Flexer 1996, requirement 5")
def claim_without_test(bundle: Bundle) -> Iterator[Found | Unseen]:
    """Better or worse, with neither test, p value nor interval of the difference behind it, or with one against it.

    Also a lead over numbers that were copied from papers which used other rows: no test can be made of that.
    """
    copied = by_its_own_words(bundle, COPIED)
    for one in copied:
        yield Found(message=f"By its own words a lead is claimed over numbers that others had on other rows, which no "
                            f"test can bear out: {one.quoted}{one.beside}",
                    evidence={"sentence": one.sentence, "line": one.line})
    unborne = by_its_own_words(bundle, UNBORNE)
    for one in unborne:
        yield Found(message=f"By its own words it is better, and its own test does not show it: {one.quoted}"
                            f"{one.beside}", evidence={"sentence": one.sentence, "line": one.line})
    if (copied or unborne) and bundle.claims is None:
        return
    for claim in comparative_claims(bundle):
        if claim.test and claim.p is None and claim.low is None and known_test(claim.test) is None:
            yield not_recognised("test", claim.test)
        by_eye = claim.basis == "intervals"             # F-13 speaks of those
        if not claim.test and claim.p is None and claim.low is None and not by_eye:
            yield Found(message=f"The claim '{claim.says}' has no test and no interval of the difference behind it.",
                        evidence={"claim": claim.says})
        elif claim.p is not None and claim.p > error_rate(bundle):
            yield Found(message=f"The claim '{claim.says}' rests on p = {claim.p:.3g}, which does not show it at "
                                f"{error_rate(bundle):.3g}.", evidence={"claim": claim.says, "p": claim.p})
