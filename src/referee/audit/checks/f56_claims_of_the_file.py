"""F-56: a claim that a study file declared, held against what came of it."""

from __future__ import annotations

from collections.abc import Iterator

from referee.audit._base import Found, NotApplicable, NotCheckable, Severity, check
from referee.audit.bundle import Bundle
from referee.declaration import Purpose
from referee.study.claims import ClaimAnswer


@check("F-56", "A declared claim that the result does not bear", severity=Severity.SERIOUS,
       advice="Report the claim with what came of it; a study of feasibility claims nothing over other models.",
       reference="Salzberg 1997, section 2; Nosek et al. 2018 (preregistration)")
def claims_of_the_file(bundle: Bundle) -> Iterator[Found]:
    """Claims declared in a study file that its result contradicts or does not show; comparisons in a feasibility study.

    What a claim says is answered on each data set by the verdict of the primary metric.
    """
    if bundle.declared is not None and bundle.declared.purpose == Purpose.FEASIBILITY and bundle.declared.claims:
        yield Found(message=f"The study is declared for {Purpose.FEASIBILITY}, and means to claim "
                            f"'{bundle.declared.claims[0].says}'.", evidence={"claim": bundle.declared.claims[0].says})
        return
    if bundle.answered is None:
        raise NotCheckable("whether claims were declared in a study file is not known",
                           ask="the study file, with --ledger")
    if not bundle.answered:
        raise NotApplicable("no study file declared a claim")
    if bundle.declared is not None and bundle.declared.purpose == Purpose.FEASIBILITY:
        yield Found(message=f"The study was declared for {Purpose.FEASIBILITY}, and claims {bundle.answered[0].claim}.",
                    severity=Severity.WARNING)
    for claim in bundle.answered:
        if claim.answer is not ClaimAnswer.SHOWN:
            contradicted = claim.answer is ClaimAnswer.CONTRADICTED
            words = f" (“{claim.says}”)" if claim.says else ""
            yield Found(message=f"It was declared that {claim.claim}{words} on {claim.on}, which is "
                                f"{claim.answer.value}: {claim.evidence}",
                        severity=Severity.SERIOUS if contradicted else Severity.WARNING,
                        evidence={"claim": claim.claim, "data_set": claim.on, "answer": claim.answer.value})
