"""F-05: a comparison without a test (Flexer's fifth requirement)."""

from __future__ import annotations

from collections.abc import Iterator

from referee.audit._base import Found, Severity, Unseen, check
from referee.audit.bundle import Bundle, Claim
from referee.audit.evidence import comparative_claims, error_rate, not_recognised, told_by_itself
from referee.audit.prose.confession import COPIED, UNBORNE
from referee.audit.vocabulary.tests import known_test

FEWER = 0.9         # of the cases: a few that one model could not answer are F-47's
CHANCE = {"roc_auc": 0.5, "mcc": 0.0, "kappa": 0.0}       # of what is said without looking, in any rows
OF_A_PART = frozenset({"precision", "recall", "specificity", "npv"})      # whose cases are those called, or true, so


@check("F-05", "A claim without a test", severity=Severity.SERIOUS,
       advice="Test the difference, or give its interval.", reference="Flexer 1996, requirement 5")
def claim_without_test(bundle: Bundle) -> Iterator[Found | Unseen]:
    """Better or worse, with neither test, p value nor interval of the difference behind it, or with one against it.

    Also a lead over numbers that were copied from papers which used other rows: no test can be made of that.
    """
    told = [*told_by_itself(bundle, COPIED, "a lead is claimed over numbers that others had on other rows, which no "
                                            "test can bear out"),
            *told_by_itself(bundle, UNBORNE, "it is better, and its own test does not show it")]
    yield from told
    if told and bundle.claims is None:
        return
    for claim in comparative_claims(bundle):
        yield from _of_other_cases(bundle, claim)
        if claim.test and claim.p is None and claim.low is None and known_test(claim.test) is None:
            yield not_recognised("test", claim.test)
        by_eye = claim.basis == "intervals"             # F-13 speaks of those
        if not claim.test and claim.p is None and claim.low is None and not by_eye and not _over_chance(bundle, claim):
            yield Found(message=f"The claim '{claim.says}' has no test and no interval of the difference behind it.",
                        evidence={"claim": claim.says})
        elif claim.p is not None and claim.p > error_rate(bundle):
            yield Found(message=f"The claim '{claim.says}' rests on p = {claim.p:.3g}, which does not show it at "
                                f"{error_rate(bundle):.3g}.", evidence={"claim": claim.says, "p": claim.p})


def _over_chance(bundle: Bundle, claim: Claim) -> bool:
    """Whether a lead over a baseline is borne out by the model's own interval: what knows nothing has a fixed score."""
    baseline = any(model.name == claim.b and model.baseline for model in bundle.models or ())
    lines = [line for line in bundle.reported or () if line.model == claim.a and line.low is not None
             and claim.metric in {"", line.metric} and line.metric in CHANCE]
    return baseline and bool(lines) and all((line.low or 0.0) > CHANCE[line.metric] for line in lines)


def _of_other_cases(bundle: Bundle, claim: Claim) -> Iterator[Found]:
    """A lead over a score of so many other cases, of the same data set by the same metric, that they are not the same.
    """
    lines = [line for line in bundle.reported or () if line.metric == claim.metric and line.cases]
    for ours in (line for line in lines if line.model == claim.a):
        theirs = next((line for line in lines if line.model == claim.b and line.data_set == ours.data_set), None)
        few, many = sorted((ours.cases or 0, 0 if theirs is None else theirs.cases or 0))
        if theirs is not None and few < FEWER * many and ours.metric not in OF_A_PART:
            yield Found(message=f"The claim '{claim.says}' compares the {claim.metric} of {claim.a} on {ours.cases:,} "
                                f"cases with that of {claim.b} on {theirs.cases:,}: scores of different cases differ "
                                f"by the cases too.",
                        evidence={"claim": claim.says, "cases": [ours.cases, theirs.cases]})
