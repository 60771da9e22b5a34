"""F-40: significance without size, or a size that does not matter."""

from __future__ import annotations

from collections.abc import Iterator

from referee.audit._base import Found, Severity, check
from referee.audit.bundle import Bundle
from referee.audit.evidence import comparative_claims


@check("F-40", "Significance without size", severity=Severity.WARNING,
       advice="Give the difference and its interval, and say which difference would matter.",
       reference="Reich & Barai 1999, 5.3 (engineering relevance); Flexer 1996, requirement 4")
def significance_without_size(bundle: Bundle) -> Iterator[Found]:
    """A p value without the difference, or a difference below the relevance that was declared."""
    relevant = bundle.declared.relevant if bundle.declared else None
    for claim in comparative_claims(bundle):
        if claim.p is not None and claim.difference is None and claim.low is None:
            yield Found(message=f"'{claim.says}' is given with p = {claim.p:.3g} and without the size of the "
                                f"difference.",
                        evidence={"claim": claim.says})
        elif relevant is not None and claim.difference is not None and abs(claim.difference) < relevant:
            yield Found(message=f"'{claim.says}': the difference of {abs(claim.difference):.3g} is below the declared "
                                f"relevance "
                                f"of {relevant:.3g}.", evidence={"claim": claim.says, "relevant": relevant})
