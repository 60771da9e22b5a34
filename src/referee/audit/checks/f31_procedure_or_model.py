"""F-31: a cross-validated score quoted as the score of the model put to use (Bates, Hastie & Tibshirani 2023)."""

from __future__ import annotations

from collections.abc import Iterator

from referee.audit._base import Found, NotApplicable, NotCheckable, Severity, check
from referee.audit.bundle import Bundle
from referee.audit.checks.f06_evaluation_method import method_label
from referee.audit.evidence import ASK_CLAIMS, ASK_DIVISIONS
from referee.audit.vocabulary.methods import LABELS


@check("F-31", "A procedure's score quoted for a model", severity=Severity.INFO,
       advice="Say that the number is about the procedure, or test the model itself on fresh cases.",
       reference="Bates, Hastie & Tibshirani 2023")
def procedure_or_model(bundle: Bundle) -> Iterator[Found]:
    """Claims about the deployed model that rest on cross-validation, a bootstrap or several hold-outs."""
    if bundle.claims is None:
        raise NotCheckable("it is not known what the study claims", ask=ASK_CLAIMS)
    if not bundle.claims:
        raise NotApplicable("nothing is claimed")
    label, about = method_label(bundle), [claim for claim in bundle.claims if claim.about == "model"]
    if about and label == "NM":
        raise NotCheckable("it is not known how the rows were divided", ask=ASK_DIVISIONS)
    several = label in {"K", "L", "B"} or (label == "H" and len(bundle.divisions or ()) > 1)
    for claim in about:
        if several:
            yield Found(message=f"'{claim.says}' is about a model, but {LABELS[label]} estimates the procedure that "
                                f"made it, not "
                                f"this model.", evidence={"claim": claim.says, "method": label})
