"""F-39: no significant difference read as no difference (Schuirmann 1987)."""

from __future__ import annotations

from collections.abc import Iterator

from referee.audit._base import Found, NotApplicable, NotCheckable, Severity, check
from referee.audit.bundle import Bundle
from referee.audit.evidence import ASK_CLAIMS, by_its_own_words, in_its_words, right_and_wrong
from referee.audit.prose.confession import EQUAL
from referee.comparisons import mcnemar


@check("F-39", "Not significant read as equal", severity=Severity.SERIOUS,
       advice="Test equivalence (TOST) with a declared smallest relevant difference.",
       reference="Schuirmann 1987; Salzberg 1997, 3.1")
def not_significant_is_not_equal(bundle: Bundle) -> Iterator[Found]:
    """Claims of equality without an equivalence test behind them, or meant without a difference that would matter."""
    meant = [claim for claim in bundle.declared.claims if claim.kind == "equal"] if bundle.declared else []
    if meant and bundle.declared and bundle.declared.relevant is None:
        yield Found(message=f"The study means to claim '{meant[0].says}', and no smallest relevant difference is "
                            f"declared: nothing that comes of it can show that.", evidence={"claim": meant[0].says})
        return
    told = by_its_own_words(bundle, EQUAL)
    for one in told:
        yield in_its_words(one, f"A difference that is not significant is taken for none, and no test of equivalence "
                                f"is told: {one.quoted}{one.beside}")
    if told and bundle.claims is None:
        return
    if bundle.claims is None:
        raise NotCheckable("it is not known what the study claims", ask=ASK_CLAIMS)
    if not bundle.claims:
        raise NotApplicable("nothing is claimed")
    shown = {frozenset({t.a, t.b}) for t in bundle.tests or () if t.equivalence}
    for claim in bundle.claims:
        if claim.kind != "equal" or frozenset({claim.a, claim.b}) in shown:
            continue
        right = right_and_wrong(bundle, claim.a, claim.b)
        interval = None if right is None else mcnemar(*right, level=0.90).interval
        detail = "" if interval is None else (
            f" The 90% interval of the difference in accuracy is [{interval.low:+.3f}, {interval.high:+.3f}].")
        yield Found(message=f"'{claim.says}' has no equivalence test behind it; a difference that is not significant "
                            f"is not "
                            f"shown to be absent.{detail}", evidence={"claim": claim.says})
